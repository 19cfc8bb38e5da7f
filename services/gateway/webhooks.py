"""Handlers for webhooks: registration, and retries of dead letters."""

from schemas.webhook import (
    PutWebhookRequest,
    PutWebhookResponse,
    RetryRequest,
    RetryResponse,
    Webhook,
    WebhookDeadLettersResponse,
    WebhookDeletedResponse,
    WebhookRow,
    WebhooksResponse,
)
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest, PlainRequest
from services.gateway.parameters import Parameters, WebhookPath
from services.gateway.quotas import Quotas
from services.runtime.operations.clock import now_ms
from services.runtime.store.audit_log import AuditLog
from services.runtime.store.keys import WebhookKeys
from services.runtime.web.problems import ProblemError
from services.runtime.webhooks.addresses import AddressRefusedError, check_url
from services.runtime.webhooks.deliveries import Deliveries
from services.runtime.webhooks.registry import (
    WEBHOOKS_MAX,
    TooManyWebhooksError,
    Webhooks,
    webhook_keys,
)

LISTED_DEAD_LETTERS_MAX = 500

_WebhookRequest = ApiRequest[WebhookPath, Parameters, None]


class WebhookHandlers:
    def __init__(
        self,
        webhooks: Webhooks,
        queue: Deliveries,
        quotas: Quotas,
        audit_log: AuditLog,
        *,
        allow_private: bool,
    ) -> None:
        self._webhooks = webhooks
        self._queue = queue
        self._quotas = quotas
        self._audit_log = audit_log
        self._allow_private = allow_private

    async def put(
        self, request: ApiRequest[WebhookPath, Parameters, PutWebhookRequest]
    ) -> PutWebhookResponse:
        keys = _keys(request.caller, request.path)
        created_at = now_ms()
        try:
            check_url(request.body.url, allow_private=self._allow_private)
            webhook = Webhook(
                platform=keys.platform,
                name=keys.name,
                url=request.body.url,
                events=tuple(dict.fromkeys(request.body.events)),
                secret="",
                created_at=created_at,
            )
            stored, has_new_secret = await self._webhooks.put(
                webhook,
                created_at,
                rotate=request.body.rotate,
                webhooks_max=self._quotas.webhooks_max(keys.platform, WEBHOOKS_MAX),
            )
        except TooManyWebhooksError as error:
            raise ProblemError("quota_exceeded", f"Too many webhooks: {error}.") from error
        except AddressRefusedError as error:
            raise ProblemError("malformed", f"Invalid webhook: {error}.") from error
        secret = stored.secret if has_new_secret else None
        return PutWebhookResponse(await self._row(stored), secret)

    async def list(self, request: PlainRequest) -> WebhooksResponse:
        webhooks = await self._webhooks.of_platform(_platform(request.caller))
        return WebhooksResponse(tuple([await self._row(webhook) for webhook in webhooks]))

    async def delete(self, request: _WebhookRequest) -> WebhookDeletedResponse:
        keys = _keys(request.caller, request.path)
        if not await self._webhooks.delete(keys):
            raise _missing(keys)
        return WebhookDeletedResponse(keys.name)

    async def dead_letters(self, request: _WebhookRequest) -> WebhookDeadLettersResponse:
        keys = await self._existing(request.caller, request.path)
        dead_letters = await self._queue.dead_letters(keys, LISTED_DEAD_LETTERS_MAX)
        return WebhookDeadLettersResponse(tuple(dead_letters))

    async def retry(
        self, request: ApiRequest[WebhookPath, Parameters, RetryRequest]
    ) -> RetryResponse:
        keys = await self._existing(request.caller, request.path)
        actor = f"platform:{keys.platform}"
        await self._audit_log.record(
            actor, "webhook_retried", keys.field, request.body.id or "all dead letters"
        )
        retried = await self._queue.retry(keys, request.body.id, now_ms())
        if request.body.id is not None and not retried:
            raise ProblemError("not_found", f"There is no dead letter {request.body.id!r}.")
        return RetryResponse(retried)

    async def _existing(self, caller: Caller, path: WebhookPath) -> WebhookKeys:
        keys = _keys(caller, path)
        if await self._webhooks.find(keys) is None:
            raise _missing(keys)
        return keys

    async def _row(self, webhook: Webhook) -> WebhookRow:
        waiting, dead_letters = await self._queue.counts(webhook_keys(webhook))
        return WebhookRow(
            name=webhook.name,
            url=webhook.url,
            events=webhook.events,
            created_at=webhook.created_at,
            disabled=webhook.disabled,
            waiting=waiting,
            dead_letters=dead_letters,
        )


def _platform(caller: Caller) -> str:
    assert caller.platform is not None, "the endpoint requires a platform"
    return caller.platform


def _keys(caller: Caller, path: WebhookPath) -> WebhookKeys:
    """Return the keys of the caller's own webhook. No path can name another platform's."""
    return WebhookKeys(_platform(caller), path.name)


def _missing(keys: WebhookKeys) -> ProblemError:
    return ProblemError("not_found", f"There is no webhook {keys.name!r}.")

"""Handlers for webhooks: registration, and replay of messages that could not be delivered."""

import time

from schemas.webhook import (
    DeadDeliveriesResponse,
    PutWebhookResponse,
    ReplayResponse,
    Webhook,
    WebhookDeleted,
    WebhookRow,
    WebhooksResponse,
)
from services.gateway.endpoints import ApiRequest, ApiResponse
from services.runtime.addresses import AddressRefusedError, check_url
from services.runtime.deliveries import Deliveries
from services.runtime.keys import WebhookKeys
from services.runtime.problems import ProblemError
from services.runtime.webhooks import TooManyWebhooksError, Webhooks, webhook_keys

DEAD_MESSAGES_MAX = 500


class WebhookHandlers:
    def __init__(self, hooks: Webhooks, queue: Deliveries, *, allow_private: bool) -> None:
        self._hooks = hooks
        self._queue = queue
        self._allow_private = allow_private

    async def put(self, request: ApiRequest) -> ApiResponse:
        keys = _keys(request)
        try:
            check_url(request.body.url, allow_private=self._allow_private)
            webhook = Webhook(
                platform=keys.platform,
                name=keys.name,
                url=request.body.url,
                events=tuple(dict.fromkeys(request.body.events)),
                secret="",
                created_at=time.time_ns() // 1_000_000,
            )
            hook, has_new_secret = await self._hooks.put(webhook, rotate=request.body.rotate)
        except (AddressRefusedError, TooManyWebhooksError) as error:
            raise ProblemError("malformed", f"Invalid webhook: {error}.") from error
        secret = hook.secret if has_new_secret else None
        return ApiResponse(PutWebhookResponse(await self._row(hook), secret))

    async def list(self, request: ApiRequest) -> ApiResponse:
        hooks = await self._hooks.of_platform(_platform(request))
        return ApiResponse(WebhooksResponse(tuple([await self._row(hook) for hook in hooks])))

    async def delete(self, request: ApiRequest) -> ApiResponse:
        keys = _keys(request)
        if not await self._hooks.delete(keys):
            raise _missing(keys)
        return ApiResponse(WebhookDeleted(keys.name))

    async def dead(self, request: ApiRequest) -> ApiResponse:
        keys = await self._existing(request)
        deliveries = await self._queue.dead_deliveries(keys, DEAD_MESSAGES_MAX)
        return ApiResponse(DeadDeliveriesResponse(tuple(deliveries)))

    async def replay(self, request: ApiRequest) -> ApiResponse:
        keys = await self._existing(request)
        now_ms = time.time_ns() // 1_000_000
        replayed = await self._queue.replay(keys, request.body.id, now_ms)
        if request.body.id is not None and not replayed:
            raise ProblemError("not_found", f"There is no dead message {request.body.id!r}.")
        return ApiResponse(ReplayResponse(replayed))

    async def _existing(self, request: ApiRequest) -> WebhookKeys:
        keys = _keys(request)
        if await self._hooks.find(keys) is None:
            raise _missing(keys)
        return keys

    async def _row(self, hook: Webhook) -> WebhookRow:
        waiting, dead = await self._queue.counts(webhook_keys(hook))
        return WebhookRow(
            name=hook.name,
            url=hook.url,
            events=hook.events,
            created_at=hook.created_at,
            disabled=hook.disabled,
            waiting=waiting,
            dead=dead,
        )


def _platform(request: ApiRequest) -> str:
    assert request.caller.platform is not None, "the endpoint requires a platform"
    return request.caller.platform


def _keys(request: ApiRequest) -> WebhookKeys:
    """Return the keys of the caller's own hook. No path can name another platform's."""
    return WebhookKeys(_platform(request), request.path["name"])


def _missing(keys: WebhookKeys) -> ProblemError:
    return ProblemError("not_found", f"There is no webhook {keys.name!r}.")

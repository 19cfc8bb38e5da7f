"""Webhooks: a platform says where it wants to be told what, and looks after what did not arrive."""

import time

from schemas.webhook import (
    DeadList,
    Replayed,
    Webhook,
    WebhookDeleted,
    WebhookList,
    WebhookPut,
    WebhookRow,
)
from services.gateway.operations import Answer, Call
from services.runtime.addresses import AddressRefusedError, checked_url
from services.runtime.deliveries import Deliveries
from services.runtime.keys import WebhookKeys
from services.runtime.problems import ProblemError
from services.runtime.webhooks import TooManyHooksError, Webhooks, keys_of

DEAD_SHOWN_MAX = 500


class WebhookDesk:
    """What platforms do with their hooks."""

    def __init__(self, hooks: Webhooks, queue: Deliveries, *, allow_private: bool) -> None:
        self._hooks = hooks
        self._queue = queue
        self._allow_private = allow_private

    async def put(self, call: Call) -> Answer:
        keys = _keys(call)
        try:
            checked_url(call.body.url, allow_private=self._allow_private)
            wanted = Webhook(
                platform=keys.platform,
                name=keys.name,
                url=call.body.url,
                events=tuple(dict.fromkeys(call.body.events)),
                secret="",
                made_at=time.time_ns() // 1_000_000,
            )
            hook, renewed = await self._hooks.put(wanted, rotate=call.body.rotate)
        except (AddressRefusedError, TooManyHooksError) as error:
            raise ProblemError("malformed", f"The webhook is refused: {error}.") from error
        secret = hook.secret if renewed else None
        return Answer(WebhookPut(await self._row(hook), secret))

    async def list(self, call: Call) -> Answer:
        hooks = await self._hooks.of(_platform(call))
        return Answer(WebhookList(tuple([await self._row(hook) for hook in hooks])))

    async def delete(self, call: Call) -> Answer:
        keys = _keys(call)
        if not await self._hooks.delete(keys):
            raise _missing(keys)
        return Answer(WebhookDeleted(keys.name))

    async def dead(self, call: Call) -> Answer:
        keys = await self._existing(call)
        return Answer(DeadList(tuple(await self._queue.dead(keys, DEAD_SHOWN_MAX))))

    async def replay(self, call: Call) -> Answer:
        keys = await self._existing(call)
        now_ms = time.time_ns() // 1_000_000
        replayed = await self._queue.replay(keys, call.body.id, now_ms)
        if call.body.id is not None and not replayed:
            raise ProblemError("not_found", f"There is no dead message {call.body.id!r}.")
        return Answer(Replayed(replayed))

    async def _existing(self, call: Call) -> WebhookKeys:
        keys = _keys(call)
        if await self._hooks.find(keys) is None:
            raise _missing(keys)
        return keys

    async def _row(self, hook: Webhook) -> WebhookRow:
        waiting, dead = await self._queue.counts(keys_of(hook))
        return WebhookRow(
            name=hook.name,
            url=hook.url,
            events=hook.events,
            made_at=hook.made_at,
            disabled=hook.disabled,
            waiting=waiting,
            dead=dead,
        )


def _platform(call: Call) -> str:
    assert call.caller.platform is not None, "operations for platforms let nobody else in"
    return call.caller.platform


def _keys(call: Call) -> WebhookKeys:
    """Of the caller's own hook: nobody can name another platform's."""
    return WebhookKeys(_platform(call), call.path["name"])


def _missing(keys: WebhookKeys) -> ProblemError:
    return ProblemError("not_found", f"There is no webhook {keys.name!r}.")

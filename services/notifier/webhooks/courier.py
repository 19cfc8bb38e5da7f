"""Sends what is due to one hook. Each hook has its own: one that is slow delays no other."""

import asyncio
import contextlib
import random
import time

import structlog
from msgspec.structs import replace

from schemas.webhook import Delivery, Webhook
from services.notifier.webhooks.pauses import ATTEMPTS_MAX, pause_seconds
from services.notifier.webhooks.post import Answer, Post
from services.runtime.connection import is_outage
from services.runtime.deliveries import Deliveries
from services.runtime.keys import WebhookKeys
from services.runtime.telemetry import WEBHOOK_ATTEMPTS, WEBHOOK_SECONDS
from services.runtime.webhooks import Webhooks

TOGETHER_MAX = 4
"""Messages in flight to one hook."""
LOOK_SECONDS = 2.0
"""How long a replay may go unnoticed."""
RETRY_SECONDS = 0.5

log = structlog.get_logger()


class Courier:
    def __init__(self, keys: WebhookKeys, hooks: Webhooks, queue: Deliveries, post: Post) -> None:
        self._keys = keys
        self._hooks = hooks
        self._queue = queue
        self._post = post
        self._bell = asyncio.Event()
        self._chance = random.Random()

    def ring(self) -> None:
        """Something may be due."""
        self._bell.set()

    async def run(self) -> None:
        """Until cancelled, or until the hook is gone or disabled."""
        while True:
            try:
                self._bell.clear()
                hook = await self._hooks.find(self._keys)
                if hook is None or hook.disabled:
                    return
                if not await self._send_due(hook):
                    await self._rest()
            except Exception as error:
                # What was sent and could not be noted down is sent again: receivers know its id.
                if not is_outage(error):
                    log.exception("sending to a webhook failed", hook=self._keys.field)
                await asyncio.sleep(RETRY_SECONDS)

    async def _send_due(self, hook: Webhook) -> bool:
        due = await self._queue.due(self._keys, _now_ms(), TOGETHER_MAX)
        await asyncio.gather(*(self._deliver(hook, delivery) for delivery in due))
        return bool(due)

    async def _rest(self) -> None:
        first = await self._queue.next_due_ms(self._keys)
        seconds = LOOK_SECONDS if first is None else (first - _now_ms()) / 1000
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._bell.wait(), min(max(seconds, 0.0), LOOK_SECONDS))

    async def _deliver(self, hook: Webhook, delivery: Delivery) -> None:
        answer = await self._post.send(hook, delivery.id, delivery.kind, delivery.body.encode())
        if answer.ok:
            await self._queue.delivered(self._keys, delivery)
            WEBHOOK_ATTEMPTS.labels("delivered").inc()
            WEBHOOK_SECONDS.observe(max(0.0, (_now_ms() - delivery.at) / 1000))
            return
        await self._failed(hook, delivery, answer)

    async def _failed(self, hook: Webhook, delivery: Delivery, answer: Answer) -> None:
        now_ms = _now_ms()
        tried = replace(
            delivery, attempts=delivery.attempts + 1, answer=answer.text, tried_at=now_ms
        )
        if answer.gone:
            await self._hooks.disable(hook, "its receiver answered 410 Gone")
        if answer.gone or tried.attempts >= ATTEMPTS_MAX:
            await self._queue.bury(self._keys, tried, now_ms)
            WEBHOOK_ATTEMPTS.labels("dead").inc()
            log.warning(
                "a webhook message is given up",
                hook=self._keys.field,
                message=tried.id,
                attempts=tried.attempts,
                answer=tried.answer,
            )
            return
        pause = pause_seconds(tried.attempts, self._chance)
        await self._queue.again(self._keys, tried, now_ms + int(pause * 1000))
        WEBHOOK_ATTEMPTS.labels("again").inc()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000

"""Sends due deliveries to one webhook. Each webhook has its own sender, so none delays another."""

import asyncio
import contextlib
import random

import structlog
from msgspec.structs import replace

from schemas.webhook import Delivery, Webhook
from services.notifier.webhooks.poster import Poster, PostResult
from services.notifier.webhooks.retry_delay import ATTEMPTS_MAX, retry_delay_seconds
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import WEBHOOK_ATTEMPTS, WEBHOOK_DELIVERY_SECONDS
from services.runtime.server.connection import is_outage
from services.runtime.store.keys import WebhookKeys
from services.runtime.webhooks.deliveries import Deliveries
from services.runtime.webhooks.registry import Webhooks

CONCURRENT_POSTS_MAX = 4
"""Requests in flight to one webhook."""
POLL_SECONDS = 2.0
"""How soon retried deliveries are noticed."""
RETRY_SECONDS = 0.5

log = structlog.get_logger()


class WebhookSender:
    def __init__(
        self, keys: WebhookKeys, webhooks: Webhooks, deliveries: Deliveries, poster: Poster
    ) -> None:
        self._keys = keys
        self._webhooks = webhooks
        self._deliveries = deliveries
        self._poster = poster
        self._wake_up = asyncio.Event()
        self._random = random.Random()

    def wake(self) -> None:
        """Check for due deliveries now."""
        self._wake_up.set()

    async def run(self) -> None:
        """Send until cancelled, or until the webhook is deleted or disabled."""
        while True:
            try:
                self._wake_up.clear()
                webhook = await self._webhooks.find(self._keys)
                if webhook is None or webhook.disabled:
                    return
                if not await self._send_due(webhook):
                    await self._wait()
            except Exception as error:
                # A delivery whose result was not stored is sent again; receivers deduplicate by id.
                if not is_outage(error):
                    log.exception("sending to a webhook failed", webhook=self._keys.field)
                await asyncio.sleep(RETRY_SECONDS)

    async def _send_due(self, webhook: Webhook) -> bool:
        due = await self._deliveries.due(self._keys, now_ms(), CONCURRENT_POSTS_MAX)
        await asyncio.gather(*(self._deliver(webhook, delivery) for delivery in due))
        return bool(due)

    async def _wait(self) -> None:
        due_ms = await self._deliveries.next_due_ms(self._keys)
        seconds = POLL_SECONDS if due_ms is None else (due_ms - now_ms()) / 1000
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake_up.wait(), min(max(seconds, 0.0), POLL_SECONDS))

    async def _deliver(self, webhook: Webhook, delivery: Delivery) -> None:
        result = await self._poster.post(
            webhook, delivery.id, delivery.event, delivery.body.encode()
        )
        if result.is_success:
            await self._deliveries.mark_delivered(self._keys, delivery)
            WEBHOOK_ATTEMPTS.labels("delivered").inc()
            WEBHOOK_DELIVERY_SECONDS.observe(max(0.0, (now_ms() - delivery.at) / 1000))
            return
        await self._handle_failure(webhook, delivery, result)

    async def _handle_failure(
        self, webhook: Webhook, delivery: Delivery, result: PostResult
    ) -> None:
        failed_ms = now_ms()
        failed = replace(
            delivery, attempts=delivery.attempts + 1, last_response=result.text, tried_at=failed_ms
        )
        if result.is_gone:
            await self._webhooks.disable(webhook, "the receiver responded 410 Gone")
        if result.is_gone or failed.attempts >= ATTEMPTS_MAX:
            await self._deliveries.mark_as_dead_letter(self._keys, failed, failed_ms)
            WEBHOOK_ATTEMPTS.labels("dead_letter").inc()
            log.warning(
                "webhook message became a dead letter",
                webhook=self._keys.field,
                message=failed.id,
                attempts=failed.attempts,
                response=failed.last_response,
            )
            return
        delay = retry_delay_seconds(failed.attempts, self._random)
        await self._deliveries.reschedule(self._keys, failed, failed_ms + int(delay * 1000))
        WEBHOOK_ATTEMPTS.labels("retry").inc()

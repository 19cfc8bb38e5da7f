"""A connected client: its subscriptions, its send queue, and how its connection is closed."""

import asyncio
import time
from collections.abc import Sequence
from typing import Literal, Protocol

from schemas.live import CloseReason, EndCode, SubscriptionEnded
from services.notifier.closing import CLOSINGS, Closing
from services.notifier.frames import Frame, encode_frame
from services.notifier.send_queue import SendQueue
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import (
    COMMAND_DELIVERY_SECONDS,
    SEND_QUEUE_FRAMES,
    SLOW_CLIENTS,
    SUBSCRIPTIONS,
)

WRITE_BATCH_FRAMES = 4
"""The writer yields to the event loop after this many frames."""
CLOSE_TIMEOUT_SECONDS = 3.0
"""How long a client may take to receive its goodbye frame before the connection is aborted."""

TopicKind = Literal["table", "lobby", "player"]


class ClientDisconnectedError(ConnectionError):
    """The client has closed the connection."""


class Transport(Protocol):
    """Sends frames to a client, over a WebSocket or an event stream."""

    def write(self, frames: Sequence[Frame]) -> bool:
        """Send frames at once. False: nothing was sent, and `send` must wait for the client."""

    async def send(self, frame: Frame) -> None:
        """Send a frame; wait while the client reads nothing. Raises ClientDisconnectedError."""

    async def close_with(self, closing: Closing) -> None:
        """Send the goodbye frame and close. Raises ClientDisconnectedError."""

    def abort(self) -> None:
        """Drop the connection at once, for a client that reads nothing."""


class Subscription(Protocol):
    id: str
    kind: TopicKind

    def end(self) -> None:
        """Stop sending."""


class Client:
    """A connected client. All frames of one turn of the event loop are written together.

    Nobody waits for its transport: while the client does not read, a task writes the queued frames.
    """

    __slots__ = (
        "_abort_timer",
        "_closes_with_subscription",
        "_is_write_due",
        "_queue",
        "_settings",
        "_transport",
        "_writer",
        "closing",
        "last_sent_at",
        "last_subscribed_at",
        "subscriptions",
    )

    def __init__(
        self, transport: Transport, settings: Settings, *, closes_with_subscription: bool = False
    ) -> None:
        """`closes_with_subscription`: close the connection when its only subscription ends."""
        self.subscriptions: dict[str, Subscription] = {}
        self.closing: Closing | None = None
        self.last_sent_at = self.last_subscribed_at = time.monotonic()
        self._transport = transport
        self._settings = settings
        self._closes_with_subscription = closes_with_subscription
        self._queue = SendQueue(settings.send_queue_frames_max, settings.send_queue_kib_max * 1024)
        self._writer: asyncio.Task[None] | None = None
        self._is_write_due = False
        self._abort_timer: asyncio.TimerHandle | None = None

    def send(self, frame: Frame) -> None:
        if self.closing is not None:
            return
        if not self._queue.put(frame):
            self.close("too_slow")
            return
        if self._writer is None and not self._is_write_due:
            self._is_write_due = True
            asyncio.get_running_loop().call_soon(self._write_at_once)

    async def wait_for_capacity(self) -> None:
        """Wait until the send queue accepts more of a history."""
        await self._queue.wait_until_half_empty()

    def add(self, subscription: Subscription) -> None:
        assert subscription.id not in self.subscriptions, f"duplicate id {subscription.id}"
        self.subscriptions[subscription.id] = subscription
        SUBSCRIPTIONS.labels(subscription.kind).inc()

    def remove(self, subscription_id: str) -> None:
        """End the subscription with this id, if there is one."""
        subscription = self.subscriptions.pop(subscription_id, None)
        if subscription is not None:
            subscription.end()
            SUBSCRIPTIONS.labels(subscription.kind).dec()
            self.last_subscribed_at = time.monotonic()

    def end_subscription(self, subscription_id: str, code: EndCode, message: str) -> None:
        """End a subscription and send the reason as its last frame."""
        self.remove(subscription_id)
        self.send(encode_frame(SubscriptionEnded(subscription_id, code, message)))
        if self._closes_with_subscription:
            self.close("unavailable")

    def close(self, reason: CloseReason) -> None:
        """Send a goodbye and close; abort the connection if the client does not read it."""
        if self.closing is not None:
            return
        self.closing = CLOSINGS[reason]
        if reason == "too_slow":
            SLOW_CLIENTS.inc()
        if not self.closing.sends_queue:
            self._queue.clear()
        self._end_subscriptions()
        loop = asyncio.get_running_loop()
        self._abort_timer = loop.call_later(CLOSE_TIMEOUT_SECONDS, self._transport.abort)
        self._start_writer()

    def check(self, now: float, heartbeat: Frame) -> None:
        """Close a stalled or idle client; send a heartbeat if nothing else was sent."""
        settings = self._settings
        if self.closing is not None:
            return
        if self.subscriptions:
            self.last_subscribed_at = now
        if self._writer is not None and now - self.last_sent_at > settings.stalled_seconds:
            self.close("too_slow")
        elif now - self.last_subscribed_at > settings.idle_seconds:
            self.close("idle")
        elif self._writer is None and now - self.last_sent_at > settings.heartbeat_seconds:
            self.send(heartbeat)

    def dispose(self) -> None:
        """Release everything after the connection is gone."""
        self._end_subscriptions()
        if self._writer is not None:
            self._writer.cancel()
        if self._abort_timer is not None:
            self._abort_timer.cancel()

    def _end_subscriptions(self) -> None:
        for subscription_id in tuple(self.subscriptions):
            self.remove(subscription_id)

    def _start_writer(self) -> None:
        if self._writer is None:
            # A stall is measured from now on, not from the last frame sent.
            self.last_sent_at = time.monotonic()
            self._writer = asyncio.create_task(self._write())

    def _write_at_once(self) -> None:
        self._is_write_due = False
        frames = self._queue.frames
        if self._writer is not None or not frames:
            return
        if not self._transport.write(frames):
            self._start_writer()
            return
        SEND_QUEUE_FRAMES.observe(len(frames))
        self.last_sent_at = time.monotonic()
        now = time.time()
        for frame in frames:
            if frame.arrived_ms is not None:
                COMMAND_DELIVERY_SECONDS.observe(now - frame.arrived_ms / 1000)
        self._queue.clear()

    async def _write(self) -> None:
        SEND_QUEUE_FRAMES.observe(len(self._queue))
        try:
            written = 0
            while (frame := self._queue.pop()) is not None:
                await self._transport.send(frame)
                self.last_sent_at = time.monotonic()
                if frame.arrived_ms is not None:
                    COMMAND_DELIVERY_SECONDS.observe(time.time() - frame.arrived_ms / 1000)
                written += 1
                if written % WRITE_BATCH_FRAMES == 0:
                    await asyncio.sleep(0)
            if self.closing is not None:
                await self._transport.close_with(self.closing)
        except ClientDisconnectedError:
            # The receiving side notices the disconnect too, and disposes of the client.
            self._queue.clear()
        finally:
            self._writer = None

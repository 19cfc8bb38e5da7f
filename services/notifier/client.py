"""One client: what it has subscribed to, what waits to be sent to it, and how it is let go."""

import asyncio
import time
from typing import Literal, Protocol

from schemas.live import SubscriptionEnded
from services.notifier.closing import FAREWELLS, Farewell, Reason
from services.notifier.frames import Frame, frame_of
from services.notifier.outbox import Outbox
from services.runtime.settings import Settings
from services.runtime.telemetry import (
    ARRIVAL_TO_SENT_SECONDS,
    SEND_QUEUE_FRAMES,
    SLOW_CLIENTS,
    SUBSCRIPTIONS,
)

TURN_FRAMES = 4
"""After so many, others get their turn, and a wire that broke meanwhile can say so."""
GOODBYE_SECONDS = 3.0
"""How long a client that is let go may take to hear why."""

TopicKind = Literal["game", "lobby", "player"]


class GoneError(ConnectionError):
    """The client is not there any more."""


class Wire(Protocol):
    """The way to a client: a WebSocket, or a stream of events."""

    async def send(self, frame: Frame) -> None:
        """Waits while the client takes nothing. Raises GoneError."""

    async def part(self, farewell: Farewell) -> None:
        """The last message, and the end. Raises GoneError."""

    def abort(self) -> None:
        """The end at once, for one that takes nothing."""


class Subscription(Protocol):
    id: str
    kind: TopicKind

    def end(self) -> None:
        """Nothing is sent for it from now on."""


class Client:
    """Never waits for its wire: what is to be sent goes into the outbox, and a task writes it out
    while there is something. A client to which nothing is sent costs no task."""

    __slots__ = (
        "_aborting",
        "_outbox",
        "_settings",
        "_single",
        "_wire",
        "_writing",
        "busy_at",
        "parting",
        "sent_at",
        "subscriptions",
    )

    def __init__(self, wire: Wire, settings: Settings, *, single: bool = False) -> None:
        """`single`: made for one subscription, and done when that is over."""
        self.subscriptions: dict[str, Subscription] = {}
        self.parting: Farewell | None = None
        self.sent_at = self.busy_at = time.monotonic()
        """When something was last sent; when there was last a subscription."""
        self._wire = wire
        self._settings = settings
        self._single = single
        self._outbox = Outbox(settings.send_queue_frames_max, settings.send_queue_kib_max * 1024)
        self._writing: asyncio.Task[None] | None = None
        self._aborting: asyncio.TimerHandle | None = None

    def send(self, frame: Frame) -> None:
        if self.parting is not None:
            return
        if not self._outbox.put(frame):
            self.part("too_slow")
            return
        self._write_out()

    async def room(self) -> None:
        """Until a history may go on."""
        await self._outbox.room()

    def add(self, subscription: Subscription) -> None:
        assert subscription.id not in self.subscriptions, f"{subscription.id} is taken"
        self.subscriptions[subscription.id] = subscription
        SUBSCRIPTIONS.labels(subscription.kind).inc()

    def remove(self, subscription_id: str) -> None:
        """Ends a subscription, if there is one of that id."""
        subscription = self.subscriptions.pop(subscription_id, None)
        if subscription is not None:
            subscription.end()
            SUBSCRIPTIONS.labels(subscription.kind).dec()
            self.busy_at = time.monotonic()

    def end_subscription(self, subscription_id: str, code: str, message: str) -> None:
        """Ends it, and says why: that is the last frame of its id."""
        self.remove(subscription_id)
        self.send(frame_of(SubscriptionEnded(subscription_id, code, message)))
        if self._single:
            self.part("unavailable")

    def part(self, reason: Reason) -> None:
        """Says goodbye, and lets go of one that does not listen to it."""
        if self.parting is not None:
            return
        self.parting = FAREWELLS[reason]
        if reason == "too_slow":
            SLOW_CLIENTS.inc()
        if not self.parting.keeps_queue:
            self._outbox.clear()
        self._end_subscriptions()
        loop = asyncio.get_running_loop()
        self._aborting = loop.call_later(GOODBYE_SECONDS, self._wire.abort)
        self._write_out()

    def tend(self, now: float, alive: Frame) -> None:
        """Looked after from time to time: a sign of life, an end to idling and to hanging."""
        settings = self._settings
        if self.parting is not None:
            return
        if self.subscriptions:
            self.busy_at = now
        if self._writing is not None and now - self.sent_at > settings.stalled_seconds:
            self.part("too_slow")
        elif now - self.busy_at > settings.idle_seconds:
            self.part("idle")
        elif self._writing is None and now - self.sent_at > settings.alive_seconds:
            self.send(alive)

    def end(self) -> None:
        """The wire is gone, or nobody needs it any more."""
        self._end_subscriptions()
        if self._writing is not None:
            self._writing.cancel()
        if self._aborting is not None:
            self._aborting.cancel()

    def _end_subscriptions(self) -> None:
        for subscription_id in tuple(self.subscriptions):
            self.remove(subscription_id)

    def _write_out(self) -> None:
        if self._writing is None:
            # The wire may hang from now on, not since something was last sent.
            self.sent_at = time.monotonic()
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        SEND_QUEUE_FRAMES.observe(len(self._outbox))
        try:
            written = 0
            while (frame := self._outbox.take()) is not None:
                await self._wire.send(frame)
                self.sent_at = time.monotonic()
                if frame.arrived_ms is not None:
                    ARRIVAL_TO_SENT_SECONDS.observe(time.time() - frame.arrived_ms / 1000)
                written += 1
                if written % TURN_FRAMES == 0:
                    await asyncio.sleep(0)
            if self.parting is not None:
                await self._wire.part(self.parting)
        except GoneError:
            # Whoever waits for the client to go hears of it too, and ends it.
            self._outbox.clear()
        finally:
            self._writing = None

"""One socket to the notifier and the subscriptions it carries.

A line that is lost is found again: after a random moment, later each time, or in the span that the
notifier asked for when it said goodbye. Then every subscription goes on after what it got last.
"""

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from client.backoff import Backoff
from client.errors import SubscriptionEndedError
from client.subscription import GapError, Subscription
from schemas.live import (
    Alive,
    CommitSeen,
    FromClient,
    Goodbye,
    Rows,
    Subscribe,
    Subscribed,
    SubscriptionEnded,
    ToClient,
    Unsubscribe,
)

SUBSCRIPTIONS_MAX = 64
"""More than that a notifier does not take on one socket."""
SILENCE_SECONDS = 45.0
"""A notifier with nothing to say says that it is alive. One that says nothing for so long is not,
whatever the network believes."""
STEADY_SECONDS = 5.0
"""A line that stood for so long is looked for at once when it is lost."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 2.0
FRAME_BYTES_MAX = 4 << 20

_frames: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
_encode = msgspec.json.Encoder().encode


class LineChange(Struct, frozen=True):
    """A line was found or lost; if lost, why, and when it is looked for again."""

    up: bool
    reason: str = ""
    again_in_seconds: float = 0.0


class _LostError(Exception):
    """The line is of no use any more; `wait` is when to come back, if that was said."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Line:
    def __init__(
        self,
        url: str,
        heard: Callable[[LineChange], None],
        *,
        silence_seconds: float = SILENCE_SECONDS,
        backoff: Backoff,
    ) -> None:
        self._url = url
        self._heard = heard
        self._silence = silence_seconds
        self._backoff = backoff
        self._ids = itertools.count(1)
        self._carried: set[Subscription[Any]] = set()
        self._taken_up: dict[str, Subscription[Any]] = {}
        """By the id it has on this socket: a new one each time it is taken up, so that what is
        still on its way for an old one is told from what comes for the new one."""
        self._socket: ClientConnection | None = None
        self._trying: set[asyncio.Task[None]] = set()
        self._running = asyncio.create_task(self._run())
        self.closed = False

    @property
    def has_room(self) -> bool:
        return not self.closed and len(self._carried) < SUBSCRIPTIONS_MAX

    async def carry(self, subscription: Subscription[Any]) -> None:
        self._carried.add(subscription)
        await self.take_up(subscription)

    async def take_up(self, subscription: Subscription[Any]) -> None:
        """Ask for it now, or as soon as there is a socket."""
        if self._socket is None or subscription.paused:
            return
        if subscription in self._taken_up.values():
            return
        name = f"s{next(self._ids)}"
        self._taken_up[name] = subscription
        await self._send(Subscribe(name, subscription.topic))

    async def give_up(self, subscription: Subscription[Any]) -> None:
        for name, other in list(self._taken_up.items()):
            if other is subscription:
                del self._taken_up[name]
                await self._send(Unsubscribe(name))

    async def leave(self, subscription: Subscription[Any]) -> None:
        """The last one to leave closes the line."""
        self._carried.discard(subscription)
        if self._carried:
            await self.give_up(subscription)
        else:
            await self.close()

    async def close(self) -> None:
        """For good, and with the socket's own goodbye."""
        self.closed = True
        if self._socket is not None:
            await self._socket.close()
        going = {self._running, *self._trying}
        for task in going:
            task.cancel()
        await asyncio.wait(going)
        for subscription in self._carried:
            subscription.end(StopAsyncIteration())

    async def _send(self, frame: FromClient) -> None:
        """A line that is lost meanwhile says so to whoever receives."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(_encode(frame).decode())

    async def _run(self) -> None:
        try:
            while True:
                began = time.monotonic()
                lost = await self._until_lost()
                if self.closed:
                    return
                if time.monotonic() - began > STEADY_SECONDS:
                    self._backoff.reset()
                wait = self._backoff.next() if lost.wait is None else lost.wait
                self._heard(LineChange(up=False, reason=str(lost), again_in_seconds=wait))
                await asyncio.sleep(wait)
        except Exception as error:
            # Nobody waits for this task: whoever reads has to be told.
            for subscription in self._carried:
                subscription.end(error)

    async def _until_lost(self) -> "_LostError":
        try:
            await self._serve()
        except _LostError as lost:
            return lost
        except ConnectionClosed as closed:
            return _LostError(_why(closed))
        except (OSError, WebSocketException) as error:
            return _LostError(str(error) or type(error).__name__)
        finally:
            self._socket = None
            self._taken_up = {}

    async def _serve(self) -> NoReturn:
        async with connect(
            self._url,
            open_timeout=CONNECT_SECONDS,
            close_timeout=CLOSE_SECONDS,
            # The notifier's own signs of life are what counts: a proxy may answer pings.
            ping_interval=None,
            max_size=FRAME_BYTES_MAX,
            compression=None,
        ) as socket:
            self._socket = socket
            self._heard(LineChange(up=True))
            for subscription in list(self._carried):
                await self.take_up(subscription)
            while True:
                await self._take(await self._next_frame(socket))

    async def _next_frame(self, socket: ClientConnection) -> str | bytes:
        try:
            async with asyncio.timeout(self._silence):
                return await socket.recv()
        except TimeoutError as error:
            raise _LostError(f"nothing was heard for {self._silence:g} s") from error

    async def _take(self, content: str | bytes) -> None:
        try:
            frame = _frames.decode(content)
        except msgspec.DecodeError as error:
            raise _LostError(f"a frame that is none of ours: {error}") from error
        match frame:
            case CommitSeen() | Rows():
                await self._deliver(frame)
            case SubscriptionEnded():
                self._ended(frame)
            case Goodbye():
                low, high = frame.reconnect_ms_min, frame.reconnect_ms_max
                wait = random.uniform(low, high) / 1000
                raise _LostError(f"the notifier said goodbye: {frame.reason}", wait)
            case Subscribed() | Alive():
                pass

    async def _deliver(self, frame: CommitSeen | Rows) -> None:
        subscription = self._taken_up.get(frame.id)
        if subscription is None:
            return
        try:
            has_room = (
                subscription.commit(frame)
                if isinstance(frame, CommitSeen)
                else subscription.rows(frame)
            )
        except GapError as gap:
            raise _LostError(str(gap)) from gap
        if not has_room:
            await self.give_up(subscription)

    def _ended(self, frame: SubscriptionEnded) -> None:
        if frame.id is None:
            # Not about one of them: all go on where they were when the line is found again.
            raise _LostError(f"{frame.code}: {frame.message}")
        subscription = self._taken_up.pop(frame.id, None)
        if subscription is None:
            return
        if frame.code == "unavailable":
            trying = asyncio.create_task(self._take_up_later(subscription))
            self._trying.add(trying)
            trying.add_done_callback(self._trying.discard)
        else:
            self._carried.discard(subscription)
            subscription.end(SubscriptionEndedError(frame.code, frame.message))

    async def _take_up_later(self, subscription: Subscription[Any]) -> None:
        await asyncio.sleep(subscription.backoff.next())
        if subscription in self._carried:
            await self.take_up(subscription)


def _why(closed: ConnectionClosed) -> str:
    if closed.rcvd is None:
        return "the connection broke"
    return f"the notifier closed it: {closed.rcvd.code} {closed.rcvd.reason}".rstrip()

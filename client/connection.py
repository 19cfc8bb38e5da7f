"""A reconnecting socket to the notifier and its subscriptions.

A lost socket is reopened with exponential backoff, or within the window of the notifier's goodbye
frame. Then every subscription resumes after its last update.
"""

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from client.backoff import Backoff
from client.errors import SubscriptionEndedError
from client.subscription import GapError, Subscription
from schemas.live import (
    CommandOutcome,
    CommitUpdate,
    FromClient,
    Goodbye,
    Heartbeat,
    Rows,
    SendCommand,
    Subscribe,
    Subscribed,
    SubscriptionEnded,
    ToClient,
    Unsubscribe,
)

SUBSCRIPTIONS_MAX = 64
"""The notifier's limit per socket."""
SILENCE_SECONDS = 45.0
"""Without any frame for this long the socket counts as dead; notifiers send heartbeats."""
STABLE_SECONDS = 5.0
"""The backoff is reset after a connection of this length."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 2.0
FRAME_BYTES_MAX = 4 << 20

_frame_decoder: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
_encode = msgspec.json.Encoder().encode


class ConnectionChange(Struct, frozen=True):
    """The socket was opened or lost; if lost, the reason and when to reconnect."""

    is_up: bool
    reason: str = ""
    retry_in_seconds: float = 0.0


class _ConnectionLostError(Exception):
    """The socket is lost. `delay` is the time to reconnect after, if the notifier gave one."""

    def __init__(self, reason: str, delay: float | None = None) -> None:
        super().__init__(reason)
        self.delay = delay


class Connection:
    def __init__(
        self,
        url: str,
        on_change: Callable[[ConnectionChange], None],
        *,
        silence_seconds: float = SILENCE_SECONDS,
        backoff: Backoff,
    ) -> None:
        self._url = url
        self._on_change = on_change
        self._silence = silence_seconds
        self._backoff = backoff
        self._ids = itertools.count(1)
        self._subscriptions: set[Subscription[Any]] = set()
        self._active: dict[str, Subscription[Any]] = {}
        """By id on this socket. Each attempt has a new id, so that late frames of an earlier
        attempt are ignored."""
        self._outcomes: dict[tuple[str, str], asyncio.Future[CommandOutcome]] = {}
        """Commands sent on this socket, by subscription id and command id."""
        self._socket: ClientConnection | None = None
        self._retries: set[asyncio.Task[None]] = set()
        self._run_task = asyncio.create_task(self._run())
        self.is_closed = False

    @property
    def has_capacity(self) -> bool:
        return not self.is_closed and len(self._subscriptions) < SUBSCRIPTIONS_MAX

    async def add(self, subscription: Subscription[Any]) -> None:
        self._subscriptions.add(subscription)
        await self.subscribe(subscription)

    async def subscribe(self, subscription: Subscription[Any]) -> None:
        """Send the subscribe request, if the socket is open; otherwise it is sent on reconnect."""
        if self._socket is None or subscription.is_paused:
            return
        if subscription in self._active.values():
            return
        subscription_id = f"s{next(self._ids)}"
        self._active[subscription_id] = subscription
        await self._send(Subscribe(subscription_id, subscription.topic))

    async def unsubscribe(self, subscription: Subscription[Any]) -> None:
        for subscription_id, active in list(self._active.items()):
            if active is subscription:
                del self._active[subscription_id]
                await self._send(Unsubscribe(subscription_id))

    async def send_command(
        self,
        subscription: Subscription[Any],
        command_id: str,
        action: bytes,
        expected_seq: int | None,
    ) -> CommandOutcome | None:
        """Send a command of the seat that the subscription follows, and wait for its outcome.

        Returns None if the socket is or gets lost: the command may or may not have arrived, and
        sending it again is safe.
        """
        subscription_id = next(
            (each for each, active in self._active.items() if active is subscription), None
        )
        if subscription_id is None or self._socket is None:
            return None
        key = (subscription_id, command_id)
        outcome = self._outcomes.get(key)
        if outcome is None:
            outcome = self._outcomes[key] = asyncio.get_running_loop().create_future()
        await self._send(SendCommand(subscription_id, command_id, Raw(action), expected_seq))
        try:
            return await asyncio.shield(outcome)
        except ConnectionError:
            return None

    async def remove(self, subscription: Subscription[Any]) -> None:
        """Remove a subscription. Removing the last one closes the connection."""
        self._subscriptions.discard(subscription)
        if self._subscriptions:
            await self.unsubscribe(subscription)
        else:
            await self.close()

    async def close(self) -> None:
        """Close for good, with a closing handshake."""
        self.is_closed = True
        if self._socket is not None:
            await self._socket.close()
        tasks = {self._run_task, *self._retries}
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for subscription in self._subscriptions:
            subscription.end(StopAsyncIteration())

    async def _send(self, frame: FromClient) -> None:
        """Send a frame. The receiving task handles a lost socket."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(_encode(frame).decode())

    async def _run(self) -> None:
        try:
            while True:
                started_at = time.monotonic()
                lost = await self._connect_until_lost()
                if self.is_closed:
                    return
                if time.monotonic() - started_at > STABLE_SECONDS:
                    self._backoff.reset()
                delay = self._backoff.next() if lost.delay is None else lost.delay
                self._on_change(
                    ConnectionChange(is_up=False, reason=str(lost), retry_in_seconds=delay)
                )
                await asyncio.sleep(delay)
        except Exception as error:
            # Nobody awaits this task, so pass the error to the readers.
            for subscription in self._subscriptions:
                subscription.end(error)

    async def _connect_until_lost(self) -> "_ConnectionLostError":
        try:
            await self._serve()
        except _ConnectionLostError as lost:
            return lost
        except ConnectionClosed as closed:
            return _ConnectionLostError(_close_reason(closed))
        except (OSError, WebSocketException) as error:
            return _ConnectionLostError(str(error) or type(error).__name__)
        finally:
            self._socket = None
            self._active = {}
            self._fail_outcomes(list(self._outcomes))

    async def _serve(self) -> NoReturn:
        async with connect(
            self._url,
            open_timeout=CONNECT_SECONDS,
            close_timeout=CLOSE_SECONDS,
            # Heartbeats of the notifier count instead: a proxy may answer pings.
            ping_interval=None,
            max_size=FRAME_BYTES_MAX,
            compression=None,
        ) as socket:
            self._socket = socket
            self._on_change(ConnectionChange(is_up=True))
            for subscription in list(self._subscriptions):
                await self.subscribe(subscription)
            while True:
                await self._handle(await self._receive(socket))

    async def _receive(self, socket: ClientConnection) -> str | bytes:
        try:
            async with asyncio.timeout(self._silence):
                return await socket.recv()
        except TimeoutError as error:
            raise _ConnectionLostError(f"no frame received for {self._silence:g} s") from error

    async def _handle(self, content: str | bytes) -> None:
        try:
            frame = _frame_decoder.decode(content)
        except msgspec.DecodeError as error:
            raise _ConnectionLostError(f"received an invalid frame: {error}") from error
        match frame:
            case CommitUpdate() | Rows():
                await self._deliver(frame)
            case CommandOutcome():
                outcome = self._outcomes.pop((frame.id, frame.command), None)
                if outcome is not None and not outcome.done():
                    outcome.set_result(frame)
            case SubscriptionEnded():
                self._handle_ended(frame)
            case Goodbye():
                delay = random.uniform(frame.reconnect_ms_min, frame.reconnect_ms_max) / 1000
                raise _ConnectionLostError(f"the notifier said goodbye: {frame.reason}", delay)
            case Subscribed() | Heartbeat():
                pass

    async def _deliver(self, frame: CommitUpdate | Rows) -> None:
        subscription = self._active.get(frame.id)
        if subscription is None:
            return
        try:
            has_capacity = (
                subscription.add_commit(frame)
                if isinstance(frame, CommitUpdate)
                else subscription.add_rows(frame)
            )
        except GapError as gap:
            raise _ConnectionLostError(str(gap)) from gap
        if not has_capacity:
            await self.unsubscribe(subscription)

    def _handle_ended(self, frame: SubscriptionEnded) -> None:
        if frame.id is None:
            # Names no subscription: reconnect, and resume all of them.
            raise _ConnectionLostError(f"{frame.code}: {frame.message}")
        subscription = self._active.pop(frame.id, None)
        self._fail_outcomes([key for key in self._outcomes if key[0] == frame.id])
        if subscription is None:
            return
        if frame.code == "unavailable":
            retry = asyncio.create_task(self._subscribe_later(subscription))
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)
        else:
            self._subscriptions.discard(subscription)
            subscription.end(SubscriptionEndedError(frame.code, frame.message))

    def _fail_outcomes(self, keys: list[tuple[str, str]]) -> None:
        """Tell those who wait that no outcome will come on this socket."""
        for key in keys:
            outcome = self._outcomes.pop(key)
            if not outcome.done():
                outcome.set_exception(ConnectionError("the socket was lost"))
                # It is not an error that nobody waits any more.
                outcome.exception()

    async def _subscribe_later(self, subscription: Subscription[Any]) -> None:
        await asyncio.sleep(subscription.backoff.next())
        if subscription in self._subscriptions:
            await self.subscribe(subscription)


def _close_reason(closed: ConnectionClosed) -> str:
    if closed.rcvd is None:
        return "the connection broke"
    return f"the notifier closed the socket: {closed.rcvd.code} {closed.rcvd.reason}".rstrip()

"""A subscription on a live connection: its buffered updates and where it resumes."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from client.backoff import Backoff
from schemas.live import CommandOutcome, CommitUpdate, Rows, TableTopic, Topic

T = TypeVar("T")

BUFFERED_MESSAGES_MAX = 512
"""A full buffer pauses the subscription; it resumes when half of the buffer is read. A slow reader
thus needs little memory and delays no other subscription."""


class GapError(Exception):
    """A seq was skipped; the missing commits must be requested again."""


class SubscriptionConnection(Protocol):
    """The connection of a subscription: see `client.connection`."""

    async def subscribe(self, subscription: "Subscription[Any]") -> None: ...

    async def remove(self, subscription: "Subscription[Any]") -> None: ...

    async def send_command(
        self,
        subscription: "Subscription[Any]",
        command_id: str,
        action: bytes,
        expected_seq: int | None,
    ) -> CommandOutcome | None: ...


class Subscription(Generic[T]):
    """An async context manager and iterator. It survives reconnects; iterating raises
    SubscriptionEndedError if the notifier refuses or ends it."""

    def __init__(
        self,
        topic: Topic,
        read: Callable[[Any], T],
        attach: Callable[["Subscription[Any]"], Awaitable[SubscriptionConnection]],
        backoff: Backoff,
    ) -> None:
        """`read` converts a message for the reader, `attach` adds the subscription to a connection,
        `backoff` gives the delay before an unavailable topic is requested again."""
        self._topic = topic
        self._read = read
        self._attach = attach
        self.backoff = backoff
        self._connection: SubscriptionConnection | None = None
        self._buffer: deque[Any] = deque()
        self._changed = asyncio.Event()
        self._end_error: Exception | None = None
        self._is_paused = False

    @property
    def topic(self) -> Topic:
        """The topic to request, with `after` set to the last message received."""
        return self._topic

    @property
    def is_paused(self) -> bool:
        """Whether the buffer is too full to request more."""
        return self._is_paused

    @property
    def buffered_count(self) -> int:
        """Number of messages that can be read without waiting."""
        return len(self._buffer)

    async def __aenter__(self) -> Self:
        self._connection = await self._attach(self)
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        assert self._connection is not None, "exited before it was entered"
        self.end(StopAsyncIteration())
        await self._connection.remove(self)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        assert self._connection is not None, "iterate inside `async with`"
        while not self._buffer:
            if self._end_error is not None:
                raise self._end_error
            self._changed.clear()
            await self._changed.wait()
        message = self._buffer.popleft()
        if self._is_paused and len(self._buffer) <= BUFFERED_MESSAGES_MAX // 2:
            self._is_paused = False
            await self._connection.subscribe(self)
        return self._read(message)

    async def send_command(
        self, command_id: str, action: bytes, expected_seq: int | None
    ) -> CommandOutcome | None:
        """Send a command of the seat that this subscription follows. None: it is not known whether
        it arrived. Sending it again, also over HTTP, is safe."""
        if self._connection is None:
            return None
        return await self._connection.send_command(self, command_id, action, expected_seq)

    # Called by the connection

    def end(self, error: Exception) -> None:
        """Raise `error` to the reader once the buffer is read."""
        self._end_error = self._end_error or error
        self._changed.set()

    def add_commit(self, frame: CommitUpdate) -> bool:
        """Buffer a commit. Return False if the buffer is full now. Raises GapError."""
        assert isinstance(self._topic, TableTopic), "only table topics have commits"
        if frame.seq <= self._topic.after:
            return True
        if frame.seq > self._topic.after + 1:
            raise GapError(f"received seq {frame.seq} after {self._topic.after}")
        self._topic = replace(self._topic, after=frame.seq)
        return self._add(frame.commit)

    def add_rows(self, frame: Rows) -> bool:
        """Buffer rows. Return False if the buffer is full now."""
        self._topic = replace(self._topic, after=frame.cursor)
        return self._add(frame)

    def _add(self, message: Any) -> bool:
        self.backoff.reset()
        self._buffer.append(message)
        self._changed.set()
        self._is_paused = len(self._buffer) >= BUFFERED_MESSAGES_MAX
        return not self._is_paused

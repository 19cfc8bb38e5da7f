"""One subscription of a live connection: what came for it, and from where it goes on."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from client.backoff import Backoff
from schemas.live import CommitSeen, GameTopic, Rows, Topic

T = TypeVar("T")

WAITING_MAX = 512
"""So much may wait for whoever reads. Then the topic is given up, and taken up where it was left
as soon as half is read: a slow reader costs no memory and slows nobody down."""


class GapError(Exception):
    """A version was left out: what came before it has to be asked for again."""


class Carrier(Protocol):
    """What subscriptions are carried by: see `client.line`."""

    async def take_up(self, subscription: "Subscription[Any]") -> None: ...

    async def leave(self, subscription: "Subscription[Any]") -> None: ...


class Subscription(Generic[T]):
    """Use it as `async with`, then as `async for`. It goes on through every interruption; a read
    raises SubscriptionEndedError when the notifier refuses it."""

    def __init__(
        self,
        topic: Topic,
        read: Callable[[Any], T],
        carried: Callable[["Subscription[Any]"], Awaitable[Carrier]],
        backoff: Backoff,
    ) -> None:
        """`read` makes what a reader gets of what came; `carried` finds a line with room;
        `backoff` says when to ask again for what was not to be had."""
        self._topic = topic
        self._read = read
        self._carried = carried
        self.backoff = backoff
        self._carrier: Carrier | None = None
        self._waiting: deque[Any] = deque()
        self._news = asyncio.Event()
        self._end: Exception | None = None
        self._paused = False

    @property
    def topic(self) -> Topic:
        """What to ask for now: after everything that has come so far."""
        return self._topic

    @property
    def paused(self) -> bool:
        """Too much is waiting: nothing is asked for until some of it is read."""
        return self._paused

    @property
    def ready(self) -> int:
        """How many messages can be read without waiting."""
        return len(self._waiting)

    async def __aenter__(self) -> Self:
        self._carrier = await self._carried(self)
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        assert self._carrier is not None, "left after it was entered"
        self.end(StopAsyncIteration())
        await self._carrier.leave(self)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        assert self._carrier is not None, "read only inside `async with`"
        while not self._waiting:
            if self._end is not None:
                raise self._end
            self._news.clear()
            await self._news.wait()
        found = self._waiting.popleft()
        if self._paused and len(self._waiting) <= WAITING_MAX // 2:
            self._paused = False
            await self._carrier.take_up(self)
        return self._read(found)

    # For the line that carries it

    def end(self, error: Exception) -> None:
        """What has come can still be read; then `error` is raised."""
        self._end = self._end or error
        self._news.set()

    def commit(self, frame: CommitSeen) -> bool:
        """Keep a commit; False when there is no room for more. Raises GapError."""
        assert isinstance(self._topic, GameTopic), "commits come for games only"
        if frame.seq <= self._topic.after:
            return True
        if frame.seq > self._topic.after + 1:
            raise GapError(f"version {frame.seq} came after {self._topic.after}")
        self._topic = replace(self._topic, after=frame.seq)
        return self._keep(frame.commit)

    def rows(self, frame: Rows) -> bool:
        self._topic = replace(self._topic, after=frame.cursor)
        return self._keep(frame)

    def _keep(self, news: Any) -> bool:
        self.backoff.reset()
        self._waiting.append(news)
        self._news.set()
        self._paused = len(self._waiting) >= WAITING_MAX
        return not self._paused

"""Clients that send everything of one event-loop turn together.

A hundred commands that a process sends at once would take a hundred connections and as many socket
calls on both sides. These clients send them as one pipeline. While its replies are on their way,
what comes next is gathered for the following one, so pipelines grow with the load and an idle
process waits for nothing. Commands keep their order, unless a pipeline stalls: those after it then
take another connection.

Blocking reads do not take part: each occupies a connection of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct
from redis.asyncio import Redis, RedisCluster

PIPELINE_COMMANDS_MAX = 1_000
STALLED_SECONDS = 0.5
CLUSTER_COMMANDS = frozenset({"XADD", "EVALSHA"})
"""Sent together to a cluster. Their keys say which node they are for."""


class _Waiting(Struct, gc=False):
    """A command that is not sent yet, and who waits for its reply."""

    arguments: tuple[Any, ...]
    options: dict[str, Any]
    reply: asyncio.Future[Any]


Send = Callable[[list[_Waiting]], Awaitable[list[Any]]]
"""Send commands and return their replies in order, errors included."""


class Coalescer:
    """Gathers commands and sends them, one pipeline at a time."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: list[_Waiting] = []
        self._sender: asyncio.Task[None] | None = None

    def add(self, arguments: tuple[Any, ...], options: dict[str, Any]) -> asyncio.Future[Any]:
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(arguments, options, reply))
        if self._sender is None:
            self._start_sender()
        return reply

    def _start_sender(self) -> None:
        # A task starts in the next turn of the event loop: the rest of this one joins in.
        self._sender = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        this = asyncio.current_task()
        assert this is not None
        loop = asyncio.get_running_loop()
        try:
            while self._waiting and self._sender is this:
                batch = self._waiting[:PIPELINE_COMMANDS_MAX]
                del self._waiting[:PIPELINE_COMMANDS_MAX]
                stall_timer = loop.call_later(STALLED_SECONDS, self._overtake, this)
                try:
                    await self._send_batch(batch)
                finally:
                    stall_timer.cancel()
        finally:
            if self._sender is this:
                self._sender = None
                for waiting in self._waiting:
                    # Only if the task was cancelled: the event loop stops.
                    waiting.reply.cancel()

    def _overtake(self, stalled: asyncio.Task[None]) -> None:
        """Let others not wait for a pipeline that is stuck, perhaps on a dead connection."""
        if self._sender is stalled:
            self._sender = None
            if self._waiting:
                self._start_sender()

    async def _send_batch(self, batch: list[_Waiting]) -> None:
        try:
            replies = await self._send(batch)
        except asyncio.CancelledError:
            for waiting in batch:
                waiting.reply.cancel()
            raise
        except Exception as error:
            replies = [error] * len(batch)
        for waiting, reply in zip(batch, replies, strict=True):
            if waiting.reply.done():
                continue
            if isinstance(reply, Exception):
                waiting.reply.set_exception(reply)
            else:
                waiting.reply.set_result(reply)


class CoalescingRedis(Redis):
    """A client of a single server or a Sentinel master."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._coalescer = Coalescer(self._send_together)

    def send_soon(self, *args: Any) -> asyncio.Future[Any]:
        """Send a command without waiting for its reply here."""
        return self._coalescer.add(args, {})

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        if b"BLOCK" in args:
            return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        return await self._coalescer.add(args, options)

    async def _send_together(self, batch: list[_Waiting]) -> list[Any]:
        if len(batch) == 1:
            [only] = batch
            return [await super().execute_command(*only.arguments, **only.options)]  # type: ignore[no-untyped-call]
        async with self.pipeline(transaction=False) as pipeline:
            for waiting in batch:
                pipeline.execute_command(*waiting.arguments, **waiting.options)
            return await pipeline.execute(raise_on_error=False)


class CoalescingCluster(RedisCluster):
    """A client of a cluster."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._coalescer = Coalescer(self._send_together)

    def send_soon(self, *args: Any) -> asyncio.Future[Any]:
        """Send a command without waiting for its reply here."""
        return self._coalescer.add(args, {})

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        if args[0] not in CLUSTER_COMMANDS or "target_nodes" in kwargs:
            return await super().execute_command(*args, **kwargs)
        return await self._coalescer.add(args, kwargs)

    async def _send_together(self, batch: list[_Waiting]) -> list[Any]:
        if len(batch) == 1:
            [only] = batch
            return [await super().execute_command(*only.arguments, **only.options)]
        async with self.pipeline() as pipeline:
            for waiting in batch:
                pipeline.execute_command(*waiting.arguments, **waiting.options)
            return await pipeline.execute(raise_on_error=False)

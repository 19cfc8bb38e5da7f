"""Clients that send everything of one event-loop turn together.

A hundred commands that a process sends at once would take a hundred connections and as many socket
calls on both sides. These clients send them as one pipeline. While its replies are on their way,
what comes next is gathered for the following one, so pipelines grow with the load and an idle
process waits for nothing. Commands keep their order, unless a pipeline stalls: those after it then
take another connection.

Blocking reads do not take part: each occupies a connection of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import cast

from msgspec import Struct
from redis.asyncio import Redis, RedisCluster
from redis.typing import EncodableT

from services.runtime.server.client import Pipeline

PIPELINE_COMMANDS_MAX = 1_000
STALLED_SECONDS = 0.5
CLUSTER_COMMANDS = frozenset({"XADD", "EVALSHA"})
"""Sent together to a cluster. Their keys say which node they are for."""

Arguments = tuple[EncodableT, ...]
Options = Mapping[str, object]
"""What redis-py needs to know to convert the reply."""
OnNil = Callable[[asyncio.Future[bytes]], None]
"""Gets the future of a command whose reply is nil, and sees to it that it is resolved."""


class _Waiting(Struct, gc=False):
    """A command that is not sent yet, and the future that gets its reply."""

    arguments: Arguments
    options: Options
    reply: asyncio.Future[object]
    on_nil: OnNil | None


class Coalescer:
    """Gathers commands and sends them, one pipeline at a time."""

    def __init__(
        self, send_alone: Callable[..., Awaitable[object]], new_pipeline: Callable[[], Pipeline]
    ) -> None:
        """`send_alone` sends one command. It costs less than a pipeline."""
        self._send_alone = send_alone
        self._new_pipeline = new_pipeline
        self._waiting: list[_Waiting] = []
        self._sender: asyncio.Task[None] | None = None

    def add(
        self, arguments: Arguments, options: Options, on_nil: OnNil | None = None
    ) -> asyncio.Future[object]:
        reply: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(arguments, options, reply, on_nil))
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
            elif reply is None and waiting.on_nil is not None:
                waiting.on_nil(cast("asyncio.Future[bytes]", waiting.reply))
            else:
                waiting.reply.set_result(reply)

    async def _send(self, batch: list[_Waiting]) -> list[object]:
        """Return the replies in order, errors included."""
        if len(batch) == 1:
            [only] = batch
            return [await self._send_alone(*only.arguments, **only.options)]
        pipeline = self._new_pipeline()
        async with pipeline:
            for waiting in batch:
                pipeline.execute_command(*waiting.arguments, **waiting.options)
            return await pipeline.execute(raise_on_error=False)


class CoalescingRedis(Redis):
    """A client of a single server or a Sentinel master."""

    @cached_property
    def _coalescer(self) -> Coalescer:
        return Coalescer(super().execute_command, self._new_pipeline)

    def _new_pipeline(self) -> Pipeline:
        return cast(Pipeline, self.pipeline(transaction=False))

    def send_soon(self, *args: EncodableT, on_nil: OnNil | None = None) -> asyncio.Future[object]:
        """Send a command without waiting for its reply here."""
        return self._coalescer.add(args, {}, on_nil)

    async def execute_command(self, *args: EncodableT, **options: object) -> object:
        if b"BLOCK" in args:
            return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        return await self._coalescer.add(args, options)


class CoalescingCluster(RedisCluster):
    """A client of a cluster."""

    @cached_property
    def _coalescer(self) -> Coalescer:
        return Coalescer(super().execute_command, self._new_pipeline)

    def _new_pipeline(self) -> Pipeline:
        return cast(Pipeline, self.pipeline(transaction=False))

    def send_soon(self, *args: EncodableT, on_nil: OnNil | None = None) -> asyncio.Future[object]:
        """Send a command without waiting for its reply here."""
        return self._coalescer.add(args, {}, on_nil)

    async def execute_command(self, *args: EncodableT, **kwargs: object) -> object:
        if args[0] not in CLUSTER_COMMANDS or "target_nodes" in kwargs:
            return await super().execute_command(*args, **kwargs)
        return await self._coalescer.add(args, kwargs)

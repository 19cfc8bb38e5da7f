"""Reads the new commands of many streams with one FastStream subscriber.

One call reads the streams of all shards of a server; a cluster refuses that, so each of its shards
has a reader of its own. While commands are processed, new ones gather on the server for the next
read. So reads grow with the load, and an idle engine answers at once.

An entry has one field, `command`, with plain JSON, so that any client can read and write it. The
append script acknowledges entries, not the subscriber.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Self, cast

from faststream import AckPolicy
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.message import (
    FAKE_CONSUMER,
    BatchStreamMessage,
    RedisBatchStreamMessage,
)
from faststream.redis.subscriber.usecases import StreamBatchSubscriber
from faststream.redis.subscriber.usecases.basic import LogicSubscriber

from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import BLOCK_MS
from services.runtime.store.command_stream import (
    CommandEntry,
    MissingGroupError,
    NewCommands,
    read_new_commands,
)
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import StreamKeys

SLOW_SECONDS = 0.05
"""The other streams wait that long for the slowest one of a read. Then they go on without it."""
SHORT_BLOCK_MS = 20
"""A blocking read misses streams that are added or ready again meanwhile. While that is likely, a
read blocks no longer than this."""
SETTLING_SECONDS = 2.0
"""How long after a change of the streams more changes are likely."""

Handler = Callable[[list[CommandEntry]], Coroutine[None, None, None]]
OnMissing = Callable[[], None]
"""Called when a stream or its group does not exist. It is not read until it is added again."""


class CommandReader:
    """Reads the command streams that were added, and passes what it reads to their handlers."""

    def __init__(self, broker: RedisBroker, batch_max: int) -> None:
        self._batch_max = batch_max
        self._handlers: dict[str, Handler] = {}
        """By stream."""
        self._on_missing: dict[str, OnMissing] = {}
        self._slow: set[str] = set()
        """Streams that are not read until their handler is done."""
        self._changed_at = 0.0
        self._current: frozenset[str] = frozenset()
        """The streams of the read that waits or is being processed."""
        self._read_ended = asyncio.Event()
        self._starting = asyncio.Lock()
        self._subscriber = _subscriber(broker, self)

    def is_reading(self, stream: StreamKeys) -> bool:
        return self._subscriber.running and stream.commands in self._handlers

    async def add(self, stream: StreamKeys, handler: Handler, on_missing: OnMissing) -> None:
        """Read the stream from now on. Its group must exist."""
        self._handlers[stream.commands] = handler
        self._on_missing[stream.commands] = on_missing
        self._changed_at = time.monotonic()
        async with self._starting:
            if not self._subscriber.running:
                await self._subscriber.start()

    async def remove(self, stream: StreamKeys) -> None:
        """Stop reading the stream, and wait until nothing more of it can be delivered."""
        self._handlers.pop(stream.commands, None)
        self._on_missing.pop(stream.commands, None)
        self._changed_at = time.monotonic()
        try:
            async with asyncio.timeout(2 * BLOCK_MS / 1000):
                while self._handlers and stream.commands in self._current:
                    await self._read_ended.wait()
        except TimeoutError:
            await self.restart()
        if not self._handlers:
            await self._stop()

    async def restart(self) -> None:
        """Give up the current read. What it may have delivered is recovered as pending."""
        await self._stop()
        async with self._starting:
            if self._handlers and not self._subscriber.running:
                await self._subscriber.start()

    async def _stop(self) -> None:
        """Stop reading and wait for the reader's tasks: FastStream only cancels them."""
        async with self._starting:
            reader_tasks = list(self._subscriber.tasks)
            await self._subscriber.stop()
            await cancel_tasks(*reader_tasks)
            self._end_read()

    async def read(self, client: object) -> list[NewCommands]:
        """Wait for new entries of all streams whose handlers are ready."""
        streams = [stream for stream in self._handlers if stream not in self._slow]
        if not streams:
            await asyncio.sleep(SHORT_BLOCK_MS / 1000)
            return []
        is_settling = time.monotonic() - self._changed_at < SETTLING_SECONDS
        self._current = frozenset(streams)
        self._read_ended.clear()
        block_ms = SHORT_BLOCK_MS if is_settling or self._slow else BLOCK_MS
        try:
            return await read_new_commands(client, streams, self._batch_max, block_ms)
        except MissingGroupError as error:
            # FastStream would stop for good: the other streams must not wait for this one.
            self._drop_missing(str(error))
            return []

    def _drop_missing(self, error: str) -> None:
        """Stop reading the stream that the error names. If it names none, the next one does."""
        for stream in [stream for stream in self._handlers if f"'{stream}'" in error]:
            del self._handlers[stream]
            self._on_missing.pop(stream)()

    async def receive(self, reads: list[NewCommands]) -> None:
        """Process what was read, all streams side by side."""
        handling = {
            asyncio.create_task(handler(read.entries)): read.stream
            for read in reads
            if (handler := self._handlers.get(read.stream)) is not None
        }
        if not handling:
            return
        _, slow = await asyncio.wait(handling, timeout=SLOW_SECONDS)
        for task in slow:
            self._slow.add(handling[task])
            task.add_done_callback(partial(self._note_ready, handling[task]))

    def _note_ready(self, stream: str, _task: asyncio.Task[None]) -> None:
        self._slow.discard(stream)

    def _end_read(self) -> None:
        self._current = frozenset()
        self._read_ended.set()

    async def read_and_handle(
        self, client: object, consume: Callable[[BatchStreamMessage], Awaitable[None]]
    ) -> None:
        try:
            reads = await self.read(client)
            if reads:
                await consume(
                    BatchStreamMessage(
                        type="bstream", channel="commands", data=cast(Any, reads), message_ids=[]
                    )
                )
        finally:
            self._end_read()


class _StreamsSubscriber(StreamBatchSubscriber):
    """Reads many streams at once, where FastStream's own subscriber reads one."""

    reader: CommandReader

    async def start(self) -> None:
        # FastStream would create a group at the end of the stream, which skips commands.
        await LogicSubscriber.start(self, None)

    async def _get_msgs(self, _read: object) -> None:
        await self.reader.read_and_handle(self._client, self.consume_one)


class _Stream(StreamSub):
    """A stream without a router prefix."""

    def add_prefix(self, prefix: str) -> Self:
        # FastStream calls this twice per batch and would make a deep copy each time.
        assert not prefix
        return self


def _subscriber(broker: RedisBroker, reader: CommandReader) -> _StreamsSubscriber:
    subscriber: object = broker.subscriber(
        stream=_Stream(
            "commands", group=ENGINE_GROUP, consumer=ENGINE_GROUP, batch=True, last_id=">"
        ),
        ack_policy=AckPolicy.MANUAL,
        parser=_parse,
        decoder=_decode,
        no_reply=True,
    )
    assert type(subscriber) is StreamBatchSubscriber
    # FastStream has no way to register a subclass of its subscribers.
    subscriber.__class__ = _StreamsSubscriber
    streams_subscriber = cast(_StreamsSubscriber, subscriber)
    streams_subscriber.reader = reader
    streams_subscriber(reader.receive)
    return streams_subscriber


async def _parse(raw: BatchStreamMessage) -> RedisBatchStreamMessage:
    # No consumer to acknowledge with: the append script does it.
    return RedisBatchStreamMessage(raw_message=raw, body=b"", consumer=FAKE_CONSUMER, group=None)


async def _decode(message: RedisBatchStreamMessage) -> list[NewCommands]:
    return cast("list[NewCommands]", message.raw_message["data"])

"""Reads a shard's new commands with a FastStream batch subscriber.

An entry has one field, `command`, with plain JSON, so that any client can read and write it. The
append script acknowledges entries, not the subscriber.
"""

from collections.abc import Awaitable, Callable
from typing import Self

from faststream import AckPolicy
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.message import (
    FAKE_CONSUMER,
    BatchStreamMessage,
    RedisBatchStreamMessage,
)
from faststream.redis.subscriber.usecases import StreamBatchSubscriber

from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import BLOCK_MS
from services.runtime.store.command_stream import CommandEntry, command_entry
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import ShardKeys

Handler = Callable[[list[CommandEntry]], Awaitable[None]]


class Intake:
    """A reader of one shard, which can be started and stopped any number of times."""

    def __init__(
        self, broker: RedisBroker, shard: ShardKeys, batch_max: int, handler: Handler
    ) -> None:
        subscriber = broker.subscriber(
            stream=_Stream(
                shard.commands,
                group=ENGINE_GROUP,
                # Owners share one name, so that a new owner sees what the last one left pending.
                consumer=ENGINE_GROUP,
                batch=True,
                max_records=batch_max,
                polling_interval=BLOCK_MS,
                last_id=">",
            ),
            ack_policy=AckPolicy.MANUAL,
            parser=_parse,
            decoder=_decode,
            no_reply=True,
            title=f"{shard.tag} commands",
        )
        assert isinstance(subscriber, StreamBatchSubscriber)
        subscriber(handler)
        self._subscriber = subscriber

    @property
    def is_running(self) -> bool:
        return self._subscriber.running

    async def start(self) -> None:
        await self._subscriber.start()

    async def stop(self) -> None:
        """Stop reading and wait for the reader's tasks: FastStream only cancels them."""
        reader_tasks = list(self._subscriber.tasks)
        await self._subscriber.stop()
        await cancel_tasks(*reader_tasks)


class _Stream(StreamSub):
    """A stream without a router prefix."""

    def add_prefix(self, prefix: str) -> Self:
        # FastStream calls this twice per batch and would make a deep copy each time.
        assert not prefix
        return self


async def _parse(raw: BatchStreamMessage) -> RedisBatchStreamMessage:
    # No consumer to acknowledge with: the append script does it.
    return RedisBatchStreamMessage(raw_message=raw, body=b"", consumer=FAKE_CONSUMER, group=None)


async def _decode(message: RedisBatchStreamMessage) -> list[CommandEntry]:
    raw = message.raw_message
    return [
        command_entry(entry_id, fields)
        for entry_id, fields in zip(raw["message_ids"], raw["data"], strict=True)
    ]

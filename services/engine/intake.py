"""Reads commands with a FastStream batch subscriber.

An entry has one field, `command`, with plain JSON, so that any client can read and write it. The
append script acknowledges entries, not the subscriber.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Self

from faststream import AckPolicy
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.message import FAKE_CONSUMER, RedisBatchStreamMessage

from services.engine.batch import CommandEntry
from services.runtime.server.connection import BLOCK_MS
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import ShardKeys

Handler = Callable[[list[CommandEntry]], Awaitable[None]]


class _Stream(StreamSub):
    """A stream without a router prefix."""

    def add_prefix(self, prefix: str) -> Self:
        # FastStream calls this twice per batch and would make a deep copy each time.
        assert not prefix
        return self


async def _parse(raw: Any) -> RedisBatchStreamMessage:
    # No consumer to acknowledge with: the append script does it.
    return RedisBatchStreamMessage(raw_message=raw, body=b"", consumer=FAKE_CONSUMER, group=None)


async def _decode(message: Any) -> list[CommandEntry]:
    raw = message.raw_message
    return [
        CommandEntry(entry_id, fields.get(b"command", b""))
        for entry_id, fields in zip(raw["message_ids"], raw["data"], strict=True)
    ]


def make_intake(broker: RedisBroker, shard: ShardKeys, batch_max: int, handler: Handler) -> Any:
    """Return a subscriber to a shard's commands, not started yet."""
    subscriber = broker.subscriber(
        stream=_Stream(
            shard.commands,
            group=ENGINE_GROUP,
            # All owners share one name, so that a new owner sees what the last one left pending.
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
    subscriber(handler)
    return subscriber

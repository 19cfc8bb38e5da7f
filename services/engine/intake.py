"""How commands come in: FastStream's batch subscriber, kept as thin as it can be.

Entries stay as they are on the stream, one field `command` with plain JSON, so that any client
can read and write them. Nothing is acknowledged here: the append script does that.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Self

from faststream import AckPolicy
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.message import FAKE_CONSUMER, RedisBatchStreamMessage

from services.engine.batch import Entry
from services.runtime.connection import BLOCK_MS
from services.runtime.event_log import ENGINE_GROUP
from services.runtime.keys import ShardKeys

Handler = Callable[[list[Entry]], Awaitable[None]]


class _Stream(StreamSub):
    """The stream of a subscriber that no router gives a prefix."""

    def add_prefix(self, prefix: str) -> Self:
        # FastStream asks twice a batch, and would make a deep copy each time.
        assert not prefix
        return self


async def _parse(raw: Any) -> RedisBatchStreamMessage:
    # No consumer to acknowledge with: that is not done here.
    return RedisBatchStreamMessage(raw_message=raw, body=b"", consumer=FAKE_CONSUMER, group=None)


async def _decode(message: Any) -> list[Entry]:
    raw = message.raw_message
    return [
        Entry(entry_id, fields.get(b"command", b""))
        for entry_id, fields in zip(raw["message_ids"], raw["data"], strict=True)
    ]


def make_intake(broker: RedisBroker, shard: ShardKeys, batch_max: int, handler: Handler) -> Any:
    """A subscriber on a shard's commands; it runs between its `start` and its `stop`."""
    subscriber = broker.subscriber(
        stream=_Stream(
            shard.commands,
            group=ENGINE_GROUP,
            # One name for whoever owns the shard: what an owner leaves pending, the next one sees.
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

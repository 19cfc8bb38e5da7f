"""What was delivered and never answered: engines that die, or sleep, leave it behind."""

from itertools import takewhile
from typing import Any

from services.engine.batch import DELIVERIES_ALONE, Entry
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ShardKeys

Pending = dict[str, Any]
"""An entry that was delivered, as the server describes it."""


async def oldest(event_log: EventLog, shard: ShardKeys, entries_max: int) -> list[Pending]:
    """The oldest pending entries, in their order; a suspect comes alone."""
    pending: list[Pending] = await event_log.client.xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=entries_max
    )
    return [*takewhile(lambda one: not is_suspect(one), pending)] or pending[:1]


def is_suspect(pending: Pending) -> bool:
    """Whether it was in the hands of so many engines that it may be what killed them."""
    return bool(pending["times_delivered"] >= DELIVERIES_ALONE)


async def claim(
    event_log: EventLog, shard: ShardKeys, pending: list[Pending], *, counts: bool
) -> list[Entry]:
    """`counts` says whether this is one more delivery: an entry that was delivered too often is put
    aside, so a server that refuses everything for a while must not count against it."""
    by_deliveries: dict[int, list[bytes]] = {}
    for one in pending:
        deliveries = one["times_delivered"] + counts
        by_deliveries.setdefault(deliveries, []).append(one["message_id"])
    found: dict[bytes, Entry] = {}
    for deliveries, ids in by_deliveries.items():
        claimed: list[tuple[bytes, dict[bytes, bytes]]] = await event_log.client.xclaim(
            shard.commands,
            ENGINE_GROUP,
            ENGINE_GROUP,
            min_idle_time=0,
            message_ids=ids,
            retrycount=deliveries,
        )
        for entry_id, fields in claimed:
            found[entry_id] = Entry(entry_id, fields.get(b"command", b""), deliveries)
    return [found[one["message_id"]] for one in pending if one["message_id"] in found]


async def is_left(event_log: EventLog, shard: ShardKeys, idle_ms: int) -> bool:
    """Whether anything was delivered so long ago that nobody can still have it in hand."""
    return bool(
        await event_log.client.xpending_range(
            shard.commands, ENGINE_GROUP, min="-", max="+", count=1, idle=idle_ms
        )
    )


def place(entry_id: bytes) -> tuple[int, int]:
    """Where an entry stands in its stream, to compare."""
    milliseconds, _, sequence = entry_id.partition(b"-")
    return int(milliseconds), int(sequence)


async def is_read(event_log: EventLog, shard: ShardKeys, silent_ms_max: int) -> bool:
    """Whether the shard's consumer has asked for commands lately, as the server saw it."""
    consumers: list[dict[str, Any]] = await event_log.client.xinfo_consumers(
        shard.commands, ENGINE_GROUP
    )
    return all(
        consumer["idle"] <= silent_ms_max
        for consumer in consumers
        if consumer["name"] == ENGINE_GROUP.encode()
    )

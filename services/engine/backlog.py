"""Pending entries: commands delivered to an engine that stopped or stalled before deciding them."""

from itertools import takewhile
from typing import Any

from services.engine.batch import DELIVERIES_ALONE, CommandEntry
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ShardKeys

PendingEntry = dict[str, Any]
"""A delivered entry as XPENDING describes it."""


async def oldest_pending(
    event_log: EventLog, shard: ShardKeys, entries_max: int
) -> list[PendingEntry]:
    """Return the oldest pending entries in stream order, or a suspect alone."""
    pending: list[PendingEntry] = await event_log.client.xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=entries_max
    )
    return [*takewhile(lambda entry: not is_suspect(entry), pending)] or pending[:1]


def is_suspect(pending: PendingEntry) -> bool:
    """Return whether the entry was delivered so often that it may crash engines."""
    return bool(pending["times_delivered"] >= DELIVERIES_ALONE)


async def claim(
    event_log: EventLog,
    shard: ShardKeys,
    pending: list[PendingEntry],
    *,
    counts_as_delivery: bool,
) -> list[CommandEntry]:
    """Claim pending entries.

    A claim during an outage must not count as a delivery: an entry that is delivered too often
    becomes a dead letter.
    """
    by_deliveries: dict[int, list[bytes]] = {}
    for pending_entry in pending:
        deliveries = pending_entry["times_delivered"] + counts_as_delivery
        by_deliveries.setdefault(deliveries, []).append(pending_entry["message_id"])
    entries: dict[bytes, CommandEntry] = {}
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
            entries[entry_id] = CommandEntry(entry_id, fields.get(b"command", b""), deliveries)
    ordered_ids = [pending_entry["message_id"] for pending_entry in pending]
    return [entries[entry_id] for entry_id in ordered_ids if entry_id in entries]


async def has_abandoned_entries(event_log: EventLog, shard: ShardKeys, idle_ms: int) -> bool:
    """Return whether an entry has been pending for at least `idle_ms`."""
    return bool(
        await event_log.client.xpending_range(
            shard.commands, ENGINE_GROUP, min="-", max="+", count=1, idle=idle_ms
        )
    )


def parse_entry_id(entry_id: bytes) -> tuple[int, int]:
    """Return the id as a pair that sorts in stream order."""
    milliseconds, _, sequence = entry_id.partition(b"-")
    return int(milliseconds), int(sequence)


async def is_reader_active(event_log: EventLog, shard: ShardKeys, idle_ms_max: int) -> bool:
    """Return whether the shard's consumer has asked for commands within `idle_ms_max`."""
    consumers: list[dict[str, Any]] = await event_log.client.xinfo_consumers(
        shard.commands, ENGINE_GROUP
    )
    return all(
        consumer["idle"] <= idle_ms_max
        for consumer in consumers
        if consumer["name"] == ENGINE_GROUP.encode()
    )

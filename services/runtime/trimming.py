"""Streams are cut behind the slowest reader, never before it. Game streams are never cut."""

import time

from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings
from services.runtime.telemetry import TRIMMED


async def trim(log: EventLog, shard: ShardKeys, settings: Settings) -> None:
    await _trim_commands(log, shard)
    oldest_ms = int(time.time() * 1000) - settings.stream_minutes * 60_000
    await _cut(log, shard.outcomes, f"{oldest_ms}-0", "outcomes")
    if settings.followers:
        await _trim_feed(log, shard, settings.followers)
    else:
        # The feed only repeats what the games' streams keep for good: nobody reads it, it may go.
        await _cut(log, shard.feed, f"{oldest_ms}-0", "feed")


async def _trim_commands(log: EventLog, shard: ShardKeys) -> None:
    """Everything that was delivered and answered may go.

    In this order: what is delivered between the two questions lies behind the first answer. Asked
    the other way round it would be cut while it is pending, and lost if its engine dies.
    """
    groups = await log.client.xinfo_groups(shard.commands)
    engine = next((group for group in groups if group["name"] == ENGINE_GROUP.encode()), None)
    if engine is None:
        # The group was lost a moment ago: nobody knows what was answered, so all of it stays.
        return
    pending = await log.client.xpending(shard.commands, ENGINE_GROUP)
    if pending["pending"]:
        keep_from = pending["min"].decode()
    else:
        keep_from = _after(engine["last-delivered-id"].decode())
    await _cut(log, shard.commands, keep_from, "commands")


async def _trim_feed(log: EventLog, shard: ShardKeys, followers: tuple[str, ...]) -> None:
    """What every follower has passed may go; one that has never come holds all of it."""
    cursors = await log.client.hmget(shard.cursors, *followers)
    if any(cursor is None for cursor in cursors):
        return
    slowest = min((cursor.decode() for cursor in cursors), key=_numbers)
    await _cut(log, shard.feed, _after(slowest), "feed")


async def _cut(log: EventLog, stream: str, keep_from: str, name: str) -> None:
    trimmed = await log.client.xtrim(stream, minid=keep_from, approximate=True)
    TRIMMED.labels(name).inc(trimmed)


def _numbers(entry_id: str) -> tuple[int, int]:
    milliseconds, _, sequence = entry_id.partition("-")
    return int(milliseconds), int(sequence or 0)


def _after(entry_id: str) -> str:
    milliseconds, sequence = _numbers(entry_id)
    return f"{milliseconds}-{sequence + 1}"

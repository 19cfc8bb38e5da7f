"""Trim streams up to their slowest reader. Table streams are never trimmed."""

from services.runtime.operations.clock import now_ms
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import TRIMMED_ENTRIES
from services.runtime.server.client import RedisClient
from services.runtime.store.cursor import entry_cursor, following_id, sort_key
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.store.keys import ShardKeys, StreamKeys


async def trim(client: RedisClient, shard: ShardKeys, settings: Settings) -> None:
    """Trim feed and outcomes of a shard."""
    oldest_ms = now_ms() - settings.stream_minutes * 60_000
    await _trim_stream(client, shard.outcomes, f"{oldest_ms}-0", "outcomes")
    if settings.followers:
        await _trim_feed(client, shard, settings.followers)
    else:
        # The feed only repeats the table streams, and nobody follows it.
        await _trim_stream(client, shard.feed, f"{oldest_ms}-0", "feed")


async def trim_commands(client: RedisClient, stream: StreamKeys) -> None:
    """Trim the commands that are delivered and acknowledged.

    Trim all of them: if the group is lost, the rest is delivered again, and rejections are not
    remembered for long.

    Read the last delivered id before the pending entries. In the other order, a command delivered
    in between would be trimmed while pending, and lost if its engine dies.
    """
    groups = await client.xinfo_groups(stream.commands)
    engine = next((group for group in groups if group["name"] == ENGINE_GROUP.encode()), None)
    if engine is None:
        # Without the group, nothing is known to be acknowledged.
        return
    pending = await client.xpending(stream.commands, ENGINE_GROUP)
    if pending["min"] is not None:
        keep_from = pending["min"].decode()
    else:
        keep_from = following_id(entry_cursor(engine["last-delivered-id"]))
    await _trim_stream(client, stream.commands, keep_from, "commands", approximate=False)


async def _trim_feed(client: RedisClient, shard: ShardKeys, followers: tuple[str, ...]) -> None:
    """Trim what every follower has read. A follower without a cursor has read nothing."""
    cursors = [
        entry_cursor(cursor)
        for cursor in await client.hmget(shard.cursors, followers)
        if cursor is not None
    ]
    if len(cursors) < len(followers):
        return
    slowest = min(cursors, key=sort_key)
    await _trim_stream(client, shard.feed, following_id(slowest), "feed")


async def _trim_stream(
    client: RedisClient, stream: str, keep_from: str, name: str, *, approximate: bool = True
) -> None:
    trimmed = await client.xtrim(stream, minid=keep_from, approximate=approximate)
    TRIMMED_ENTRIES.labels(name).inc(trimmed)

"""A command stream, as the engines' consumer group reads it."""

from collections.abc import Iterable, Sequence
from typing import cast

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.server.client import RedisClient
from services.runtime.store.event_log import ENGINE_GROUP, MissingStreamError
from services.runtime.store.keys import StreamKeys


class CommandEntry(Struct, frozen=True, gc=False):
    """A delivered command and its delivery count."""

    id: bytes
    content: bytes
    deliveries: int = 1


class PendingEntry(Struct, frozen=True, gc=False):
    """An entry that was delivered and not acknowledged."""

    id: bytes
    deliveries: int


class Lag(Struct, frozen=True):
    """How far the engines are behind the end of a stream."""

    entries: int
    """Entries without an outcome; at most `count_max` of the undelivered ones are counted."""
    oldest_at: int | None
    """When the oldest of them arrived, in milliseconds."""


class MissingGroupError(LookupError):
    """The stream has no consumer group of the engines."""


def means_no_group(error: BaseException) -> bool:
    """Return whether the error says that a stream or its group does not exist."""
    if isinstance(error, ResponseError):
        return str(error).startswith(("NOGROUP", "UNBLOCKED", "no such key"))
    return isinstance(error, (MissingGroupError, MissingStreamError))


def arrival_ms(entry_id: bytes) -> int:
    """Return when a command arrived: the millisecond part of its entry id.

    The server sets it, so all commands of a shard are timed by one clock.
    """
    return int(entry_id.split(b"-")[0])


def parse_entry_id(entry_id: bytes) -> tuple[int, int]:
    """Return the id as a pair that sorts in stream order."""
    milliseconds, _, sequence = entry_id.partition(b"-")
    return int(milliseconds), int(sequence)


def command_entry(entry_id: bytes, fields: dict[bytes, bytes], deliveries: int = 1) -> CommandEntry:
    """Return a stream entry as a command's. Without a command it has no content."""
    return CommandEntry(entry_id, fields.get(b"command", b""), deliveries)


class NewCommands(Struct, frozen=True):
    """The new entries of one command stream."""

    stream: str
    entries: list[CommandEntry]


async def read_new_commands(
    client: object, streams: Iterable[str], count: int, block_ms: int
) -> list[NewCommands]:
    """Wait for new entries of all streams, as the engines' consumer. A cluster accepts only streams
    of one slot. Raises MissingGroupError, which usually names the stream.

    The client is FastStream's: its connections retry without limit."""
    try:
        reply = await cast(RedisClient, client).xreadgroup(
            ENGINE_GROUP,
            # Owners share one name, so that a new owner sees what the last one left pending.
            ENGINE_GROUP,
            dict.fromkeys(streams, ">"),
            count,
            block_ms,
        )
    except ResponseError as error:
        if means_no_group(error):
            raise MissingGroupError(str(error)) from error
        raise
    return [
        NewCommands(stream.decode(), [command_entry(*entry) for entry in entries])
        for stream, entries in reply
    ]


class CommandStream:
    def __init__(self, client: RedisClient, keys: StreamKeys) -> None:
        self._client = client
        self._stream = keys.commands

    async def read_new(self, count_max: int) -> list[CommandEntry]:
        """Return new entries at once. Empty: all entries are delivered."""
        reply = await self._client.xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {self._stream: ">"}, count_max
        )
        return [command_entry(*entry) for _, entries in reply for entry in entries]

    async def pending(self, count_max: int) -> list[PendingEntry]:
        """Return the oldest pending entries, in stream order."""
        rows = await self._client.xpending_range(
            self._stream, ENGINE_GROUP, min="-", max="+", count=count_max
        )
        return [PendingEntry(row["message_id"], row["times_delivered"]) for row in rows]

    async def has_abandoned_entries(self, idle_ms: int) -> bool:
        """Return whether an entry has been pending for at least `idle_ms`."""
        return bool(
            await self._client.xpending_range(
                self._stream, ENGINE_GROUP, min="-", max="+", count=1, idle=idle_ms
            )
        )

    async def claim(
        self, pending: Sequence[PendingEntry], *, counts_as_delivery: bool
    ) -> list[CommandEntry]:
        """Claim pending entries. Those that were trimmed are left out.

        A claim during an outage must not count as a delivery: an entry that is delivered too often
        becomes a dead letter.
        """
        by_deliveries: dict[int, list[bytes]] = {}
        for entry in pending:
            by_deliveries.setdefault(entry.deliveries + counts_as_delivery, []).append(entry.id)
        entries: dict[bytes, CommandEntry] = {}
        for deliveries, ids in by_deliveries.items():
            claimed = await self._client.xclaim(
                self._stream,
                ENGINE_GROUP,
                ENGINE_GROUP,
                min_idle_time=0,
                message_ids=ids,
                retrycount=deliveries,
            )
            entries |= {
                entry_id: command_entry(entry_id, fields, deliveries)
                for entry_id, fields in claimed
            }
        return [entries[entry.id] for entry in pending if entry.id in entries]

    async def is_reader_active(self, idle_ms_max: int) -> bool:
        """Return whether the group's reader has asked for commands within `idle_ms_max`."""
        consumers = await self._client.xinfo_consumers(self._stream, ENGINE_GROUP)
        return all(
            consumer["idle"] <= idle_ms_max
            for consumer in consumers
            if consumer["name"] == ENGINE_GROUP.encode()
        )

    async def lag(self, count_max: int) -> Lag:
        """Raises MissingGroupError."""
        groups = await self._client.xinfo_groups(self._stream)
        group = next((group for group in groups if group["name"] == ENGINE_GROUP.encode()), None)
        if group is None:
            raise MissingGroupError(f"{self._stream} has no group {ENGINE_GROUP}")
        undelivered = await self._client.xrange(
            self._stream, min=b"(" + group["last-delivered-id"], count=count_max
        )
        pending = await self._client.xpending(self._stream, ENGINE_GROUP)
        oldest_id = pending["min"] or (undelivered[0][0] if undelivered else None)
        return Lag(
            len(undelivered) + pending["pending"], arrival_ms(oldest_id) if oldest_id else None
        )

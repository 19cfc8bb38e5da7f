"""The event log: queues commands, appends commits and reads them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import aclosing

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.server.client import Fields, RedisClient, Value
from services.runtime.server.script import Script, read_script
from services.runtime.store.command_writer import CommandWriter
from services.runtime.store.cursor import Cursor, last_cursor
from services.runtime.store.feeds import FeedEntry, Feeds, parse_feed
from services.runtime.store.follow import READ_COUNT, UNWATCHED, Watch, follow
from services.runtime.store.keys import ShardKeys, StreamKeys, all_shards, shard_of, stream_index
from services.runtime.store.stream_layout import StreamLayouts

ENGINE_GROUP = "engine"
ANY_HEAD = ""
"""The base of a request that is valid at any head."""
NO_COMMITS = "0:"
"""The head of a table that does not exist."""

_SCRIPT = read_script("services.runtime.store", "append.lua")


class AppendRequest(Struct, frozen=True, gc=False):
    """The outcome of one command to append. Without a table there is only a dead letter."""

    entry_id: bytes
    table_id: str = ""
    command_id: str = ""
    base: str = NO_COMMITS
    """The table's head that the command was decided on, see `head`."""
    commit: bytes = b""
    hash: str = ""
    """Of the commit."""
    rejection: bytes = b""
    dead_letter: bytes = b""
    deadline: int | None = None
    """When a seat's time runs out after this commit: 0 if no clock runs, None without clocks."""
    expiry: int | None = None
    """When the table is ended unless somebody acts: 0 for never, None to leave it unchanged."""


class PublishedOutcome(Struct, frozen=True, gc=False):
    """The outcome of a command: the seq of its commit, or an encoded rejection."""

    table_id: str
    command_id: str
    seq: int = 0
    rejection: bytes = b""


class Updates(Struct, frozen=True):
    """What one read found in the feeds and outcome streams."""

    commits: list[FeedEntry]
    outcomes: list[PublishedOutcome]

    def add_commits(self, entries: Iterable[FeedEntry]) -> None:
        """A commit in the feed is the outcome of its command, too."""
        for entry in entries:
            self.commits.append(entry)
            self.outcomes.append(PublishedOutcome(entry.table_id, entry.command_id, entry.seq))


def head(seq: int, commit_hash: str | None) -> str:
    """Return the head of a table: what its next commit builds on."""
    return f"{seq}:{commit_hash or ''}"


class NotOwnerError(RuntimeError):
    """Another process owns the stream. Nothing was appended."""


class BehindError(RuntimeError):
    """Older commands of the stream are pending and come first. Nothing was appended."""


class MissingStreamError(LookupError):
    """The stream does not exist: it was replaced, drained or lost. Nothing was appended."""


class EventLog:
    def __init__(self, client: RedisClient, shards: int) -> None:
        self._client = client
        self.shards = shards
        self.feeds = Feeds(client)
        self.layouts = StreamLayouts(client, all_shards(shards), ENGINE_GROUP)
        self.writer = CommandWriter(client, self.layouts)
        self._append: Script[list[bytes]] = Script(client, _SCRIPT)

    def shard(self, table_id: str) -> ShardKeys:
        return shard_of(table_id, self.shards)

    def all_shards(self) -> tuple[ShardKeys, ...]:
        return all_shards(self.shards)

    def is_in(self, table_id: str, stream: StreamKeys) -> bool:
        """Return whether a table's commands are in a stream."""
        return self.shard(table_id) == stream.shard and (
            stream.count == 1 or stream_index(table_id, self.shards, stream.count) == stream.index
        )

    async def send(self, table_id: str, command: bytes) -> bytes:
        """Queue a command and return its entry id. Sending a command twice is safe."""
        return await self.writer.send_soon(table_id, command)

    def send_soon(self, table_id: str, command: bytes) -> asyncio.Future[bytes]:
        """Queue a command with everything else of this turn of the event loop, without a task."""
        return self.writer.send_soon(table_id, command)

    async def ensure_group(self, stream: StreamKeys) -> bool:
        """Create the engines' group if it is missing. Return False if the stream may not be read:
        it was replaced or, if it drains, is gone.

        The group starts at the first entry: at `$` it would skip commands."""
        if not stream.is_draining:
            layout = await self.layouts.open(stream)
            return layout.generation == stream.generation
        try:
            await self._client.xgroup_create(stream.commands, ENGINE_GROUP, id="0")
        except ResponseError as error:
            if "key to exist" in str(error):
                return False
            if "BUSYGROUP" not in str(error):
                raise
        return True

    async def append(
        self, stream: StreamKeys, token: str, requests: Sequence[AppendRequest]
    ) -> list[str]:
        """Append in one script. Returns a result for each request, see `append.lua`.

        Raises NotOwnerError, BehindError or MissingStreamError."""
        shard = stream.shard
        table_ids = list(
            dict.fromkeys(request.table_id for request in requests if request.table_id)
        )
        numbers = {table_id: number for number, table_id in enumerate(table_ids, start=1)}
        keys = [
            stream.owner(ENGINE_GROUP),
            stream.commands,
            shard.feed,
            shard.outcomes,
            shard.dead_letters,
            shard.tables,
            shard.deadlines,
            shard.expiries,
        ]
        for table_id in table_ids:
            keys += [shard.table(table_id), *shard.idempotency(table_id)]
        arguments: list[Value] = [token, ENGINE_GROUP, len(table_ids), *table_ids]
        for request in requests:
            arguments += [
                request.entry_id,
                numbers.get(request.table_id, 0),
                request.command_id,
                request.base,
                request.commit,
                request.hash,
                request.rejection,
                request.dead_letter,
                "" if request.deadline is None else request.deadline,
                "" if request.expiry is None else request.expiry,
            ]
        results = [result.decode() for result in await self._append(keys=keys, args=arguments)]
        if results == ["not owner"]:
            raise NotOwnerError(f"stream {stream.name} has another owner")
        if results == ["behind"]:
            raise BehindError(f"stream {stream.name} has older commands pending")
        if results == ["no stream"]:
            raise MissingStreamError(f"stream {stream.name} does not exist")
        return results

    async def outcome(self, table_id: str, command_id: str) -> bytes | None:
        """Return the stored outcome: the seq of the commit, or an encoded rejection."""
        for key in self.shard(table_id).idempotency(table_id):
            outcome = await self._client.hget(key, command_id)
            if outcome is not None:
                return outcome
        return None

    async def last_seq(self, table_id: str) -> int:
        return await self._client.xlen(self.shard(table_id).table(table_id))

    async def commit(self, table_id: str, seq: int) -> bytes | None:
        """Return an encoded commit."""
        stream = self.shard(table_id).table(table_id)
        entries = await self._client.xrange(stream, min=f"{seq}-0", max=f"{seq}-0")
        return entries[0][1][b"commit"] if entries else None

    async def last_commit(self, table_id: str) -> bytes | None:
        """Return the newest encoded commit, or None if the table does not exist."""
        entries = await self._client.xrevrange(self.shard(table_id).table(table_id), count=1)
        return entries[0][1][b"commit"] if entries else None

    async def read_page(self, table_id: str, after: int, count: int) -> list[tuple[int, bytes]]:
        """Return the next commits after a seq, each with its seq."""
        stream = self.shard(table_id).table(table_id)
        entries = await self._client.xrange(stream, min=f"({after}-0", count=count)
        return [(_seq(entry_id), fields[b"commit"]) for entry_id, fields in entries]

    async def read(self, table_id: str, after: int = 0) -> AsyncIterator[bytes]:
        """Yield the encoded commits after a seq."""
        while True:
            page = await self.read_page(table_id, after, READ_COUNT)
            for seq, line in page:
                yield line
                after = seq
            if len(page) < READ_COUNT:
                return

    async def read_back(
        self, table_id: str, count: int, before: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Return the last commits before a seq, or the newest, latest first, each with its seq."""
        newest = "+" if before is None else f"({before}-0"
        stream = self.shard(table_id).table(table_id)
        entries = await self._client.xrevrange(stream, max=newest, count=count)
        return [(_seq(entry_id), fields[b"commit"]) for entry_id, fields in entries]

    async def follow_table(
        self, table_id: str, after: int = 0, watch: Watch = UNWATCHED
    ) -> AsyncIterator[bytes]:
        """Yield the encoded commits after a seq, and new ones as they come."""
        stream = self.shard(table_id).table(table_id)
        async with aclosing(follow(self._client, {stream: Cursor(f"{after}-0")}, watch)) as results:
            async for [read] in results:
                for entry in read.entries:
                    yield entry.fields[b"commit"]

    async def update_cursors(self) -> dict[str, Cursor]:
        """Return the cursors at the ends of all feeds and outcome streams, for `follow_updates`."""
        streams = self._update_streams()
        cursors = await asyncio.gather(*(last_cursor(self._client, each) for each in streams))
        return dict(zip(streams, cursors, strict=True))

    async def follow_updates(
        self, cursors: Mapping[str, Cursor] | None = None, watch: Watch = UNWATCHED
    ) -> AsyncGenerator[Updates, None]:
        """Yield what is published after the cursors, or from now on. Yields at least once per
        `BLOCK_MS` while the server is reachable."""
        feeds = frozenset(shard.feed for shard in self.all_shards())
        start = cursors or dict.fromkeys(self._update_streams())
        async with aclosing(follow(self._client, start, watch)) as results:
            async for reads in results:
                updates = Updates([], [])
                for read in reads:
                    if read.stream in feeds:
                        updates.add_commits(parse_feed(read.entries))
                    else:
                        updates.outcomes.extend(_outcome(entry.fields) for entry in read.entries)
                yield updates

    def _update_streams(self) -> list[str]:
        shards = self.all_shards()
        return [*(shard.feed for shard in shards), *(shard.outcomes for shard in shards)]

    async def table_ids(self) -> list[str]:
        """Return the ids of all tables, sorted."""
        by_shard = [await self._client.hkeys(shard.tables) for shard in self.all_shards()]
        return sorted(table_id.decode() for table_ids in by_shard for table_id in table_ids)

    async def count_tables(self, shard: ShardKeys) -> int:
        return await self._client.hlen(shard.tables)

    async def last_seqs(self, shard: ShardKeys) -> dict[str, int]:
        """Return the last seq of every table of a shard."""
        stored = await self._client.hgetall(shard.tables)
        return {
            table_id.decode(): _head_seq(stored_head) for table_id, stored_head in stored.items()
        }

    async def last_seqs_of(self, shard: ShardKeys, table_ids: Sequence[str]) -> list[int | None]:
        """Return the last seq of some tables of a shard, None for one that does not exist."""
        stored = await self._client.hmget(shard.tables, table_ids)
        return [None if each is None else _head_seq(each) for each in stored]

    async def snapshot(self, table_id: str) -> bytes | None:
        return await self._client.get(self.shard(table_id).snapshot(table_id))

    async def store_snapshots(self, snapshots: Mapping[str, bytes]) -> None:
        """Store snapshots of tables of one shard: a cluster accepts those in one command."""
        await self._client.mset(
            {self.shard(table_id).snapshot(table_id): text for table_id, text in snapshots.items()}
        )

    async def check_reachable(self) -> None:
        """Raise an error of `CONNECTION_ERRORS` if the server does not respond."""
        await self._client.ping()


def _seq(entry_id: bytes) -> int:
    """Return the seq of a commit: the first part of its entry id."""
    return int(entry_id.split(b"-")[0])


def _head_seq(stored_head: bytes) -> int:
    return int(stored_head.split(b":")[0])


def _outcome(fields: Fields) -> PublishedOutcome:
    return PublishedOutcome(
        fields[b"table"].decode(),
        fields[b"command"].decode(),
        int(fields.get(b"seq", 0)),
        fields.get(b"rejection", b""),
    )

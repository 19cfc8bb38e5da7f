"""Dead letters: commands the engine failed on, stored until an operator retries or drops them.

Entries are never deleted from the middle of a stream. A resolved dead letter is marked in a hash,
and trimmed once all dead letters before it are resolved, too.
"""

import itertools
import re
from typing import Literal

import msgspec
from msgspec import Struct

from services.runtime.server.client import RedisClient
from services.runtime.server.script import Script, read_script
from services.runtime.store.command_writer import ATTEMPTS_MAX, NoStreamError
from services.runtime.store.event_log import EventLog
from services.runtime.store.follow import READ_COUNT
from services.runtime.store.keys import ShardKeys

_RETRY = read_script("services.runtime.store", "retry.lua")

Resolution = Literal["retried", "dropped"]


class DeadLetter(Struct, frozen=True):
    """A command the engine failed on, as the engine writes it."""

    entry: str
    command: str
    reason: str
    at: int


class StoredDeadLetter(Struct, frozen=True):
    id: str
    """Shard number and entry id in the stream of dead letters: `3/1700000000000-0`."""
    dead_letter: DeadLetter


class DeadLetterError(LookupError):
    """The dead letter does not exist, is resolved or can't be retried. The message says which."""


class _CommandHeader(Struct):
    id: str
    table: str


_dead_letter_decoder = msgspec.json.Decoder(DeadLetter)
_header_decoder = msgspec.json.Decoder(_CommandHeader)


class DeadLetters:
    def __init__(self, client: RedisClient, log: EventLog) -> None:
        self._client = client
        self._log = log
        self._retry: Script[bytes | None] = Script(client, _RETRY)

    async def count(self) -> int:
        """Return the number of unresolved dead letters."""
        client, total = self._client, 0
        for shard in self._log.all_shards():
            stored = await client.xlen(shard.dead_letters)
            total += max(0, stored - await client.hlen(shard.resolved_dead_letters))
        return total

    async def unresolved(self) -> list[StoredDeadLetter]:
        """Return the unresolved dead letters, by shard and age."""
        unresolved = []
        for shard in self._log.all_shards():
            resolved = set(await self._client.hkeys(shard.resolved_dead_letters))
            for entry_id, dead_letter in await self._entries(shard):
                if entry_id not in resolved:
                    dead_letter_id = f"{shard.number}/{entry_id.decode()}"
                    unresolved.append(StoredDeadLetter(dead_letter_id, dead_letter))
        return unresolved

    async def find(self, dead_letter_id: str) -> StoredDeadLetter:
        """Return an unresolved dead letter. Raises DeadLetterError."""
        shard, entry_id = self._parse(dead_letter_id)
        resolution = await self._client.hget(shard.resolved_dead_letters, entry_id)
        if resolution is not None:
            raise DeadLetterError(f"dead letter {dead_letter_id} was already {resolution.decode()}")
        entries = await self._client.xrange(shard.dead_letters, min=entry_id, max=entry_id)
        if not entries:
            raise DeadLetterError(
                f"there is no dead letter {dead_letter_id}: "
                "run `bluemoon dead-letters ls` for a list"
            )
        return StoredDeadLetter(
            dead_letter_id, _dead_letter_decoder.decode(entries[0][1][b"dead_letter"])
        )

    async def retry(self, dead_letter_id: str) -> None:
        """Queue the command again, then mark the dead letter as retried.

        If interrupted in between, retry again: the idempotency record prevents a second effect."""
        dead_letter = (await self.find(dead_letter_id)).dead_letter
        try:
            header = _header_decoder.decode(dead_letter.command)
        except msgspec.DecodeError as error:
            raise DeadLetterError(
                f"dead letter {dead_letter_id} contains no valid command: {error}"
            ) from error
        await self._queue_again(header, dead_letter.command)
        await self._resolve(dead_letter_id, "retried")

    async def _queue_again(self, header: _CommandHeader, command: str) -> None:
        writer, shard = self._log.writer, self._log.shard(header.table)
        for _ in range(ATTEMPTS_MAX):
            keys = [writer.stream(header.table).commands, *shard.idempotency(header.table)]
            if await self._retry(keys=keys, args=[header.id, command]) is not None:
                return
            await writer.reload(shard)
        raise NoStreamError(f"no command stream for table {header.table}")

    async def drop(self, dead_letter_id: str) -> None:
        await self.find(dead_letter_id)
        await self._resolve(dead_letter_id, "dropped")

    async def _resolve(self, dead_letter_id: str, resolution: Resolution) -> None:
        shard, entry_id = self._parse(dead_letter_id)
        await self._client.hset(shard.resolved_dead_letters, entry_id, resolution)
        await self._trim(shard)

    async def _trim(self, shard: ShardKeys) -> None:
        """Trim the resolved dead letters at the start of the stream, then delete their marks."""
        client = self._client
        resolved = set(await client.hkeys(shard.resolved_dead_letters))
        entry_ids = [entry_id for entry_id, _ in await self._entries(shard)]
        trimmable = list(itertools.takewhile(lambda entry_id: entry_id in resolved, entry_ids))
        if not trimmable:
            return
        milliseconds, sequence = trimmable[-1].split(b"-")
        await client.xtrim(
            shard.dead_letters, minid=f"{int(milliseconds)}-{int(sequence) + 1}", approximate=False
        )
        await client.hdel(shard.resolved_dead_letters, *trimmable)

    async def _entries(self, shard: ShardKeys) -> list[tuple[bytes, DeadLetter]]:
        dead_letters: list[tuple[bytes, DeadLetter]] = []
        after = b"-"
        while True:
            entries = await self._client.xrange(shard.dead_letters, min=after, count=READ_COUNT)
            dead_letters += [
                (entry_id, _dead_letter_decoder.decode(fields[b"dead_letter"]))
                for entry_id, fields in entries
            ]
            if len(entries) < READ_COUNT:
                return dead_letters
            after = b"(" + entries[-1][0]

    def _parse(self, dead_letter_id: str) -> tuple[ShardKeys, str]:
        parts = re.fullmatch(r"(\d{1,3})/(\d+-\d+)", dead_letter_id, re.ASCII)
        if parts is None or int(parts[1]) >= self._log.shards:
            raise DeadLetterError(
                f"{dead_letter_id!r} is not a dead letter id: expected shard/entry, "
                f"like 3/1700000000000-0, with a shard below {self._log.shards}"
            )
        return self._log.all_shards()[int(parts[1])], parts[2]

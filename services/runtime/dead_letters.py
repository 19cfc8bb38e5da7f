"""Dead letters: commands the engine failed on, stored until an operator retries or drops them.

Entries are never deleted from the middle of a stream. A resolved letter is marked in a hash, and
trimmed once all letters before it are resolved, too.
"""

import itertools
import re
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.keys import ShardKeys

_RETRY = files("services.runtime").joinpath("retry.lua").read_text()

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
    letter: DeadLetter


class DeadLetterError(LookupError):
    """The letter does not exist, is resolved or can't be retried. The message says which."""


class _CommandHeader(Struct):
    id: str
    table: str


_letters = msgspec.json.Decoder(DeadLetter)
_headers = msgspec.json.Decoder(_CommandHeader)


class DeadLetters:
    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._retry = log.client.register_script(_RETRY)

    async def count(self) -> int:
        """Return the number of unresolved dead letters."""
        client, total = self._log.client, 0
        for shard in self._log.all_shards():
            letters = await client.xlen(shard.dead_letters)
            total += max(0, letters - await client.hlen(shard.resolved_dead_letters))
        return total

    async def unresolved(self) -> list[StoredDeadLetter]:
        """Return the unresolved dead letters, by shard and age."""
        unresolved = []
        for shard in self._log.all_shards():
            resolved = set(await self._log.client.hkeys(shard.resolved_dead_letters))
            for entry, letter in await self._entries(shard):
                if entry not in resolved:
                    unresolved.append(StoredDeadLetter(f"{shard.number}/{entry.decode()}", letter))
        return unresolved

    async def find(self, letter_id: str) -> StoredDeadLetter:
        """Return an unresolved dead letter. Raises DeadLetterError."""
        shard, entry = self._parse(letter_id)
        resolution = await self._log.client.hget(shard.resolved_dead_letters, entry)
        if resolution is not None:
            raise DeadLetterError(f"dead letter {letter_id} was already {resolution.decode()}")
        entries = await self._log.client.xrange(shard.dead_letters, min=entry, max=entry)
        if not entries:
            raise DeadLetterError(f"no dead letter {letter_id}: see `bluemoon dead-letters ls`")
        return StoredDeadLetter(letter_id, _letters.decode(entries[0][1][b"letter"]))

    async def retry(self, letter_id: str) -> None:
        """Queue the command again, then mark the letter as retried.

        If interrupted in between, retry again: the idempotency record prevents a second effect."""
        letter = (await self.find(letter_id)).letter
        try:
            header = _headers.decode(letter.command)
        except msgspec.DecodeError as error:
            raise DeadLetterError(
                f"dead letter {letter_id} contains no valid command: {error}"
            ) from error
        shard = self._log.shard(header.table)
        await self._retry(
            keys=[shard.idempotency(header.table), shard.commands],
            args=[header.id, letter.command],
        )
        await self._resolve(letter_id, "retried")

    async def drop(self, letter_id: str) -> None:
        await self.find(letter_id)
        await self._resolve(letter_id, "dropped")

    async def _resolve(self, letter_id: str, resolution: Resolution) -> None:
        shard, entry = self._parse(letter_id)
        await self._log.client.hset(shard.resolved_dead_letters, entry, resolution)
        await self._trim(shard)

    async def _trim(self, shard: ShardKeys) -> None:
        """Trim the resolved letters at the start of the stream, then delete their marks."""
        client = self._log.client
        resolved = set(await client.hkeys(shard.resolved_dead_letters))
        entries = [entry for entry, _ in await self._entries(shard)]
        trimmable = list(itertools.takewhile(lambda entry: entry in resolved, entries))
        if not trimmable:
            return
        milliseconds, sequence = trimmable[-1].split(b"-")
        await client.xtrim(
            shard.dead_letters, minid=f"{int(milliseconds)}-{int(sequence) + 1}", approximate=False
        )
        await client.hdel(shard.resolved_dead_letters, *trimmable)

    async def _entries(self, shard: ShardKeys) -> list[tuple[bytes, DeadLetter]]:
        letters: list[tuple[bytes, DeadLetter]] = []
        after = b"-"
        while True:
            entries = await self._log.client.xrange(shard.dead_letters, min=after, count=READ_COUNT)
            letters += [(entry, _letters.decode(fields[b"letter"])) for entry, fields in entries]
            if len(entries) < READ_COUNT:
                return letters
            after = b"(" + entries[-1][0]

    def _parse(self, letter_id: str) -> tuple[ShardKeys, str]:
        parts = re.fullmatch(r"(\d{1,3})/(\d+-\d+)", letter_id, re.ASCII)
        if parts is None or int(parts[1]) >= self._log.shards:
            raise DeadLetterError(
                f"{letter_id!r} is not a dead letter id: expected shard/entry, "
                f"like 3/1700000000000-0, with a shard below {self._log.shards}"
            )
        return self._log.all_shards()[int(parts[1])], parts[2]

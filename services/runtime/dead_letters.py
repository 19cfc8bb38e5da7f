"""Dead letters: commands that the engine failed on, put aside until somebody looks after them.

Nothing is ever deleted from the middle of a stream. A letter that was looked after is marked in a
hash beside it, and goes when all before it have been looked after too.
"""

import re
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.keys import ShardKeys

_RETRY = files("services.runtime").joinpath("retry.lua").read_text()

Mark = Literal["retried", "dropped"]


class DeadLetter(Struct, frozen=True):
    """What the engine writes when it fails."""

    entry: str
    command: str
    reason: str
    at: int


class FiledLetter(Struct, frozen=True):
    id: str
    """The shard and the entry on its stream of dead letters: `3/1700000000000-0`."""
    letter: DeadLetter


class LetterError(LookupError):
    """There is no such letter, or it can't be sent again; the message says why."""


class _Names(Struct):
    id: str
    game: str


_letters = msgspec.json.Decoder(DeadLetter)
_names = msgspec.json.Decoder(_Names)


class DeadLetters:
    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._retry = log.client.register_script(_RETRY)

    async def count(self) -> int:
        """How many wait for somebody to look after them."""
        client, total = self._log.client, 0
        for shard in self._log.all_shards():
            letters = await client.xlen(shard.dead)
            total += max(0, letters - await client.hlen(shard.dead_handled))
        return total

    async def waiting(self) -> list[FiledLetter]:
        """Letters that nobody has looked after, by shard and age."""
        found = []
        for shard in self._log.all_shards():
            handled = set(await self._log.client.hkeys(shard.dead_handled))
            for entry, letter in await self._entries(shard):
                if entry not in handled:
                    found.append(FiledLetter(f"{shard.number}/{entry.decode()}", letter))
        return found

    async def find(self, letter_id: str) -> FiledLetter:
        """Raises LetterError when there is none that waits."""
        shard, entry = self._parse(letter_id)
        mark = await self._log.client.hget(shard.dead_handled, entry)
        if mark is not None:
            raise LetterError(f"letter {letter_id} was {mark.decode()} already")
        entries = await self._log.client.xrange(shard.dead, min=entry, max=entry)
        if not entries:
            raise LetterError(f"there is no letter {letter_id}: `bluemoon dead ls` lists all")
        return FiledLetter(letter_id, _letters.decode(entries[0][1][b"letter"]))

    async def retry(self, letter_id: str) -> None:
        """Queue the command again, then mark the letter. Whoever is interrupted in between does it
        again: the command has one effect, however often it is queued."""
        letter = (await self.find(letter_id)).letter
        try:
            names = _names.decode(letter.command)
        except msgspec.DecodeError as error:
            raise LetterError(
                f"letter {letter_id} holds no command that can be sent: {error}"
            ) from error
        shard = self._log.shard(names.game)
        await self._retry(
            keys=[shard.seen(names.game), shard.commands], args=[names.id, letter.command]
        )
        await self._mark(letter_id, "retried")

    async def drop(self, letter_id: str) -> None:
        await self.find(letter_id)
        await self._mark(letter_id, "dropped")

    async def _mark(self, letter_id: str, mark: Mark) -> None:
        shard, entry = self._parse(letter_id)
        await self._log.client.hset(shard.dead_handled, entry, mark)
        await self._trim(shard)

    async def _trim(self, shard: ShardKeys) -> None:
        """Cut off the letters at the head that were looked after, then forget their marks."""
        client = self._log.client
        handled = set(await client.hkeys(shard.dead_handled))
        entries = [entry for entry, _ in await self._entries(shard)]
        keep = next((place for place, entry in enumerate(entries) if entry not in handled), None)
        gone = entries if keep is None else entries[:keep]
        if not gone:
            return
        milliseconds, sequence = gone[-1].split(b"-")
        await client.xtrim(
            shard.dead, minid=f"{int(milliseconds)}-{int(sequence) + 1}", approximate=False
        )
        await client.hdel(shard.dead_handled, *gone)

    async def _entries(self, shard: ShardKeys) -> list[tuple[bytes, DeadLetter]]:
        found: list[tuple[bytes, DeadLetter]] = []
        after = b"-"
        while True:
            entries = await self._log.client.xrange(shard.dead, min=after, count=READ_COUNT)
            found += [(entry, _letters.decode(fields[b"letter"])) for entry, fields in entries]
            if len(entries) < READ_COUNT:
                return found
            after = b"(" + entries[-1][0]

    def _parse(self, letter_id: str) -> tuple[ShardKeys, str]:
        parts = re.fullmatch(r"(\d{1,3})/(\d+-\d+)", letter_id, re.ASCII)
        if parts is None or int(parts[1]) >= self._log.shards:
            raise LetterError(
                f"{letter_id!r} is no letter's id: expected shard/entry like 3/1700000000000-0, "
                f"with a shard below {self._log.shards}"
            )
        return self._log.all_shards()[int(parts[1])], parts[2]

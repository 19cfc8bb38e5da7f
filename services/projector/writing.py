"""Writing to one generation of a model: rows and cursors in one script, guarded by a revision.

Whoever writes says which revision it believes in. If somebody else has written since, nothing
happens. So two projectors can't apply anything twice, and what was read before a write still holds
when it is done.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from services.runtime.connection import Client
from services.runtime.feed_place import FeedPlace, read_place
from services.runtime.generations import Generation
from services.runtime.parked_games import Parked

_SCRIPT = files("services.runtime").joinpath("project.lua").read_text()


class ChangedError(RuntimeError):
    """Somebody else has written to the generation, or it is gone. Nothing was written."""


class SealedError(RuntimeError):
    """A new generation is about to take this one's place. Nothing was written."""


class Write(Struct, frozen=True, gc=False):
    """One command on one key of the generation."""

    command: str
    key: str
    arguments: tuple[Any, ...]


class Writer:
    """A generation as this process believes it to be."""

    def __init__(
        self,
        client: Client,
        generation: Generation,
        revision: int,
        places: Mapping[int, FeedPlace],
        *,
        sealed: bool = False,
    ) -> None:
        self.client = client
        self.generation = generation
        self.revision = revision
        self.sealed = sealed
        self.places = dict(places)
        """How far it has come, by shard."""
        self._listed: set[str] = set()
        """Keys that are known to be noted down."""
        self._script = client.register_script(_SCRIPT)

    async def where(self, games: Sequence[str]) -> dict[str, int]:
        """Which version of each game is in the rows; parked games are left out."""
        if not games:
            return {}
        seqs = await self.client.hmget(self.generation.seqs, games)
        parked = await self.client.hmget(self.generation.parked, games)
        return {
            game: int(seq or 0)
            for game, seq, stopped in zip(games, seqs, parked, strict=True)
            if stopped is None
        }

    async def write(
        self,
        writes: Iterable[Write],
        seqs: Mapping[str, int],
        places: Mapping[int, FeedPlace],
        fresh_ms: int | None = None,
        parked: Iterable[Parked] = (),
    ) -> None:
        """Raises ChangedError or SealedError, and then nothing was written."""
        fields: list[Any] = []
        for shard, place in places.items():
            fields += [shard, place.text]
        if fresh_ms is not None:
            fields += ["fresh", fresh_ms]
        todo = [*writes, *self._versions(seqs), *self._stopped(parked)]
        new = {write.key for write in todo} - self._listed
        todo += [Write("SADD", self.generation.keys, (key,)) for key in sorted(new)]
        keys = [self.generation.cursors, *dict.fromkeys(write.key for write in todo)]
        number = {key: place for place, key in enumerate(keys, start=1)}
        arguments: list[Any] = [self.revision, len(fields) // 2, *fields]
        for write in todo:
            arguments += [write.command, number[write.key], len(write.arguments)]
            arguments += write.arguments
        answer = await self._script(keys=keys, args=arguments)
        if answer == b"sealed":
            raise SealedError(f"{self.generation} is sealed")
        if answer != b"done":
            raise ChangedError(f"{self.generation} is not at revision {self.revision}")
        self.revision += 1
        self.places |= places
        self._listed |= new

    def _versions(self, seqs: Mapping[str, int]) -> Iterable[Write]:
        for game, seq in seqs.items():
            yield Write("HSET", self.generation.seqs, (game, seq))

    def _stopped(self, parked: Iterable[Parked]) -> Iterable[Write]:
        for one in parked:
            yield Write("HSET", self.generation.parked, (one.game, msgspec.json.encode(one)))


async def create(client: Client, generation: Generation, places: Mapping[int, FeedPlace]) -> Writer:
    """An empty generation that has read the feeds so far and holds nothing of them."""
    fields = {str(shard): place.text for shard, place in places.items()}
    fields |= {"revision": "0", "fresh": "0", "made": str(time.time_ns() // 1_000_000)}
    await client.hset(generation.cursors, mapping=fields)
    return Writer(client, generation, 0, places)


async def load(client: Client, generation: Generation) -> Writer | None:
    """None when the generation is gone."""
    found = await client.hgetall(generation.cursors)
    if not found:
        return None
    places = {
        int(name): read_place(text.decode()) for name, text in found.items() if name.isdigit()
    }
    sealed = b"sealed" in found
    return Writer(client, generation, int(found[b"revision"]), places, sealed=sealed)


async def seal(client: Client, generation: Generation, successor: Generation) -> None:
    """Nobody writes to it from now on."""
    if await client.exists(generation.cursors):
        await client.hset(generation.cursors, "sealed", successor.name)


async def unseal(client: Client, generation: Generation) -> None:
    await client.hdel(generation.cursors, "sealed")

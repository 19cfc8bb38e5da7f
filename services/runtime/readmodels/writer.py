"""Writes rows and cursors of a generation in one script, with optimistic locking.

Each write names the revision it expects and fails if another process has written since. Therefore
two projectors never apply a commit twice, and values read before a write are still valid when it
happens.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from services.runtime.readmodels.generations import Generation
from services.runtime.readmodels.parked_tables import ParkedTable
from services.runtime.server.client import RedisClient, Value
from services.runtime.server.script import Script, read_script
from services.runtime.store.feed_cursor import FeedCursor

_SCRIPT = read_script("services.runtime.readmodels", "write.lua")

MERGED_COMMANDS = frozenset({"HSET", "PFADD", "SADD"})
"""Commands that take any number of pairs or members."""
MERGED_ARGUMENTS_MAX = 1_000
"""Even, so that pairs stay together; Lua unpacks a few thousand values at most."""

T = TypeVar("T")


class WriteConflictError(RuntimeError):
    """Another process has written to the generation, or it is gone. Nothing was written."""


class SealedError(RuntimeError):
    """A new generation is about to replace this one. Nothing was written."""


class Write(Struct, frozen=True, gc=False):
    """A Redis command on one key of the generation."""

    command: str
    key: str
    arguments: tuple[Value, ...]


class Writer:
    """Writes to a generation, and tracks its expected revision and cursors."""

    def __init__(
        self,
        client: RedisClient,
        generation: Generation,
        revision: int,
        cursors: Mapping[int, FeedCursor],
        *,
        is_sealed: bool = False,
    ) -> None:
        self._client = client
        self.generation = generation
        self.revision = revision
        self.is_sealed = is_sealed
        self.cursors = dict(cursors)
        """Feed cursor by shard."""
        self._registered_keys: set[str] = set()
        """Keys known to be in the generation's key set."""
        self._script: Script[bytes] = Script(client, _SCRIPT)

    def reader(self, make: Callable[[RedisClient, Generation], T]) -> T:
        """Return a reader of this generation's rows. What it reads is valid until the next write:
        that fails if anything has changed."""
        return make(self._client, self.generation)

    async def applied_seqs(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the last applied seq of each table that is not parked."""
        if not table_ids:
            return {}
        seqs = await self._client.hmget(self.generation.seqs, table_ids)
        parked = await self._client.hmget(self.generation.parked, table_ids)
        return {
            table_id: int(seq or 0)
            for table_id, seq, parked_table in zip(table_ids, seqs, parked, strict=True)
            if parked_table is None
        }

    async def write(
        self,
        writes: Iterable[Write],
        seqs: Mapping[str, int],
        cursors: Mapping[int, FeedCursor],
        fresh_ms: int | None = None,
        parked: Iterable[ParkedTable] = (),
    ) -> None:
        """Write everything atomically. Raises WriteConflictError or SealedError."""
        fields: list[Value] = []
        for shard, cursor in cursors.items():
            fields += [shard, cursor.text]
        if fresh_ms is not None:
            fields += ["fresh", fresh_ms]
        commands = [*writes, *self._seq_writes(seqs), *self._parked_writes(parked)]
        new_keys = {write.key for write in commands} - self._registered_keys
        commands += [Write("SADD", self.generation.keys, (key,)) for key in sorted(new_keys)]
        keys = [self.generation.cursors, *dict.fromkeys(write.key for write in commands)]
        key_numbers = {key: number for number, key in enumerate(keys, start=1)}
        arguments: list[Value] = [self.revision, len(fields) // 2, *fields]
        for write in _merged(commands):
            arguments += [write.command, key_numbers[write.key], len(write.arguments)]
            arguments += write.arguments
        reply = await self._script(keys=keys, args=arguments)
        if reply == b"sealed":
            raise SealedError(f"{self.generation} is sealed")
        if reply != b"done":
            raise WriteConflictError(f"{self.generation} is not at revision {self.revision}")
        self.revision += 1
        self.cursors |= cursors
        self._registered_keys |= new_keys

    def _seq_writes(self, seqs: Mapping[str, int]) -> Iterable[Write]:
        for table_id, seq in seqs.items():
            yield Write("HSET", self.generation.seqs, (table_id, seq))

    def _parked_writes(self, parked: Iterable[ParkedTable]) -> Iterable[Write]:
        for table in parked:
            yield Write("HSET", self.generation.parked, (table.table, msgspec.json.encode(table)))


def _merged(writes: Iterable[Write]) -> Iterable[Write]:
    """Turn many writes of one kind to a key into few. Their order does not matter."""
    by_key: dict[str, list[Write]] = {}
    for write in writes:
        by_key.setdefault(write.key, []).append(write)
    for key, same_key in by_key.items():
        commands = {write.command for write in same_key}
        if len(commands) > 1 or not commands <= MERGED_COMMANDS:
            yield from same_key
            continue
        arguments = [argument for write in same_key for argument in write.arguments]
        for first in range(0, len(arguments), MERGED_ARGUMENTS_MAX):
            merged = arguments[first : first + MERGED_ARGUMENTS_MAX]
            yield Write(same_key[0].command, key, tuple(merged))

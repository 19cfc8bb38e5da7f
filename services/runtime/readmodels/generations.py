"""Read models and their generations: names, keys and which one is live.

A generation is one build of a model. All its keys share a hash tag, so that a script can write rows
and cursors atomically, also on a cluster. A rebuild creates a new generation beside the live one,
then switches to it by writing one hash field.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

from msgspec import Struct

from services.runtime.server.client import RedisClient

ModelName = Literal["tables", "players", "standings", "activity"]

VERSIONS: dict[ModelName, int] = {"tables": 2, "players": 2, "standings": 2, "activity": 1}
"""The versions this code reads and writes. Increase one when the meaning or layout of its rows
changes: the projector then rebuilds the model."""

LIVE = "bluemoon:models"
"""Hash: model -> name of its live generation."""
GENERATIONS = "bluemoon:models:generations"
"""Set of all generations that have keys: live, being built, and left over from a crash."""
BUILDS = "bluemoon:models:builds"
"""Hash: model -> number of its last build."""
LEADER = "bluemoon:projector"
"""The lock of the leading projector: only the leader writes."""

ATTEMPTS_MAX = 10

T = TypeVar("T")


def rebuild_lock(model: ModelName) -> str:
    return f"bluemoon:models:rebuild:{model}"


class NotBuiltError(LookupError):
    """A read model can't be read now. The message says why."""


class Generation(Struct, frozen=True):
    model: ModelName
    version: int
    build: int

    @property
    def name(self) -> str:
        return f"v{self.version}.{self.build}"

    def __str__(self) -> str:
        return f"{self.model}:{self.name}"

    def key(self, part: str) -> str:
        return f"{{{self}}}:{part}"

    @property
    def cursors(self) -> str:
        """Hash: shard -> cursor in its feed, and the fields that guard writes.

        A generation without it does not exist: it is created first and deleted first."""
        return self.key("cursors")

    @property
    def seqs(self) -> str:
        """Hash: table -> seq up to which its rows are."""
        return self.key("seqs")

    @property
    def keys(self) -> str:
        """Set of all other keys of the generation."""
        return self.key("keys")

    @property
    def parked(self) -> str:
        """Hash: table -> why it is parked."""
        return self.key("parked")


def parse_generation(model: ModelName, name: str) -> Generation | None:
    match = re.fullmatch(r"v(\d+)\.(\d+)", name, re.ASCII)
    return Generation(model, int(match[1]), int(match[2])) if match else None


async def live_generation(client: RedisClient, model: ModelName) -> Generation | None:
    """Return the live generation, of any version, or None if the model was never built."""
    name = await client.hget(LIVE, model)
    return parse_generation(model, name.decode()) if name else None


async def read_live(
    client: RedisClient, model: ModelName, read: Callable[[Generation], Awaitable[T | None]]
) -> T:
    """Read from the live generation. Raises NotBuiltError.

    `read` returns None if the generation is gone: a rebuild has replaced it in the meantime."""
    for _ in range(ATTEMPTS_MAX):
        result = await read(await _readable_generation(client, model))
        if result is not None:
            return result
    raise NotBuiltError(f"read model {model}: the live generation is missing")


async def _readable_generation(client: RedisClient, model: ModelName) -> Generation:
    generation = await live_generation(client, model)
    if generation is None:
        raise NotBuiltError(f"read model {model} was never built: no projector has run yet")
    if generation.version != VERSIONS[model]:
        raise NotBuiltError(
            f"read model {model} has version {generation.version}, expected {VERSIONS[model]}"
        )
    return generation

"""Read models and their generations: which there are, what their keys are called, which is live.

A generation is one build of a model. All its keys carry one hash tag, so that one script writes
rows and cursors together, on a cluster too. A rebuild makes a new generation beside the live one;
then one small hash says that the new one is live.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

from msgspec import Struct

from services.runtime.connection import Client

ModelName = Literal["tables", "players", "standings", "activity"]

VERSIONS: dict[ModelName, int] = {"tables": 1, "players": 1, "standings": 1, "activity": 1}
"""What the code reads and writes. A change of what rows mean, or of how they lie, is a new version:
then the projector builds the model again by itself."""

LIVE = "bluemoon:models"
"""Model -> its live generation."""
GENERATIONS = "bluemoon:models:generations"
"""Every generation that has keys: the live ones, those being built, and what somebody died over."""
BUILDS = "bluemoon:models:builds"
"""Model -> how often it was built."""
LEADER = "bluemoon:projector"
"""The lock of the projector that writes."""


ATTEMPTS_MAX = 10

T = TypeVar("T")


def rebuild_lock(model: ModelName) -> str:
    return f"bluemoon:models:rebuild:{model}"


class NotBuiltError(LookupError):
    """A model that can't be read now; the message says why."""


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
        """How far in each feed it has come, with what guards its writes. No cursors, no
        generation: they are made first and go first."""
        return self.key("cursors")

    @property
    def seqs(self) -> str:
        """Game -> the version that is in the rows."""
        return self.key("seqs")

    @property
    def keys(self) -> str:
        """Every other key that was written."""
        return self.key("keys")

    @property
    def parked(self) -> str:
        """Game -> why it does not go on."""
        return self.key("parked")


def generation_named(model: ModelName, name: str) -> Generation | None:
    found = re.fullmatch(r"v(\d+)\.(\d+)", name, re.ASCII)
    return Generation(model, int(found[1]), int(found[2])) if found else None


async def live_generation(client: Client, model: ModelName) -> Generation | None:
    """Whichever is live, of our version or another; None when the model was never built."""
    name = await client.hget(LIVE, model)
    return generation_named(model, name.decode()) if name else None


async def read_live(
    client: Client, model: ModelName, read: Callable[[Generation], Awaitable[T | None]]
) -> T:
    """Read from the live generation. `read` gives None when the generation is gone; that happens
    when another has taken its place since we looked. Raises NotBuiltError."""
    for _ in range(ATTEMPTS_MAX):
        found = await read(await _readable_generation(client, model))
        if found is not None:
            return found
    raise NotBuiltError(f"{model} are live, but there is nothing of them")


async def _readable_generation(client: Client, model: ModelName) -> Generation:
    found = await live_generation(client, model)
    if found is None:
        raise NotBuiltError(f"{model} were never built: no projector has run yet")
    if found.version != VERSIONS[model]:
        raise NotBuiltError(
            f"{model} are there in version {found.version}, expected {VERSIONS[model]}"
        )
    return found

"""python -m tests.chaos.poison: an engine that a certain command kills, like a crash in C code."""

import os

from cli.main import app
from games.history import Position
from services.engine import batch
from services.engine.deciding import (
    QueuedCommand,
    RulesVersions,
    UnstoredOutcome,
    all_versions,
    decide,
)
from services.engine.seeds import SeedSource

POISON = "poison"
"""Taking a seat under this name kills the engine."""


def install_poison() -> None:
    def decide_or_exit(  # noqa: PLR0917 - as `decide`
        command: QueuedCommand,
        position: Position | None,
        arrived_at: int,
        at: int,
        new_seed: SeedSource,
        versions: RulesVersions = all_versions,
    ) -> UnstoredOutcome:
        if f'"{POISON}"'.encode() in bytes(command.action):
            os._exit(1)
        return decide(command, position, arrived_at, at, new_seed, versions)

    batch.decide = decide_or_exit  # type: ignore[attr-defined]


if __name__ == "__main__":
    install_poison()
    app(["engine", "--attached"])

"""python -m tests.chaos.poison: an engine that a certain command kills, like a crash in C code."""

import os

from cli.main import app
from games.history import Position
from services.engine import batch
from services.engine.deciding import QueuedCommand, UnstoredOutcome, decide
from services.engine.seeds import SeedSource

POISON = "poison"
"""Taking a seat under this name kills the engine."""


def install_poison() -> None:
    def decide_or_exit(
        command: QueuedCommand,
        position: Position | None,
        arrived_at: int,
        at: int,
        new_seed: SeedSource,
    ) -> UnstoredOutcome:
        if f'"{POISON}"'.encode() in bytes(command.action):
            os._exit(1)
        return decide(command, position, arrived_at, at, new_seed)

    batch.decide = decide_or_exit  # type: ignore[attr-defined]


if __name__ == "__main__":
    install_poison()
    app(["engine", "--attached"])

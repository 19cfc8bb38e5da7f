"""python -m tests.chaos.poison: an engine that a certain command kills, as a crash in C would."""

import os

from cli.main import app
from games.history import Position
from services.engine import batch
from services.engine.deciding import Envelope, Verdict, decide

POISON = "poison"
"""Who sits down under this name ends the process."""


def die_of_poison() -> None:
    def decide_or_die(envelope: Envelope, position: Position | None, at: int, seed: str) -> Verdict:
        if f'"{POISON}"'.encode() in bytes(envelope.action):
            os._exit(1)
        return decide(envelope, position, at, seed)

    batch.decide = decide_or_die  # type: ignore[attr-defined]


if __name__ == "__main__":
    die_of_poison()
    app(["engine", "--attached"])

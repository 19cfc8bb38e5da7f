"""Record positions and events of real duels for the tests of the duel UI.

Run it from the root of the repository: `.venv/bin/python web/scripts/record_duel.py`. The same
seeds give the same file.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from games import table as tables
from games.bots import random_bot
from games.duel.cards import CARDS
from games.duel.decks import DECKS
from games.duel.pieces import PIECES
from games.duel.rulebook import DUEL_1
from games.playout import Playout, play_out
from schemas.duel.options import DuelOptions
from schemas.redaction import redact
from tests.games.duel.bold import bold_bot

TARGET = Path(__file__).parents[1] / "src" / "testing" / "duel" / "recorded.json"
REPETITIONS = 4
ARGUS = "inq-412"


def _games() -> Iterator[Playout]:
    """Yield games with reserves, interventions and an inquisitor, to cover every rule."""
    for number, (own, other) in enumerate(product(DECKS, repeat=2)):
        deck = DECKS[own]
        mixed = msgspec.structs.replace(deck, inquisitor=ARGUS)
        options = DuelOptions(
            (mixed if number % 3 == 0 else own, other),
            reserves=((other,), ()) if number % 5 == 0 else ((), ()),
            interventions=number % 4 == 0,
            crystals_to_win=1,
        )
        players = (("Amber", bold_bot), ("Basalt", random_bot))
        for repetition in range(REPETITIONS):
            yield Playout(DUEL_1, options, players, f"page/{own}/{other}/{repetition}", "page")


def _card_ids(record: Any) -> Iterator[str]:
    if isinstance(record, dict):
        for value in record.values():
            yield from _card_ids(value)
    elif isinstance(record, list | tuple):
        for value in record:
            yield from _card_ids(value)
    elif isinstance(record, str) and record in CARDS:
        yield record


def main() -> None:
    positions: dict[str, tuple[int, dict[str, Any]]] = {}
    events: dict[str, Any] = {}

    def keep(name: str, table: Any, viewer: Any, actions: Any, seq: int) -> None:
        view = tables.view(table, viewer)
        position = {
            "view": {
                "seq": seq,
                "viewer": viewer,
                "table": view,
                "figures": tables.figures(DUEL_1, view),
            },
            "actions": actions,
        }
        size = len(msgspec.json.encode(position))
        if name not in positions or size < positions[name][0]:
            positions[name] = (size, msgspec.to_builtins(position))

    for playout in _games():
        for commit, position in play_out(playout):
            table = position.table
            for event in commit.events:
                redacted = redact(event, 1, over=False)
                events.setdefault(redacted.__struct_config__.tag, msgspec.to_builtins(redacted))
            if table is None or table.play is None:
                continue
            if table.stage == "over":
                keep("over", table, 0, (), position.seq)
            for seat in tables.to_act(DUEL_1, table):
                actions = tables.legal(DUEL_1, table, seat)
                for tag in {action.__struct_config__.tag for action in actions}:
                    keep(tag, table, seat, actions, position.seq)
                decision = table.play.decision
                if decision is not None:
                    keep(f"asked {decision.reason}", table, seat, actions, position.seq)
                    keep("somebody else is asked", table, 1 - seat, (), position.seq)
                if any(side.bluffs for side in table.play.sides) and table.play.fight:
                    keep("bluffs for spectators", table, "spectator", (), position.seq)
    for name in list(positions):
        if name.removeprefix("asked ") in CARDS:
            del positions[name]
    recorded: dict[str, Any] = {
        "positions": {name: position for name, (_, position) in sorted(positions.items())}
    }
    used = set(_card_ids(msgspec.to_builtins([recorded, events])))
    recorded["events"] = dict(sorted(events.items()))
    recorded["cards"] = [msgspec.to_builtins(card) for card in PIECES.cards if card.id in used]
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode(recorded) + b"\n")


if __name__ == "__main__":
    main()

"""Record positions of real games of Blue Moon City for the tests of the city UI.

Run it from the root of the repository: `.venv/bin/python web/scripts/record_city.py`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from games import table as tables
from games.city.bots import BOTS
from games.city.names import WORDS
from games.city.pieces import PIECES
from games.city.rulebook import CITY
from games.history import Position
from games.playout import Playout, play_out
from schemas.city.actions import Contribute, MoveDragon, Offer, Walk
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, redact_commit
from schemas.redaction import SPECTATOR, Viewer

OUT = Path("web/src/testing/city")
NAMES = ("Amber", "Basalt", "Coral", "Jade")
SEEDS = 200
DUO = CityOptions(players=2)
QUARTET = CityOptions(players=4, expansions=(1, 2))
History = list[tuple[AnyCommit, Position]]
Condition = Callable[[tuple[Any, ...], Position], bool]


def play(options: CityOptions, seed: int, bot: str = "builder") -> History:
    players = tuple((name, BOTS[bot]) for name in NAMES[: options.players])
    return list(play_out(Playout(CITY, options, players, str(seed), f"recorded-{seed}")))


def legal(position: Position, seat: int) -> tuple[Any, ...]:
    assert position.table is not None
    return tables.legal(CITY, position.table, seat)


def history_until(options: CityOptions, seat: int, condition: Condition) -> History:
    """Return a game's history up to the first position of a seat that meets the condition."""
    for seed in range(SEEDS):
        history = play(options, seed)
        for index, (_, position) in enumerate(history):
            actions = legal(position, seat)
            if actions and condition(actions, position):
                return history[: index + 1]
    raise LookupError(f"no position in {SEEDS} games meets the condition")


def record(name: str, history: History, viewer: Viewer, news: int = 0) -> None:
    """Write the last position as the gateway sends it, with the last commits as `news`."""
    _, position = history[-1]
    assert position.table is not None
    table = tables.view(position.table, viewer)
    over = table.stage == "over"
    actions = () if viewer == SPECTATOR else legal(position, viewer)
    write(
        name,
        {
            "view": {
                "seq": position.seq,
                "viewer": viewer,
                "table": table,
                "figures": tables.figures(CITY, table),
                "skips": tables.skips(CITY, position.table, actions),
            },
            "actions": actions,
            "news": [
                redact_commit(commit, viewer, over=over)
                for commit, _ in history[len(history) - news :]
            ],
        },
    )


def write(name: str, content: Any) -> None:
    (OUT / f"{name}.json").write_bytes(msgspec.json.encode(content) + b"\n")


def count(actions: tuple[Any, ...], action_type: type) -> int:
    return sum(isinstance(action, action_type) for action in actions)


def stands_on(position: Position, seat: int, tile: str) -> bool:
    assert position.table is not None
    assert position.table.play is not None
    return bool(position.table.play.seats[seat].figure == tile)


def events() -> Iterator[Any]:
    """Yield one unredacted event of each type."""
    recorded_types = set()
    for seed in range(20):
        for options, bot in ((QUARTET, "builder"), (CityOptions(3), "random")):
            for commit, _ in play(options, seed, bot):
                for event in commit.events:
                    if type(event) not in recorded_types:
                        recorded_types.add(type(event))
                        yield event


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    write("pieces", PIECES)
    write("names", WORDS)
    write("events", list(events()))
    record("beginning", history_until(DUO, 0, lambda _actions, _position: True), 0)
    record(
        "building",
        history_until(
            DUO, 0, lambda actions, _: count(actions, Contribute) > 7 and count(actions, Walk) > 0
        ),
        0,
        news=6,
    )
    record("offering", history_until(DUO, 0, lambda actions, _: count(actions, Offer) > 0), 0)
    record(
        "palace",
        history_until(
            QUARTET,
            0,
            lambda actions, position: (
                stands_on(position, 0, "palace") and count(actions, Contribute) > 2
            ),
        ),
        0,
    )
    record(
        "busy",
        history_until(
            QUARTET,
            1,
            lambda actions, position: (
                position.seq > 150
                and count(actions, MoveDragon) > 0
                and count(actions, Contribute) > 1
                and count(actions, Walk) > 0
            ),
        ),
        1,
        news=12,
    )
    quartet = play(QUARTET, 0)
    record("watching", quartet[: len(quartet) * 2 // 3], SPECTATOR, news=8)
    record("over", play(DUO, 0), 0)


if __name__ == "__main__":
    main()

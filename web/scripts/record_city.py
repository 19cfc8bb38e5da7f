"""Writes positions of real games of Blue Moon City for the tests of the browser's board.

Run it from the root of the repository: `.venv/bin/python web/scripts/record_city.py`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from games import table as tables
from games.city.bots import BOTS
from games.city.game import CITY
from games.city.names import WORDS
from games.city.pieces import PIECES
from games.history import Position
from games.playout import Playout, play_out
from schemas.city import CityOptions, Contribute, MoveDragon, Offer, Walk
from schemas.commit import AnyCommit, seen
from schemas.secrecy import SPECTATOR, Viewer

OUT = Path("web/src/testing/city")
NAMES = ("Amber", "Basalt", "Coral", "Jade")
SEEDS = 200
DUO = CityOptions(players=2)
QUARTET = CityOptions(players=4, expansions=(1, 2))
History = list[tuple[AnyCommit, Position]]
Wanted = Callable[[tuple[Any, ...], Position], bool]


def game(options: CityOptions, seed: int, bot: str = "builder") -> History:
    players = tuple((name, BOTS[bot]) for name in NAMES[: options.players])
    return list(play_out(Playout(CITY, options, players, str(seed), f"recorded-{seed}")))


def legal(position: Position, seat: int) -> tuple[Any, ...]:
    assert position.table is not None
    return tables.legal(CITY, position.table, seat)


def moment(options: CityOptions, seat: int, wanted: Wanted) -> History:
    """The history of a game up to where a seat may do what is wanted."""
    for seed in range(SEEDS):
        history = game(options, seed)
        for index, (_, position) in enumerate(history):
            actions = legal(position, seat)
            if actions and wanted(actions, position):
                return history[: index + 1]
    raise LookupError(f"none of {SEEDS} games has what is wanted")


def record(name: str, history: History, viewer: Viewer, news: int = 0) -> None:
    """The last position as the gateway tells it to a viewer, and what the last commits showed."""
    _, position = history[-1]
    assert position.table is not None
    table = tables.view(position.table, viewer)
    over = table.stage == "over"
    write(
        name,
        {
            "seen": {
                "seq": position.seq,
                "viewer": viewer,
                "table": table,
                "figures": tables.figures(CITY, table),
            },
            "actions": () if viewer == SPECTATOR else legal(position, viewer),
            "news": [
                seen(commit, viewer, over=over) for commit, _ in history[len(history) - news :]
            ],
        },
    )


def write(name: str, content: Any) -> None:
    (OUT / f"{name}.json").write_bytes(msgspec.json.encode(content) + b"\n")


def kinds(actions: tuple[Any, ...], kind: type) -> int:
    return sum(isinstance(action, kind) for action in actions)


def stands_on(position: Position, seat: int, tile: str) -> bool:
    assert position.table is not None
    assert position.table.play is not None
    return bool(position.table.play.seats[seat].figure == tile)


def events() -> Iterator[Any]:
    """One event of each type, with all that is known in the end."""
    told = set()
    for seed in range(20):
        for options, bot in ((QUARTET, "builder"), (CityOptions(3), "random")):
            for commit, _ in game(options, seed, bot):
                for event in commit.events:
                    if type(event) not in told:
                        told.add(type(event))
                        yield event


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    write("pieces", PIECES)
    write("names", WORDS)
    write("events", list(events()))
    record("beginning", moment(DUO, 0, lambda _actions, _position: True), 0)
    record(
        "building",
        moment(
            DUO, 0, lambda actions, _: kinds(actions, Contribute) > 7 and kinds(actions, Walk) > 0
        ),
        0,
        news=6,
    )
    record("offering", moment(DUO, 0, lambda actions, _: kinds(actions, Offer) > 0), 0)
    record(
        "palace",
        moment(
            QUARTET,
            0,
            lambda actions, at: stands_on(at, 0, "palace") and kinds(actions, Contribute) > 2,
        ),
        0,
    )
    record(
        "busy",
        moment(
            QUARTET,
            1,
            lambda actions, at: (
                at.seq > 150
                and kinds(actions, MoveDragon) > 0
                and kinds(actions, Contribute) > 1
                and kinds(actions, Walk) > 0
            ),
        ),
        1,
        news=12,
    )
    quartet = game(QUARTET, 0)
    record("watching", quartet[: len(quartet) * 2 // 3], SPECTATOR, news=8)
    record("over", game(DUO, 0), 0)


if __name__ == "__main__":
    main()

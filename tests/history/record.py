"""Record the frozen history of a release. Run once per release, never again.

python -m tests.history.record

Writes tests/history/<version>/ with SHA256SUMS and logs of every player count, variant and deck, of
tables with terms, and of a table where a seat changed hands. Recorded bytes never change: later
releases must replay and audit them as they are.
"""

import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from games import table as tables
from games.city.rulebook import CITY
from games.dice import Dice
from games.duel.decks import DECKS
from games.history import Position, advance
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, RecordedCommand, canonical
from schemas.table import (
    SYSTEM,
    AbortTable,
    AnswerTakeback,
    AskTakeback,
    CallTime,
    LeaveSeat,
    OpenTable,
    Resign,
    Sender,
    StartGame,
    TakeSeat,
)
from schemas.terms import Bank, PerMove, Terms
from tests.golden.record import city_games, duel_games

FOLDER = Path(__file__).parent
SUMS = "SHA256SUMS"
DECK_RING = (*DECKS, next(iter(DECKS)))


def logs() -> Iterator[tuple[str, list[AnyCommit]]]:
    """Yield a name and the commits of each log."""
    for playout in (*city_games(), *_some_duels()):
        released = _with_random_ids(playout)
        yield playout.table_id, [commit for commit, _ in play_out(released)]
    for name, script in SCRIPTS.items():
        yield name, list(_scripted(name, script))


def _some_duels() -> Iterator[Playout]:
    """Yield each deck against itself and the next one, and every game with other options."""
    pairs = {f"duel-{a}-{b}" for a, b in pairwise(DECK_RING)}
    pairs |= {f"duel-{b}-{a}" for a, b in pairwise(DECK_RING)} | {f"duel-{a}-{a}" for a in DECKS}
    plain = {f"duel-{a}-{b}" for a in DECKS for b in DECKS}
    for playout in duel_games():
        if playout.table_id in pairs or playout.table_id not in plain:
            yield playout


def random_id(text: str) -> str:
    """Return an id that looks like one the server issues, but is the same in every run."""
    return urlsafe_b64encode(sha256(f"history/{text}".encode()).digest()[:12]).decode()


def _with_random_ids(playout: Playout) -> Playout:
    name = playout.table_id
    players = tuple(
        (random_id(f"{name}/{seat}"), bot) for seat, (_, bot) in enumerate(playout.players)
    )
    terms = Terms(platform="alpha", autostart=False)
    return replace(playout, table_id=random_id(name), players=players, terms=terms)


Step = tuple[int, Sender, Any]
"""Milliseconds since the previous step, sender and action; a number is a legal action's index."""

PLAYERS = {name: random_id(name) for name in ("amber", "basalt", "coral")}
TAKE = {
    name: TakeSeat(player, sha256(name.encode()).hexdigest()) for name, player in PLAYERS.items()
}
COMMITTED = TakeSeat(PLAYERS["coral"], entropy_commitment=sha256(b"coral").hexdigest())
CITY_OPTIONS = CityOptions(2)


def _open(**terms: Any) -> OpenTable[Any]:
    return OpenTable("city", CITY_OPTIONS, Terms(platform="alpha", **terms), "match-7")


SCRIPTS: dict[str, list[Step]] = {
    "city-aborted": [(0, SYSTEM, _open()), (5, 0, TAKE["amber"]), (9, SYSTEM, AbortTable("late"))],
    "city-changed-hands": [
        (0, SYSTEM, _open(spectator_delay_seconds=30)),
        (10, 0, TAKE["amber"]),
        (10, 1, TAKE["basalt"]),
        (10, 1, LeaveSeat()),
        (10, 1, COMMITTED),
        (10, SYSTEM, StartGame()),
        *[(1_000, 0, 0)] * 12,
        (10, 1, Resign()),
    ],
    "city-clock-skips": [
        (0, SYSTEM, _open(clock=PerMove(10), time_out="skip", skips_max=1)),
        (10, 0, TAKE["amber"]),
        (10, 1, TAKE["basalt"]),
        (10, SYSTEM, StartGame()),
        *[(11_000, SYSTEM, CallTime())] * 3,
    ],
    "city-clock-bank": [
        (0, SYSTEM, _open(clock=Bank(60, 5), autostart=True)),
        (10, 0, TAKE["amber"]),
        (10, 1, TAKE["basalt"]),
        *[(2_000, 0, 0)] * 6,
        (99_000, SYSTEM, CallTime()),
    ],
    "city-takeback": [
        (0, SYSTEM, _open(takebacks=True, autostart=True)),
        (10, 0, TAKE["amber"]),
        (10, 1, TAKE["basalt"]),
        *[(1_000, 0, 0)] * 8,
        (10, 1, AskTakeback()),
        (10, 0, AnswerTakeback(agree=True)),
        *[(1_000, 0, 0)] * 4,
        (10, 0, Resign()),
    ],
}


def _scripted(name: str, script: list[Step]) -> Iterator[AnyCommit]:
    position = Position(CITY, random_id(name))
    seed = Dice.of_text(name).derive("table")
    at = 1_700_000_000_000
    for number, (pause_ms, sender, action) in enumerate(script, start=1):
        at += pause_ms
        table = position.table
        if isinstance(action, int):
            assert table is not None
            sender = tables.to_act(CITY, table)[0]  # noqa: PLW2901 - the seat that has to act
            action = tables.legal(CITY, table, sender)[action]  # noqa: PLW2901
        command = RecordedCommand(f"c{number}", sender, action, at)
        commit, position = advance(position, command, at + 3, seed)
        yield commit


def sums(folder: Path) -> str:
    lines = (
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("*.jsonl"))
    )
    return "".join(lines)


def main() -> None:
    folder = FOLDER / version("bluemoon")
    if folder.exists():
        sys.exit(f"{folder.name} is recorded already, and recorded bytes never change")
    folder.mkdir()
    for name, commits in logs():
        content = b"".join(canonical(commit) + b"\n" for commit in commits)
        (folder / f"{name}.jsonl").write_bytes(content)
        print(f"{name}: {len(commits)} commits")
    (folder / SUMS).write_text(sums(folder))


if __name__ == "__main__":
    main()

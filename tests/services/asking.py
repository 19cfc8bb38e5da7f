"""Commands for tests: a table of Blue Moon City is opened, people sit down and get up."""

import secrets
import time
from itertools import islice
from typing import Any

from games.city.bots import BOTS
from games.city.game import CITY
from games.codec import read_commit
from games.history import Position
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommand, AnyCommit, Command
from schemas.table import SYSTEM, Actor, LeaveSeat, OpenTable, TakeSeat
from services.runtime.event_log import EventLog
from services.runtime.keys import shard_of
from tests.services.engines import SHARDS


def new_game(shard: int | None = None) -> str:
    """An id that was never used; on a certain shard if that matters."""
    while True:
        game = f"g{secrets.token_hex(8)}"
        if shard is None or shard_of(game, SHARDS).number == shard:
            return game


def ask(
    game: str,
    action: Any,
    seat: Actor = SYSTEM,
    *,
    id: str = "",  # noqa: A002 - the field's name
    expected_seq: int | None = None,
) -> AnyCommand:
    now = time.time_ns() // 1_000_000
    return Command(id or secrets.token_hex(8), game, seat, action, now, expected_seq)


def ask_open(game: str, **fields: Any) -> AnyCommand:
    return ask(game, OpenTable("city", CityOptions(2)), **fields)


def ask_seat(game: str, turn: int = 0, **fields: Any) -> AnyCommand:
    """Seat 0 is taken (turn 0), left (turn 1), taken (turn 2) and so on."""
    action = LeaveSeat() if turn % 2 else TakeSeat("Amber")
    return ask(game, action, 0, **fields)


async def commits_of(event_log: EventLog, game: str) -> list[AnyCommit]:
    return [read_commit(line) async for line in event_log.read(game)]


def history(game: str, commits: int | None = None) -> list[tuple[AnyCommit, Position]]:
    """A game between bots from its first commit on, to its end or up to a commit."""
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/services", game)
    return list(islice(play_out(playout), commits))

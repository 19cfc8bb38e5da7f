"""Games to be watched: played through an engine, or written down as they are."""

from typing import Any

from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical
from schemas.table import SYSTEM, OpenTable, Resign, StartGame, TakeSeat
from schemas.terms import Terms
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from tests.services.asking import ask, ask_open, ask_seat, new_game


async def opened(dispatcher: Dispatcher, commits: int = 1) -> str:
    """A table with so many commits."""
    game = new_game()
    await dispatcher.send(ask_open(game))
    await go_on(dispatcher, game, 0, commits - 1)
    return game


async def go_on(dispatcher: Dispatcher, game: str, first: int, count: int) -> None:
    """Somebody sits down, gets up, sits down."""
    for turn in range(first, first + count):
        await dispatcher.send(ask_seat(game, turn))


async def started(dispatcher: Dispatcher, terms: Terms) -> str:
    """A running game between Amber and Basalt: four commits."""
    game = new_game()
    for seat, action in (
        (SYSTEM, OpenTable("city", CityOptions(2), terms)),
        (0, TakeSeat("Amber")),
        (1, TakeSeat("Basalt")),
        (SYSTEM, StartGame()),
    ):
        outcome = await dispatcher.send(ask(game, action, seat))
        assert outcome.rejection is None, outcome
    return game


async def resigned(dispatcher: Dispatcher, game: str) -> None:
    """The fifth commit ends the game."""
    outcome = await dispatcher.send(ask(game, Resign(), 0))
    assert outcome.rejection is None, outcome


async def keep(event_log: EventLog, commits: list[AnyCommit]) -> None:
    """Histories as they are: nobody hears of them over the feed."""
    for commit in commits:
        stream = event_log.shard(commit.game).game(commit.game)
        entry: dict[Any, Any] = {"commit": canonical(commit)}
        await event_log.client.xadd(stream, entry, id=f"{commit.seq}-0")

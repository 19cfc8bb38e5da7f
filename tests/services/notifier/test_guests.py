"""A guest has a seat as long as nobody else sits there."""

import pytest

from schemas.city import CityOptions
from schemas.table import LeaveSeat, OpenTable, TakeSeat
from schemas.terms import Terms
from services.runtime.dispatch import Dispatcher
from services.runtime.sittings import sitting
from tests.services.asking import ask, new_game
from tests.services.engines import Engines
from tests.services.notifier.watching import Notifier

pytestmark = pytest.mark.anyio

FIRST, SECOND = TakeSeat("Basalt", "00"), TakeSeat("Basalt", "01")


def mark(seated: TakeSeat) -> str:
    return sitting(seated.player, seated.entropy)


async def open_table(dispatcher: Dispatcher) -> str:
    """Amber sits on seat 0, and the one who will be gone on seat 1."""
    game = new_game()
    terms = Terms(platform="guests", autostart=True)
    for command in (
        ask(game, OpenTable("city", CityOptions(3), terms)),
        ask(game, TakeSeat("Amber", "aa"), 0),
        ask(game, FIRST, 1),
    ):
        await dispatcher.send(command)
    return game


async def change_places(dispatcher: Dispatcher, game: str) -> None:
    """The first gets up, a namesake sits down there, and the game starts."""
    for command in (
        ask(game, LeaveSeat(), 1),
        ask(game, SECOND, 1),
        ask(game, TakeSeat("Coral", "cc"), 2),
    ):
        assert (await dispatcher.send(command)).rejection is None


async def test_who_got_up_hears_nothing_of_the_one_who_sits_there_next(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await open_table(dispatcher)
    async with notifier.watcher() as gone:
        assert await gone.follow(game, notifier.token(game, 1, mark(FIRST)), after=3) == 3
        await change_places(dispatcher, game)
        assert await gone.versions(1) == [4], "getting up is still told"
        ended = await gone.next()
        assert (ended["type"], ended["code"]) == ("subscription_ended", "not_allowed")
        assert "somebody else sits" in ended["message"]


async def test_what_is_read_from_the_truth_is_kept_from_them_too(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The feed is silent: rooms find out by comparing, and their members read on."""
    await engines.start()
    monkeypatch.setattr("services.notifier.feed.COMPARE_SECONDS", 0.1)
    monkeypatch.setattr("services.notifier.rooms.Rooms.tell", lambda *_: None)
    await notifier.start()
    game = await open_table(dispatcher)
    async with notifier.watcher() as gone, notifier.watcher() as amber:
        await gone.follow(game, notifier.token(game, 1, mark(FIRST)), after=3)
        await amber.follow(game, notifier.token(game, 0, mark(TakeSeat("Amber", "aa"))), after=3)
        await change_places(dispatcher, game)
        assert await amber.versions(3) == [4, 5, 6]
        assert await gone.versions(1) == [4]
        assert (await gone.next())["code"] == "not_allowed"


async def test_an_old_token_opens_nothing_and_the_new_one_tells_all(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await open_table(dispatcher)
    await change_places(dispatcher, game)
    async with notifier.watcher() as watcher:
        old = notifier.token(game, 1, mark(FIRST))
        assert await watcher.refused(type="game", game=game, token=old) == "not_allowed"
        assert await watcher.follow(game, notifier.token(game, 1, mark(SECOND))) == 6
        assert await watcher.versions(6) == [1, 2, 3, 4, 5, 6]


async def test_a_platforms_token_is_the_platforms_affair(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await open_table(dispatcher)
    async with notifier.watcher() as watcher:
        await watcher.follow(game, notifier.token(game, 1), after=3)
        await change_places(dispatcher, game)
        assert await watcher.versions(3) == [4, 5, 6]

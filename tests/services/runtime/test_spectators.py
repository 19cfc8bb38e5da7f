"""Which version spectators may see, asked of real histories."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.city.bots import BOTS
from games.city.game import CITY
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical
from schemas.table import GameEnded
from schemas.terms import Terms
from services.runtime.event_log import EventLog
from services.runtime.spectators import (
    READ_BACK_COUNT,
    delay_ms,
    spectators_forbidden,
    terms_of,
    version_for_spectators,
)
from tests.services.asking import history, new_game

pytestmark = pytest.mark.anyio

MINUTE_MS = 60_000
DELAYED = Terms(spectator_delay_seconds=60)


async def keep(event_log: EventLog, game: str, commits: list[AnyCommit]) -> None:
    stream = event_log.shard(game).game(game)
    for commit in commits:
        entry: dict[Any, Any] = {"commit": canonical(commit)}
        await event_log.client.xadd(stream, entry, id=f"{commit.seq}-0")


def a_minute_apart(game: str, commits: int) -> list[AnyCommit]:
    return [
        replace(commit, at=commit.seq * MINUTE_MS) for commit, _ in history(game, commits=commits)
    ]


def test_tables_from_before_there_were_terms_are_open_to_everyone_at_once() -> None:
    assert not spectators_forbidden(UNSET)
    assert delay_ms(UNSET) == 0
    assert spectators_forbidden(Terms(spectators="forbidden"))
    assert delay_ms(DELAYED) == MINUTE_MS


async def test_the_terms_stand_in_the_first_commit(event_log: EventLog) -> None:
    game = new_game()
    assert await terms_of(event_log, game) is None
    first, *_ = a_minute_apart(game, 1)
    await keep(event_log, game, [first])
    assert await terms_of(event_log, game) == Terms()
    agreed, opened = new_game(), first.events[0]
    told = replace(first, game=agreed, events=(replace(opened, terms=DELAYED),))
    await keep(event_log, agreed, [told])
    assert await terms_of(event_log, agreed) == DELAYED


async def test_without_a_delay_the_newest_version_is_shown(event_log: EventLog) -> None:
    game = new_game()
    assert await version_for_spectators(event_log, game, UNSET, 0) == 0
    await keep(event_log, game, a_minute_apart(game, 5))
    assert await version_for_spectators(event_log, game, UNSET, 0) == 5


@pytest.mark.parametrize("shown", [0, 1, 7, READ_BACK_COUNT * 2 + 3])
async def test_with_a_delay_each_version_is_shown_when_it_is_old_enough(
    event_log: EventLog, shown: int
) -> None:
    game, commits = new_game(), READ_BACK_COUNT * 2 + 5
    assert await version_for_spectators(event_log, game, DELAYED, 0) == 0
    await keep(event_log, game, a_minute_apart(game, commits))
    due = (shown + 1) * MINUTE_MS
    for now, expected in ((due - 1, max(shown - 1, 0)), (due, shown), (due + 1, shown)):
        assert await version_for_spectators(event_log, game, DELAYED, now) == expected


async def test_what_was_shown_stays_shown_when_a_clock_was_set_back(event_log: EventLog) -> None:
    game = new_game()
    commits = a_minute_apart(game, 4)
    commits[2] = replace(commits[2], at=1)
    await keep(event_log, game, commits)
    assert await version_for_spectators(event_log, game, DELAYED, 2 * MINUTE_MS) == 3


async def test_once_the_game_is_over_there_is_nothing_to_wait_for(event_log: EventLog) -> None:
    game = new_game()
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["random"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/services", game)
    commits = [commit for commit, _ in play_out(playout)]
    assert isinstance(commits[-1].events[-1], GameEnded)
    await keep(event_log, game, commits[:-1])
    assert await version_for_spectators(event_log, game, DELAYED, 0) == 0
    await keep(event_log, game, commits[-1:])
    assert await version_for_spectators(event_log, game, DELAYED, 0) == len(commits)

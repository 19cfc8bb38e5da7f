"""Which seq spectators may see, with real histories."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, canonical, seal
from schemas.table import GameEnded
from schemas.terms import Terms
from services.runtime.access.spectators import (
    READ_BACK_COUNT,
    delay_ms,
    spectator_seq,
    spectators_forbidden,
    terms_of,
)
from services.runtime.store.event_log import EventLog
from tests.services.commands import history, new_table_id
from tests.services.full_client import client_of

pytestmark = pytest.mark.anyio

MINUTE_MS = 60_000
DELAYED = Terms(spectator_delay_seconds=60)


async def store(event_log: EventLog, table_id: str, commits: list[AnyCommit]) -> None:
    stream = event_log.shard(table_id).table(table_id)
    for commit in commits:
        entry: dict[Any, Any] = {"commit": canonical(commit)}
        await client_of(event_log).xadd(stream, entry, id=f"{commit.seq}-0")


def a_minute_apart(table_id: str, commits: int) -> list[AnyCommit]:
    return [
        seal(replace(commit, at=commit.seq * MINUTE_MS))
        for commit, _ in history(table_id, commits=commits)
    ]


def test_tables_without_terms_allow_spectators_without_delay() -> None:
    assert not spectators_forbidden(UNSET)
    assert delay_ms(UNSET) == 0
    assert spectators_forbidden(Terms(spectators="forbidden"))
    assert delay_ms(DELAYED) == MINUTE_MS


async def test_reads_terms_from_the_first_commit(event_log: EventLog) -> None:
    table_id = new_table_id()
    assert await terms_of(event_log, table_id) is None
    first, *_ = a_minute_apart(table_id, 1)
    await store(event_log, table_id, [first])
    assert await terms_of(event_log, table_id) == Terms()
    delayed_id, opened = new_table_id(), first.events[0]
    delayed = seal(replace(first, table=delayed_id, events=(replace(opened, terms=DELAYED),)))
    await store(event_log, delayed_id, [delayed])
    assert await terms_of(event_log, delayed_id) == DELAYED


async def test_without_delay_the_newest_seq_is_visible(event_log: EventLog) -> None:
    table_id = new_table_id()
    assert await spectator_seq(event_log, table_id, UNSET, 0) == 0
    await store(event_log, table_id, a_minute_apart(table_id, 5))
    assert await spectator_seq(event_log, table_id, UNSET, 0) == 5


@pytest.mark.parametrize("visible", [0, 1, 7, READ_BACK_COUNT * 2 + 3])
async def test_with_a_delay_commits_become_visible_when_old_enough(
    event_log: EventLog, visible: int
) -> None:
    table_id, commits = new_table_id(), READ_BACK_COUNT * 2 + 5
    assert await spectator_seq(event_log, table_id, DELAYED, 0) == 0
    await store(event_log, table_id, a_minute_apart(table_id, commits))
    due = (visible + 1) * MINUTE_MS
    for now, expected in ((due - 1, max(visible - 1, 0)), (due, visible), (due + 1, visible)):
        assert await spectator_seq(event_log, table_id, DELAYED, now) == expected


async def test_visible_commits_stay_visible_if_a_clock_is_set_back(event_log: EventLog) -> None:
    table_id = new_table_id()
    commits = a_minute_apart(table_id, 4)
    commits[2] = seal(replace(commits[2], at=1))
    await store(event_log, table_id, commits)
    assert await spectator_seq(event_log, table_id, DELAYED, 2 * MINUTE_MS) == 3


async def test_everything_is_visible_once_the_game_is_over(event_log: EventLog) -> None:
    table_id = new_table_id()
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["random"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/services", table_id)
    commits = [commit for commit, _ in play_out(playout)]
    assert isinstance(commits[-1].events[-1], GameEnded)
    await store(event_log, table_id, commits[:-1])
    assert await spectator_seq(event_log, table_id, DELAYED, 0) == 0
    await store(event_log, table_id, commits[-1:])
    assert await spectator_seq(event_log, table_id, DELAYED, 0) == len(commits)

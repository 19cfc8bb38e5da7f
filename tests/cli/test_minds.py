"""Where bots think: the same answers from a thread and from another process, and nobody waits."""

import asyncio
import multiprocessing

import pytest

from cli.minds import Minds
from games import table as tables
from games.city.game import CITY
from schemas.table import AnyTable
from tests.cli.conftest import History

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def table(history: History) -> AnyTable:
    table = history[40][1].table
    assert table is not None
    return table


@pytest.mark.parametrize("level", ["random", "builder", "planner"])
async def test_every_level_gives_one_of_the_legal_actions(table: AnyTable, level: str) -> None:
    (seat,) = tables.to_act(CITY, table)
    legal = tables.legal(CITY, table, seat)
    with Minds(think_ms=5) as minds:
        assert await minds.of("city", level)(tables.view(table, seat), seat, legal) in legal


async def test_a_mind_that_was_killed_is_replaced(table: AnyTable) -> None:
    (seat,) = tables.to_act(CITY, table)
    legal = tables.legal(CITY, table, seat)
    view = tables.view(table, seat)
    with Minds(think_ms=5) as minds:
        think = minds.of("city", "planner")
        assert await think(view, seat, legal) in legal
        for process in multiprocessing.active_children():
            process.kill()
        assert await asyncio.wait_for(think(view, seat, legal), 30) in legal

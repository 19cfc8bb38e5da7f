"""Where bots think: the same answers from a thread and from another process, and nobody waits."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.minds import Minds
from games import table as tables
from games.city.game import CITY
from schemas.table import AnyTable
from tests.cli.conftest import History
from tests.cli.going_up import gone
from tests.services.servers import within

ROOT = Path(__file__).parents[2]

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


THINKING = """
import asyncio, multiprocessing, time
from cli.minds import Minds
from games import table as tables
from games.city.game import CITY
from tests.services.asking import history

table = history("g", 30)[-1][1].table
(seat,) = tables.to_act(CITY, table)
think = Minds(5).of("city", "planner")
if __name__ == "__main__":
    asyncio.run(think(tables.view(table, seat), seat, tables.legal(CITY, table, seat)))
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    time.sleep(600)
"""


def test_minds_do_not_outlive_a_host_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "thinking.py"
    script.write_text(THINKING)
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as host:
        assert host.stdout is not None
        children = [int(pid) for pid in host.stdout.readline().split()]
        host.kill()
    assert children
    within(30, lambda: gone(*children), "all of them have ended")


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

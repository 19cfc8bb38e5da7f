"""The bot pool: decisions in threads and processes, seeds, and killed processes."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.bots.pool import BotPool
from games import table as tables
from games.city.rulebook import CITY
from schemas.table import AnyTable
from tests.cli.up_process import all_ended
from tests.games.city.playouts import History
from tests.waiting import DEADLINE_SECONDS, wait_until

ROOT = Path(__file__).parents[3]

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
async def test_every_level_returns_a_legal_action(table: AnyTable, level: str) -> None:
    (seat,) = tables.to_act(CITY, table)
    legal = tables.legal(CITY, table, seat)
    with BotPool(think_ms=5) as pool:
        assert await pool.decider("city", level)(tables.view(table, seat), seat, legal) in legal


async def test_dice_seed_makes_bots_deterministic(
    table: AnyTable,
) -> None:
    (seat,) = tables.to_act(CITY, table)
    legal = tables.legal(CITY, table, seat)
    view = tables.view(table, seat)

    async def choices(dice_seed: str) -> list[int]:
        with BotPool(dice_seed=dice_seed) as pool:
            think = pool.decider("city", "random")
            return [legal.index(await think(view, seat, legal)) for _ in range(40)]

    assert len(legal) > 1
    assert len(set(await choices("fixed"))) == 1
    assert await choices("fixed") == await choices("fixed")
    assert len(set(await choices(""))) > 1


HOST_SCRIPT = """
import asyncio, multiprocessing, time
from cli.bots.pool import BotPool
from games import table as tables
from games.city.rulebook import CITY
from tests.services.commands import history

table = history("g", 30)[-1][1].table
(seat,) = tables.to_act(CITY, table)
think = BotPool(5).decider("city", "planner")
if __name__ == "__main__":
    asyncio.run(think(tables.view(table, seat), seat, tables.legal(CITY, table, seat)))
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    time.sleep(600)
"""


def test_workers_end_when_their_host_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(HOST_SCRIPT)
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}
    ) as host:
        assert host.stdout is not None
        children = [int(pid) for pid in host.stdout.readline().split()]
        host.kill()
    assert children
    wait_until(lambda: all_ended(*children), "the workers have ended")


async def test_killed_worker_is_replaced(table: AnyTable) -> None:
    (seat,) = tables.to_act(CITY, table)
    legal = tables.legal(CITY, table, seat)
    view = tables.view(table, seat)
    with BotPool(think_ms=5) as pool:
        think = pool.decider("city", "planner")
        assert await think(view, seat, legal) in legal
        for process in multiprocessing.active_children():
            process.kill()
        assert await asyncio.wait_for(think(view, seat, legal), DEADLINE_SECONDS) in legal

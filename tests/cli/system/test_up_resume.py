"""A restarted demo resumes its tables: as many as requested, none abandoned."""

import asyncio
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from games.registry import plugins
from schemas.commit import Command, canonical
from schemas.table import SYSTEM, OpenTable
from services.runtime.server.connection import connect, parse_address
from services.runtime.server.embedded import EmbeddedServer
from services.runtime.server.safety import DEFAULT_SHARDS
from services.runtime.store.event_log import EventLog
from tests.cli.runner import call
from tests.cli.up_process import run_up
from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS, wait_until

SLOW = ("--speed", 0.5, "--no-bots")
"""Slow enough that no game ends during a test, on a busy machine either."""


def list_tables(folder: Path, stage: str) -> set[str] | None:
    """Return the demo tables in a stage, or None while there is no server to ask."""
    listed = call("table", "ls", "--stage", stage, env={"BLUEMOON_DATA": str(folder / "data")})
    return set(re.findall(r"demo-\w+", listed.output)) if listed.exit_code == 0 else None


def tables(folder: Path, stage: str) -> set[str]:
    table_ids = list_tables(folder, stage)
    assert table_ids is not None
    return table_ids


def playing(folder: Path, number: int) -> set[str]:
    """Wait until exactly this many games are running and no table is open, and return them."""

    def ready() -> set[str] | None:
        playing_ids = list_tables(folder, "playing")
        if playing_ids is None or len(playing_ids) != number:
            return None
        return playing_ids if list_tables(folder, "open") == set() else None

    return wait_until(ready, f"{number} games are under way")


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_demo_resumes_the_same_tables(tmp_path: Path, number: signal.Signals) -> None:
    with run_up(tmp_path, "--demo", "--games", 4, *SLOW) as first:
        first_tables = playing(tmp_path, 4)
        first.process.send_signal(number)
        first.wait_for_exit()
    # Fewer seats than the resumed tables have.
    with run_up(tmp_path, "--demo", "--games", 4, "--players", 2, *SLOW) as resumed:
        resumed.await_output(r"4 games running, 0 finished, [1-9]")
        assert playing(tmp_path, 4) == first_tables
        resumed.process.send_signal(number)
        resumed.wait_for_exit()
    with run_up(tmp_path, "--demo", "--games", 6, *SLOW) as more:
        assert first_tables < playing(tmp_path, 6)
        more.interrupt()
        more.wait_for_exit()


@pytest.mark.slow
def test_surplus_tables_are_closed(tmp_path: Path) -> None:
    with run_up(tmp_path, "--demo", "--games", 4, *SLOW) as first:
        first_tables = playing(tmp_path, 4)
        first.interrupt()
        first.wait_for_exit()
    with run_up(tmp_path, "--demo", "--games", 2, *SLOW) as fewer:
        assert playing(tmp_path, 2) < first_tables
        assert len(tables(tmp_path, "over")) == 2
        fewer.interrupt()
        fewer.wait_for_exit()
    with run_up(tmp_path, "--no-bots"):
        assert playing(tmp_path, 0) == set()
        assert tables(tmp_path, "over") == first_tables, "all resigned"


@pytest.mark.slow
def test_table_with_a_queued_opening_is_played(tmp_path: Path) -> None:
    """Its command was queued when the demo ended, and no engine had read it."""
    server = EmbeddedServer(tmp_path / "data", "always")
    asyncio.run(_queue_an_opening(server.start(), "demo-underway"))
    server.stop()
    with run_up(tmp_path, "--demo", "--games", 1, *SLOW):
        assert playing(tmp_path, 1) == {"demo-underway"}


async def _queue_an_opening(url: str, table: str) -> None:
    client = connect(parse_address(url))
    rulebook = plugins()["city"].rulebook
    action = OpenTable(rulebook.game, rulebook.options_type(players=2))
    command = Command(id="opening", table=table, seat=SYSTEM, action=action, expected_seq=0)
    await EventLog(client, DEFAULT_SHARDS).send(table, canonical(command))
    await client.aclose()


@pytest.mark.slow
def test_finished_games_are_replaced_by_new_ones(tmp_path: Path) -> None:
    options = ("--demo", "--players", 2, "--games", 2)
    with run_up(tmp_path, *options, "--speed", 0, "--finish", 2, "--no-bots") as first:
        assert first.wait_for_exit() == 0, first.output
    with run_up(tmp_path, *options, *SLOW):
        playing_ids = playing(tmp_path, 2)
        over = tables(tmp_path, "over")
        assert len(over) >= 2
        assert not playing_ids & over


@pytest.mark.slow
def test_second_demo_on_the_same_server_is_rejected(tmp_path: Path) -> None:
    with run_up(tmp_path, "--demo", "--games", 2, *SLOW):
        first_tables = playing(tmp_path, 2)
        second = tmp_path / "second"
        with run_up(second, "--data", tmp_path / "data", "--demo", "--games", 2, *SLOW) as other:
            assert other.wait_for_exit() == 2
        assert "a demo is already running on redis://" in other.output
        assert playing(tmp_path, 2) == first_tables


@pytest.mark.slow
def test_printed_commands_can_be_pasted(tmp_path: Path) -> None:
    """A shell without our settings, in the same folder, can run them."""
    with run_up(tmp_path, "--demo", "--games", 2, *SLOW) as first:
        follow = first.await_output(r"(?<=Follow a table: ).*")
        assert pasted_until(follow, "Amber|Basalt|Coral")
        drawn = first.await_output(r"(?<=Watch one game move by move: ).*")
        assert pasted_until(drawn, r"\w")
        first_tables = playing(tmp_path, 2)
        first.interrupt()
        first.wait_for_exit()
    resumed = first.await_output(r"(?<=Resume with: ).*")
    assert pasted_until(resumed, r"2 games running", "BLUEMOON_GATEWAY_PORT=0")
    with run_up(tmp_path, "--demo", "--games", 2, *SLOW):
        assert playing(tmp_path, 2) == first_tables


def pasted_until(command: str, pattern: str, *settings: str) -> bool:
    """Run the command until its output matches, then interrupt it."""
    shell = subprocess.Popen(
        ["sh", "-c", f"exec env {shlex.join(settings)} {command}"],
        env=clean_environment() | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
    )
    assert shell.stdout is not None
    output = ""
    for line in shell.stdout:
        output += line
        if re.search(pattern, line):
            break
    shell.send_signal(signal.SIGINT)
    shell.communicate(timeout=DEADLINE_SECONDS)
    assert re.search(pattern, output), output
    return True

"""`bluemoon up`: the whole system in real processes."""

import os
import re
import signal
from pathlib import Path

import pytest
from redis import Redis

from tests.cli.runner import call, error_from, run
from tests.cli.up_process import all_ended, run_up
from tests.waiting import wait_until


def test_demo_tables_are_saved_and_verify(tmp_path: Path) -> None:
    options = ("--demo", "--players", 2, "--games", 2, "--speed", 0, "--finish", 1)
    with run_up(tmp_path, *options, "--engines", 2, "--no-bots") as first:
        assert first.wait_for_exit() == 0, first.output
    assert re.search(r"\d+ s: \d games? running, [12] finished, .* 0 dead letters", first.output)
    assert "All tables are saved" in first.output

    with run_up(tmp_path, "--seconds", 3600, "--no-bots") as second:
        settings = {"BLUEMOON_DATA": str(tmp_path / "data")}
        second.await_output("started as process")
        listing = call("table", "ls", "--stage", "over", env=settings)
        verification = call("table", "verify", "--all", env=settings)
        second.interrupt()
        assert second.wait_for_exit() == 0

    assert "demo-" in listing.output
    assert verification.exit_code == 0, verification.output


def test_ctrl_c_stops_everything_in_order(tmp_path: Path) -> None:
    with run_up(tmp_path, "--engines", 2, "--no-bots") as system:
        system.await_output("engine-2.*reading commands")
        pids = [system.server_pid(), *system.engine_pids()]
        system.interrupt()
        code = system.wait_for_exit()

    assert code == 0, system.output
    assert len(pids) == 3
    assert wait_until(lambda: all_ended(*pids), "no process is left")
    assert "Traceback" not in system.output
    order = re.findall(r"^(server|engine-\d).*│ stopped$", system.output, re.MULTILINE)
    assert sorted(order[:2]) == ["engine-1", "engine-2"]
    assert order[2:] == ["server"]


@pytest.mark.slow
def test_killed_processes_are_restarted_and_logged(tmp_path: Path) -> None:
    with run_up(tmp_path, "--no-bots") as system:
        system.await_output("reading commands")
        url, server = system.url(), system.server_pid()
        with Redis.from_url(url) as client:
            client.set("kept", "yes")
        os.kill(server, signal.SIGKILL)
        system.await_output(r"server.*ended by SIGKILL.*; restarting in 0\.5 s")
        os.kill(system.engine_pids()[0], signal.SIGKILL)
        system.await_output(r"engine-1.*ended by SIGKILL; restarting in 0\.5 s")

        wait_until(lambda: len(system.engine_pids()) == 2 or None, "a second engine")
        wait_until(lambda: system.output.count("listening at") == 2 or None, "a second server")
        assert system.server_pid() != server
        with Redis.from_url(url) as client:
            assert client.get("kept") == b"yes"


@pytest.mark.slow
def test_second_system_uses_the_running_server_and_leaves_it_running(
    tmp_path: Path,
) -> None:
    with run_up(tmp_path, "--no-bots") as first:
        first.await_output("is ready")
        with run_up(tmp_path / "second", "--data", tmp_path / "data", "--no-bots") as second:
            second.await_output("already running at .*; it will be left running")
            second.interrupt()
            assert second.wait_for_exit() == 0
        with Redis.from_url(first.url()) as client:
            client.config_set("maxmemory-policy", "allkeys-lru")

        assert "noeviction" in error_from("up", "--server", first.url())
        engine = run("engine", "--server", first.url(), "--log-level", "error")
        assert (engine.returncode, engine.stderr.count(b"\n")) == (2, 1)
        assert b"noeviction" in engine.stderr


@pytest.mark.parametrize("option", ["--games", "--speed", "--players", "--finish"])
def test_demo_options_need_demo(option: str) -> None:
    assert "need --demo" in error_from("up", option, 2)

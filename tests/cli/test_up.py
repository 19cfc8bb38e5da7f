"""`bluemoon up`: the whole system in processes of its own."""

import os
import re
import signal
from pathlib import Path

import pytest
from redis import Redis

from tests.cli.calling import call, refusal, run
from tests.cli.going_up import gone, up
from tests.services.servers import within

SECONDS = 180.0


def test_bots_play_through_the_streams_and_games_are_kept(tmp_path: Path) -> None:
    options = ("--demo", "--players", 2, "--games", 2, "--speed", 0, "--finish", 1)
    with up(tmp_path, *options, "--engines", 2, "--no-bots") as first:
        assert first.ended() == 0, first.output
    assert re.search(r"\d+ s: \d games? running, [12] finished, .* 0 dead letters", first.output)
    assert "Every game is kept" in first.output

    with up(tmp_path, "--seconds", 60, "--no-bots") as second:
        settings = {"BLUEMOON_DATA": str(tmp_path / "data")}
        second.await_output("started as process")
        listed = call("game", "ls", "--stage", "over", env=settings)
        verified = call("game", "verify", "--all", env=settings)
        second.interrupt()
        assert second.ended() == 0

    assert "demo-" in listed.output
    assert verified.exit_code == 0, verified.output


def test_ctrl_c_ends_everything_in_order(tmp_path: Path) -> None:
    with up(tmp_path, "--engines", 2, "--no-bots") as system:
        system.await_output("engine-2.*reading commands")
        pids = [system.server_pid(), *system.engine_pids()]
        system.interrupt()
        code = system.ended()

    assert code == 0, system.output
    assert len(pids) == 3
    assert within(SECONDS, lambda: gone(*pids), "no process is left")
    assert "Traceback" not in system.output
    order = re.findall(r"^(server|engine-\d).*│ stopped$", system.output, re.MULTILINE)
    assert sorted(order[:2]) == ["engine-1", "engine-2"]
    assert order[2:] == ["server"]


def test_what_dies_is_started_again_and_a_line_says_so(tmp_path: Path) -> None:
    with up(tmp_path, "--no-bots") as system:
        system.await_output("reading commands")
        url, server = system.url(), system.server_pid()
        with Redis.from_url(url) as client:
            client.set("kept", "yes")
        os.kill(server, signal.SIGKILL)
        system.await_output(r"server.*ended by SIGKILL.*; starts again in 0\.5 s")
        os.kill(system.engine_pids()[0], signal.SIGKILL)
        system.await_output(r"engine-1.*ended by SIGKILL; starts again in 0\.5 s")

        within(SECONDS, lambda: len(system.engine_pids()) == 2 or None, "a second engine")
        within(SECONDS, lambda: system.output.count("listens at") == 2 or None, "a second server")
        assert system.server_pid() != server
        with Redis.from_url(url) as client:
            assert client.get("kept") == b"yes"


def test_engines_do_not_outlive_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    with up(tmp_path, "--no-bots") as system:
        system.await_output("reading commands")
        engines, server = system.engine_pids(), system.server_pid()
        system.process.kill()
        assert within(SECONDS, lambda: gone(*engines), "the engine has noticed")

        stopped = call("server", "--stop", "--data", tmp_path / "data")
        assert stopped.exit_code == 0, stopped.output
        assert within(SECONDS, lambda: gone(server), "the server is stopped")


def test_a_second_one_uses_a_safe_server_of_the_first_and_leaves_it_running(
    tmp_path: Path,
) -> None:
    with up(tmp_path, "--no-bots") as first:
        first.await_output("is fit")
        with up(tmp_path / "second", "--data", tmp_path / "data", "--no-bots") as second:
            second.await_output("runs already at .*: used, and left running")
            second.interrupt()
            assert second.ended() == 0
        with Redis.from_url(first.url()) as client:
            client.config_set("maxmemory-policy", "allkeys-lru")

        assert "noeviction" in refusal("up", "--server", first.url())
        engine = run("engine", "--server", first.url(), "--log-level", "error")
        assert (engine.returncode, engine.stderr.count(b"\n")) == (2, 1)
        assert b"noeviction" in engine.stderr


@pytest.mark.parametrize("option", ["--games", "--speed", "--players", "--finish"])
def test_options_of_the_demonstration_go_with_it(option: str) -> None:
    assert "go with --demo" in refusal("up", option, 2)

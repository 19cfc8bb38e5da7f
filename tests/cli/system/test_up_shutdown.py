"""`bluemoon up` leaves no process and loses no data, however it ends."""

import os
import pty
import select
import signal
import subprocess
from pathlib import Path

import pytest
from redis import Redis

from tests.cli.runner import BLUEMOON
from tests.cli.up_process import all_ended, run_up
from tests.services.servers import clean_environment
from tests.waiting import wait_until

PARTS = 7
"""The server and its watcher, an engine, gateway, notifier, projector, bots."""


def descendants(pid: int) -> set[int]:
    """Return the process and all its descendants."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    parents = {int(child): int(parent) for child, parent in rows}
    pids = {pid}
    while children := {child for child, parent in parents.items() if parent in pids} - pids:
        pids |= children
    return pids


@pytest.mark.parametrize(
    "number",
    # The quick test of SIGHUP closes a terminal.
    [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow), signal.SIGKILL],
)
@pytest.mark.parametrize(
    "options",
    [
        pytest.param((), id="plain"),
        pytest.param(("--demo", "--games", 2), id="demo", marks=pytest.mark.slow),
    ],
)
def test_signal_leaves_no_process_and_no_data_loss(
    tmp_path: Path, number: signal.Signals, options: tuple[object, ...]
) -> None:
    with run_up(tmp_path, *options) as system:
        system.await_output(r"Open http://|Gateway: http://")
        with Redis.from_url(system.url()) as client:
            client.set("kept", "yes")
        processes = descendants(system.process.pid)
        assert len(processes) >= 1 + PARTS
        system.process.send_signal(number)
        system.wait_for_exit()
        assert wait_until(lambda: all_ended(*processes), "no process is left")
    log = (tmp_path / "data" / "valkey.log").read_text()
    assert "ready to exit" in log, "the server stopped gracefully"

    with run_up(tmp_path, "--no-bots") as restarted:
        restarted.await_output("is ready")
        with Redis.from_url(restarted.url()) as client:
            assert client.get("kept") == b"yes"


def test_closing_the_terminal_leaves_no_process(tmp_path: Path) -> None:
    command = [str(BLUEMOON), "up", "--data", str(tmp_path / "data")]
    ports = {"BLUEMOON_GATEWAY_PORT": "0", "BLUEMOON_NOTIFIER_PORT": "0"}
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, clean_environment() | ports)
    output = bytearray()

    def all_parts_run() -> bool | None:
        # Its last line may come before its last process.
        if select.select([terminal], [], [], 0)[0]:
            output.extend(os.read(terminal, 65_536))
        return True if b" is ready" in output and len(descendants(pid)) > PARTS else None

    wait_until(all_parts_run, "every part runs")
    processes = descendants(pid)
    os.close(terminal)
    os.waitpid(pid, 0)
    assert wait_until(lambda: all_ended(*processes), "no process is left")


@pytest.mark.slow
def test_start_right_after_a_kill_starts_a_new_server(tmp_path: Path) -> None:
    with run_up(tmp_path, "--no-bots") as first:
        first.await_output("reading commands")
        first.process.kill()
        first.wait_for_exit()
    with run_up(tmp_path, "--no-bots") as second:
        second.await_output("reading commands")
        assert "already running" not in second.output
        assert "listening at" in second.output


@pytest.mark.slow
def test_existing_server_is_left_running(tmp_path: Path) -> None:
    with run_up(tmp_path, "--no-bots") as first:
        first.await_output("reading commands")
        with run_up(tmp_path / "second", "--data", tmp_path / "data", "--no-bots") as second:
            second.await_output("already running at .*; it will be left running")
            second.await_output("reading commands")
            processes = descendants(second.process.pid)
            second.process.kill()
            assert wait_until(lambda: all_ended(*processes), "its services have ended")
        with Redis.from_url(first.url()) as client:
            assert client.ping()
        assert first.process.poll() is None

"""The embedded server ends with its owners, even if they are killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis

from services.runtime.server.data_folder import running_server_url, wait_for_orphaned_server
from services.runtime.server.embedded import EmbeddedServer
from tests.cli.up_process import all_ended
from tests.waiting import wait_until

SECONDS = 180.0
OWNER_SCRIPT = """
import sys, subprocess
from pathlib import Path
from services.runtime.server.embedded import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]), "always")
server.start()
holder = 0
if sys.argv[2:]:
    null, descriptors = subprocess.DEVNULL, (server.lifeline,)
    holder = subprocess.Popen(["sleep", "600"], stdin=null, stdout=null, pass_fds=descriptors).pid
print(server.process.pid, holder, flush=True)
sys.stdin.read()
"""


class ServerOwner:
    """A process that starts a server, and optionally a process that holds its lifeline."""

    def __init__(self, folder: Path, *, with_holder: bool = False) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWNER_SCRIPT, folder, *(["holder"] if with_holder else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.server, self.holder = map(int, self.process.stdout.readline().split())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def group_of(pid: int) -> list[int]:
    """Return the processes of a process group."""
    result = subprocess.run(
        ["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in result.stdout.splitlines()]
    return [int(row[0]) for row in rows if int(row[1]) == pid and not row[2].startswith("Z")]


def test_stops_cleanly_when_its_owner_is_killed(tmp_path: Path) -> None:
    owner = ServerOwner(tmp_path)
    url = running_server_url(tmp_path)
    assert url is not None
    with Redis.from_url(url) as client:
        for number in range(1000):
            client.xadd("stream", {"number": number})
    group = group_of(owner.server)
    assert len(group) == 2, "the server and its watcher"
    owner.kill()
    assert wait_until(lambda: all_ended(*group), "the server and its watcher have ended")
    assert "ready to exit" in (tmp_path / "valkey.log").read_text(), "the server was not killed"

    restarted = EmbeddedServer(tmp_path, "always")
    try:
        with Redis.from_url(restarted.start()) as client:
            assert client.xlen("stream") == 1000
    finally:
        restarted.stop()


def test_runs_until_the_last_holder_of_its_lifeline_ends(tmp_path: Path) -> None:
    owner = ServerOwner(tmp_path, with_holder=True)
    owner.kill()
    time.sleep(0.5)
    assert not all_ended(owner.server), "a process still holds the lifeline"
    os.kill(owner.holder, signal.SIGKILL)
    assert wait_until(lambda: all_ended(owner.server), "the server has ended")


def test_waits_for_an_orphaned_server(tmp_path: Path) -> None:
    owner = ServerOwner(tmp_path, with_holder=True)
    wait_for_orphaned_server(tmp_path)
    assert running_server_url(tmp_path) is not None, "the server has an owner: nothing to wait for"
    owner.kill()
    killer = subprocess.Popen(["sh", "-c", f"sleep 1; kill -KILL {owner.holder}"])
    wait_for_orphaned_server(tmp_path)
    assert running_server_url(tmp_path) is None
    assert killer.wait() == 0


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM])
def test_leaves_no_watcher_behind(tmp_path: Path, signal_number: signal.Signals) -> None:
    server = EmbeddedServer(tmp_path, "always")
    server.start()
    first = group_of(server.process.pid)
    try:
        server.process.send_signal(signal_number)
        server.process.wait()
        server.start()
        assert wait_until(lambda: all_ended(*first), "the first server and its watcher have ended")
    finally:
        second = group_of(server.process.pid)
        server.stop()
    assert len(second) == 2
    assert wait_until(lambda: all_ended(*second), "the second server and its watcher have ended")

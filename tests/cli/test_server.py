"""`bluemoon server` and `bluemoon engine`: one process each, and what they say when they can't."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from services.runtime.data_folder import running_in
from services.runtime.embedded import EmbeddedServer
from tests.cli.calling import BLUEMOON, call, refusal
from tests.services.servers import clean_environment, free_port

SECONDS = 20.0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_says_where_it_listens_and_stops_when_asked(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [BLUEMOON, "server", "--data", tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(),
    )
    assert process.stdout is not None
    listens = process.stdout.readline()
    assert running_in(tmp_path) == re.search(r"redis://[\d.:]+/0", listens)[0]  # type: ignore[index]

    process.send_signal(number)
    rest, errors = process.communicate(timeout=SECONDS)

    assert (process.returncode, rest, errors) == (0, "server: stopped\n", "")
    assert running_in(tmp_path) is None


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    first = EmbeddedServer(tmp_path, "always")
    url = first.start()
    try:
        assert f"Another server runs on {tmp_path}: {url}" in refusal("server", "--data", tmp_path)
    finally:
        first.stop()
    assert f"no server runs on {tmp_path}" in refusal("server", "--data", tmp_path, "--stop")


def test_an_address_that_was_noted_down_stays_good(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, "always")
    url = server.start()
    server.stop()

    again = EmbeddedServer(tmp_path, "always")
    try:
        assert again.start() == url
    finally:
        again.stop()


def test_without_a_server_there_is_a_way_to_get_one(tmp_path: Path) -> None:
    for command in (["engine"], ["shards"], ["game", "ls"], ["dead", "ls"]):
        line = refusal(*command) if command != ["engine"] else refusal("engine", "--data", tmp_path)
        assert "no server runs on" in line
        assert "`bluemoon up`" in line


@pytest.mark.parametrize(
    "address", ["redis://:secret@127.0.0.1:{}/0", "redis+cluster://:secret@127.0.0.1:{}"]
)
@pytest.mark.parametrize("command", [("engine",), ("up",), ("game", "ls"), ("shards",)])
def test_no_connection_is_one_line_without_the_password(
    address: str, command: tuple[str, ...]
) -> None:
    result = call(*command, env={"BLUEMOON_SERVER": address.format(free_port())})

    assert result.exit_code == 2
    line = result.stderr.splitlines()[-1]
    assert line.startswith("no connection to redis")
    assert "secret" not in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("BLUEMOON_SHARDS", "0", "BLUEMOON_SHARDS: Expected `int` >= 1, got '0'"),
        ("BLUEMOON_COLOUR", "red", "BLUEMOON_COLOUR is no setting"),
        ("BLUEMOON_SERVER", "http://:secret@x", "is no address of a server"),
    ],
)
@pytest.mark.parametrize("command", ["engine", "up", "server", "settings", "shards"])
def test_a_wrong_setting_is_named(command: str, name: str, value: str, expected: str) -> None:
    result = call(command, env={name: value})

    assert result.exit_code == 2
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert "secret" not in result.stderr

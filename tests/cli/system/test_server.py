"""`bluemoon server` and `bluemoon engine`: single processes and their errors."""

import signal
import subprocess
from pathlib import Path

import pytest

from services.runtime.operations.settings import hide_password
from services.runtime.server.data_folder import running_server_url
from services.runtime.server.embedded import EmbeddedServer
from tests.cli.runner import BLUEMOON, call, error_from
from tests.services.servers import clean_environment, free_port
from tests.waiting import DEADLINE_SECONDS


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_server_prints_its_address_and_stops_on_a_signal(
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
    first_line = process.stdout.readline()
    url = running_server_url(tmp_path)
    assert url is not None
    assert f"listening at {hide_password(url)}," in first_line

    process.send_signal(number)
    rest, errors = process.communicate(timeout=DEADLINE_SECONDS)

    assert (process.returncode, rest, errors) == (0, "server: stopped\n", "")
    assert running_server_url(tmp_path) is None


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    first = EmbeddedServer(tmp_path, "always")
    url = first.start()
    try:
        assert f"Another server runs on {tmp_path}: {hide_password(url)}" in error_from(
            "server", "--data", tmp_path
        )
    finally:
        first.stop()
    assert f"no server is running on {tmp_path}" in error_from(
        "server", "--data", tmp_path, "--stop"
    )


def test_server_keeps_its_address(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, "always")
    url = server.start()
    server.stop()

    restarted = EmbeddedServer(tmp_path, "always")
    try:
        assert restarted.start() == url
    finally:
        restarted.stop()


def test_missing_server_is_reported_with_a_hint(tmp_path: Path) -> None:
    for command in (["engine"], ["shards"], ["table", "ls"], ["dead-letters", "ls"]):
        line = (
            error_from(*command)
            if command != ["engine"]
            else error_from("engine", "--data", tmp_path)
        )
        assert "no server is running on" in line
        assert "`bluemoon up`" in line


@pytest.mark.parametrize(
    "address", ["redis://:secret@127.0.0.1:{}/0", "redis+cluster://:secret@127.0.0.1:{}"]
)
@pytest.mark.parametrize("command", [("engine",), ("up",), ("table", "ls"), ("shards",)])
def test_connection_error_is_one_line_without_the_password(
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
        ("BLUEMOON_SHARDS", "-1", "BLUEMOON_SHARDS: Expected `int` >= 0, got '-1'"),
        ("BLUEMOON_COLOUR", "red", "unknown setting BLUEMOON_COLOUR"),
        ("BLUEMOON_SERVER", "http://:secret@x", "is not a server address"),
    ],
)
@pytest.mark.parametrize("command", ["engine", "up", "server", "settings", "shards"])
def test_invalid_setting_is_named(command: str, name: str, value: str, expected: str) -> None:
    result = call(command, env={name: value})

    assert result.exit_code == 2
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1
    assert "secret" not in result.stderr

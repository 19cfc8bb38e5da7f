"""The engine as a process: it starts, reports its health and stops gracefully."""

import asyncio
import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ENGINES
from tests.services.commands import new_table_id, open_command, seat_command
from tests.services.engines import SHARDS
from tests.services.full_client import client_of, connect_fully
from tests.services.servers import ServerProcess, clean_environment
from tests.waiting import DEADLINE_SECONDS, eventually

pytestmark = pytest.mark.anyio

START = (
    "import asyncio\n"
    "from services.engine.main import run_engine\n"
    "from services.runtime.operations.settings import read_settings\n"
    "asyncio.run(run_engine(read_settings()))\n"
)


class EngineProcess:
    def __init__(self, folder: Path, address: str) -> None:
        self._log = folder / "engine.log"
        values = {
            "server": address,
            "shards": str(SHARDS),
            "lock_seconds": "10",
            # Random dice, as in production: fixed dice log a warning.
            "dice_seed": "",
        }
        environment = {f"BLUEMOON_{name.upper()}": value for name, value in values.items()}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "-c", START],
                env=clean_environment() | environment,
                stdout=log,
                stderr=log,
            )

    @property
    def text(self) -> str:
        return self._log.read_text()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    async def wait_for_log(self, event: str) -> dict[str, Any]:
        async def matching_lines() -> list[dict[str, Any]]:
            assert self.process.poll() in (None, 0), self.text
            complete = self.text.rpartition("\n")[0].splitlines()
            return [line for line in map(json.loads, complete) if line["event"] == event]

        return (await eventually(matching_lines, f"the engine logs {event!r}"))[0]

    async def exit_code(self) -> int:
        return await asyncio.to_thread(self.process.wait, DEADLINE_SECONDS)

    async def is_ready(self) -> bool:
        url = (await self.wait_for_log("engine starts"))["health"]

        def probe() -> bool:
            try:
                with urllib.request.urlopen(f"{url}/ready", timeout=DEADLINE_SECONDS) as response:
                    return bool(response.status == 200)
            except OSError as error:
                if hasattr(error, "close"):
                    error.close()
                return False

        return await asyncio.to_thread(probe)


Start = Callable[[str], EngineProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start engines that are killed at the end of the test."""
    started: list[EngineProcess] = []

    def start_engine(address: str) -> EngineProcess:
        started.append(EngineProcess(tmp_path, address))
        return started[-1]

    yield start_engine
    for engine in started:
        if engine.process.poll() is None:
            engine.process.kill()
            engine.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_starts_serves_and_stops_gracefully(
    start: Start,
    event_log: EventLog,
    dispatcher: Dispatcher,
    address: str,
    number: signal.Signals,
) -> None:
    client = client_of(event_log)
    engine = start(address)
    await eventually(engine.is_ready, "/ready answers 200")
    table_id = new_table_id()
    assert (await dispatcher.send(open_command(table_id))).seq == 1
    engine.process.send_signal(number)
    assert await engine.exit_code() == 0, engine.text
    events = [line["event"] for line in engine.lines]
    assert events[0] == "engine starts"
    assert events.count("shard released") == SHARDS
    assert events[-1] == "engine stopped"
    assert [line for line in engine.lines if line["level"] != "info"] == []
    assert await client.zcard(ENGINES) == 0
    for shard in event_log.all_shards():
        assert await client.exists(shard.owner(ENGINE_GROUP)) == 0
        assert (await client.xpending(shard.commands, ENGINE_GROUP))["pending"] == 0


async def test_refuses_an_unsafe_server_with_a_message(tmp_path: Path, start: Start) -> None:
    server = ServerProcess(tmp_path / "server", appendonly="no")
    try:
        engine = start(server.start())
        assert await engine.exit_code() != 0
        assert "UnsafeServerError: The server has no append-only file" in engine.text
    finally:
        server.stop()


async def test_stops_gracefully_without_a_server(tmp_path: Path, start: Start) -> None:
    server = ServerProcess(tmp_path / "server")
    try:
        engine = start(server.start())
        await engine.wait_for_log("reading commands")
        server.kill()
        await engine.wait_for_log("ownership: server unreachable")
        engine.process.send_signal(signal.SIGTERM)
        assert await engine.exit_code() == 0, engine.text
    finally:
        server.stop()


async def test_does_not_log_the_password(tmp_path: Path, start: Start) -> None:
    server = ServerProcess(tmp_path / "server")
    url = server.start()
    client = connect_fully(url)
    await client.config_set("requirepass", "hunter2")
    await client.aclose()
    try:
        with_password = url.replace("redis://", "redis://:hunter2@")
        engine = start(with_password)
        await eventually(engine.is_ready, "/ready answers 200")
        client = connect_fully(with_password)
        async with Dispatcher(EventLog(client, SHARDS)) as dispatcher:
            table_id = new_table_id()
            assert (await dispatcher.send(open_command(table_id))).seq == 1
            assert (await dispatcher.send(seat_command(table_id))).seq == 2
        await client.aclose()
        engine.process.send_signal(signal.SIGTERM)
        assert await engine.exit_code() == 0
        assert "hunter2" not in engine.text
        assert ":***@127.0.0.1" in engine.text
    finally:
        server.stop()

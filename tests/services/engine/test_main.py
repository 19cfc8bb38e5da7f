"""The engine as a process: it starts, says how it is, and stops in order."""

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

from services.runtime.connection import Client, connect, parse_address
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ENGINES
from tests.services.asking import ask_open, ask_seat, new_game
from tests.services.engines import SHARDS, eventually
from tests.services.servers import ServerProcess, clean_environment

pytestmark = pytest.mark.anyio

START = (
    "import asyncio\n"
    "from services.engine.main import run_engine\n"
    "from services.runtime.settings import read_settings\n"
    "asyncio.run(run_engine(read_settings()))\n"
)
EXIT_SECONDS = 20.0


class EngineProcess:
    def __init__(self, folder: Path, address: str) -> None:
        self._log = folder / "engine.log"
        given = {"server": address, "shards": str(SHARDS), "lock_seconds": "5"}
        named = {f"BLUEMOON_{name.upper()}": value for name, value in given.items()}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "-c", START],
                env=clean_environment() | named,
                stdout=log,
                stderr=log,
            )

    @property
    def text(self) -> str:
        return self._log.read_text()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    async def said(self, event: str) -> dict[str, Any]:
        async def found() -> list[dict[str, Any]]:
            assert self.process.poll() in (None, 0), self.text
            complete = self.text.rpartition("\n")[0].splitlines()
            return [line for line in map(json.loads, complete) if line["event"] == event]

        return (await eventually(found, f"the engine says {event!r}"))[0]

    async def ended(self) -> int:
        return await asyncio.to_thread(self.process.wait, EXIT_SECONDS)

    async def ready(self) -> bool:
        url = (await self.said("engine starts"))["health"]

        def asked() -> bool:
            try:
                with urllib.request.urlopen(f"{url}/ready", timeout=5) as answer:
                    return bool(answer.status == 200)
            except OSError as error:
                if hasattr(error, "close"):
                    error.close()
                return False

        return await asyncio.to_thread(asked)


Start = Callable[[str], EngineProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts an engine on an address; none outlives its test."""
    started: list[EngineProcess] = []

    def starting(address: str) -> EngineProcess:
        started.append(EngineProcess(tmp_path, address))
        return started[-1]

    yield starting
    for engine in started:
        if engine.process.poll() is None:
            engine.process.kill()
            engine.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_starts_serves_and_stops_in_order(
    start: Start,
    event_log: EventLog,
    dispatcher: Dispatcher,
    address: str,
    number: signal.Signals,
) -> None:
    client = event_log.client
    engine = start(address)
    await eventually(engine.ready, "/ready answers 200")
    game = new_game()
    assert (await dispatcher.send(ask_open(game))).seq == 1
    engine.process.send_signal(number)
    assert await engine.ended() == 0, engine.text
    events = [line["event"] for line in engine.lines]
    assert events[0] == "engine starts"
    assert events.count("shard released") == SHARDS
    assert events[-1] == "engine stopped"
    assert [line for line in engine.lines if line["level"] != "info"] == []
    assert await client.zcard(ENGINES) == 0
    for shard in event_log.all_shards():
        assert await client.exists(shard.owner(ENGINE_GROUP)) == 0
        assert (await client.xpending(shard.commands, ENGINE_GROUP))["pending"] == 0


async def test_an_unsafe_server_is_refused_with_a_sentence(tmp_path: Path, start: Start) -> None:
    server = ServerProcess(tmp_path / "server", appendonly="no")
    try:
        engine = start(server.start())
        assert await engine.ended() != 0
        assert "UnsafeServerError: The server keeps no append-only file" in engine.text
    finally:
        server.stop()


async def test_it_stops_in_order_without_a_server(tmp_path: Path, start: Start) -> None:
    server = ServerProcess(tmp_path / "server")
    try:
        engine = start(server.start())
        await engine.said("reading commands")
        server.kill()
        await engine.said("ownership: no word from the server")
        engine.process.send_signal(signal.SIGTERM)
        assert await engine.ended() == 0, engine.text
    finally:
        server.stop()


async def test_a_password_is_not_in_its_log(tmp_path: Path, start: Start) -> None:
    server = ServerProcess(tmp_path / "server")
    url = server.start()
    client: Client = connect(parse_address(url))
    await client.config_set("requirepass", "hunter2")
    await client.aclose()
    try:
        with_password = url.replace("redis://", "redis://:hunter2@")
        engine = start(with_password)
        await eventually(engine.ready, "/ready answers 200")
        client = connect(parse_address(with_password))
        async with Dispatcher(EventLog(client, SHARDS)) as dispatcher:
            game = new_game()
            assert (await dispatcher.send(ask_open(game))).seq == 1
            assert (await dispatcher.send(ask_seat(game))).seq == 2
        await client.aclose()
        engine.process.send_signal(signal.SIGTERM)
        assert await engine.ended() == 0
        assert "hunter2" not in engine.text
        assert ":***@127.0.0.1" in engine.text
    finally:
        server.stop()

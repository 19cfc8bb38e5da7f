"""A notifier as a process of its own: stopped in order, and killed."""

import asyncio
import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from services.notifier.closing import SERVICE_RESTARTS
from services.runtime.dispatch import Dispatcher
from services.runtime.settings import Settings, environment_of
from services.runtime.token_keys import token_keys
from services.runtime.tokens import Holder, Tokens
from tests.services.engines import Engines, eventually
from tests.services.notifier.playing import go_on, opened
from tests.services.notifier.watching import Watcher
from tests.services.servers import clean_environment, free_port

pytestmark = pytest.mark.anyio

START = ("-c", "from cli.main import app; app(['notifier', '--attached'])")
STOP_SECONDS = 20.0


class Process:
    """Started again, it listens at the same port."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._environment = clean_environment() | environment_of(settings)
        self._log = folder / "notifier.log"
        self.url = f"ws://127.0.0.1:{settings.notifier_port}/v1/live"
        self._tokens = Tokens(token_keys(settings), settings.token_seconds)
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", *START],
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        await eventually(self._listens, "the notifier listens")

    async def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._log.read_text()
        return re.search(r"notifier listens", self._log.read_text()) is not None

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def ended(self) -> int:
        """How it ended."""
        assert self._process is not None
        code = self._process.wait(STOP_SECONDS)
        assert self._process.stdin is not None
        self._process.stdin.close()
        return code

    def clear_away(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self.ended()

    def token(self, game: str) -> str:
        return self._tokens.mint(Holder(game, 0), int(time.time()))


@pytest.fixture
async def process(settings: Settings, tmp_path: Path) -> AsyncIterator[Process]:
    own = replace(
        settings,
        notifier_port=free_port(),
        token_keys=("test:a key that signs tokens in tests only",),
        data=str(tmp_path),
        drain_seconds=1.0,
        log_format="json",
    )
    process = Process(own, tmp_path)
    yield process
    process.clear_away()


async def test_sigterm_sends_clients_away_and_ends_even_beside_one_that_takes_nothing(
    engines: Engines, dispatcher: Dispatcher, process: Process
) -> None:
    await engines.start()
    await process.start()
    game = await opened(dispatcher)
    silent_reader, silent = await asyncio.open_connection(*_place(process.url))
    silent.write(
        b"GET /v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await silent_reader.readline()).startswith(b"HTTP/1.1 101")
    async with connect(process.url, compression=None) as socket:
        watcher = Watcher(socket)
        await watcher.follow(game, process.token(game), 1)
        process.signal(signal.SIGTERM)
        goodbye = await watcher.next()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "draining")
        assert await watcher.closed() == SERVICE_RESTARTS
    # The other one never answers the closing: it is let go all the same.
    assert await asyncio.to_thread(process.ended) == 0
    silent.close()


async def test_after_a_crash_the_client_resumes_without_a_gap(
    engines: Engines, dispatcher: Dispatcher, process: Process
) -> None:
    await engines.start()
    await process.start()
    game = await opened(dispatcher)
    had: list[int] = []
    going_on = asyncio.create_task(go_on(dispatcher, game, 0, 60))
    async with connect(process.url, compression=None) as socket:
        watcher = Watcher(socket)
        await watcher.follow(game, process.token(game))
        had += await watcher.versions(10)
        process.signal(signal.SIGKILL)
        with contextlib.suppress(ConnectionClosed):
            while True:
                had += await watcher.versions(1)
    process.ended()
    await process.start()
    async with connect(process.url, compression=None) as socket:
        watcher = Watcher(socket)
        await watcher.follow(game, process.token(game), had[-1])
        had += await watcher.versions(61 - len(had))
    assert had == list(range(1, 62))
    await going_on


def _place(url: str) -> tuple[str, int]:
    host, port = url.removeprefix("ws://").split("/")[0].split(":")
    return host, int(port)

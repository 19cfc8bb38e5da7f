"""A notifier in its own process: stopped by a signal, and killed."""

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

from schemas.redaction import SPECTATOR
from services.notifier.closing import SERVICE_RESTART
from services.runtime.access.token_keys import token_keys
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.operations.settings import Settings, to_environment
from services.runtime.store.dispatch import Dispatcher
from tests.services.engines import Engines
from tests.services.notifier.live_client import LiveClient
from tests.services.notifier.tables import add_commits, open_table
from tests.services.servers import clean_environment, free_port
from tests.waiting import DEADLINE_SECONDS, eventually

pytestmark = pytest.mark.anyio

START = ("-c", "from cli.main import app; app(['notifier', '--attached'])")


class NotifierProcess:
    """Keeps its port across restarts."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._environment = clean_environment() | to_environment(settings)
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
        return re.search(r"notifier listening", self._log.read_text()) is not None

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait for the exit and return the exit code."""
        assert self._process is not None
        code = self._process.wait(DEADLINE_SECONDS)
        assert self._process.stdin is not None
        self._process.stdin.close()
        return code

    def kill_if_running(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self.wait()

    def token(self, table_id: str) -> str:
        return self._tokens.mint(TokenClaims("", table_id, SPECTATOR), int(time.time()))


@pytest.fixture
async def process(settings: Settings, tmp_path: Path) -> AsyncIterator[NotifierProcess]:
    process_settings = replace(
        settings,
        notifier_port=free_port(),
        token_keys=("test:a key that signs tokens in tests only",),
        data=str(tmp_path),
        drain_seconds=1.0,
        log_format="json",
    )
    process = NotifierProcess(process_settings, tmp_path)
    yield process
    process.kill_if_running()


async def test_sigterm_drains_clients_and_exits_even_if_one_reads_nothing(
    engines: Engines, dispatcher: Dispatcher, process: NotifierProcess
) -> None:
    await engines.start()
    await process.start()
    table_id = await open_table(dispatcher)
    stalled_reader, stalled_writer = await asyncio.open_connection(*_address(process.url))
    stalled_writer.write(
        b"GET /v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await stalled_reader.readline()).startswith(b"HTTP/1.1 101")
    async with connect(process.url, compression=None) as socket:
        live_client = LiveClient(socket)
        await live_client.subscribe(table_id, process.token(table_id), 1)
        process.signal(signal.SIGTERM)
        goodbye = await live_client.next()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "draining")
        assert await live_client.close_code() == SERVICE_RESTART
    # The stalled client never answers the close frame; the process exits all the same.
    assert await asyncio.to_thread(process.wait) == 0
    stalled_writer.close()


async def test_after_a_crash_the_client_resumes_without_a_gap(
    engines: Engines, dispatcher: Dispatcher, process: NotifierProcess
) -> None:
    await engines.start()
    await process.start()
    table_id = await open_table(dispatcher)
    seqs: list[int] = []
    adding = asyncio.create_task(add_commits(dispatcher, table_id, 0, 60))
    async with connect(process.url, compression=None) as socket:
        live_client = LiveClient(socket)
        await live_client.subscribe(table_id, process.token(table_id))
        seqs += await live_client.seqs(10)
        process.signal(signal.SIGKILL)
        with contextlib.suppress(ConnectionClosed):
            while True:
                seqs += await live_client.seqs(1)
    process.wait()
    await process.start()
    async with connect(process.url, compression=None) as socket:
        live_client = LiveClient(socket)
        await live_client.subscribe(table_id, process.token(table_id), seqs[-1])
        seqs += await live_client.seqs(61 - len(seqs))
    assert seqs == list(range(1, 62))
    await adding


def _address(url: str) -> tuple[str, int]:
    host, port = url.removeprefix("ws://").split("/")[0].split(":")
    return host, int(port)

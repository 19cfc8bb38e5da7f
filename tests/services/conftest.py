"""One server and one cluster per test run, emptied before every test."""

import os
import re
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog

from services.runtime.operations.settings import Settings
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.engines import SHARDS, Engines
from tests.services.full_client import FullClient, connect_fully
from tests.services.projectors import Projectors
from tests.services.servers import DICE_SEED, ClusterServers, ExternalServer, start_server

QUICK_ON_A_CLUSTER = (
    "runtime/store/test_dispatch.py",
    "runtime/store/test_event_log.py",
    "runtime/store/test_follow.py",
    "runtime/store/test_ownership.py",
    "engine/test_owned_stream.py",
    "projector/test_exactly_once.py",
)
"""Tests of scripts, locks and multi-key commands. Other tests run on a cluster only in
`make test-all`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec is None or callspec.params.get("address") != "cluster":
            continue
        if not item.path.as_posix().endswith(QUICK_ON_A_CLUSTER):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Log plain text: rendering tracebacks with local variables takes seconds."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(),
        ]
    )
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", params=["single", "cluster"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a server, or of a cluster of three masters."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "single":
        server = start_server(folder)
        is_shared = isinstance(server, ExternalServer)
        yield _own_database(server.url) if is_shared else server.url
        server.stop()
    else:
        cluster = ClusterServers(folder)
        try:
            yield cluster.start()
        finally:
            cluster.stop()


def _own_database(url: str) -> str:
    """Return the URL of a database for this test process only: tests empty it."""
    worker = re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or "0"
    return re.sub(r"(://[^/]+)(/\d+)?$", rf"\1/{worker}", url)


@pytest.fixture
def settings(address: str) -> Settings:
    # On a busy machine an engine in the test process may renew its locks seconds late.
    return Settings(server=address, shards=SHARDS, lock_seconds=3.0, dice_seed=DICE_SEED)


@pytest.fixture
async def client(address: str) -> AsyncIterator[FullClient]:
    client = connect_fully(address)
    await client.flushdb()
    yield client
    await client.aclose()


@pytest.fixture
def event_log(client: FullClient) -> EventLog:
    return EventLog(client, SHARDS)


@pytest.fixture
async def engines(
    client: FullClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Engines]:
    """Starts engines for a test; stops them at its end."""
    assert client is not None, "the server is empty before an engine starts"
    monkeypatch.setattr("services.engine.owned_stream.MAINTENANCE_SECONDS", 0.1)
    engines = Engines(settings)
    yield engines
    await engines.stop_all()


@pytest.fixture
async def dispatcher(event_log: EventLog) -> AsyncIterator[Dispatcher]:
    async with Dispatcher(event_log) as dispatcher:
        yield dispatcher


@pytest.fixture
async def projectors(
    event_log: EventLog, settings: Settings, client: FullClient
) -> AsyncIterator[Projectors]:
    assert client is not None, "the server is empty before a projector starts"
    projectors = Projectors(event_log, settings)
    yield projectors
    await projectors.stop()

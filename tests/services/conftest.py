"""One server and one cluster for a run of tests; every test finds them empty."""

import os
import re
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog

from services.runtime.connection import Client, connect, parse_address
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.settings import Settings
from tests.services.engines import SHARDS, Engines
from tests.services.projectors import Projectors
from tests.services.servers import ClusterServers, GivenServer, start_server


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Shown when a test fails. Coloured tracebacks with all local variables take seconds."""
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
    """Where a server, or a cluster of three masters, listens."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "single":
        server = start_server(folder)
        shared = isinstance(server, GivenServer)
        yield _own_database(server.url) if shared else server.url
        server.stop()
    else:
        cluster = ClusterServers(folder)
        try:
            yield cluster.start()
        finally:
            cluster.stop()


def _own_database(url: str) -> str:
    """Each process of a parallel run empties its own database and no other."""
    worker = re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or "0"
    return re.sub(r"(://[^/]+)(/\d+)?$", rf"\1/{worker}", url)


@pytest.fixture
def settings(address: str) -> Settings:
    return Settings(server=address, shards=SHARDS, lock_seconds=1.0)


@pytest.fixture
async def client(address: str) -> AsyncIterator[Client]:
    client = connect(parse_address(address))
    await client.flushdb()
    yield client
    await client.aclose()


@pytest.fixture
def event_log(client: Client) -> EventLog:
    return EventLog(client, SHARDS)


@pytest.fixture
async def engines(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Engines]:
    """Engines to be started by a test; they are stopped at its end."""
    assert client is not None, "the server is empty before an engine starts"
    monkeypatch.setattr("services.engine.shard.TEND_SECONDS", 0.1)
    engines = Engines(settings)
    yield engines
    await engines.stop_all()


@pytest.fixture
async def dispatcher(event_log: EventLog) -> AsyncIterator[Dispatcher]:
    async with Dispatcher(event_log) as dispatcher:
        yield dispatcher


@pytest.fixture
async def projectors(
    event_log: EventLog, settings: Settings, client: Client
) -> AsyncIterator[Projectors]:
    assert client is not None, "the server is empty before a projector starts"
    projectors = Projectors(event_log, settings)
    yield projectors
    await projectors.stop()

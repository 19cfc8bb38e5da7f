"""Addresses, and connections to what they name."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.engine.broker import make_broker
from services.runtime.connection import AddressError, connect, parse_address
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.safety import check_server
from services.runtime.settings import Settings
from tests.services.asking import ask_open, new_game
from tests.services.engines import SHARDS, Engines
from tests.services.servers import SentinelServers


@pytest.mark.parametrize("url", ["redis://a:1/0", "rediss://:pw@a:1/0", "unix:///run/redis.sock"])
def test_a_single_server_is_left_to_the_client_to_read(url: str) -> None:
    address = parse_address(url)
    assert (address.kind, address.url) == ("single", url)


def test_a_cluster_is_named_by_some_of_its_nodes() -> None:
    address = parse_address("redis+cluster://:pw@a:7000,b,10.0.0.3:7002")
    assert address.kind == "cluster"
    assert address.nodes == (("a", 7000), ("b", 6379), ("10.0.0.3", 7002))
    assert address.password == "pw"


def test_a_password_may_be_written_with_escapes() -> None:
    assert parse_address("redis+cluster://:p%40ss@a:1").password == "p@ss"


def test_sentinels_need_the_name_of_a_master() -> None:
    address = parse_address("redis+sentinel://a:26379,b:26379/main")
    assert (address.kind, address.master) == ("sentinel", "main")
    assert address.password is None
    with pytest.raises(AddressError, match="names no master"):
        parse_address("redis+sentinel://a:26379")


@pytest.mark.parametrize(
    "url",
    [
        "embedded",
        "localhost:6379",
        "http://localhost",
        "redis+cluster://",
        "redis+cluster://a:b",
        "redis+cluster://:6379",
        "redis+sentinel://a:1,,b:2/main",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(AddressError):
        parse_address(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://:hunter2@localhost",
        "redis+cluster://me:hunter2@a:1",
        "redis+sentinel://:hunter2@a:1",
        "redis+cluster://:hunter2@a:b",
    ],
)
def test_a_refusal_does_not_print_the_password(url: str) -> None:
    with pytest.raises(AddressError) as refusal:
        parse_address(url)
    assert "hunter2" not in str(refusal.value)


@pytest.fixture(scope="module")
def sentinels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SentinelServers]:
    servers = SentinelServers(tmp_path_factory.mktemp("sentinel"))
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


@pytest.mark.anyio
async def test_a_command_is_decided_on_a_master_found_by_sentinels(
    sentinels: SentinelServers,
) -> None:
    settings = Settings(server=sentinels.url, shards=SHARDS, lock_seconds=1.0)
    client = connect(parse_address(settings.server))
    assert await check_server(client, "always", SHARDS)
    engines = Engines(settings)
    engine = await engines.start()
    clients: list[Any] = [client, engine.client, await engine.broker.connect()]
    game = new_game()
    async with Dispatcher(EventLog(client, SHARDS)) as dispatcher:
        outcome = await dispatcher.send(ask_open(game))
    assert outcome.seq == 1
    await engines.stop_all()
    await client.aclose()
    # Closing a client leaves its connections to the sentinels to the end of the process.
    for one in clients:
        for sentinel in one.connection_pool.sentinel_manager.sentinels:
            await sentinel.aclose()


@pytest.mark.anyio
async def test_the_broker_reaches_the_same_server(address: str) -> None:
    parsed = parse_address(address)
    broker = make_broker(parsed, apply_types=False, logger=None)
    client = connect(parsed)
    await client.set("told", "by the client")
    reached = await broker.connect()
    assert await reached.get("told") == b"by the client"
    await client.delete("told")
    await client.aclose()
    await broker.stop()

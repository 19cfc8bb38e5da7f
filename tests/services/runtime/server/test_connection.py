"""Server addresses and connections."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.engine.broker import make_broker
from services.runtime.operations.settings import Settings
from services.runtime.server.connection import AddressError, connect, parse_address
from services.runtime.server.safety import check_server
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import new_table_id, open_command
from tests.services.engines import SHARDS, Engines
from tests.services.full_client import connect_fully
from tests.services.servers import ClusterServers, SentinelServers, ServerProcess, node_client


@pytest.mark.parametrize("url", ["redis://a:1/0", "rediss://:pw@a:1/0", "unix:///run/redis.sock"])
def test_passes_single_server_urls_to_the_client(url: str) -> None:
    address = parse_address(url)
    assert (address.kind, address.url) == ("single", url)


def test_parses_cluster_addresses() -> None:
    address = parse_address("redis+cluster://:pw@a:7000,b,10.0.0.3:7002")
    assert address.kind == "cluster"
    assert address.nodes == (("a", 7000), ("b", 6379), ("10.0.0.3", 7002))
    assert address.password == "pw"


def test_decodes_escaped_passwords() -> None:
    assert parse_address("redis+cluster://:p%40ss@a:1").password == "p@ss"


@pytest.mark.parametrize(
    "url", ["redis+cluster://eng%3Aine:pw@a:1", "redis+sentinel://eng%3Aine:pw@a:1/m"]
)
def test_parses_users(url: str) -> None:
    address = parse_address(url)
    assert (address.user, address.password, address.nodes) == ("eng:ine", "pw", (("a", 1),))


@pytest.mark.anyio
async def test_connects_to_a_cluster_as_a_user(tmp_path: Path) -> None:
    cluster = ClusterServers(tmp_path)
    try:
        url = cluster.start()
        for master in cluster.masters:
            with node_client("127.0.0.1", master.port) as node:
                node.execute_command("ACL", "SETUSER", "engine", "on", ">pw", "~*", "+@all")
        address = parse_address(url.replace("://", "://engine:pw@"))
        client: Any = connect_fully(address.url)
        broker = make_broker(address)
        for connected in (client, await broker.connect()):
            who = await connected.execute_command("ACL WHOAMI", target_nodes="random")
            assert who == "engine"
        await client.aclose()
        await broker.stop()
    finally:
        cluster.stop()


def test_sentinel_addresses_need_a_master_name() -> None:
    address = parse_address("redis+sentinel://a:26379,b:26379/main")
    assert (address.kind, address.master) == ("sentinel", "main")
    assert address.password is None
    with pytest.raises(AddressError, match="has no master name"):
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
def test_rejects_invalid_addresses(url: str) -> None:
    with pytest.raises(AddressError):
        parse_address(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://:hunter2@localhost",
        "redis+cluster://me:hunter2@a:b",
        "redis+sentinel://:hunter2@a:1",
        "redis+cluster://:hunter2@a:b",
    ],
)
def test_errors_do_not_contain_the_password(url: str) -> None:
    with pytest.raises(AddressError) as error:
        parse_address(url)
    assert "hunter2" not in str(error.value)


@pytest.mark.anyio
async def test_idle_connections_are_replaced_after_a_restart_of_the_server(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    client = connect_fully(await asyncio.to_thread(server.start))
    try:
        names = [str(number) for number in range(5)]
        await asyncio.gather(*(client.hset("before", name, name) for name in names))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        values = await asyncio.gather(*(client.hget("before", name) for name in names))
        assert values == [name.encode() for name in names]
    finally:
        await client.aclose()
        server.stop()


@pytest.fixture(scope="module")
def sentinels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SentinelServers]:
    servers = SentinelServers(tmp_path_factory.mktemp("sentinel"))
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


@pytest.mark.anyio
async def test_decides_a_command_on_a_sentinel_master(
    sentinels: SentinelServers,
) -> None:
    settings = Settings(server=sentinels.url, shards=SHARDS, lock_seconds=1.0)
    client = connect(parse_address(settings.server))
    assert await check_server(client, "always", SHARDS)
    engines = Engines(settings)
    engine = await engines.start()
    clients: list[Any] = [client, engine.client, await engine.broker.connect()]
    table_id = new_table_id()
    async with Dispatcher(EventLog(client, SHARDS)) as dispatcher:
        outcome = await dispatcher.send(open_command(table_id))
    assert outcome.seq == 1
    await engines.stop_all()
    await client.aclose()
    # Closing a client does not close its connections to the sentinels.
    for sentinel_client in clients:
        for sentinel in sentinel_client.connection_pool.sentinel_manager.sentinels:
            await sentinel.aclose()


@pytest.mark.anyio
async def test_the_broker_connects_to_the_same_server(address: str) -> None:
    parsed = parse_address(address)
    broker = make_broker(parsed)
    client = connect_fully(address)
    await client.set("key", "set by the client")
    broker_client = await broker.connect()
    assert await broker_client.get("key") == b"set by the client"
    await client.delete("key")
    await client.aclose()
    await broker.stop()

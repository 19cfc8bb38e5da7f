"""Unsafe servers are refused with a message that says how to fix them."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import RedisCluster

from services.runtime.operations.settings import Durability
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import connect, parse_address
from services.runtime.server.safety import UnsafeServerError, check_server
from services.runtime.store.keys import META
from tests.services.engines import SHARDS
from tests.services.full_client import FullClient
from tests.services.servers import ServerProcess

pytestmark = pytest.mark.anyio


@contextlib.contextmanager
def server(folder: Path, **settings: Any) -> Iterator[str]:
    process = ServerProcess(folder, **settings)
    try:
        yield process.start()
    finally:
        process.stop()


async def check(url: str, durability: Durability = "always", shards: int = SHARDS) -> str:
    client = connect(parse_address(url))
    try:
        return await check_server(client, durability, shards)
    finally:
        await client.aclose()


async def test_returns_the_name_of_a_safe_server(address: str, client: FullClient) -> None:
    assert client is not None, "the server is empty"
    name, version = (await check(address)).split()
    assert name in ("Redis", "Valkey")
    assert int(version.split(".")[0]) >= 7


@pytest.mark.parametrize(
    ("settings", "durability", "message"),
    [
        ({"appendonly": "no"}, "always", "has no append-only file.*set `appendonly yes`"),
        ({"appendonly": "no"}, "everysec", "has no append-only file"),
        (
            {"maxmemory_policy": "allkeys-lru"},
            "always",
            "evicts keys.*allkeys-lru.*set `maxmemory-policy noeviction`",
        ),
        ({"maxmemory_policy": "volatile-ttl"}, "everysec", "evicts keys.*volatile-ttl"),
        ({"appendfsync": "everysec"}, "always", "appendfsync everysec`.*BLUEMOON_DURABILITY"),
        ({"appendfsync": "no"}, "always", "appendfsync no`"),
        ({"appendfsync": "no"}, "everysec", "never syncs to disk"),
        ({"rename_command": 'CONFIG ""'}, "always", "Can't read the server's configuration"),
    ],
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else None,
)
async def test_refuses_an_unsafe_server(
    tmp_path: Path, settings: dict[str, str], durability: Durability, message: str
) -> None:
    with server(tmp_path, **settings) as url, pytest.raises(UnsafeServerError, match=message):
        await check(url, durability)


async def test_accepts_everysec_if_configured(tmp_path: Path) -> None:
    with server(tmp_path, appendfsync="everysec") as url:
        assert await check(url, "everysec")


async def test_refuses_a_different_number_of_shards(address: str, client: FullClient) -> None:
    await check(address, shards=SHARDS)
    with pytest.raises(UnsafeServerError, match="has 4 shards, but BLUEMOON_SHARDS is 8"):
        await check(address, shards=8)
    assert await check(address, shards=SHARDS)
    assert await client.hget(META, "shards") == b"4"


async def test_refuses_another_data_format(address: str, client: FullClient) -> None:
    await client.hset(META, "format", "2")
    with pytest.raises(UnsafeServerError, match="has format 2, expected 1"):
        await check(address)


async def test_refuses_a_cluster_with_one_unsafe_master(address: str, client: FullClient) -> None:
    if not address.startswith("redis+cluster"):
        pytest.skip("a single server has no other masters")
    for node in cast(RedisCluster, client).get_primaries():
        await client.config_set("maxmemory-policy", "allkeys-lru", target_nodes=node)
        try:
            with pytest.raises(UnsafeServerError, match="evicts keys"):
                await check(address)
        finally:
            await client.config_set("maxmemory-policy", "noeviction", target_nodes=node)


class OldServer:
    """Reports an old version: no such server is available to run."""

    async def info(self, _section: str) -> dict[str, str]:
        return {"redis_version": "6.2.14"}


async def test_refuses_an_old_server() -> None:
    with pytest.raises(UnsafeServerError, match=r"Redis 6\.2\.14 is too old: version 7 or newer"):
        await check_server(cast(RedisClient, OldServer()), "always", SHARDS)

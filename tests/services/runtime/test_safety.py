"""A server that would lose games is refused, with a sentence that says how to mend it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.runtime.connection import Client, connect, parse_address
from services.runtime.keys import META
from services.runtime.safety import UnsafeServerError, check_server
from services.runtime.settings import Durability
from tests.services.engines import SHARDS
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


async def test_a_safe_server_is_named(address: str, client: Client) -> None:
    assert client is not None, "the server is empty"
    name, version = (await check(address)).split()
    assert name in ("Redis", "Valkey")
    assert int(version.split(".")[0]) >= 7


@pytest.mark.parametrize(
    ("settings", "durability", "sentence"),
    [
        ({"appendonly": "no"}, "always", "keeps no append-only file.*set `appendonly yes`"),
        ({"appendonly": "no"}, "everysec", "keeps no append-only file"),
        (
            {"maxmemory_policy": "allkeys-lru"},
            "always",
            "evicts keys.*allkeys-lru.*set `maxmemory-policy noeviction`",
        ),
        ({"maxmemory_policy": "volatile-ttl"}, "everysec", "evicts keys.*volatile-ttl"),
        ({"appendfsync": "everysec"}, "always", "writes to disk `everysec`.*BLUEMOON_DURABILITY"),
        ({"appendfsync": "no"}, "always", "writes to disk `no`"),
        ({"appendfsync": "no"}, "everysec", "never syncs to disk"),
        ({"rename_command": 'CONFIG ""'}, "always", "does not show its settings"),
    ],
    ids=lambda value: "-".join(value.values()) if isinstance(value, dict) else None,
)
async def test_an_unsafe_server_is_refused(
    tmp_path: Path, settings: dict[str, str], durability: Durability, sentence: str
) -> None:
    with server(tmp_path, **settings) as url, pytest.raises(UnsafeServerError, match=sentence):
        await check(url, durability)


async def test_everysec_is_enough_when_it_was_asked_for(tmp_path: Path) -> None:
    with server(tmp_path, appendfsync="everysec") as url:
        assert await check(url, "everysec")


async def test_the_number_of_shards_is_fixed_once_games_exist(address: str, client: Client) -> None:
    await check(address, shards=SHARDS)
    with pytest.raises(UnsafeServerError, match="lie in 4 shards, but BLUEMOON_SHARDS is 8"):
        await check(address, shards=8)
    assert await check(address, shards=SHARDS)
    assert await client.hget(META, "shards") == b"4"


async def test_games_in_another_format_are_refused(address: str, client: Client) -> None:
    await client.hset(META, "format", "2")
    with pytest.raises(UnsafeServerError, match="in format 2, not 1"):
        await check(address)


async def test_one_unsafe_master_of_a_cluster_is_enough(address: str, client: Client) -> None:
    if not address.startswith("redis+cluster"):
        pytest.skip("a single server has no other masters")
    for node in client.get_primaries():
        await client.config_set("maxmemory-policy", "allkeys-lru", target_nodes=node)
        try:
            with pytest.raises(UnsafeServerError, match="evicts keys"):
                await check(address)
        finally:
            await client.config_set("maxmemory-policy", "noeviction", target_nodes=node)


class OldServer:
    """Says what a server of long ago says about itself; there is none to be had any more."""

    async def info(self, _section: str) -> dict[str, Any]:
        return {"redis_version": "6.2.14"}


async def test_a_server_that_is_too_old_is_refused() -> None:
    with pytest.raises(UnsafeServerError, match=r"Redis 6\.2\.14 is too old: 7 or newer"):
        await check_server(OldServer(), "always", SHARDS)

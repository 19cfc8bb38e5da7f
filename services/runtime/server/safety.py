"""Refuse a server that could lose data: too old, without append-only file, or with eviction."""

from collections import ChainMap

from redis.exceptions import ResponseError

from services.runtime.operations.opening_rules import newer_rules, record_rules
from services.runtime.operations.settings import Durability
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import connected
from services.runtime.server.nodes import on_every_node
from services.runtime.store.keys import META

DEFAULT_SHARDS = 4
"""For new data. Commands of a batch share the cost of their shard's script, so few shards are
faster on one machine; engines share them, so a deployment with many engines needs more."""
VERSION_MIN = 7
FORMAT = "1"


class UnsafeServerError(RuntimeError):
    """The server's configuration could lose data. The message says why and how to fix it."""


async def check_server(client: RedisClient, durability: Durability, shards: int) -> str:
    """Return the name and version of a safe server. Raises UnsafeServerError.

    `shards` is 0 if the stored number is to be used; see `shards_of`."""
    info = (await on_every_node(client, client.info, "server"))[0]
    name = "Valkey" if "valkey_version" in info else "Redis"
    version = str(info.get("valkey_version", info["redis_version"]))
    if int(version.split(".", maxsplit=1)[0]) < VERSION_MIN:
        raise UnsafeServerError(
            f"{name} {version} is too old: version {VERSION_MIN} or newer is required."
        )
    for settings in await _configurations(client):
        _check_settings(settings, durability)
    await _check_layout(client, shards)
    return f"{name} {version}"


async def check_server_at(url: str, durability: Durability, shards: int) -> str:
    """Return the name and version of the server at this address. Raises UnsafeServerError."""
    async with connected(url) as client:
        return await check_server(client, durability, shards)


async def stored_shards(client: RedisClient) -> int | None:
    """Return the number of shards of the stored data, or None if there is none."""
    shards = await client.hget(META, "shards")
    return None if shards is None else int(shards)


async def shards_of(client: RedisClient, shards: int) -> int:
    """Return the number of shards: as stored, or this one, or the default."""
    return await stored_shards(client) or shards or DEFAULT_SHARDS


def _check_settings(settings: dict[str, str], durability: Durability) -> None:
    if settings.get("appendonly") != "yes":
        raise UnsafeServerError(
            "The server has no append-only file, so a crash would lose data: set `appendonly yes`."
        )
    if settings.get("maxmemory-policy") != "noeviction":
        raise UnsafeServerError(
            f"The server evicts keys when memory is full (`maxmemory-policy "
            f"{settings.get('maxmemory-policy')}`), so it could delete tables: "
            "set `maxmemory-policy noeviction`."
        )
    fsync = settings.get("appendfsync")
    if durability == "always" and fsync != "always":
        raise UnsafeServerError(
            f"Durability is `always`, but the server has `appendfsync {fsync}`: set "
            "`appendfsync always`, or accept possible data loss with BLUEMOON_DURABILITY=everysec."
        )
    if fsync == "no":
        raise UnsafeServerError("The server never syncs to disk: set `appendfsync everysec`.")


async def _configurations(client: RedisClient) -> list[dict[str, str]]:
    """Return the configuration of every node: one unsafe node is enough to lose data."""
    names = ("appendonly", "appendfsync", "maxmemory-policy")
    try:
        replies = [await on_every_node(client, client.config_get, name) for name in names]
    except ResponseError as error:
        raise UnsafeServerError(
            f"Can't read the server's configuration ({error}), so can't check that it "
            "is safe: allow `CONFIG GET` for this user."
        ) from error
    return [dict(ChainMap(*node)) for node in zip(*replies, strict=True)]


async def _check_layout(client: RedisClient, shards: int) -> None:
    """Check that the stored format and number of shards are ours; store them at the first start."""
    # The format is written last, so a service that finds the format also finds the rules.
    await record_rules(client, is_new=await client.hget(META, "format") is None)
    await client.hsetnx(META, "format", FORMAT)
    await client.hsetnx(META, "shards", shards or DEFAULT_SHARDS)
    stored_format = await client.hget(META, "format")
    if stored_format != FORMAT.encode():
        found = (stored_format or b"").decode()
        raise UnsafeServerError(f"The data has format {found}, expected {FORMAT}.")
    if newer := await newer_rules(client):
        raise UnsafeServerError(
            f"The data was upgraded to {', '.join(newer)}, which this release does not know: "
            "start the release that finalized the upgrade, or a newer one."
        )
    found_shards = await stored_shards(client)
    if shards and found_shards != shards:
        raise UnsafeServerError(
            f"The data has {found_shards} shards, but BLUEMOON_SHARDS is {shards}: "
            "the number can't change."
        )

"""Refuses a server that would lose games: too old, without AOF, or one that evicts."""

from collections import ChainMap
from typing import Any

from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from services.runtime.connection import Client
from services.runtime.keys import META
from services.runtime.settings import Durability

VERSION_MIN = 7
FORMAT = "1"


class UnsafeServerError(RuntimeError):
    """The server, as it is set up, would lose data. One sentence says what and how to mend it."""


async def check_server(client: Client, durability: Durability, shards: int) -> str:
    """Name and version of a server that is fit for its task. Raises UnsafeServerError."""
    info = (await everywhere(client, client.info, "server"))[0]
    name = "Valkey" if "valkey_version" in info else "Redis"
    version = str(info.get("valkey_version", info["redis_version"]))
    if int(version.split(".", maxsplit=1)[0]) < VERSION_MIN:
        raise UnsafeServerError(f"{name} {version} is too old: {VERSION_MIN} or newer is needed.")
    for settings in await _configurations(client):
        _check_settings(settings, durability)
    await _agree(client, shards)
    return f"{name} {version}"


def _check_settings(settings: dict[str, str], durability: Durability) -> None:
    if settings.get("appendonly") != "yes":
        raise UnsafeServerError(
            "The server keeps no append-only file, so a crash would lose games: "
            "set `appendonly yes`."
        )
    if settings.get("maxmemory-policy") != "noeviction":
        raise UnsafeServerError(
            f"The server evicts keys when memory is full (`maxmemory-policy "
            f"{settings.get('maxmemory-policy')}`), and would throw whole games away: "
            "set `maxmemory-policy noeviction`."
        )
    fsync = settings.get("appendfsync")
    if durability == "always" and fsync != "always":
        raise UnsafeServerError(
            f"Durability `always` is asked for, but the server writes to disk `{fsync}`: set "
            "`appendfsync always`, or choose BLUEMOON_DURABILITY=everysec and what it can lose."
        )
    if fsync == "no":
        raise UnsafeServerError("The server never syncs to disk: set `appendfsync everysec`.")


async def _configurations(client: Client) -> list[dict[str, str]]:
    """How the server is set up; of a cluster every node, for one is enough to lose games."""
    names = ("appendonly", "appendfsync", "maxmemory-policy")
    try:
        answers = [await everywhere(client, client.config_get, name) for name in names]
    except ResponseError as error:
        raise UnsafeServerError(
            f"The server does not show its settings ({error}), so nobody can tell whether it "
            "keeps what it is given: allow `CONFIG GET` for this user."
        ) from error
    return [dict(ChainMap(*of_node)) for of_node in zip(*answers, strict=True)]


async def everywhere(client: Client, ask: Any, about: str) -> list[dict[str, Any]]:
    """The answers of all nodes; a single server is one."""
    if not isinstance(client, RedisCluster):
        return [await ask(about)]
    return [
        await ask(about, target_nodes=node)
        for node in sorted((await client.initialize()).get_nodes(), key=lambda node: node.name)
    ]


async def _agree(client: Client, shards: int) -> None:
    """All services of a deployment must divide the games alike, today and next year."""
    await client.hsetnx(META, "format", FORMAT)
    await client.hsetnx(META, "shards", shards)
    form, kept = await client.hmget(META, "format", "shards")
    if form.decode() != FORMAT:
        raise UnsafeServerError(f"The games here are in format {form.decode()}, not {FORMAT}.")
    if int(kept) != shards:
        raise UnsafeServerError(
            f"The games here lie in {int(kept)} shards, but BLUEMOON_SHARDS is {shards}: "
            "the number is fixed once games exist."
        )

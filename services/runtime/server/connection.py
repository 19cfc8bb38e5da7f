"""Connections to a single server, a Sentinel master or a cluster."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal, cast
from urllib.parse import unquote

from msgspec import Struct
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.sentinel import Sentinel
from redis.exceptions import RedisClusterException, RedisError, ResponseError
from redis.maint_notifications import MaintNotificationsConfig

from services.runtime.operations.settings import hide_password
from services.runtime.server.client import RedisClient
from services.runtime.server.coalescing import CoalescingCluster, CoalescingRedis
from services.runtime.server.packing import PackingConnection

CONNECTION_ERRORS = (RedisError, RedisClusterException, OSError)
"""Errors of the server or the network. RedisClusterException, raised if no node of a cluster
responds, is not a RedisError."""

_OUTAGE_PREFIXES = ("BUSY", "MASTERDOWN", "MISCONF", "NOREPLICAS", "UNKILLABLE")
"""Error codes for which redis-py has no exception class."""


def is_outage(error: BaseException) -> bool:
    """Return whether the error is about the server: down, full, read-only or unable to write.

    Such an error says nothing about the command that was sent."""
    if type(error) is ResponseError:
        return str(error).startswith(_OUTAGE_PREFIXES)
    return isinstance(error, CONNECTION_ERRORS)


# A blocking read must return before the socket times out, or the connection is lost.
BLOCK_MS = 1_000
SOCKET_TIMEOUT_SECONDS = 10.0
CONNECTIONS_MAX = 512
RECONNECT_SECONDS = 0.2
DEFAULT_PORT = 6379


class AddressError(ValueError):
    """A server address is invalid."""


class Address(Struct, frozen=True):
    kind: Literal["single", "sentinel", "cluster"]
    url: str
    nodes: tuple[tuple[str, int], ...] = ()
    master: str = ""
    user: str | None = None
    password: str | None = None


def parse_address(url: str) -> Address:
    if url.startswith(("redis://", "rediss://", "unix://")):
        return Address("single", url)
    match = re.fullmatch(
        r"redis\+(?P<kind>sentinel|cluster)://(?:(?P<user>[^:@/]*):(?P<password>[^@]*)@)?"
        r"(?P<nodes>[^/@]+)(?:/(?P<master>\w[\w.-]*))?",
        url,
    )
    if match is None:
        raise AddressError(
            f"{hide_password(url)!r} is not a server address: expected redis://, rediss://, "
            "unix://, redis+sentinel://host:port,.../master or redis+cluster://host:port,..."
        )
    nodes = tuple(_node(node) for node in match["nodes"].split(","))
    user = unquote(match["user"]) if match["user"] else None
    password = unquote(match["password"]) if match["password"] else None
    if match["kind"] == "cluster":
        return Address("cluster", url, nodes, user=user, password=password)
    if not match["master"]:
        raise AddressError(
            f"{hide_password(url)!r} has no master name: expected redis+sentinel://.../master"
        )
    return Address("sentinel", url, nodes, match["master"], user, password)


def _node(text: str) -> tuple[str, int]:
    host, _, port = text.partition(":")
    if not host or (port and not port.isdigit()):
        raise AddressError(f"expected host:port, got {text!r}")
    return host, int(port or DEFAULT_PORT)


def connect(address: Address) -> RedisClient:
    # redis-py annotates each command with a union of a blocking and an asynchronous reply, so no
    # type checker can match its clients with the protocol. A test compares them at run time.
    return cast(RedisClient, _connect(address))


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[RedisClient]:
    """Connect while the block runs. Raises AddressError."""
    client = connect(parse_address(url))
    try:
        yield client
    finally:
        await client.aclose()


def _connect(address: Address) -> object:
    options: dict[str, Any] = {
        "socket_timeout": SOCKET_TIMEOUT_SECONDS,
        "health_check_interval": 0,
        # With these notifications (a feature of Redis Enterprise) redis-py does not replace idle
        # connections that the server has closed: after a restart, each of them fails once.
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    if address.kind == "cluster":
        nodes = [ClusterNode(host, port) for host, port in address.nodes]
        return CoalescingCluster(
            startup_nodes=nodes,
            username=address.user,
            password=address.password,
            max_connections=CONNECTIONS_MAX,
            **options,
        )
    if address.kind == "sentinel":
        sentinel = Sentinel(list(address.nodes), **options)  # type: ignore[no-untyped-call]
        return sentinel.master_for(
            address.master, CoalescingRedis, username=address.user, password=address.password
        )
    return CoalescingRedis.from_url(
        address.url,
        # URLs with TLS or a Unix socket override this class.
        connection_class=PackingConnection,
        max_connections=CONNECTIONS_MAX,
        **options,
    )

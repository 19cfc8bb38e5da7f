"""Connections to one server, to a master found by sentinels, or to a cluster."""

import re
from typing import Any, Literal
from urllib.parse import unquote

from msgspec import Struct
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.sentinel import Sentinel
from redis.exceptions import RedisClusterException, RedisError, ResponseError

from services.runtime.packing import PackingConnection
from services.runtime.settings import without_password

Client = Any
"""`Redis` or `RedisCluster`: the commands we use are the same."""

LOST = (RedisError, RedisClusterException, OSError)
"""What is raised when the server, or the way to it, fails. A cluster's client has an error of its
own when no node answers, and it is no RedisError."""

_OUT_OF_ORDER = ("BUSY", "MASTERDOWN", "MISCONF", "NOREPLICAS", "UNKILLABLE")
"""How answers begin that redis-py has no error of its own for."""


def is_outage(error: BaseException) -> bool:
    """Whether the server as a whole is out of order: away, full, read-only, unable to write. Then
    its error says nothing about what it was asked."""
    if type(error) is ResponseError:
        return str(error).startswith(_OUT_OF_ORDER)
    return isinstance(error, LOST)


# A blocked read must end by itself before its socket gives up, or the connection is lost.
BLOCK_MS = 1_000
SOCKET_TIMEOUT_SECONDS = 10.0
CONNECTIONS_MAX = 512
RECONNECT_SECONDS = 0.2
DEFAULT_PORT = 6379


class AddressError(ValueError):
    """An address of a server that can't be read."""


class Address(Struct, frozen=True):
    kind: Literal["single", "sentinel", "cluster"]
    url: str
    nodes: tuple[tuple[str, int], ...] = ()
    master: str = ""
    password: str | None = None


def parse_address(url: str) -> Address:
    if url.startswith(("redis://", "rediss://", "unix://")):
        return Address("single", url)
    found = re.fullmatch(
        r"redis\+(?P<kind>sentinel|cluster)://(?::(?P<password>[^@]*)@)?"
        r"(?P<nodes>[^/@]+)(?:/(?P<master>\w[\w.-]*))?",
        url,
    )
    if found is None:
        raise AddressError(
            f"{without_password(url)!r} is no address of a server: expected redis://, rediss://, "
            "unix://, redis+sentinel://host:port,.../master or redis+cluster://host:port,..."
        )
    nodes = tuple(_node(node) for node in found["nodes"].split(","))
    password = unquote(found["password"]) if found["password"] else None
    if found["kind"] == "cluster":
        return Address("cluster", url, nodes, password=password)
    if not found["master"]:
        raise AddressError(
            f"{without_password(url)!r} names no master: expected redis+sentinel://.../master"
        )
    return Address("sentinel", url, nodes, found["master"], password)


def _node(text: str) -> tuple[str, int]:
    host, _, port = text.partition(":")
    if not host or (port and not port.isdigit()):
        raise AddressError(f"{text!r} is no host:port")
    return host, int(port or DEFAULT_PORT)


def connect(address: Address) -> Client:
    options: dict[str, Any] = {"socket_timeout": SOCKET_TIMEOUT_SECONDS, "health_check_interval": 0}
    if address.kind == "cluster":
        nodes = [ClusterNode(host, port) for host, port in address.nodes]
        return RedisCluster(
            startup_nodes=nodes,
            password=address.password,
            max_connections=CONNECTIONS_MAX,
            **options,
        )
    if address.kind == "sentinel":
        sentinel = Sentinel(list(address.nodes), **options)  # type: ignore[no-untyped-call]
        return sentinel.master_for(address.master, password=address.password)
    return Redis.from_url(
        address.url,
        # An address with TLS or of a Unix socket brings a class of its own, and that one stays.
        connection_class=PackingConnection,
        max_connections=CONNECTIONS_MAX,
        **options,
    )

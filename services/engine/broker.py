"""The FastStream broker. Only the engine needs it, and it is slow to import."""

from typing import Any
from urllib.parse import quote

from faststream.redis import RedisBroker, RedisClusterBroker, RedisSentinelBroker
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from services.runtime.server.connection import (
    CONNECTIONS_MAX,
    RECONNECT_SECONDS,
    SOCKET_TIMEOUT_SECONDS,
    Address,
)


def make_broker(address: Address, **options: Any) -> RedisBroker:
    """Return a broker for the server at `address`.

    FastStream pauses for 5 s after a read error, so the connections retry without limit instead. A
    cluster client retries by itself.
    """
    retry_forever = Retry(ConstantBackoff(RECONNECT_SECONDS), retries=-1)
    if address.kind == "cluster":
        return RedisClusterBroker(
            _first_node_url(address),
            startup_nodes=list(address.nodes),
            socket_timeout=SOCKET_TIMEOUT_SECONDS,
            **options,
        )
    if address.kind == "sentinel":
        return RedisSentinelBroker(
            _first_node_url(address),
            sentinels=list(address.nodes),
            sentinel_master_name=address.master,
            socket_timeout=SOCKET_TIMEOUT_SECONDS,
            retry=retry_forever,
            **options,
        )
    return RedisBroker(
        address.url,
        socket_timeout=SOCKET_TIMEOUT_SECONDS,
        retry=retry_forever,
        max_connections=CONNECTIONS_MAX,
        **options,
    )


def _first_node_url(address: Address) -> str:
    """Return the URL of the first node: FastStream reads the password from a URL only."""
    host, port = address.nodes[0]
    password = f":{quote(address.password, safe='')}@" if address.password else ""
    return f"redis://{password}{host}:{port}"

"""FastStream's way to the server: only the engine needs it, and it takes long to load."""

from typing import Any
from urllib.parse import quote

from faststream.redis import RedisBroker, RedisClusterBroker, RedisSentinelBroker
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from services.runtime.connection import (
    CONNECTIONS_MAX,
    RECONNECT_SECONDS,
    SOCKET_TIMEOUT_SECONDS,
    Address,
)


def make_broker(address: Address, **options: Any) -> RedisBroker:
    """FastStream's broker for the same server.

    It makes a pause of 5 s after an error when reading, so the connections under it don't give up;
    a cluster's client goes on by itself.
    """
    patient = Retry(ConstantBackoff(RECONNECT_SECONDS), retries=-1)
    if address.kind == "cluster":
        return RedisClusterBroker(
            _url_of(address),
            startup_nodes=list(address.nodes),
            socket_timeout=SOCKET_TIMEOUT_SECONDS,
            **options,
        )
    if address.kind == "sentinel":
        return RedisSentinelBroker(
            _url_of(address),
            sentinels=list(address.nodes),
            sentinel_master_name=address.master,
            socket_timeout=SOCKET_TIMEOUT_SECONDS,
            retry=patient,
            **options,
        )
    return RedisBroker(
        address.url,
        socket_timeout=SOCKET_TIMEOUT_SECONDS,
        retry=patient,
        max_connections=CONNECTIONS_MAX,
        **options,
    )


def _url_of(address: Address) -> str:
    """A first node with the password: FastStream takes both from an address."""
    host, port = address.nodes[0]
    password = f":{quote(address.password, safe='')}@" if address.password else ""
    return f"redis://{password}{host}:{port}"

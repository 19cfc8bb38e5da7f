"""The FastStream broker. Only the engine needs it, and it is slow to import."""

import logging
from typing import cast
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

_NO_LOGGER = cast("logging.Logger", None)
"""FastStream accepts None to log nothing, but does not declare it."""


def make_broker(address: Address) -> RedisBroker:
    """Return a broker for the server at `address`.

    FastStream pauses for 5 s after a read error, so the connections retry without limit instead. A
    cluster client retries by itself. `apply_types=False`: handlers get what our decoder returns,
    which is already typed.
    """
    retry_forever = Retry(ConstantBackoff(RECONNECT_SECONDS), retries=-1)
    if address.kind == "cluster":
        return RedisClusterBroker(
            _first_node_url(address),
            startup_nodes=list(address.nodes),
            socket_timeout=SOCKET_TIMEOUT_SECONDS,
            apply_types=False,
            logger=_NO_LOGGER,
        )
    if address.kind == "sentinel":
        return RedisSentinelBroker(
            _first_node_url(address),
            sentinels=list(address.nodes),
            sentinel_master_name=address.master,
            socket_timeout=SOCKET_TIMEOUT_SECONDS,
            retry=retry_forever,
            apply_types=False,
            logger=_NO_LOGGER,
        )
    return RedisBroker(
        address.url,
        socket_timeout=SOCKET_TIMEOUT_SECONDS,
        retry=retry_forever,
        max_connections=CONNECTIONS_MAX,
        apply_types=False,
        logger=_NO_LOGGER,
    )


def _first_node_url(address: Address) -> str:
    """Return the URL of the first node: FastStream reads user and password from a URL only."""
    host, port = address.nodes[0]
    if not address.password:
        return f"redis://{host}:{port}"
    user, password = quote(address.user or "", safe=""), quote(address.password, safe="")
    return f"redis://{user}:{password}@{host}:{port}"

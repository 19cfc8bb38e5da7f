"""Connect a command to the server that holds the tables."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cli.connection.configuration import load_settings, with_server_address
from cli.connection.connection_errors import explain_connection_errors
from services.runtime.operations.settings import Settings
from services.runtime.server.connection import connect, parse_address
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import META

T = TypeVar("T")


def with_event_log(work: Callable[[EventLog], Awaitable[T]]) -> T:
    """Run `work` on the configured server. Raises CommandLineError if it is unreachable."""
    settings = with_server_address(load_settings())
    with explain_connection_errors(settings):
        return asyncio.run(_run(settings, work))


async def _run(settings: Settings, work: Callable[[EventLog], Awaitable[T]]) -> T:
    client = connect(parse_address(settings.server))
    try:
        # The number of shards is fixed once tables exist; the setting applies only before that.
        stored_shards = await client.hget(META, "shards")
        shards = int(stored_shards) if stored_shards else settings.shards
        return await work(EventLog(client, shards))
    finally:
        await client.aclose()

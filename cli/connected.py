"""A command's way to the games: connected, and divided into shards as those who write them do."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cli.configuration import located, settings_with
from cli.no_connection import failing_clearly
from services.runtime.connection import connect, parse_address
from services.runtime.event_log import EventLog
from services.runtime.keys import META
from services.runtime.settings import Settings

T = TypeVar("T")


def with_log(work: Callable[[EventLog], Awaitable[T]]) -> T:
    """Do the work on the server that the settings name. Raises Failure when it can't be reached."""
    settings = located(settings_with())
    with failing_clearly(settings):
        return asyncio.run(_connected(settings, work))


async def _connected(settings: Settings, work: Callable[[EventLog], Awaitable[T]]) -> T:
    client = connect(parse_address(settings.server))
    try:
        # The number of shards is fixed once games exist; whoever only looks follows it.
        kept = await client.hget(META, "shards")
        return await work(EventLog(client, int(kept) if kept else settings.shards))
    finally:
        await client.aclose()

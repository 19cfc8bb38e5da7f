"""Connect a command to the server that holds the tables."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cli.connection.cancellation import finish_or_cancel
from cli.connection.configuration import load_settings, with_server_address
from cli.connection.connection_errors import explain_connection_errors
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from services.runtime.stores import Stores, open_stores

T = TypeVar("T")


def with_stores(work: Callable[[Stores], Awaitable[T]]) -> T:
    """Run `work` on the configured server. Raises CommandLineError if it is unreachable."""
    settings = with_server_address(load_settings())
    with explain_connection_errors(settings):
        return asyncio.run(_run(settings, work))


def with_event_log(work: Callable[[EventLog], Awaitable[T]]) -> T:
    """Like `with_stores`, for commands that need only the event log."""
    return with_stores(lambda stores: work(stores.event_log))


async def _run(settings: Settings, work: Callable[[Stores], Awaitable[T]]) -> T:
    async with open_stores(settings.server, settings.shards) as stores:
        return await finish_or_cancel(work(stores))

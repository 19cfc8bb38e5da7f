"""Demo tables on a server: claim them, and find and close unfinished ones."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import structlog

from cli.live_demo.games import DEMO_PREFIX, DemoGames
from cli.setup.game_setup import GameSetup
from cli.tables.summaries import read_summaries
from games.terminal_kit.errors import CommandLineError
from services.runtime.operations.settings import Settings, hide_password
from services.runtime.operations.tasks import cancel_tasks, run_to_completion
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.lock import LockLostError, ServerLock
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from services.runtime.stores import Stores, open_stores

CLAIM_SECONDS = 5.0
"""How long a claim outlives a killed owner."""
RENEWALS_PER_CLAIM = 10
POLL_SECONDS = 0.5

T = TypeVar("T")

log = structlog.get_logger()


class DemoTablesTakenError(RuntimeError):
    """Another demo runs on this server."""


async def retry_until_connected(operation: Callable[[], Awaitable[T]]) -> T:
    """Retry on connection errors: the server may be restarting or very busy."""
    while True:
        try:
            return await operation()
        except CONNECTION_ERRORS as error:
            log.warning("server unreachable, retrying", error=str(error))
            await asyncio.sleep(POLL_SECONDS)


@contextlib.asynccontextmanager
async def claim_demo_tables(stores: Stores) -> AsyncIterator[None]:
    """Claim the right to play and close demo tables. One process has it at a time.

    Raises DemoTablesTakenError.
    """
    lock = stores.demo_lock(CLAIM_SECONDS)
    # The claim of a killed owner expires.
    deadline = time.monotonic() + 2 * CLAIM_SECONDS
    while not await retry_until_connected(lock.acquire):
        if time.monotonic() > deadline:
            raise DemoTablesTakenError
        await asyncio.sleep(POLL_SECONDS)
    renewing = asyncio.create_task(_renew(lock))
    try:
        yield
    finally:
        await run_to_completion(_release(lock, renewing))


async def _release(lock: ServerLock, renewing: asyncio.Task[None]) -> None:
    await cancel_tasks(renewing)
    with contextlib.suppress(LockLostError, *CONNECTION_ERRORS):
        await lock.release()


async def _renew(lock: ServerLock) -> None:
    while True:
        await asyncio.sleep(CLAIM_SECONDS / RENEWALS_PER_CLAIM)
        with contextlib.suppress(*CONNECTION_ERRORS):
            try:
                await lock.renew()
            except LockLostError:
                # The claim expired while the connection was down; it is probably still free.
                await lock.acquire()


async def wait_until_settled(stores: Stores) -> None:
    """Wait until every shard has an engine and no backlog.

    A queued command of the last demo may still open a table. If it opened after the unfinished
    tables were listed, no bot would play there.
    """
    unsettled = set(range(stores.event_log.shards))
    while unsettled:
        report = await retry_until_connected(stores.shards_report)
        unsettled -= {shard.shard for shard in report.shards if shard.is_owned and not shard.lag}
        if unsettled:
            await asyncio.sleep(POLL_SECONDS)


async def _list_demo_ids(event_log: EventLog) -> list[str]:
    """Return all demo tables, finished ones included."""
    table_ids = await retry_until_connected(event_log.table_ids)
    return [table_id for table_id in table_ids if table_id.startswith(DEMO_PREFIX)]


async def list_unfinished(event_log: EventLog) -> list[str]:
    """Return the demo tables that are not over, the most advanced first."""
    demo_ids = await _list_demo_ids(event_log)
    summaries = await retry_until_connected(lambda: read_summaries(event_log, demo_ids))
    unfinished = [summary for summary in summaries if summary.stage in ("open", "playing")]
    unfinished.sort(key=lambda summary: (summary.stage == "open", -summary.commits))
    return [summary.table for summary in unfinished]


async def close_unfinished(settings: Settings, setup: GameSetup) -> None:
    """Close unfinished demo tables when no demo runs: no bot would play there."""
    async with open_stores(settings.server, settings.shards) as stores:
        event_log = stores.event_log
        with contextlib.suppress(DemoTablesTakenError):
            if not await _list_demo_ids(event_log):
                return
            async with claim_demo_tables(stores), Dispatcher(event_log) as dispatcher:
                await wait_until_settled(stores)
                unfinished_ids = await list_unfinished(event_log)
                await DemoGames(event_log, dispatcher, setup, 0).close(unfinished_ids)


def demo_running_error(settings: Settings) -> CommandLineError:
    return CommandLineError(
        f"a demo is already running on {hide_password(settings.server)}: stop it, or start "
        "this system without --demo"
    )

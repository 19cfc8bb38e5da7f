"""A live demo: bots play on the running system and the terminal shows its status."""

import asyncio
import contextlib
import time
from collections import deque

from msgspec import Struct
from rich.console import Console
from rich.live import Live

from cli.live_demo.games import DemoGames
from cli.live_demo.status import DemoStatus, status_line
from cli.live_demo.status_table import status_table
from cli.live_demo.tables import (
    DemoTablesTakenError,
    claim_demo_tables,
    demo_running_error,
    list_unfinished,
    wait_until_settled,
)
from cli.setup.bots import PLAYER_NAMES
from cli.setup.game_setup import GameSetup
from cli.shell_commands import shell_command
from cli.system.browser_link import BrowserLink
from cli.system.system import System
from services.runtime.access.player_directory import PlayerEntry
from services.runtime.operations.settings import Settings, hide_password
from services.runtime.operations.tasks import cancel_tasks, run_to_completion
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.shard_stats import ShardsReport
from services.runtime.stores import Stores, open_stores

REFRESH_SECONDS = 0.5
LINE_SECONDS = 3.0
NOTICES_KEPT = 4


class DemoOptions(Struct, frozen=True):
    setup: GameSetup
    tables: int
    speed: float
    seconds: float | None = None
    finish: int | None = None


class LiveDemo:
    def __init__(self, options: DemoOptions, settings: Settings, console: Console) -> None:
        """`settings` locate the system for the commands that are printed."""
        self._options = options
        self._settings = settings
        self._console = console
        self._started_at = time.monotonic()
        self._report = ShardsReport((), ())
        self._notices: deque[str] = deque(maxlen=NOTICES_KEPT)

    def add_notice(self, notice: str) -> None:
        """Show the start or end of a process."""
        if self._console.is_terminal:
            self._notices.append(notice)
        else:
            self._console.print(notice, soft_wrap=True)

    async def run(self, system: System, link: BrowserLink, stopping: asyncio.Event) -> None:
        """Run until `stopping` is set or a limit is reached. Raises CommandLineError."""
        settings, options = system.settings, self._options
        try:
            async with (
                open_stores(settings.server, settings.shards) as stores,
                Dispatcher(stores.event_log) as dispatcher,
            ):
                demo_games = DemoGames(stores.event_log, dispatcher, options.setup, options.speed)
                await self._play(stores, demo_games, system, link, stopping)
        except DemoTablesTakenError as error:
            raise demo_running_error(settings) from error

    async def _play(
        self,
        stores: Stores,
        demo_games: DemoGames,
        system: System,
        link: BrowserLink,
        stopping: asyncio.Event,
    ) -> None:
        screen_task = asyncio.create_task(
            self._update_screen(stores, demo_games, system, link, stopping)
        )
        tables_task = asyncio.create_task(self._run_tables(stores, demo_games))
        try:
            await asyncio.wait({screen_task, tables_task}, return_when=asyncio.FIRST_COMPLETED)
            for task in (screen_task, tables_task):
                if task.done():
                    await task
        finally:
            await cancel_tasks(screen_task, tables_task)

    async def _run_tables(self, stores: Stores, demo_games: DemoGames) -> None:
        """Resume unfinished tables first; close those that are too many."""
        async with claim_demo_tables(stores):
            for name in PLAYER_NAMES:
                await stores.players.add(name, PlayerEntry("", "", name))
            await wait_until_settled(stores)
            unfinished_ids = await list_unfinished(stores.event_log)
            await self._play_tables(demo_games, unfinished_ids)

    async def _play_tables(self, demo_games: DemoGames, unfinished_ids: list[str]) -> None:
        unfinished, surplus = (
            deque(unfinished_ids[: self._options.tables]),
            unfinished_ids[self._options.tables :],
        )
        steps = [
            demo_games.close(surplus),
            *(demo_games.run_table(unfinished) for _ in range(self._options.tables)),
        ]
        tasks = [asyncio.create_task(step) for step in steps]
        try:
            await asyncio.gather(*tasks)
        finally:
            await run_to_completion(cancel_tasks(*tasks))

    async def _update_screen(
        self,
        stores: Stores,
        demo_games: DemoGames,
        system: System,
        link: BrowserLink,
        stopping: asyncio.Event,
    ) -> None:
        on_terminal = self._console.is_terminal
        live = Live(console=self._console, auto_refresh=False) if on_terminal else None
        last_line_at = time.monotonic()
        is_command_printed = False
        with live or contextlib.nullcontext():
            while True:
                await self._refresh_report(stores)
                is_over = stopping.is_set() or self._is_finished(demo_games.finished)
                status = self._status(demo_games, system, link)
                if status.tail_command and not is_command_printed:
                    is_command_printed = True
                    self._console.print(f"Follow a table: {status.tail_command}", soft_wrap=True)
                if live is not None:
                    live.update(status_table(status, self._console.width), refresh=True)
                elif is_over or time.monotonic() - last_line_at >= LINE_SECONDS:
                    last_line_at = time.monotonic()
                    self._console.print(status_line(status), soft_wrap=True)
                if is_over:
                    return
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stopping.wait(), REFRESH_SECONDS)

    async def _refresh_report(self, stores: Stores) -> None:
        try:
            self._report = await stores.shards_report()
        except CONNECTION_ERRORS as error:
            self.add_notice(f"lost the connection to the server: {error}")

    def _is_finished(self, finished: int) -> bool:
        options = self._options
        elapsed = time.monotonic() - self._started_at
        return (options.seconds is not None and elapsed >= options.seconds) or (
            options.finish is not None and finished >= options.finish
        )

    def _status(self, demo_games: DemoGames, system: System, link: BrowserLink) -> DemoStatus:
        # A table without commits does not exist yet, and a pasted command would not find it.
        table_id = next((table for table, commits in demo_games.running.items() if commits), None)
        return DemoStatus(
            title=f"Blue Moon · {hide_password(system.settings.server)}",
            seconds=time.monotonic() - self._started_at,
            running=len(demo_games.running),
            finished=demo_games.finished,
            abandoned=demo_games.abandoned,
            sent=demo_games.sent,
            rejected=demo_games.rejected,
            commands_per_second=demo_games.latencies.rate(),
            p50=demo_games.latencies.percentile(50),
            p99=demo_games.latencies.percentile(99),
            report=self._report,
            restarts=system.restarts,
            endings=tuple(demo_games.endings),
            notices=tuple(self._notices),
            url=link.url,
            tail_command=shell_command(self._settings, "table", "tail", table_id)
            if table_id
            else "",
        )

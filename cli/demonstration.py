"""A live demonstration: bots play on the running system, and a table shows how it is doing."""

import asyncio
import contextlib
import time
from collections import deque

from msgspec import Struct
from rich.console import Console
from rich.live import Live

from cli.demo_games import DEMO_PREFIX, DemoGames
from cli.game_summaries import game_ids, summaries
from cli.setting import Setting
from cli.shard_figures import Figures, figures
from cli.status import Status, status_line
from cli.status_table import status_table
from cli.system import System
from services.runtime.connection import LOST, connect, parse_address
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.settings import without_password
from services.runtime.tasks import end

REFRESH_SECONDS = 0.5
LINE_SECONDS = 3.0
NOTICES_KEPT = 4


class Wanted(Struct, frozen=True):
    setting: Setting
    tables: int
    speed: float
    seconds: float | None = None
    finish: int | None = None
    settings: str = ""
    """What another command has to be told to find this system: `BLUEMOON_DATA=games `."""


class Demonstration:
    def __init__(self, wanted: Wanted, console: Console) -> None:
        self._wanted = wanted
        self._console = console
        self._began = time.monotonic()
        self._figures = Figures((), ())
        self._notices: deque[str] = deque(maxlen=NOTICES_KEPT)

    def notice(self, notice: str) -> None:
        """Show what happened to a part of the system."""
        if self._console.is_terminal:
            self._notices.append(notice)
        else:
            self._console.print(notice, soft_wrap=True)

    async def run(self, system: System, stopping: asyncio.Event) -> None:
        """Until it is told to stop, or has played as long or as many games as wanted."""
        client = connect(parse_address(system.settings.server))
        log = EventLog(client, system.settings.shards)
        tasks: list[asyncio.Task[None]] = []
        try:
            async with Dispatcher(log) as dispatcher:
                games = DemoGames(log, dispatcher, self._wanted.setting, self._wanted.speed)
                await self._until_owned(log, stopping)
                # On somebody else's server others may be playing what is not finished.
                old = deque(await _unfinished(log) if system.has_own_server else ())
                tasks.append(asyncio.create_task(self._watch(log, games, system, stopping)))
                for _ in range(self._wanted.tables):
                    tasks.append(asyncio.create_task(games.play_on(old)))
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    await task
        finally:
            await end(*tasks)
            await client.aclose()

    async def _until_owned(self, log: EventLog, stopping: asyncio.Event) -> None:
        """The first answers should not tell how long an engine takes to start."""
        while not stopping.is_set() and not self._enough(0):
            await self._look(log)
            if self._figures.shards and all(shard.owner for shard in self._figures.shards):
                return
            await asyncio.sleep(REFRESH_SECONDS / 10)

    async def _watch(
        self, log: EventLog, games: DemoGames, system: System, stopping: asyncio.Event
    ) -> None:
        on_terminal = self._console.is_terminal
        live = Live(console=self._console, auto_refresh=False) if on_terminal else None
        said = time.monotonic()
        with live or contextlib.nullcontext():
            while True:
                await self._look(log)
                over = stopping.is_set() or self._enough(games.finished)
                status = self._status(games, system)
                if live is not None:
                    live.update(status_table(status), refresh=True)
                elif over or time.monotonic() - said >= LINE_SECONDS:
                    said = time.monotonic()
                    self._console.print(status_line(status), soft_wrap=True)
                if over:
                    return
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stopping.wait(), REFRESH_SECONDS)

    async def _look(self, log: EventLog) -> None:
        try:
            self._figures = await figures(log)
        except LOST as error:
            self.notice(f"no word from the server: {error}")

    def _enough(self, finished: int) -> bool:
        wanted = self._wanted
        lasted = time.monotonic() - self._began
        return (wanted.seconds is not None and lasted >= wanted.seconds) or (
            wanted.finish is not None and finished >= wanted.finish
        )

    def _status(self, games: DemoGames, system: System) -> Status:
        watched = next(iter(games.running), None)
        return Status(
            title=f"Blue Moon · {without_password(system.settings.server)}",
            seconds=time.monotonic() - self._began,
            running=len(games.running),
            finished=games.finished,
            given_up=games.given_up,
            sent=games.sent,
            refused=games.refused,
            rate=games.latencies.rate(),
            p50=games.latencies.percentile(50),
            p99=games.latencies.percentile(99),
            figures=self._figures,
            restarts=system.restarts,
            endings=tuple(games.endings),
            notices=tuple(self._notices),
            watch=f"{self._wanted.settings}bluemoon game tail {watched}" if watched else "",
        )


async def _unfinished(log: EventLog) -> list[str]:
    """Demonstration games of the last time."""
    ours = [game for game in await game_ids(log) if game.startswith(DEMO_PREFIX)]
    found = await summaries(log, ours)
    return [summary.game for summary in found if summary.stage in ("open", "playing")]

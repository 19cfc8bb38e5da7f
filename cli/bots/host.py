"""Take the bot seats of tables and play them to the end, also after a restart.

New tables come from the lobby subscription. Polling finds tables the subscription missed and
seats whose host has stopped.
"""

import asyncio
from collections.abc import AsyncIterator

import structlog

from cli.bots.pool import BotPool, is_known_level
from client import (
    BlueMoon,
    BlueMoonError,
    ProblemError,
    RejectedError,
    SubscriptionEndedError,
    UnreachableError,
)
from client.backoff import Backoff
from client.bots import bot_name, play_seat
from schemas.guests import GUESTS
from schemas.read_models import TableRow
from schemas.table import Stage
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import TABLE

OPEN_EVERY_SECONDS = 3.0
PLAYING_EVERY_SECONDS = 30.0
STALLED_MS = 30_000
"""A bot that has not moved for this long has lost its host."""

_STAGES: tuple[Stage, ...] = ("open", "playing")

log = structlog.get_logger()


class BotHost:
    def __init__(self, moon: BlueMoon, pool: BotPool, *, guests: bool | None = None) -> None:
        """`moon` has a platform key; the host takes seats at that platform's tables.

        `guests` restricts it to guest tables (True) or to all others (False).
        """
        self._moon = moon
        self._bot_pool = pool
        self._guests = guests
        self._playing: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._skipped: set[tuple[str, int]] = set()
        """Seats this host cannot play, each logged once."""

    @property
    def seats(self) -> int:
        """The number of seats played now."""
        return len(self._playing)

    async def run(self) -> None:
        """Take and play seats until cancelled."""
        watchers = [
            asyncio.create_task(work)
            for work in (
                self._follow_lobby(),
                self._poll_open_tables(),
                self._poll_abandoned_seats(),
            )
        ]
        try:
            await asyncio.gather(*watchers)
        finally:
            tasks = [*watchers, *self._playing.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow_lobby(self) -> None:
        backoff = Backoff()
        while True:
            try:
                async with self._moon.live.lobby(
                    stage="open", token=self._moon.gateway.credential
                ) as lobby:
                    async for update in lobby:
                        backoff.reset()
                        for row in update.rows:
                            self._take_free_seats(row)
            except SubscriptionEndedError as ended:
                log.warning("lobby subscription ended", error=str(ended))
            await asyncio.sleep(backoff.next())

    async def _poll_open_tables(self) -> None:
        while True:
            async for row in self._rows("open"):
                self._take_free_seats(row)
            await asyncio.sleep(OPEN_EVERY_SECONDS)

    async def _poll_abandoned_seats(self) -> None:
        """Resume all bot seats at the start, and stalled ones later."""
        for stage in _STAGES:
            async for row in self._rows(stage):
                for bot in row.terms.bots:
                    self._resume_seat(row, bot.seat)
        while True:
            await asyncio.sleep(PLAYING_EVERY_SECONDS)
            async for row in self._rows("playing"):
                if now_ms() - row.updated_at > STALLED_MS:
                    for seat in row.to_act:
                        self._resume_seat(row, seat)

    async def _rows(self, stage: Stage) -> AsyncIterator[TableRow]:
        after: str | None = None
        try:
            while True:
                page = await self._moon.gateway.list_tables(stage=stage, after=after)
                for row in page.tables:
                    if row.terms.bots:
                        yield row
                after = page.after
                if after is None:
                    return
        except BlueMoonError as error:
            log.warning("cannot list tables", error=str(error))

    def _take_free_seats(self, row: TableRow) -> None:
        for bot in row.terms.bots:
            if row.players[bot.seat] is None:
                self._start(row, bot.seat)

    def _resume_seat(self, row: TableRow, seat: int) -> None:
        """Resume a seat that a bot of this or another host played."""
        is_bot_seat = any(bot.seat == seat for bot in row.terms.bots)
        if is_bot_seat and row.players[seat] == bot_name(row.terms, seat):
            self._start(row, seat)

    def _start(self, row: TableRow, seat: int) -> None:
        seat_key = (row.table, seat)
        if seat_key in self._playing or seat_key in self._skipped:
            return
        if self._guests not in {None, row.terms.platform == GUESTS}:
            return
        level = next(bot.level for bot in row.terms.bots if bot.seat == seat)
        if not is_known_level(row.game, level):
            self._skipped.add(seat_key)
            log.warning("unknown bot level", seat=seat, level=level, **{TABLE: row.table})
            return
        task = asyncio.create_task(self._play_to_end(row, seat, level))
        self._playing[seat_key] = task
        task.add_done_callback(lambda _: self._on_ended(seat_key))

    def _on_ended(self, seat_key: tuple[str, int]) -> None:
        task = self._playing.pop(seat_key)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("bot failed", exc_info=error, seat=seat_key[1], **{TABLE: seat_key[0]})

    async def _play_to_end(self, row: TableRow, seat: int, level: str) -> None:
        bound_log = log.bind(seat=seat, level=level, **{TABLE: row.table})
        backoff = Backoff()
        while True:
            try:
                token = await self._token(row, seat)
                if token is None:
                    return
                async with self._moon.seat(row.table, token) as table_seat:
                    bound_log.info("bot plays")
                    await play_seat(table_seat, self._bot_pool.decider(row.game, level))
                bound_log.info("bot finished its game")
                return
            except (UnreachableError, SubscriptionEndedError) as error:
                # The token may have expired; the next attempt gets a new one.
                bound_log.warning("bot lost its connection and reconnects", error=str(error))
            except ProblemError as problem:
                if problem.status < 500 and problem.code != "bad_token":
                    self._skipped.add((row.table, seat))
                    bound_log.warning("bot seat skipped", error=str(problem))
                    return
                bound_log.warning("bot waits for the gateway", error=str(problem))
            await asyncio.sleep(backoff.next())

    async def _token(self, row: TableRow, seat: int) -> str | None:
        """Take the seat if it is free and return its token; None if another player has it."""
        gateway, name = self._moon.gateway, bot_name(row.terms, seat)
        player = (await gateway.get_view(row.table)).table.seats[seat].player
        if player is None:
            try:
                return (await gateway.take_seat(row.table, seat, name)).token
            except RejectedError as rejected:
                log.info("bot seat already taken", error=str(rejected), **{TABLE: row.table})
                return None
        return await gateway.mint_token(row.table, seat) if player == name else None

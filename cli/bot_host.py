"""Takes the seats that tables keep for bots, and plays them to the end; after a restart as well.

Tables are found in the lobby as they are opened. From time to time all of them are looked through:
for what the lobby did not tell, and for seats whose bot has gone away with its host.
"""

import asyncio
import time
from collections.abc import AsyncIterator

import structlog

from cli.minds import Minds, known_level
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
from schemas.reading import TableRow
from schemas.table import Stage
from services.runtime.telemetry import GAME

OPEN_EVERY_SECONDS = 3.0
PLAYING_EVERY_SECONDS = 30.0
STALLED_MS = 30_000
"""A bot that has not moved for so long is not there any more."""

_STAGES: tuple[Stage, ...] = ("open", "playing")

log = structlog.get_logger()


class BotHost:
    def __init__(self, moon: BlueMoon, minds: Minds, *, guests: bool | None = None) -> None:
        """`moon` speaks with a platform's key: seats are taken at that platform's tables.

        `guests` says whether those are guests' tables, where another host looks after the rest.
        """
        self._moon = moon
        self._minds = minds
        self._guests = guests
        self._playing: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._left: set[tuple[str, int]] = set()
        """Seats that are not for us; said once."""

    @property
    def seats(self) -> int:
        """How many are played now."""
        return len(self._playing)

    async def run(self) -> None:
        """Until cancelled."""
        following = [
            asyncio.create_task(work)
            for work in (self._follow_lobby(), self._look_for_open(), self._look_for_abandoned())
        ]
        try:
            await asyncio.gather(*following)
        finally:
            going = [*following, *self._playing.values()]
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)

    async def _follow_lobby(self) -> None:
        backoff = Backoff()
        while True:
            try:
                async with self._moon.live.lobby(stage="open") as lobby:
                    async for news in lobby:
                        backoff.reset()
                        for row in news.rows:
                            self._sit_down_at(row)
            except SubscriptionEndedError as ended:
                log.warning("the lobby can't be followed", error=str(ended))
            await asyncio.sleep(backoff.next())

    async def _look_for_open(self) -> None:
        while True:
            async for row in self._rows("open"):
                self._sit_down_at(row)
            await asyncio.sleep(OPEN_EVERY_SECONDS)

    async def _look_for_abandoned(self) -> None:
        """At first every bot is without a host: this one has only just come."""
        for stage in _STAGES:
            async for row in self._rows(stage):
                for bot in row.terms.bots:
                    self._take_up(row, bot.seat)
        while True:
            await asyncio.sleep(PLAYING_EVERY_SECONDS)
            async for row in self._rows("playing"):
                if time.time_ns() // 1_000_000 - row.updated_at > STALLED_MS:
                    for seat in row.to_act:
                        self._take_up(row, seat)

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
            log.warning("tables can't be listed", error=str(error))

    def _sit_down_at(self, row: TableRow) -> None:
        for bot in row.terms.bots:
            if row.players[bot.seat] is None:
                self._play(row, bot.seat)

    def _take_up(self, row: TableRow, seat: int) -> None:
        """What a bot played before, here or in another host."""
        kept = any(bot.seat == seat for bot in row.terms.bots)
        if kept and row.players[seat] == bot_name(row.terms, seat):
            self._play(row, seat)

    def _play(self, row: TableRow, seat: int) -> None:
        place = (row.table, seat)
        if place in self._playing or place in self._left:
            return
        if self._guests not in {None, row.terms.platform == GUESTS}:
            return
        level = next(bot.level for bot in row.terms.bots if bot.seat == seat)
        if not known_level(row.game, level):
            self._left.add(place)
            log.warning("a seat wants a bot we don't have", seat=seat, level=level, game=row.table)
            return
        playing = asyncio.create_task(self._sit_and_play(row, seat, level))
        self._playing[place] = playing
        playing.add_done_callback(lambda _: self._ended(place))

    def _ended(self, place: tuple[str, int]) -> None:
        playing = self._playing.pop(place)
        if not playing.cancelled() and (error := playing.exception()) is not None:
            log.error("a bot failed", exc_info=error, seat=place[1], **{GAME: place[0]})

    async def _sit_and_play(self, row: TableRow, seat: int, level: str) -> None:
        bound = log.bind(seat=seat, level=level, **{GAME: row.table})
        backoff = Backoff()
        while True:
            try:
                token = await self._token(row, seat)
                if token is None:
                    return
                async with self._moon.seat(row.table, token) as place:
                    bound.info("a bot plays")
                    await play_seat(place, self._minds.of(row.game, level))
                bound.info("a bot's game is over")
                return
            except (UnreachableError, SubscriptionEndedError) as error:
                # A token may have run out: the next one is new.
                bound.warning("a bot lost its game and takes it up again", error=str(error))
            except ProblemError as problem:
                if problem.status < 500 and problem.code != "bad_token":
                    self._left.add((row.table, seat))
                    bound.warning("a seat is left", error=str(problem))
                    return
                bound.warning("a bot waits for the gateway", error=str(problem))
            await asyncio.sleep(backoff.next())

    async def _token(self, row: TableRow, seat: int) -> str | None:
        """The seat's token, whether it is taken now or was before; None when others have it."""
        gateway, name = self._moon.gateway, bot_name(row.terms, seat)
        player = (await gateway.get_view(row.table)).table.chairs[seat].player
        if player is None:
            try:
                return (await gateway.take_seat(row.table, seat, name)).token
            except RejectedError as refused:
                log.info("somebody was faster", error=str(refused), **{GAME: row.table})
                return None
        return await gateway.mint_token(row.table, seat) if player == name else None

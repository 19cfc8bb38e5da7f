"""Play games between bots on the running system, through the streams."""

import asyncio
import secrets
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import structlog
from msgspec import Struct

from cli.live_demo.latencies import Latencies
from cli.live_demo.moves import closing_move, next_move
from cli.setup.bots import PLAYER_NAMES, players
from cli.setup.game_setup import GameSetup
from cli.setup.installed import find_game
from games.bots import Bot
from games.codec import UnreadableRecordError, read_commit
from games.dice import Dice
from games.history import DivergedError, Position, replay, start
from schemas.commit import Command
from schemas.outcome import Outcome
from schemas.table import Sender
from services.runtime.operations.telemetry import TABLE
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog

DEMO_PREFIX = "demo-"
RETRY_SECONDS = 0.5
REJECTIONS_MAX = 5
"""A table is abandoned after this many rejections in a row."""
ENDINGS_KEPT = 5

log = structlog.get_logger()

ChooseMove = Callable[[Position], tuple[Sender, Any] | None]
"""Returns the next sender and action, or None when the game is over."""


class Ending(Struct, frozen=True):
    table: str
    winners: tuple[str, ...]
    commits: int


class DemoGames:
    """Keeps tables busy. `speed` is in commands per second and table; 0 means no pause."""

    def __init__(
        self, event_log: EventLog, dispatcher: Dispatcher, setup: GameSetup, speed: float
    ) -> None:
        self._log = event_log
        self._dispatcher = dispatcher
        self._setup = setup
        self._speed = speed
        self.latencies = Latencies()
        self.running: dict[str, int] = {}
        """Commits so far by table id."""
        self.endings: deque[Ending] = deque(maxlen=ENDINGS_KEPT)
        self.finished = self.abandoned = self.sent = self.rejected = 0

    async def run_table(self, unfinished: deque[str]) -> None:
        """Play game after game, unfinished tables first, until cancelled."""
        await asyncio.sleep(secrets.randbelow(1000) / 1000 * self._pause)
        while True:
            await self._play_game(unfinished.popleft() if unfinished else _new_id())

    @property
    def _pause(self) -> float:
        return 1 / self._speed if self._speed else 0.0

    async def close(self, table_ids: Iterable[str]) -> None:
        """End abandoned tables: resign running games, abort tables that have not started."""
        for table_id in table_ids:
            try:
                position = await self._load(table_id)
                async for _ in self._moves(position, closing_move):
                    pass
            except (DivergedError, UnreadableRecordError, _RejectedError) as error:
                log.error("cannot close demo table", error=str(error), **{TABLE: table_id})
            else:
                log.info("closed table of an earlier demo", **{TABLE: table_id})

    async def _play_game(self, table_id: str) -> None:
        self.running[table_id] = 0
        try:
            await self._play_to_end(table_id)
        except (DivergedError, UnreadableRecordError, _RejectedError) as error:
            self.abandoned += 1
            log.error("demo table abandoned", error=str(error), **{TABLE: table_id})
        else:
            self.finished += 1
        finally:
            del self.running[table_id]

    async def _play_to_end(self, table_id: str) -> None:
        pick = Dice.of_text(table_id).picker("bots")
        start = position = await self._load(table_id)
        bots = self._players_of(start.rulebook.game)

        def choose(position: Position) -> tuple[Sender, Any] | None:
            return next_move(position, self._setup.options, bots, pick)

        started_at = time.monotonic()
        async for position in self._moves(start, choose):
            self.running[table_id] = position.seq
            await asyncio.sleep(max(0.0, self._pause - (time.monotonic() - started_at)))
            started_at = time.monotonic()
        table = position.table
        assert table is not None
        winners = [table.seats[result.seat].player for result in table.results if result.won]
        self.endings.append(Ending(table_id, tuple(filter(None, winners)), position.seq))

    def _players_of(self, game: str) -> tuple[tuple[str, Bot], ...]:
        """Return the players of all seats. A resumed table may have another game or more seats."""
        plugin = find_game(game)
        own = self._setup.plugin
        bot = self._setup.bots[0] if game == own.game else plugin.default_bot
        return players(plugin, [bot] * len(PLAYER_NAMES))

    async def _moves(self, position: Position, choose: ChooseMove) -> AsyncIterator[Position]:
        """Send move after move and yield each position."""
        rejections = 0
        while move := choose(position):
            outcome = await self._send(position, *move)
            if outcome.rejection is None:
                rejections = 0
            else:
                self.rejected += 1
                rejections += 1
                if rejections == REJECTIONS_MAX:
                    raise _RejectedError(outcome.rejection.message)
            position = await self._catch_up(position)
            yield position

    async def _send(self, position: Position, sender: Any, action: Any) -> Outcome:
        """Send until there is an outcome. Sending the same command again is safe."""
        command = Command(
            id=uuid.uuid4().hex,
            table=position.table_id,
            seat=sender,
            action=action,
            expected_seq=position.seq,
        )
        started_at = time.monotonic()
        self.sent += 1
        while True:
            try:
                outcome = await self._dispatcher.send(command)
            except TimeoutError:
                log.warning("no outcome yet, sending again", **{TABLE: position.table_id})
            else:
                self.latencies.add(time.monotonic() - started_at)
                return outcome

    async def _load(self, table_id: str) -> Position:
        """Return the position of a table, under the setup's rules if there is no such table."""
        return await self._catch_up(Position(self._setup.plugin.rulebook, table_id))

    async def _catch_up(self, position: Position) -> Position:
        while True:
            try:
                async for line in self._log.read(position.table_id, position.seq):
                    commit = read_commit(line)
                    if position.table is None:
                        position = start(commit)
                    position = replay(position, commit)
            except CONNECTION_ERRORS as error:
                log.warning(
                    "cannot read demo table, retrying",
                    error=str(error),
                    **{TABLE: position.table_id},
                )
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return position


class _RejectedError(RuntimeError):
    """The engine rejected several moves in a row."""


def _new_id() -> str:
    return DEMO_PREFIX + secrets.token_hex(4)

"""Games between bots on the running system: every move goes through the streams and comes back."""

import asyncio
import secrets
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import structlog
from msgspec import Struct

from cli.bot_moves import next_move
from cli.latencies import Latencies
from cli.setting import Setting
from games.codec import Unreadable, read_commit
from games.dice import Dice
from games.history import Diverged, Position, replay
from schemas.commit import Command
from schemas.outcome import Outcome
from services.runtime.connection import LOST
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.telemetry import GAME

DEMO_PREFIX = "demo-"
RETRY_SECONDS = 0.5
REFUSALS_MAX = 5
"""So many refusals in a row, and a game is left as it is."""
ENDINGS_KEPT = 5

log = structlog.get_logger()


class Ending(Struct, frozen=True):
    game: str
    winners: tuple[str, ...]
    commits: int


class DemoGames:
    """Keeps a number of games going. `speed` is commands a second and game; 0 is no pause."""

    def __init__(
        self, event_log: EventLog, dispatcher: Dispatcher, setting: Setting, speed: float
    ) -> None:
        self._log = event_log
        self._dispatcher = dispatcher
        self._setting = setting
        self._players = setting.playout(0).players
        self._speed = speed
        self.latencies = Latencies()
        self.running: dict[str, int] = {}
        """Game -> commits so far."""
        self.endings: deque[Ending] = deque(maxlen=ENDINGS_KEPT)
        self.finished = self.given_up = self.sent = self.refused = 0

    async def play_on(self, unfinished: deque[str]) -> None:
        """One table for ever: when a game ends the next one begins, unfinished ones first."""
        await asyncio.sleep(secrets.randbelow(1000) / 1000 * self._pause)
        while True:
            await self._play_game(unfinished.popleft() if unfinished else _new_id())

    @property
    def _pause(self) -> float:
        return 1 / self._speed if self._speed else 0.0

    async def _play_game(self, game_id: str) -> None:
        self.running[game_id] = 0
        try:
            async for position in self._positions(game_id):
                self.running[game_id] = position.seq
        except (Diverged, Unreadable, _RefusedError) as error:
            self.given_up += 1
            log.error("a game is given up", error=str(error), **{GAME: game_id})
        else:
            self.finished += 1
        finally:
            del self.running[game_id]

    async def _positions(self, game_id: str) -> AsyncIterator[Position]:
        """Every position that the game comes to."""
        pick = Dice.of_text(game_id).picker("bots")
        position = await self._caught_up(Position(self._setting.game, game_id))
        refusals = 0
        while move := next_move(position, self._setting.options, self._players, pick):
            began = time.monotonic()
            outcome = await self._send(position, *move)
            if outcome.rejection is None:
                refusals = 0
            else:
                self.refused += 1
                refusals += 1
                if refusals == REFUSALS_MAX:
                    raise _RefusedError(outcome.rejection.message)
            position = await self._caught_up(position)
            yield position
            await asyncio.sleep(max(0.0, self._pause - (time.monotonic() - began)))
        table = position.table
        assert table is not None
        winners = [table.chairs[result.seat].player for result in table.results if result.won]
        self.endings.append(Ending(game_id, tuple(filter(None, winners)), position.seq))

    async def _send(self, position: Position, actor: Any, action: Any) -> Outcome:
        """Until there is an outcome: sending the same command again is safe."""
        command = Command(
            id=uuid.uuid4().hex,
            game=position.id,
            seat=actor,
            action=action,
            at=time.time_ns() // 1_000_000,
            expected_seq=position.seq,
        )
        began = time.monotonic()
        self.sent += 1
        while True:
            try:
                outcome = await self._dispatcher.send(command)
            except TimeoutError:
                log.warning("no outcome yet, sent again", **{GAME: position.id})
            else:
                self.latencies.add(time.monotonic() - began)
                return outcome

    async def _caught_up(self, position: Position) -> Position:
        while True:
            try:
                async for line in self._log.read(position.id, position.seq):
                    position = replay(position, read_commit(line))
            except LOST as error:
                log.warning("the game can't be read yet", error=str(error), **{GAME: position.id})
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return position


class _RefusedError(RuntimeError):
    """The engine refuses a bot's moves again and again."""


def _new_id() -> str:
    return DEMO_PREFIX + secrets.token_hex(4)

"""Many players at once, who insist on an answer, repeat themselves, and try what is forbidden."""

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec import Struct
from redis.exceptions import RedisError

from games import table as tables
from games.bots import random_bot
from games.city.game import CITY
from games.codec import read_commit
from games.history import Position, replay
from schemas.city import CityOptions
from schemas.commit import AnyCommand, Command, canonical
from schemas.outcome import Outcome
from schemas.table import SYSTEM, Actor, LeaveSeat, OpenTable, StartGame, TakeSeat
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from tests.chaos.ledger import Ledger

ANSWER_SECONDS = 4.0
"""After such a silence the same command is sent again."""
PATIENCE_SECONDS = 60.0
"""And after this one the test has failed."""
RETRY_SECONDS = 0.1
BURST_MAX = 6
DANCE_PAUSES = 4
"""How many times longer than a player's pause a dancer's is."""

# How often, of all moves:
TWICE_AT_ONCE = 0.1
ONCE_UNWAITED = 0.1
AGAIN_LATER = 0.1
FORBIDDEN = 0.1
WITH_VERSION = 0.3

T = TypeVar("T")


class Playground(Struct, frozen=True):
    """What all players share."""

    log: EventLog
    dispatcher: Dispatcher
    ledger: Ledger
    over: asyncio.Event
    pace_seconds: float
    """The mean pause between two moves of a player."""


async def through_outages(attempt: Callable[[], Awaitable[T]]) -> T:
    """Again and again while the server is away."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return await attempt()
        except (RedisError, OSError):
            assert time.monotonic() < deadline, f"no server for {PATIENCE_SECONDS} s"
            await asyncio.sleep(RETRY_SECONDS)


class Sender:
    """Sends the commands of one game after another, each with an id of its own."""

    def __init__(self, ground: Playground, name: str, chance: random.Random) -> None:
        self.ground = ground
        self.name = name
        self.chance = chance
        self._numbers = itertools.count(1)

    def command(
        self, game: str, actor: Actor, action: Any, expected_seq: int | None = None
    ) -> AnyCommand:
        number = f"{self.name}.{next(self._numbers)}"
        return Command(number, game, actor, action, time.time_ns() // 1_000_000, expected_seq)

    async def insist(self, command: AnyCommand) -> Outcome:
        """Until there is an outcome."""
        self.ground.ledger.ask(command)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                outcome = await self.ground.dispatcher.send(command, ANSWER_SECONDS)
            except TimeoutError:
                assert time.monotonic() < deadline, (
                    f"command {command.id} of game {command.game} got no outcome "
                    f"in {PATIENCE_SECONDS} s"
                )
            else:
                self.ground.ledger.answer(outcome)
                return outcome

    async def queue(self, command: AnyCommand) -> None:
        """Surely, and wait for no outcome."""
        self.ground.ledger.ask(command)
        await through_outages(lambda: self.ground.log.send(command.game, canonical(command)))

    async def rest(self, pauses: int = 1) -> None:
        with contextlib.suppress(TimeoutError):
            pause = self.chance.uniform(0, 2 * self.ground.pace_seconds * pauses)
            await asyncio.wait_for(self.ground.over.wait(), pause)


class Player(Sender):
    """Plays whole games, both seats of them, by legal moves."""

    def __init__(self, ground: Playground, name: str, chance: random.Random) -> None:
        super().__init__(ground, name, chance)
        self._position = Position(CITY, name)
        self._sent: list[AnyCommand] = []

    async def play(self) -> None:
        for number in itertools.count():
            self._position = Position(CITY, f"{self.name}-{number}")
            await self._open()
            await self._play_one()
            if self.ground.over.is_set():
                return

    async def _open(self) -> None:
        await self._move(SYSTEM, OpenTable(CITY.id, CityOptions(players=2)))
        for seat in (0, 1):
            await self._move(seat, TakeSeat(f"{self.name}/{seat}"))
        await self._move(SYSTEM, StartGame())

    async def _play_one(self) -> None:
        while not self.ground.over.is_set():
            table = self._position.table
            assert table is not None
            waiting = tables.to_act(CITY, table)
            if not waiting:
                return
            seat = waiting[0]
            legal = tables.legal(CITY, table, seat)
            action = random_bot(table, seat, legal, self.chance.randrange)
            if self.chance.random() < FORBIDDEN:
                await self._try_forbidden(1 - seat, action)
            await self._move(seat, action)
            if self.chance.random() < AGAIN_LATER:
                await self.insist(self.chance.choice(self._sent))
            await self.rest()

    async def _move(self, actor: Actor, action: Any) -> None:
        """A legal command: it must be the next commit, however it is sent."""
        seq = self._position.seq
        stated = seq if self.chance.random() < WITH_VERSION else None
        command = self.command(self._position.id, actor, action, stated)
        self._sent.append(command)
        how = self.chance.random()
        if how < ONCE_UNWAITED:
            await self.queue(command)
        if how < ONCE_UNWAITED + TWICE_AT_ONCE:
            outcome, _ = await asyncio.gather(self.insist(command), self.insist(command))
        else:
            outcome = await self.insist(command)
        assert outcome.seq == seq + 1, f"{command} should be commit {seq + 1}: {outcome}"
        await through_outages(self._catch_up)

    async def _try_forbidden(self, seat: int, action: Any) -> None:
        command = self.command(self._position.id, seat, action)
        self._sent.append(command)
        outcome = await self.insist(command)
        assert outcome.rejection is not None, f"{command} is forbidden: {outcome}"
        assert outcome.rejection.code == "not_your_turn"

    async def _catch_up(self) -> None:
        async for line in self.ground.log.read(self._position.id, self._position.seq):
            self._position = replay(self._position, read_commit(line))


class Dancer(Sender):
    """Sits down and gets up, over and over, and waits for nothing: a step out of order fails."""

    async def dance(self) -> None:
        game, seat = self.name, 0
        await self.insist(self.command(game, SYSTEM, OpenTable(CITY.id, CityOptions(players=2))))
        steps = itertools.cycle((TakeSeat(self.name), LeaveSeat()))
        order = self.ground.ledger.in_order.setdefault(game, [])
        while not self.ground.over.is_set():
            for _ in range(self.chance.randint(1, BURST_MAX)):
                step = self.command(game, seat, next(steps))
                order.append(step.id)
                await self.queue(step)
            await self.rest(DANCE_PAUSES)


def table_in_shard(log: EventLog, prefix: str, shard: int) -> str:
    """A game id that lies in the shard."""
    for number in itertools.count():
        game = f"{prefix}-{number}"
        if log.shard(game).number == shard:
            return game
    raise AssertionError("unreachable: counting has no end")

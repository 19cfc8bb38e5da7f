"""Load: many concurrent players that retry, repeat commands and try illegal ones."""

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
from games.city.rulebook import CITY
from games.codec import read_commit
from games.history import Position, replay
from schemas.city.options import CityOptions
from schemas.commit import AnyCommand, Command, canonical
from schemas.outcome import Outcome
from schemas.table import SYSTEM, LeaveSeat, OpenTable, StartGame, TakeSeat
from schemas.table import Sender as SenderId
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.chaos.ledger import Ledger
from tests.waiting import DEADLINE_SECONDS

RESEND_SECONDS = 4.0
"""Time without an outcome after which a command is sent again."""
RETRY_SECONDS = 0.1
BURST_MAX = 6
TOGGLER_PAUSE_FACTOR = 4
"""A toggler pauses this many times longer than a player."""

# Shares of all moves:
DUPLICATE_SHARE = 0.1
UNAWAITED_SHARE = 0.1
REPEAT_SHARE = 0.1
ILLEGAL_SHARE = 0.1
EXPECTED_SEQ_SHARE = 0.3

T = TypeVar("T")


class LoadContext(Struct, frozen=True):
    """Shared by all clients."""

    log: EventLog
    dispatcher: Dispatcher
    ledger: Ledger
    over: asyncio.Event
    pace_seconds: float
    """Mean pause between two moves of a player."""


async def retry_during_outages(attempt: Callable[[], Awaitable[T]]) -> T:
    """Repeat `attempt` while the server is down."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        try:
            return await attempt()
        except (RedisError, OSError):
            assert time.monotonic() < deadline, f"no server for {DEADLINE_SECONDS} s"
            await asyncio.sleep(RETRY_SECONDS)


class CommandSender:
    """Sends commands with unique ids."""

    def __init__(self, context: LoadContext, name: str, rng: random.Random) -> None:
        self.context = context
        self.name = name
        self.rng = rng
        self._numbers = itertools.count(1)

    def command(
        self, table_id: str, seat: SenderId, action: Any, expected_seq: int | None = None
    ) -> AnyCommand:
        number = f"{self.name}.{next(self._numbers)}"
        return Command(number, table_id, seat, action, expected_seq)

    async def send_until_outcome(self, command: AnyCommand) -> Outcome:
        """Send a command again and again until it has an outcome."""
        self.context.ledger.record_sent(command)
        deadline = time.monotonic() + DEADLINE_SECONDS
        while True:
            try:
                outcome = await self.context.dispatcher.send(command, RESEND_SECONDS)
            except TimeoutError:
                assert time.monotonic() < deadline, (
                    f"command {command.id} of table {command.table} got no outcome "
                    f"in {DEADLINE_SECONDS} s"
                )
            else:
                self.context.ledger.record_outcome(outcome)
                return outcome

    async def queue(self, command: AnyCommand) -> None:
        """Queue a command without waiting for its outcome."""
        self.context.ledger.record_sent(command)
        await retry_during_outages(lambda: self.context.log.send(command.table, canonical(command)))

    async def rest(self, pauses: int = 1) -> None:
        with contextlib.suppress(TimeoutError):
            pause = self.rng.uniform(0, 2 * self.context.pace_seconds * pauses)
            await asyncio.wait_for(self.context.over.wait(), pause)


class Player(CommandSender):
    """Plays whole games with random legal moves on both seats."""

    def __init__(self, context: LoadContext, name: str, rng: random.Random) -> None:
        super().__init__(context, name, rng)
        self._position = Position(CITY, name)
        self._sent: list[AnyCommand] = []

    async def play(self) -> None:
        for number in itertools.count():
            self._position = Position(CITY, f"{self.name}-{number}")
            await self._open()
            await self._play_one()
            if self.context.over.is_set():
                return

    async def _open(self) -> None:
        await self._move(SYSTEM, OpenTable(CITY.game, CityOptions(players=2)))
        for seat in (0, 1):
            await self._move(seat, TakeSeat(f"{self.name}-{seat}"))
        await self._move(SYSTEM, StartGame())

    async def _play_one(self) -> None:
        while not self.context.over.is_set():
            table = self._position.table
            assert table is not None
            waiting = tables.to_act(CITY, table)
            if not waiting:
                return
            seat = waiting[0]
            legal = tables.legal(CITY, table, seat)
            action = random_bot(table, seat, legal, self.rng.randrange)
            if self.rng.random() < ILLEGAL_SHARE:
                await self._try_illegal(1 - seat, action)
            await self._move(seat, action)
            if self.rng.random() < REPEAT_SHARE:
                await self.send_until_outcome(self.rng.choice(self._sent))
            await self.rest()

    async def _move(self, seat: SenderId, action: Any) -> None:
        """Send a legal command once, twice or repeatedly. It must become the next commit."""
        seq = self._position.seq
        expected_seq = seq if self.rng.random() < EXPECTED_SEQ_SHARE else None
        command = self.command(self._position.table_id, seat, action, expected_seq)
        self._sent.append(command)
        draw = self.rng.random()
        if draw < UNAWAITED_SHARE:
            await self.queue(command)
        if draw < UNAWAITED_SHARE + DUPLICATE_SHARE:
            outcome, _ = await asyncio.gather(
                self.send_until_outcome(command), self.send_until_outcome(command)
            )
        else:
            outcome = await self.send_until_outcome(command)
        assert outcome.seq == seq + 1, f"{command} should be commit {seq + 1}: {outcome}"
        await retry_during_outages(self._catch_up)

    async def _try_illegal(self, seat: int, action: Any) -> None:
        command = self.command(self._position.table_id, seat, action)
        self._sent.append(command)
        outcome = await self.send_until_outcome(command)
        assert outcome.rejection is not None, f"{command} is illegal: {outcome}"
        assert outcome.rejection.code == "not_your_turn"

    async def _catch_up(self) -> None:
        async for line in self.context.log.read(self._position.table_id, self._position.seq):
            self._position = replay(self._position, read_commit(line))


class SeatToggler(CommandSender):
    """Takes and leaves a seat without waiting for outcomes: commands out of order are rejected."""

    async def toggle(self) -> None:
        table_id, seat = self.name, 0
        await self.send_until_outcome(
            self.command(table_id, SYSTEM, OpenTable(CITY.game, CityOptions(players=2)))
        )
        steps = itertools.cycle((TakeSeat(self.name), LeaveSeat()))
        order = self.context.ledger.in_order.setdefault(table_id, [])
        while not self.context.over.is_set():
            for _ in range(self.rng.randint(1, BURST_MAX)):
                step = self.command(table_id, seat, next(steps))
                order.append(step.id)
                await self.queue(step)
            await self.rest(TOGGLER_PAUSE_FACTOR)


def table_in_shard(log: EventLog, prefix: str, shard: int) -> str:
    """Return a table id in the shard."""
    for number in itertools.count():
        table_id = f"{prefix}-{number}"
        if log.shard(table_id).number == shard:
            return table_id
    raise AssertionError("unreachable: counting has no end")

"""A deployment under load, to be broken: a server, engines, players, and a verdict at the end."""

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections.abc import AsyncIterator
from pathlib import Path

from msgspec import Struct

from services.runtime.connection import connect, parse_address
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.ownership import holder
from tests.chaos.engines import POISONED_START, START, Engine, Fleet, fleet
from tests.chaos.ledger import Ledger
from tests.chaos.load import Dancer, Player, Playground, table_in_shard, through_outages
from tests.chaos.probes import OWNED_SECONDS_MAX, Probe, seconds_until_owned
from tests.chaos.verdict import judge
from tests.services.servers import ServerProcess

# Not BLUEMOON_...: that would be a setting of the engines, and an unknown one.
ROUNDS = int(os.environ.get("CHAOS_ROUNDS", "1"))
PLAYERS = int(os.environ.get("CHAOS_PLAYERS", "20"))
PACE_SECONDS = float(os.environ.get("CHAOS_PACE_SECONDS", "0.1"))

SHARDS = 16
STORM_SECONDS_MAX = 300.0
SETTLE_SECONDS_MAX = 30.0
POLL_SECONDS = 0.05

FIGURES: list[tuple[str, float]] = []
"""What was done, and how many seconds later every shard was owned again."""
COMMITS: list[int] = []
"""How many commits were audited, storm by storm."""


class Weather(Struct, frozen=True):
    engines: int
    lock_seconds: float = 2.0
    poisoned: bool = False
    """Whether there is a command that kills engines, see `poison.py`."""


class Storm:
    """What a test may do to a deployment that is at work."""

    def __init__(
        self,
        server: ServerProcess,
        engines: Fleet,
        probes: list[Probe],
        ground: Playground,
        chance: random.Random,
    ) -> None:
        self.server = server
        self.engines = engines
        self.ground = ground
        self.chance = chance
        self._log = ground.log
        self._probes = probes

    async def a_while(self, seconds_max: float = 1.5) -> None:
        """Until a random moment."""
        await asyncio.sleep(self.chance.uniform(0.1, seconds_max))

    def any_engine(self) -> Engine:
        return self.chance.choice(self.engines.alive)

    async def owned_again(self, after: str) -> None:
        """Every shard answers and is locked, as soon as is promised."""
        seconds = await seconds_until_owned(self._log, self._probes)
        FIGURES.append((after, seconds))
        assert seconds < OWNED_SECONDS_MAX, f"{after}: not all shards owned for {seconds:.1f} s"

    async def start_engine(self) -> Engine:
        """One more, and wait until it has its share."""
        engine = self.engines.start()
        await all_at_work(self._log, self.engines)
        return engine

    async def calm(self) -> None:
        """No more players, and no command without an outcome."""
        self.ground.over.set()
        await settled(self.ground.log)

    async def keep_engines(self, number: int) -> None:
        """Start another one for each that ends, until cancelled."""
        while True:
            while len(self.engines.alive) < number:
                self.engines.start()
            await asyncio.sleep(POLL_SECONDS)


async def all_at_work(log: EventLog, engines: Fleet) -> None:
    """Until every engine owns something, and every shard is owned."""
    deadline = time.monotonic() + SETTLE_SECONDS_MAX
    while True:
        alive = engines.alive
        tokens = await through_outages(lambda: _tokens(log))
        owners = {token and holder(token.decode()) for token in tokens}
        if None not in owners and len(owners) == len(alive):
            return
        assert time.monotonic() < deadline, f"not every one of {alive} has shards: {tokens}"
        await asyncio.sleep(POLL_SECONDS)


async def _tokens(log: EventLog) -> list[bytes | None]:
    return [await log.client.get(shard.owner(ENGINE_GROUP)) for shard in log.all_shards()]


@contextlib.asynccontextmanager
async def storm(folder: Path, weather: Weather) -> AsyncIterator[Storm]:
    seed = os.environ.get("CHAOS_SEED") or secrets.token_hex(4)
    print(f"to repeat this: CHAOS_SEED={seed}")  # noqa: T201 - shown when a test fails
    server = ServerProcess(folder)
    settings = {
        "server": await asyncio.to_thread(server.start),
        "lock_seconds": str(weather.lock_seconds),
        "shards": str(SHARDS),
        # Small, so that games are loaded from snapshots and from their streams all the time.
        "cache_games": "20",
        "snapshot_every": "20",
    }
    try:
        start = POISONED_START if weather.poisoned else START
        with fleet(folder, settings, start) as engines:
            for _ in range(weather.engines):
                engines.start()
            async with asyncio.timeout(STORM_SECONDS_MAX):
                async with _load(server, engines, random.Random(seed)) as storm:
                    yield storm
            assert weather.poisoned or engines.errors() == []
    finally:
        server.kill()


@contextlib.asynccontextmanager
async def _load(
    server: ServerProcess, engines: Fleet, chance: random.Random
) -> AsyncIterator[Storm]:
    client = connect(parse_address(server.url))
    log = EventLog(client, SHARDS)
    ledger, over = Ledger(), asyncio.Event()
    try:
        async with Dispatcher(log) as dispatcher:
            ground = Playground(log, dispatcher, ledger, over, PACE_SECONDS)
            probes = [Probe(ground, shard) for shard in range(SHARDS)]
            await asyncio.gather(*(probe.open() for probe in probes))
            async with asyncio.TaskGroup() as crowd:
                for number in range(PLAYERS):
                    player = Player(ground, f"player{number}", random.Random(chance.random()))
                    crowd.create_task(player.play())
                for shard in range(SHARDS):
                    name = table_in_shard(log, "dance", shard)
                    dancer = Dancer(ground, name, random.Random(chance.random()))
                    crowd.create_task(dancer.dance())
                await all_at_work(log, engines)
                yield Storm(server, engines, probes, ground, chance)
                over.set()
            await settled(log)
            histories = await judge(log, ledger)
            COMMITS.append(sum(map(len, histories.values())))
    finally:
        await client.aclose()


async def settled(log: EventLog) -> None:
    """Until every queued command was delivered and answered."""
    deadline = time.monotonic() + SETTLE_SECONDS_MAX
    for shard in log.all_shards():
        while True:
            stream = await log.client.xinfo_stream(shard.commands)
            group, *_ = await log.client.xinfo_groups(shard.commands)
            pending = await log.client.xpending(shard.commands, ENGINE_GROUP)
            if stream["last-generated-id"] == group["last-delivered-id"] and not pending["pending"]:
                break
            assert time.monotonic() < deadline, (
                f"shard {shard.number} has commands without an outcome: {group}, {pending}"
            )
            await asyncio.sleep(POLL_SECONDS)

"""A deployment under load: a server, engines, players, and checks of all histories at the end."""

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections.abc import AsyncIterator
from pathlib import Path

from msgspec import Struct

from services.runtime.server.connection import connect, parse_address
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.ownership import holder_id
from tests.chaos.engines import POISONED_START, START, Engine, EngineFleet, fleet
from tests.chaos.history_checks import check_histories
from tests.chaos.ledger import Ledger
from tests.chaos.load import LoadContext, Player, SeatToggler, retry_during_outages, table_in_shard
from tests.chaos.probes import OWNED_SECONDS_MAX, Probe, measure_seconds_until_owned
from tests.services.full_client import client_of, stores_of
from tests.services.servers import ServerProcess
from tests.waiting import DEADLINE_SECONDS

# Not BLUEMOON_...: engines would reject it as an unknown setting.
ROUNDS = int(os.environ.get("CHAOS_ROUNDS", "1"))
PLAYERS = int(os.environ.get("CHAOS_PLAYERS", "20"))
PACE_SECONDS = float(os.environ.get("CHAOS_PACE_SECONDS", "0.1"))

SHARDS = 16
RUN_SECONDS_MAX = 5 * DEADLINE_SECONDS
POLL_SECONDS = 0.05

RECOVERY_SECONDS: list[tuple[str, float]] = []
"""Fault and seconds until every shard was owned again."""
AUDITED_COMMITS: list[int] = []
"""Number of audited commits of each run."""


class ChaosConfig(Struct, frozen=True):
    engines: int
    lock_seconds: float = 2.0
    has_poison: bool = False
    """Whether a command can kill engines, see `poison.py`."""


class ChaosRun:
    """Faults and checks for a deployment under load."""

    def __init__(
        self,
        server: ServerProcess,
        engines: EngineFleet,
        probes: list[Probe],
        context: LoadContext,
        rng: random.Random,
    ) -> None:
        self.server = server
        self.engines = engines
        self.context = context
        self.rng = rng
        self._log = context.log
        self._probes = probes

    async def random_pause(self, seconds_max: float = 1.5) -> None:
        """Sleep for a random time."""
        await asyncio.sleep(self.rng.uniform(0.1, seconds_max))

    def random_engine(self) -> Engine:
        return self.rng.choice(self.engines.running)

    async def wait_until_owned(self, fault: str) -> None:
        """Wait until every shard responds and is locked; with several rounds, check the limit."""
        seconds = await measure_seconds_until_owned(self._log, self._probes)
        RECOVERY_SECONDS.append((fault, seconds))
        assert ROUNDS == 1 or seconds < OWNED_SECONDS_MAX, (
            f"{fault}: not all shards owned for {seconds:.1f} s"
        )

    async def start_engine(self) -> Engine:
        """Start an engine and wait until it has its share."""
        engine = self.engines.start()
        await wait_for_even_shares(self._log, self.engines)
        return engine

    async def finish_load(self) -> None:
        """Stop the players, and wait until every command has an outcome."""
        self.context.over.set()
        await wait_until_idle(self.context.log)

    async def supervise(self, number: int) -> None:
        """Replace engines that end, until cancelled."""
        while True:
            while len(self.engines.running) < number:
                self.engines.start()
            await asyncio.sleep(POLL_SECONDS)


async def wait_for_even_shares(log: EventLog, engines: EngineFleet) -> None:
    """Wait until every engine owns a stream and every stream is owned."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        running = engines.running
        tokens = await retry_during_outages(lambda: _tokens(log))
        owners = {token and holder_id(token.decode()) for token in tokens}
        if None not in owners and len(owners) == len(running):
            return
        assert time.monotonic() < deadline, f"not all of {running} have shards: {tokens}"
        await asyncio.sleep(POLL_SECONDS)


async def _tokens(log: EventLog) -> list[bytes | None]:
    layouts = await log.layouts.read_all()
    streams = [stream for layout in layouts for stream in layout.readable_streams]
    return [await client_of(log).get(stream.owner(ENGINE_GROUP)) for stream in streams]


@contextlib.asynccontextmanager
async def chaos_run(folder: Path, config: ChaosConfig) -> AsyncIterator[ChaosRun]:
    seed = os.environ.get("CHAOS_SEED") or (secrets.token_hex(4) if ROUNDS > 1 else "chaos")
    print(f"to reproduce: CHAOS_SEED={seed}")  # noqa: T201 - shown when a test fails
    server = ServerProcess(folder)
    settings = {
        "server": await asyncio.to_thread(server.start),
        "lock_seconds": str(config.lock_seconds),
        "shards": str(SHARDS),
        "dice_seed": seed,
        # Small, so that tables are often loaded from snapshots and streams.
        "cache_tables": "20",
        "snapshot_every": "20",
    }
    try:
        start = POISONED_START if config.has_poison else START
        with fleet(folder, settings, start) as engines:
            for _ in range(config.engines):
                engines.start()
            async with asyncio.timeout(RUN_SECONDS_MAX):
                async with _load(server, engines, random.Random(seed)) as run:
                    yield run
            assert config.has_poison or engines.errors() == []
    finally:
        server.kill()


@contextlib.asynccontextmanager
async def _load(
    server: ServerProcess, engines: EngineFleet, rng: random.Random
) -> AsyncIterator[ChaosRun]:
    client = connect(parse_address(server.url))
    log = EventLog(client, SHARDS)
    ledger, over = Ledger(), asyncio.Event()
    try:
        async with Dispatcher(log) as dispatcher:
            context = LoadContext(log, dispatcher, ledger, over, PACE_SECONDS)
            probes = [Probe(context, shard) for shard in range(SHARDS)]
            await asyncio.gather(*(probe.open() for probe in probes))
            async with asyncio.TaskGroup() as tasks:
                for number in range(PLAYERS):
                    player = Player(context, f"player{number}", random.Random(rng.random()))
                    tasks.create_task(player.play())
                for shard in range(SHARDS):
                    name = table_in_shard(log, "dance", shard)
                    toggler = SeatToggler(context, name, random.Random(rng.random()))
                    tasks.create_task(toggler.toggle())
                await wait_for_even_shares(log, engines)
                yield ChaosRun(server, engines, probes, context, rng)
                over.set()
            await wait_until_idle(log)
            histories = await check_histories(log, ledger)
            AUDITED_COMMITS.append(sum(map(len, histories.values())))
    finally:
        await client.aclose()


async def wait_until_idle(log: EventLog) -> None:
    """Wait until every queued command is delivered and acknowledged."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        report = await stores_of(log).shards_report()
        if not any(shard.lag or shard.is_draining for shard in report.shards):
            return
        assert time.monotonic() < deadline, f"commands without an outcome: {report}"
        await asyncio.sleep(POLL_SECONDS)

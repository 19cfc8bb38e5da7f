"""Measure how long shards are without an owner."""

import asyncio
import itertools
import random
import time

from games.city.rulebook import CITY
from schemas.city.options import CityOptions
from schemas.table import SYSTEM, LeaveSeat, OpenTable, TakeSeat
from services.runtime.store.event_log import EventLog
from tests.chaos.load import CommandSender, LoadContext, retry_during_outages, table_in_shard
from tests.services.full_client import stores_of

OWNED_SECONDS_MAX = 10.0
"""The limit on an otherwise idle machine. Only `make test-chaos` checks it: it runs the tests one
after another."""
POLL_SECONDS = 0.02


class Probe(CommandSender):
    """Takes and leaves a seat in one shard to test whether an engine responds."""

    def __init__(self, context: LoadContext, shard: int) -> None:
        table_id = table_in_shard(context.log, "probe", shard)
        super().__init__(context, table_id, random.Random(table_id))
        self._steps = itertools.cycle((TakeSeat(table_id), LeaveSeat()))

    async def open(self) -> None:
        await self.send_until_outcome(
            self.command(self.name, SYSTEM, OpenTable(CITY.game, CityOptions(players=2)))
        )

    async def probe(self) -> None:
        outcome = await self.send_until_outcome(self.command(self.name, 0, next(self._steps)))
        assert outcome.seq is not None, f"a command of {self.name} was rejected: {outcome}"


async def measure_seconds_until_owned(log: EventLog, probes: list[Probe]) -> float:
    """Return the seconds until every shard has responded and is locked."""
    start = time.monotonic()
    await asyncio.gather(*(probe.probe() for probe in probes))
    while not await retry_during_outages(lambda: _all_locked(log)):
        await asyncio.sleep(POLL_SECONDS)
    return time.monotonic() - start


async def _all_locked(log: EventLog) -> bool:
    report = await stores_of(log).shards_report()
    return all(shard.is_owned for shard in report.shards)

"""How long a shard has nobody who answers."""

import asyncio
import itertools
import random
import time

from games.city.game import CITY
from schemas.city import CityOptions
from schemas.table import SYSTEM, LeaveSeat, OpenTable, TakeSeat
from services.runtime.event_log import ENGINE_GROUP, EventLog
from tests.chaos.load import Playground, Sender, table_in_shard, through_outages

OWNED_SECONDS_MAX = 10.0
"""The promise."""
POLL_SECONDS = 0.02


class Probe(Sender):
    """A table in one shard, where somebody sits down and gets up to see whether anyone looks."""

    def __init__(self, ground: Playground, shard: int) -> None:
        game = table_in_shard(ground.log, "probe", shard)
        super().__init__(ground, game, random.Random(game))
        self._steps = itertools.cycle((TakeSeat(game), LeaveSeat()))

    async def open(self) -> None:
        await self.insist(
            self.command(self.name, SYSTEM, OpenTable(CITY.id, CityOptions(players=2)))
        )

    async def knock(self) -> None:
        outcome = await self.insist(self.command(self.name, 0, next(self._steps)))
        assert outcome.seq is not None, f"a step of {self.name} was refused: {outcome}"


async def seconds_until_owned(log: EventLog, probes: list[Probe]) -> float:
    """From now until every shard has answered and has its lock."""
    start = time.monotonic()
    await asyncio.gather(*(probe.knock() for probe in probes))
    while not await through_outages(lambda: _all_locked(log)):
        await asyncio.sleep(POLL_SECONDS)
    return time.monotonic() - start


async def _all_locked(log: EventLog) -> bool:
    for shard in log.all_shards():
        if not await log.client.exists(shard.owner(ENGINE_GROUP)):
            return False
    return True

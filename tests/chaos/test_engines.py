"""Engines die, hang and are replaced; games go on, and no move is lost or made twice."""

import asyncio
from pathlib import Path

import pytest

from schemas.city import CityOptions
from schemas.table import SYSTEM, OpenTable, TakeSeat
from services.runtime.settings import Settings
from tests.chaos.load import Sender, table_in_shard
from tests.chaos.poison import POISON
from tests.chaos.storm import ROUNDS, Weather, storm

DEFAULT_LOCK_SECONDS = Settings().lock_seconds


@pytest.mark.parametrize("engines", [2, 3])
def test_killed_engines(tmp_path: Path, engines: int) -> None:
    async def scenario() -> None:
        async with storm(tmp_path, Weather(engines)) as now:
            for kill in range(2):
                if kill:
                    await now.start_engine()
                await now.a_while()
                now.any_engine().kill()
                await now.owned_again(f"one of {engines} engines killed")
            await now.a_while()

    asyncio.run(scenario())


@pytest.mark.parametrize(("lock_seconds", "pauses"), [(2.0, 2), (DEFAULT_LOCK_SECONDS, 1)])
def test_a_paused_engine_that_wakes_up_late(
    tmp_path: Path, lock_seconds: float, pauses: int
) -> None:
    """It believes that it still owns its shards, and has a batch in hand perhaps."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(2, lock_seconds)) as now:
            for _ in range(pauses):
                await now.a_while()
                engine = now.any_engine()
                engine.pause()
                await now.owned_again(f"one of 2 engines paused, locks of {lock_seconds:.0f} s")
                await now.a_while()
                engine.wake()
                await now.owned_again("the paused engine woke up")
            await now.a_while()

    asyncio.run(scenario())


def test_engines_replaced_in_order(tmp_path: Path) -> None:
    """A rolling restart: each lets its shards go before it ends."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(2)) as now:
            for engine in now.engines.alive:
                await now.start_engine()
                await now.a_while()
                engine.ask_to_stop()
                await now.owned_again("one of 3 engines stopped in order")
                assert await asyncio.to_thread(engine.stopped_in_order)
            await now.a_while()

    asyncio.run(scenario())


@pytest.mark.skipif(ROUNDS == 1, reason="ten engines die one after the other: make test-chaos")
def test_a_command_that_kills_engines(tmp_path: Path) -> None:
    """It is put aside in the end, and it alone: not what lies behind it, nor what its engine had in
    hand in other shards. Its own is the first, so that it always gets its turn before them."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(1, lock_seconds=1.0, poisoned=True)) as now:
            supervising = asyncio.create_task(now.keep_engines(1))
            table = table_in_shard(now.ground.log, "table", 0)
            poisoner = Sender(now.ground, "poisoner", now.chance)
            opening = poisoner.command(table, SYSTEM, OpenTable("city", CityOptions(players=2)))
            await poisoner.insist(opening)
            poison = poisoner.command(table, 0, TakeSeat(POISON))
            now.ground.ledger.poison.add(poison.id)
            outcome = await poisoner.insist(poison)
            assert outcome.rejection is not None
            assert outcome.rejection.code == "internal"
            # It was sent again and again while nobody answered, and its copies are deadly too.
            await now.calm()
            supervising.cancel()

    asyncio.run(scenario())

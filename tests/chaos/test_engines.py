"""Engines die, hang and are replaced: no move is lost or duplicated."""

import asyncio
from pathlib import Path

import pytest

from schemas.city.options import CityOptions
from schemas.table import SYSTEM, OpenTable, TakeSeat
from services.runtime.operations.settings import Settings
from tests.chaos.chaos_run import ChaosConfig, chaos_run
from tests.chaos.load import CommandSender, table_in_shard
from tests.chaos.poison import POISON

DEFAULT_LOCK_SECONDS = Settings().lock_seconds


@pytest.mark.parametrize("engines", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_survives_killed_engines(tmp_path: Path, engines: int) -> None:
    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(engines)) as run:
            for kill in range(2):
                if kill:
                    await run.start_engine()
                await run.random_pause()
                run.random_engine().kill()
                await run.wait_until_owned(f"one of {engines} engines killed")
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
@pytest.mark.parametrize(("lock_seconds", "pauses"), [(2.0, 2), (DEFAULT_LOCK_SECONDS, 1)])
def test_survives_a_paused_engine(tmp_path: Path, lock_seconds: float, pauses: int) -> None:
    """After the pause, the engine believes that it still owns its shards."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2, lock_seconds)) as run:
            for _ in range(pauses):
                await run.random_pause()
                engine = run.random_engine()
                engine.pause()
                await run.wait_until_owned(
                    f"one of 2 engines paused, locks of {lock_seconds:.0f} s"
                )
                await run.random_pause()
                engine.wake()
                await run.wait_until_owned("the paused engine woke up")
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
def test_survives_a_rolling_restart(tmp_path: Path) -> None:
    """Each engine releases its shards before it ends."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2)) as run:
            for engine in run.engines.running:
                await run.start_engine()
                await run.random_pause()
                engine.terminate()
                await run.wait_until_owned("one of 3 engines stopped gracefully")
                assert await asyncio.to_thread(engine.stopped_gracefully)
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
def test_a_command_that_kills_engines_becomes_a_dead_letter(tmp_path: Path) -> None:
    """Only this command becomes a dead letter: not those queued after it, nor those its engine was
    deciding in other shards. It is in shard 0, so that it is read before them."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(1, lock_seconds=1.0, has_poison=True)) as run:
            supervising = asyncio.create_task(run.supervise(1))
            table = table_in_shard(run.context.log, "table", 0)
            poisoner = CommandSender(run.context, "poisoner", run.rng)
            opening = poisoner.command(table, SYSTEM, OpenTable("city", CityOptions(players=2)))
            await poisoner.send_until_outcome(opening)
            poison = poisoner.command(table, 0, TakeSeat(POISON))
            run.context.ledger.poison.add(poison.id)
            outcome = await poisoner.send_until_outcome(poison)
            assert outcome.rejection is not None
            assert outcome.rejection.code == "internal"
            # The command was resent while no engine responded; its copies kill engines, too.
            await run.finish_load()
            supervising.cancel()

    asyncio.run(scenario())

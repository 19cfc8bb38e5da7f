"""The number of command streams changes under load, while engines die."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from services.runtime.store.resizing import resize_shards, wait_until_drained
from tests.chaos.chaos_run import ChaosConfig, chaos_run
from tests.chaos.load import retry_during_outages


@pytest.mark.parametrize("kills", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_survives_resizing_while_engines_are_killed(tmp_path: Path, kills: int) -> None:
    """Order and exactly-once are checked by the run: togglers send without waiting."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2)) as run:
            layouts = run.context.log.layouts
            for kill, streams in enumerate((4, 2, 3, 1)):
                await run.random_pause()
                await resize_shards(layouts, streams)
                if kill < kills:
                    run.random_engine().kill()
                    await run.start_engine()
                await wait_until_drained(layouts)
                await run.wait_until_owned(f"resized to {streams}, engines killed: {kills}")
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
def test_survives_a_server_killed_while_it_resizes(tmp_path: Path) -> None:
    """Shards have changed or not when the server is back. The operator does it again."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2)) as run:
            layouts = run.context.log.layouts
            for streams in (3, 1):
                await run.random_pause()
                resizing = asyncio.create_task(resize_shards(layouts, streams))
                await asyncio.sleep(run.rng.uniform(0, 0.01))
                run.server.kill()
                await asyncio.gather(resizing, return_exceptions=True)
                await asyncio.to_thread(run.server.start)
                await retry_during_outages(partial(resize_shards, layouts, streams))
                await retry_during_outages(lambda: wait_until_drained(layouts))
                await run.wait_until_owned(f"resized to {streams}, the server killed")
            await run.random_pause()

    asyncio.run(scenario())

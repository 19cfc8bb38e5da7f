"""The server fails and recovers, alone or together with engines."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.chaos.chaos_run import ChaosConfig, chaos_run
from tests.services.servers import node_client

FULL_SECONDS = 5.0
FROZEN_SECONDS = 3.0


def test_survives_a_killed_server(tmp_path: Path) -> None:
    """Everything that was acknowledged is on disk after a restart."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2)) as run:
            for seconds_down in (0.0, 4.0):
                await run.random_pause()
                run.server.kill()
                await asyncio.sleep(run.rng.uniform(0, seconds_down))
                await asyncio.to_thread(run.server.start)
                await run.wait_until_owned("the server killed and started again")
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
def test_survives_a_frozen_server(tmp_path: Path) -> None:
    """The server responds only after all locks have expired, then handles all queued commands."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2)) as run:
            await run.random_pause()
            os.kill(run.server.pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(FROZEN_SECONDS)
            finally:
                os.kill(run.server.pid, signal.SIGCONT)
            await run.wait_until_owned("the server frozen for a while")
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
def test_survives_a_full_server(tmp_path: Path) -> None:
    """The server refuses writes for longer than locks last. No command becomes a dead letter."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(2)) as run:
            await run.random_pause()
            with node_client("127.0.0.1", run.server.port) as client:
                client.config_set("maxmemory", 1)
                await asyncio.sleep(FULL_SECONDS)
                client.config_set("maxmemory", 0)
            await run.wait_until_owned("the server full for a while")
            await run.random_pause()

    asyncio.run(scenario())


@pytest.mark.slow
def test_survives_several_faults_at_once(tmp_path: Path) -> None:
    """The server is killed while one engine is paused and another is killed."""

    async def scenario() -> None:
        async with chaos_run(tmp_path, ChaosConfig(3)) as run:
            for fault in range(2):
                if fault:
                    await run.start_engine()
                await run.random_pause()
                paused, killed = run.rng.sample(run.engines.running, 2)
                paused.pause()
                await run.random_pause(0.5)
                killed.kill()
                await run.random_pause(0.5)
                run.server.kill()
                await run.random_pause()
                await asyncio.to_thread(run.server.start)
                await run.random_pause(0.5)
                paused.wake()
                await run.wait_until_owned("an engine paused, an engine and the server killed")
            await run.random_pause()

    asyncio.run(scenario())

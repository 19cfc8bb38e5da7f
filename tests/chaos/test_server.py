"""The server dies and comes back, alone or together with engines."""

import asyncio
import os
import signal
from pathlib import Path

from tests.chaos.storm import Weather, storm
from tests.services.servers import node

FULL_SECONDS = 5.0
FROZEN_SECONDS = 3.0


def test_a_killed_server(tmp_path: Path) -> None:
    """Killed and started again: everything that was acknowledged is on its disk."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(2)) as now:
            for seconds_down in (0.0, 4.0):
                await now.a_while()
                now.server.kill()
                await asyncio.sleep(now.chance.uniform(0, seconds_down))
                await asyncio.to_thread(now.server.start)
                await now.owned_again("the server killed and started again")
            await now.a_while()

    asyncio.run(scenario())


def test_a_frozen_server(tmp_path: Path) -> None:
    """It answers nobody until every lock has run out, and then all that was asked in between."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(2)) as now:
            await now.a_while()
            os.kill(now.server.pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(FROZEN_SECONDS)
            finally:
                os.kill(now.server.pid, signal.SIGCONT)
            await now.owned_again("the server frozen for a while")
            await now.a_while()

    asyncio.run(scenario())


def test_a_full_server(tmp_path: Path) -> None:
    """It refuses everything that needs memory, for longer than any lock; nobody is to blame."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(2)) as now:
            await now.a_while()
            with node("127.0.0.1", now.server.port) as client:
                client.config_set("maxmemory", 1)
                await asyncio.sleep(FULL_SECONDS)
                client.config_set("maxmemory", 0)
            await now.owned_again("the server full for a while")
            await now.a_while()

    asyncio.run(scenario())


def test_everything_at_once(tmp_path: Path) -> None:
    """The server is killed while one engine is paused and another one dies."""

    async def scenario() -> None:
        async with storm(tmp_path, Weather(3)) as now:
            for fault in range(2):
                if fault:
                    await now.start_engine()
                await now.a_while()
                paused, killed = now.chance.sample(now.engines.alive, 2)
                paused.pause()
                await now.a_while(0.5)
                killed.kill()
                await now.a_while(0.5)
                now.server.kill()
                await now.a_while()
                await asyncio.to_thread(now.server.start)
                await now.a_while(0.5)
                paused.wake()
                await now.owned_again("an engine paused, an engine and the server killed")
            await now.a_while()

    asyncio.run(scenario())

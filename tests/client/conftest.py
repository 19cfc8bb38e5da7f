"""What tests of the client stand on: a game that was played, and a notifier to talk to."""

from collections.abc import AsyncIterator

import pytest

from client import AnySeenCommit, BlueMoon
from games.city.bots import BOTS
from games.city.game import CITY
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import seen
from schemas.secrecy import SPECTATOR
from tests.client.house import House
from tests.client.speaker import Speaker, speaking

GAME = "game"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def told() -> tuple[AnySeenCommit, ...]:
    """A whole game between two bots, as a spectator is told of it."""
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/client", GAME)
    return tuple(
        seen(commit, SPECTATOR, over=position.table is not None and position.table.stage == "over")
        for commit, position in play_out(playout)
    )


@pytest.fixture
async def speaker() -> AsyncIterator[Speaker]:
    async with speaking() as speaker:
        yield speaker


@pytest.fixture
async def moon(home: House) -> AsyncIterator[BlueMoon]:
    async with home.moon() as moon:
        yield moon

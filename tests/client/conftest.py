"""Fixtures for client tests: a recorded game and a notifier."""

from collections.abc import AsyncIterator

import pytest

from client import AnyRedactedCommit, BlueMoon
from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import redact_commit
from schemas.redaction import SPECTATOR
from tests.client.fake_notifier import FakeNotifier, run_fake_notifier
from tests.client.local_system import LocalSystem

TABLE_ID = "table"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def game_commits() -> tuple[AnyRedactedCommit, ...]:
    """All commits of a game between two bots, redacted for spectators."""
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/client", TABLE_ID)
    return tuple(
        redact_commit(
            commit, SPECTATOR, over=position.table is not None and position.table.stage == "over"
        )
        for commit, position in play_out(playout)
    )


@pytest.fixture
async def notifier() -> AsyncIterator[FakeNotifier]:
    async with run_fake_notifier() as notifier:
        yield notifier


@pytest.fixture
async def moon(local_system: LocalSystem) -> AsyncIterator[BlueMoon]:
    async with local_system.moon() as moon:
        yield moon

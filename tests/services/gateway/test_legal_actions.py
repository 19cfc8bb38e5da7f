"""Long lists of legal actions are made beside the event loop, once for each position."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from msgspec.structs import replace

from games import table as tables
from games.history import Position
from schemas.redaction import SPECTATOR
from services.gateway import legal_actions
from services.gateway.legal_actions import LegalActions
from services.runtime.web.problems import ProblemError
from tests.services.commands import history, new_table_id

pytestmark = pytest.mark.anyio

SLOW_SECONDS = 0.5
"""CPU time of a list: what a city hand of 40 cards took."""


class SlowRulebook:
    """The rules of a game whose lists take long, in Python code that holds the interpreter."""

    def __init__(self, seconds: float = SLOW_SECONDS, actions: int = 3) -> None:
        self._seconds = seconds
        self._actions = actions
        self.lists = 0

    def to_act(self, _state: object) -> tuple[int, ...]:
        return (0,)

    def legal(self, _state: object, _seat: int) -> tuple[int, ...]:
        self.lists += 1
        end = time.thread_time() + self._seconds
        while time.thread_time() < end:
            pass
        return tuple(range(self._actions))


@pytest.fixture
async def lister() -> AsyncIterator[LegalActions]:
    async with LegalActions() as lister:
        yield lister


def position_of(rulebook: SlowRulebook, digest: str = "00") -> Position:
    [*_, (_, position)] = history("table", 10)
    return Position(cast(Any, rulebook), "table", 10, digest, position.table)


async def longest_pause(until: asyncio.Future[Any]) -> float:
    """Return how long the event loop was away at most."""
    longest = 0.0
    while not until.done():
        start = time.perf_counter()
        await asyncio.sleep(0)
        longest = max(longest, time.perf_counter() - start)
    return longest


async def test_lists_what_the_rules_allow(lister: LegalActions) -> None:
    for _, position in history(new_table_id(), 10)[5:]:
        assert position.table is not None
        for seat in range(2):
            expected = tables.legal(position.rulebook, position.table, seat)
            assert await lister.of(position, seat) == expected
        assert await lister.of(position, SPECTATOR) == ()


async def test_the_event_loop_goes_on_while_a_long_list_is_made(lister: LegalActions) -> None:
    start = time.perf_counter()
    positions = [position_of(SlowRulebook(), f"{number}") for number in range(2)]
    listing = asyncio.gather(*(lister.of(position, 0) for position in positions))
    pause = await longest_pause(listing)
    assert await listing == [(0, 1, 2), (0, 1, 2)]
    assert pause < (time.perf_counter() - start) / 4


async def test_makes_the_list_of_a_position_once(lister: LegalActions) -> None:
    rulebook = SlowRulebook(seconds=0.01)
    position = position_of(rulebook)
    assert await asyncio.gather(*(lister.of(position, 0) for _ in range(20))) == [(0, 1, 2)] * 20
    assert await lister.of(position, 0) == (0, 1, 2)
    assert rulebook.lists == 1
    assert await lister.of(replace(position, hash="01"), 0) == (0, 1, 2)
    assert rulebook.lists == 2


async def test_a_client_that_hangs_up_does_not_cancel_the_list(lister: LegalActions) -> None:
    position = position_of(SlowRulebook(seconds=0.05))
    first, second = (asyncio.create_task(lister.of(position, 0)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == (0, 1, 2)


async def test_waiting_and_cached_lists_are_bounded(
    lister: LegalActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(legal_actions, "WAITING_MAX", 4)
    monkeypatch.setattr(legal_actions, "CACHED_ACTIONS_MAX", 6)
    rulebook = SlowRulebook(seconds=0.01)
    results = await asyncio.gather(
        *(lister.of(position_of(rulebook, f"{number}"), 0) for number in range(6)),
        return_exceptions=True,
    )
    refused = [result for result in results if isinstance(result, ProblemError)]
    assert [refusal.problem.code for refusal in refused] == ["unavailable"] * 2
    assert len(lister._cached) == 2

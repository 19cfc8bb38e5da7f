"""No byte sent to a viewer depends on what the viewer must not know.

Two games are played with the same commands; they differ in two cards that the viewer has not seen.
Each is stored on a real server, with a real engine, projector, gateway and notifier. Everything
that they send must be the same in both: bodies, headers, sizes, rejections, lists, metrics.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from schemas.redaction import SPECTATOR, Viewer
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.notifier.conftest import KEY
from tests.services.projectors import Projectors
from tests.services.wire import Recording, Wire
from tests.services.worlds import (
    CITY_GAME,
    DUEL_MATCH,
    DUEL_WITH_DECKS,
    PlayedGame,
    World,
    deck_worlds,
    two_worlds,
)

pytestmark = pytest.mark.anyio

NO_LIMITS = {
    "client_calls_per_second": 0.0,
    "platform_calls_per_second": 0.0,
    "seat_commands_per_second": 0.0,
}
"""A refusal for lack of budget would depend on the machine's speed."""


def _lists_actions(item: Any) -> bool:
    return isinstance(item, tuple) and b'"actions":[{' in item[-1]


@pytest.mark.parametrize(
    ("game", "viewer"),
    [
        *((CITY_GAME, viewer) for viewer in (0, 1, 2, SPECTATOR)),
        *((DUEL_MATCH, viewer) for viewer in (0, 1, SPECTATOR)),
    ],
    ids=lambda value: value.rulebook.game if isinstance(value, PlayedGame) else str(value),
)
async def test_c1_9_r34_3_responses_do_not_depend_on_hidden_cards(  # noqa: PLR0917 - the services
    game: PlayedGame,
    viewer: Viewer,
    event_log: EventLog,
    engines: Engines,
    projectors: Projectors,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    original, changed = two_worlds(game, viewer, monkeypatch)

    wires = [
        Wire(event_log, engines, projectors, unlimited(settings), game, viewer) for _ in range(2)
    ]
    first, second = [
        await wire.record(world) for wire, world in zip(wires, (original, changed), strict=True)
    ]

    assert_same(first, second, original)
    assert any(_lists_actions(item) for item in first.received) == (viewer != SPECTATOR)


@pytest.mark.parametrize("brought", [True, False], ids=["brought", "in the options"])
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
async def test_r34_6_responses_do_not_depend_on_the_cards_of_a_deck(  # noqa: PLR0917 - the services
    viewer: Viewer,
    brought: bool,
    event_log: EventLog,
    engines: Engines,
    projectors: Projectors,
    settings: Settings,
) -> None:
    original, changed = deck_worlds(brought=brought)
    assert original[1 if brought else 0].hash != changed[1 if brought else 0].hash

    wires = [
        Wire(event_log, engines, projectors, unlimited(settings), DUEL_WITH_DECKS, viewer)
        for _ in range(2)
    ]
    first, second = [
        await wire.record(world) for wire, world in zip(wires, (original, changed), strict=True)
    ]

    assert_same(first, second, original)


def unlimited(settings: Settings) -> Settings:
    keys = {"token_keys": (f"test:{KEY}",), "platform_keys": ("test:unused",)}
    return replace(settings, **keys, **NO_LIMITS)


def assert_same(first: Recording, second: Recording, original: World) -> None:
    assert len(first.received) > 2 * len(original)
    for item, other_item in zip(first.received, second.received, strict=True):
        assert item == other_item
    assert [row["stage"] for row in first.rows] == ["playing", "playing", "voided", "voided"]
    assert first.rows == second.rows
    assert first.metrics == second.metrics
    assert first.metrics["bluemoon_applied_commits_total", (("model", "tables"),)] == len(original)

"""A table that a newer release opened: stable problems, never an error 500, nothing lost."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from games import registry
from games.city.plugin import PLUGIN
from games.city.rulebook import City
from schemas.commit import Command
from schemas.table import Resign
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import UNKNOWN_RULES
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.full_client import stores_of
from tests.services.gateway.conftest import PLATFORM_KEY, GatewayClient, serve_gateway

pytestmark = pytest.mark.anyio

NEXT = replace(PLUGIN, rulebooks=(City("city/9", PLUGIN.rulebook.amendments), *PLUGIN.rulebooks))


class NewerTable(Struct, frozen=True):
    table: str
    tokens: list[str]
    action: Any
    over: str
    """Another one, which is over."""


@pytest.fixture
async def newer(gateway_settings: Settings, event_log: EventLog, engines: Engines) -> NewerTable:
    """Tables of a newer release. Afterwards only this release knows no such rules."""
    registry.add(NEXT)
    try:
        engine = await engines.start()
        async with serve_gateway(gateway_settings, event_log) as gateway:
            table, tokens = await gateway.start_game()
            view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])
            over, tokens_of_over = await gateway.start_game()
            body = {"id": "give-up", "action": {"type": "resign"}}
            path = f"/v1/tables/{over}/commands"
            await gateway("POST", path, body, token=tokens_of_over[0])
        await engine.stop()
    finally:
        registry.rediscover()
    assert view["view"]["rules"] == "city/9"
    return NewerTable(table, tokens, {"type": "resign"}, over)


@pytest.fixture
async def gateway(
    newer: NewerTable, gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> AsyncIterator[GatewayClient]:
    assert newer is not None, "opened before"
    await engines.start()
    async with serve_gateway(gateway_settings, event_log) as client:
        yield client


def refusals() -> float:
    value: float = UNKNOWN_RULES._value.get()
    return value


async def test_views_commits_and_commands_are_refused_with_a_stable_code(
    gateway: GatewayClient, newer: NewerTable
) -> None:
    before, path = refusals(), f"/v1/tables/{newer.table}"
    command = {"id": "give-up", "action": newer.action}
    for method, end, body in (
        ("GET", "view", None),
        ("GET", "commits", None),
        ("POST", "commands", command),
    ):
        problem = await gateway(method, f"{path}/{end}", body, token=newer.tokens[0], status=409)

        assert problem["code"] == "unknown_rules"
        assert problem["extra"]["rules"] == "city/9"
    assert refusals() == before + 3


async def test_a_game_that_is_over_is_shown_as_recorded(
    gateway: GatewayClient, newer: NewerTable
) -> None:
    token = await gateway.spectator(newer.over)
    view = await gateway("GET", f"/v1/tables/{newer.over}/view", token=token)
    commits = await gateway("GET", f"/v1/tables/{newer.over}/commits", token=token)

    assert view["view"]["stage"] == "over"
    assert view["actions"] == []
    assert len(commits["commits"]) == view["seq"]


async def test_the_engine_refuses_only_the_table_with_unknown_rules(
    gateway: GatewayClient, newer: NewerTable, event_log: EventLog
) -> None:
    async with Dispatcher(event_log) as dispatcher:
        outcome = await dispatcher.send(Command("give-up", newer.table, 0, Resign()))
    known, _ = await gateway.start_game()
    letters = await stores_of(event_log).dead_letters.unresolved()

    assert outcome.rejection is not None
    assert outcome.rejection.code == "unknown_rules"
    assert known != newer.table
    assert letters == []


async def test_not_even_the_platform_can_change_the_table(
    gateway: GatewayClient, newer: NewerTable
) -> None:
    problem = await gateway(
        "POST",
        f"/v1/tables/{newer.table}/void",
        {"reason": "test"},
        token=PLATFORM_KEY,
        status=409,
    )

    assert problem["rejection"]["code"] == "unknown_rules"

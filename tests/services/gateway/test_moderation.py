"""Names are moderated: deny-lists, reports, new names."""

from typing import Any

import pytest
from msgspec.structs import replace

from schemas.names import DENIED_NAMES_MAX
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.full_client import stores_of
from tests.services.gateway.conftest import (
    OPERATOR_KEY,
    OTHER_KEY,
    PLATFORM_KEY,
    GatewayClient,
    serve_gateway,
)
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio

DENIED = "/v1/names/denied"


async def deny(gateway: GatewayClient, key: str, *names: str, status: int = 200) -> Any:
    return await gateway("PUT", DENIED, {"names": names}, token=key, status=status)


async def take_seat(
    gateway: GatewayClient, table: str, body: dict[str, str], status: int = 200
) -> Any:
    path = f"/v1/tables/{table}/seats/0"
    return await gateway("POST", path, body, token=PLATFORM_KEY, status=status)


async def interventions(event_log: EventLog) -> list[tuple[str, str, str]]:
    audit_log = stores_of(event_log).audit_log
    assert await audit_log.verify()
    return [(entry.actor, entry.intervention, entry.subject) async for entry in audit_log.entries()]


@pytest.mark.parametrize(
    "body",
    [{"player": "Admin"}, {"player": "p1", "name": "\uff21dm\u00edn"}, {"player": "The 4dmin"}],
    ids=ascii,
)
@pytest.mark.parametrize("key", [PLATFORM_KEY, OPERATOR_KEY], ids=["platform", "operator"])
async def test_a_denied_name_takes_no_seat(
    gateway: GatewayClient, key: str, body: dict[str, str]
) -> None:
    table = await gateway.open_table()
    await deny(gateway, key, "secret entry", "admin")
    problem = await take_seat(gateway, table, body, status=409)
    assert problem["rejection"] == {
        "code": "name_denied",
        "message": "This name is not allowed. Choose another name.",
        "detail": {},
    }
    assert "admin" not in str(problem), "the list must not leak"
    await take_seat(gateway, table, {"player": "Amber"})


async def test_a_platforms_list_does_not_count_elsewhere(gateway: GatewayClient) -> None:
    table = await gateway.open_table()
    await deny(gateway, OTHER_KEY, "Amber")
    await take_seat(gateway, table, {"player": "Amber"})


async def test_denied_names_reach_guests(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    settings = replace(gateway_settings, guests=True)
    async with serve_gateway(settings, event_log) as gateway:
        await deny(gateway, OPERATOR_KEY, "Admin")
        opening = {"game": "city", "options": {"players": 2}, "player": "Admin"}
        problem = await gateway("POST", "/v1/guests/tables", opening, status=409)
        assert problem["rejection"]["code"] == "name_denied"
        opened = await gateway(
            "POST", "/v1/guests/tables", opening | {"player": "Amber"}, status=201
        )
        path = f"/v1/guests/tables/{opened['table']}/seats"
        problem = await gateway("POST", path, {"player": "ADMIN"}, status=409)
        assert problem["rejection"]["code"] == "name_denied"


async def test_reads_back_the_own_list(gateway: GatewayClient, event_log: EventLog) -> None:
    await deny(gateway, PLATFORM_KEY, "Admin", "*vile*")
    await deny(gateway, OPERATOR_KEY, "Moderator")
    for key, names in ((PLATFORM_KEY, ["Admin", "*vile*"]), (OPERATOR_KEY, ["Moderator"])):
        assert await gateway("GET", DENIED, token=key) == {"names": names}
    assert await gateway("GET", DENIED, token=OTHER_KEY) == {"names": []}
    assert await interventions(event_log) == [
        ("platform:test", "denied_names_changed", "test"),
        ("operator:amber", "denied_names_changed", "all"),
    ]


async def test_lists_are_bounded_and_no_entry_denies_everything(gateway: GatewayClient) -> None:
    names = [f"name {number}" for number in range(DENIED_NAMES_MAX + 1)]
    for refused in (names, ["**"], ["Am\u202eber"], [""]):
        problem = await deny(gateway, PLATFORM_KEY, *refused, status=400)
        assert problem["code"] == "malformed"
    await deny(gateway, PLATFORM_KEY, *names[:-1])


async def test_only_platforms_and_operators_moderate(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    player = (await gateway.player_ids(table))[0]
    requests = [
        ("GET", DENIED, None),
        ("PUT", DENIED, {"names": ["Amber"]}),
        ("GET", "/v1/reports", None),
        ("DELETE", f"/v1/reports/{table}.{player}", None),
        ("PUT", f"/v1/players/{player}/name", {"name": "Basalt"}),
    ]
    for method, path, body in requests:
        await gateway(method, path, body, status=401)
        problem = await gateway(method, path, body, token=tokens[0], status=403)
        assert problem["code"] == "not_allowed"
    for method, path, body in requests[3:]:
        await gateway(method, path, body, token=OTHER_KEY, status=404)


async def test_a_report_is_listed_and_closed(gateway: GatewayClient, event_log: EventLog) -> None:
    table, tokens = await gateway.start_game()
    player = (await gateway.player_ids(table))[1]
    path = f"/v1/tables/{table}/seats/1/report"
    for token in (tokens[0], tokens[0], await gateway.spectator(table)):
        reported = await gateway("POST", path, token=token, status=201)
        assert reported == {"report": f"{table}.{player}"}

    assert (await gateway("GET", "/v1/reports", token=OTHER_KEY)) == {"reports": []}
    for key in (PLATFORM_KEY, OPERATOR_KEY):
        (report,) = (await gateway("GET", "/v1/reports", token=key))["reports"]
        assert report["id"] == f"{table}.{player}"
        assert (report["seat"], report["player"], report["name"]) == (1, player, "player 1")
        assert report["reporters"] == [0, "spectator"]
    closing = f"/v1/reports/{table}.{player}"
    await gateway("DELETE", closing, token=OTHER_KEY, status=404)
    await gateway("DELETE", closing, token=PLATFORM_KEY)
    await gateway("DELETE", closing, token=PLATFORM_KEY, status=404)
    assert (await gateway("GET", "/v1/reports", token=OPERATOR_KEY)) == {"reports": []}
    assert await interventions(event_log) == [
        ("platform:test", "name_report_closed", f"{table}.{player}")
    ]


async def test_only_viewers_of_the_table_report_and_only_players(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    _, strangers = await gateway.start_game()
    report = f"/v1/tables/{table}/seats/1/report"
    await gateway("POST", report, status=401)
    await gateway("POST", report, token=strangers[0], status=403)
    await gateway("POST", report, token=PLATFORM_KEY, status=403)
    nobody = f"/v1/tables/{table}/seats/3/report"
    problem = await gateway("POST", nobody, token=tokens[0], status=409)
    assert problem["rejection"]["code"] == "no_such_seat"
    empty = await gateway.open_table()
    token = await gateway.spectator(empty)
    problem = await gateway("POST", f"/v1/tables/{empty}/seats/1/report", token=token, status=409)
    assert problem["rejection"]["code"] == "seat_empty"


async def test_reports_of_an_address_are_limited(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    settings = replace(gateway_settings, name_reports_per_minute=0.001)
    async with serve_gateway(settings, event_log) as gateway:
        table, tokens = await gateway.start_game()
        path = f"/v1/tables/{table}/seats/1/report"
        await gateway("POST", path, token=tokens[0], status=201)
        problem = await gateway("POST", path, token=tokens[1], status=429)
        assert problem["code"] == "too_many"
        await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])


@pytest.mark.parametrize(
    ("key", "actor"),
    [(PLATFORM_KEY, "platform:test"), (OPERATOR_KEY, "operator:amber")],
    ids=["platform", "operator"],
)
async def test_a_new_name_is_shown_everywhere_and_no_commit_changes(
    gateway: GatewayClient, event_log: EventLog, projectors: Projectors, key: str, actor: str
) -> None:
    projectors.start()
    table, tokens = await gateway.start_game()
    player = (await gateway.player_ids(table))[0]
    before = [line async for line in event_log.read(table)]
    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[1])
    await projectors.caught_up()
    await gateway("PUT", f"/v1/players/{player}/name", {"name": "Jade"}, token=key)

    row = await gateway("GET", f"/v1/tables/{table}", token=PLATFORM_KEY)
    assert row["players"] == ["Jade", "player 1"]
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[1])
    assert view["names"][player] == "Jade"
    standings = await gateway("GET", "/v1/standings/city", token=PLATFORM_KEY)
    assert {row["name"] for row in standings["standings"]} == {"Jade", "player 1"}
    shown = await gateway("GET", f"/v1/players/{player}", token=PLATFORM_KEY)
    assert shown["player"]["name"] == "Jade"
    exported = await gateway("GET", f"/v1/players/{player}/export", token=PLATFORM_KEY)
    assert (exported["name"], exported["replaced_names"]) == ("Jade", ["player 0"])
    lines = [line async for line in event_log.read(table)]
    assert lines[: len(before)] == before
    assert (actor, "player_renamed", player) in await interventions(event_log)

    # Seated again under the old name, the player keeps the new one.
    again = await gateway.open_table()
    await take_seat(gateway, again, {"player": "player 0"})
    row = await gateway("GET", f"/v1/tables/{again}", token=PLATFORM_KEY)
    assert row["players"] == ["Jade", None]


async def test_a_new_name_may_not_be_a_denied_one(gateway: GatewayClient) -> None:
    table, _ = await gateway.start_game()
    player = (await gateway.player_ids(table))[0]
    await deny(gateway, PLATFORM_KEY, "Admin")
    path = f"/v1/players/{player}/name"
    for key in (PLATFORM_KEY, OPERATOR_KEY):
        problem = await gateway("PUT", path, {"name": "Admin"}, token=key, status=409)
        assert problem["rejection"]["code"] == "name_denied"
    for name in ("", "Am\x1bber"):
        await gateway("PUT", path, {"name": name}, token=PLATFORM_KEY, status=400)


async def test_erasure_closes_the_reports_of_a_player(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    player = (await gateway.player_ids(table))[1]
    await gateway("POST", f"/v1/tables/{table}/seats/1/report", token=tokens[0], status=201)
    await gateway("DELETE", f"/v1/players/{player}", token=PLATFORM_KEY)
    assert (await gateway("GET", "/v1/reports", token=OPERATOR_KEY)) == {"reports": []}

"""Lists over HTTP: tables, players, standings, activity."""

from typing import Any
from urllib.parse import quote

import pytest

from services.runtime.event_log import EventLog
from services.runtime.settings import Settings
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, Caller, serving
from tests.services.projector.playing import append, played
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio

ODD_NAMES = ("Amber & Söhne", "a/b", "tables", "50 %", "x|y", "Jade?", "\u2603", "..%2F", "+")


@pytest.fixture
async def lists(gateway: Caller, projectors: Projectors) -> Caller:
    """A gateway with a projector at work."""
    projectors.start()
    return gateway


def names(answer: Any) -> list[str]:
    return [row["table"] for row in answer["tables"]]


async def test_tables_are_listed_newest_first_with_the_age_of_the_list(
    lists: Caller, projectors: Projectors
) -> None:
    first = await lists.open_table()
    second, _ = await lists.start_game()
    await projectors.caught_up()
    answer = await lists("GET", "/v1/tables")
    assert names(answer) == [second, first]
    assert answer["after"] is None
    assert answer["age_ms"] >= 0
    assert answer["tables"][0]["stage"] == "playing"
    assert answer["tables"][0]["terms"]["platform"] == "test"
    assert names(await lists("GET", "/v1/tables?stage=open")) == [first]
    assert names(await lists("GET", "/v1/tables?game=city&stage=playing")) == [second]
    assert names(await lists("GET", "/v1/tables?player=player%201")) == [second]
    assert names(await lists("GET", "/v1/tables?player=nobody")) == []


async def test_pages_follow_each_other(lists: Caller, projectors: Projectors) -> None:
    opened = [await lists.open_table() for _ in range(5)]
    await projectors.caught_up()
    found: list[str] = []
    path = "/v1/tables?limit=2"
    while True:
        answer = await lists("GET", path)
        assert len(answer["tables"]) <= 2
        found += names(answer)
        if answer["after"] is None:
            break
        path = f"/v1/tables?limit=2&after={answer['after']}"
    assert sorted(found) == sorted(opened)
    assert len(found) == 5


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=201", "limit=x", "stage=lost", "game=chess", "after=a%20b", "x=1"],
)
async def test_what_can_not_be_asked_is_refused(lists: Caller, query: str) -> None:
    problem = await lists("GET", f"/v1/tables?{query}", status=400)
    assert problem["code"] == "malformed"
    assert query.partition("=")[0] in problem["detail"]


async def test_unlisted_tables_are_shown_to_their_platform_only(
    lists: Caller, projectors: Projectors
) -> None:
    hidden, tokens = await lists.start_game(listed=False)
    seen = await lists.open_table()
    await projectors.caught_up()
    for path in ("/v1/tables", "/v1/tables?stage=playing", "/v1/players/player%200/tables"):
        assert hidden not in names(await lists("GET", path))
        assert hidden not in names(await lists("GET", path, token=OTHER_KEY))
        assert hidden not in names(await lists("GET", path, token=tokens[0]))
        assert hidden in names(await lists("GET", path, token=PLATFORM_KEY))
    assert names(await lists("GET", "/v1/tables", token=PLATFORM_KEY)) == [seen, hidden]
    one = f"/v1/tables/{hidden}"
    await lists("GET", one, status=404)
    await lists("GET", one, token=OTHER_KEY, status=404)
    assert (await lists("GET", one, token=PLATFORM_KEY))["table"] == hidden
    assert (await lists("GET", one, token=tokens[0]))["table"] == hidden


async def test_one_table_is_never_late(gateway: Caller) -> None:
    """No projector runs."""
    table, _ = await gateway.start_game()
    row = await gateway("GET", f"/v1/tables/{table}")
    assert (row["stage"], row["seq"]) == ("playing", 4)
    assert row["players"] == ["player 0", "player 1"]
    assert row["opened_at"] <= row["updated_at"]
    await gateway("GET", "/v1/tables/none", status=404)


async def test_a_row_holds_no_secret(gateway: Caller) -> None:
    table, _ = await gateway.start_game()
    row = await gateway("GET", f"/v1/tables/{table}")
    assert set(row) == {
        *("table", "game", "rules", "stage", "players", "to_act", "seq", "opened_at"),
        *("updated_at", "deadline", "options", "terms", "results", "reason"),
    }


async def test_a_row_of_the_list_is_the_row_of_the_table(
    lists: Caller, projectors: Projectors
) -> None:
    table, _ = await lists.start_game()
    await projectors.caught_up()
    [row] = (await lists("GET", "/v1/tables"))["tables"]
    assert row == await lists("GET", f"/v1/tables/{table}")


async def test_players_have_tables_and_tallies(
    lists: Caller, event_log: EventLog, projectors: Projectors
) -> None:
    await append(event_log, played("over"))
    await append(event_log, played("playing", 20))
    await append(event_log, played("open", 2))
    await projectors.caught_up()
    row = (await lists("GET", "/v1/players/Amber"))["player"]
    assert (row["open"], row["playing"], row["over"]) == (1, 1, 1)
    [tally] = row["tallies"]
    assert (tally["game"], tally["played"]) == ("city", 1)
    assert sum(tally["places"].values()) == 1
    basalt = (await lists("GET", "/v1/players/Basalt"))["player"]
    assert (basalt["open"], basalt["playing"], basalt["over"]) == (0, 1, 1)
    assert {tally["won"], basalt["tallies"][0]["won"]} == {0, 1}
    assert names(await lists("GET", "/v1/players/Amber/tables?stage=over")) == ["over"]
    nobody = (await lists("GET", "/v1/players/nobody"))["player"]
    assert nobody == {"player": "nobody", "open": 0, "playing": 0, "over": 0, "tallies": []}


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_any_name_can_be_asked_for(lists: Caller, projectors: Projectors, name: str) -> None:
    table = await lists.open_table()
    await lists("POST", f"/v1/tables/{table}/seats/0", {"player": name}, token=PLATFORM_KEY)
    await projectors.caught_up()
    path = f"/v1/players/{quote(name, safe='')}"
    found = (await lists("GET", path))["player"]
    assert (found["player"], found["open"]) == (name, 1)
    assert names(await lists("GET", f"{path}/tables")) == [table]
    assert names(await lists("GET", f"/v1/tables?player={quote(name, safe='')}")) == [table]


@pytest.mark.parametrize("name", ["x" * 65, "%FF", "%C3%28"])
async def test_what_can_be_no_name_is_not_found(lists: Caller, name: str) -> None:
    assert (await lists("GET", f"/v1/players/{name}", status=404))["code"] == "not_found"


async def test_standings_of_a_game(
    lists: Caller, event_log: EventLog, projectors: Projectors
) -> None:
    await append(event_log, played("g1", None, ("Amber", "Basalt", "Coral")))
    await projectors.caught_up()
    answer = await lists("GET", "/v1/standings/city")
    assert answer["players"] == 3
    standings = answer["standings"]
    assert {row["player"] for row in standings} == {"Amber", "Basalt", "Coral"}
    assert [row["rating"] for row in standings] == sorted(
        (row["rating"] for row in standings), reverse=True
    )
    assert standings[0]["rank"] == 1
    second = await lists("GET", "/v1/standings/city?skip=1&limit=1")
    assert second["standings"] == standings[1:2]
    assert (await lists("GET", "/v1/standings/chess", status=404))["code"] == "not_found"


async def test_activity_of_today(lists: Caller, projectors: Projectors) -> None:
    await lists.start_game()
    await projectors.caught_up()
    [day] = (await lists("GET", "/v1/activity?days=2"))["days"]
    assert (day["game"], day["opened"], day["started"], day["commits"]) == ("city", 1, 1, 4)


READ_MODELS = (
    "/v1/tables",
    "/v1/players/Amber",
    "/v1/players/Amber/tables",
    "/v1/standings/city",
    "/v1/activity",
)


@pytest.mark.parametrize("path", READ_MODELS)
async def test_before_any_projector_has_run_lists_are_unavailable(
    gateway_settings: Settings, event_log: EventLog, path: str
) -> None:
    async with serving(gateway_settings, event_log) as caller:
        problem = await caller("GET", path, status=503)
    assert problem["code"] == "unavailable"
    assert "no projector has run" in problem["detail"]


async def test_the_age_tells_that_the_projector_is_away(
    lists: Caller, projectors: Projectors
) -> None:
    await lists.open_table()
    await projectors.caught_up()
    await projectors.stop()
    first = (await lists("GET", "/v1/tables"))["age_ms"]
    await lists.open_table()
    later = await lists("GET", "/v1/tables")
    assert later["age_ms"] > first
    assert len(later["tables"]) == 1

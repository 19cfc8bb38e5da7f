"""Tables, players, standings and activity over HTTP."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from services.runtime.access.player_directory import PlayerEntry
from services.runtime.operations.clock import now_ms
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.full_client import stores_of
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient, serve_gateway
from tests.services.projector.histories import append, bot_commits
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio

ODD_NAMES = ("Amber & Söhne", "a/b", "tables", "50 %", "x|y", "Jade?", "\u2603", "..%2F", "+")


@pytest.fixture
async def lists(gateway: GatewayClient, projectors: Projectors) -> GatewayClient:
    """A gateway with a running projector."""
    projectors.start()
    return gateway


def table_ids(page: Any) -> list[str]:
    return [row["table"] for row in page["tables"]]


async def test_lists_tables_newest_first_with_the_age_of_the_list(
    lists: GatewayClient, projectors: Projectors
) -> None:
    first = await lists.open_table()
    second, _ = await lists.start_game()
    await projectors.caught_up()
    page = await lists("GET", "/v1/tables")
    assert table_ids(page) == [second, first]
    assert page["after"] is None
    assert page["age_ms"] >= 0
    assert page["tables"][0]["stage"] == "playing"
    assert page["tables"][0]["terms"]["platform"] == "test"
    assert table_ids(await lists("GET", "/v1/tables?stage=open")) == [first]
    assert table_ids(await lists("GET", "/v1/tables?game=city&stage=playing")) == [second]
    player_id = (await lists.player_ids(second))[1]
    assert table_ids(await lists("GET", f"/v1/tables?player={player_id}")) == [second]
    assert table_ids(await lists("GET", "/v1/tables?player=nobody")) == []


async def test_pages_cover_every_table_once(lists: GatewayClient, projectors: Projectors) -> None:
    opened = [await lists.open_table() for _ in range(5)]
    await projectors.caught_up()
    listed: list[str] = []
    path = "/v1/tables?limit=2"
    while True:
        page = await lists("GET", path)
        assert len(page["tables"]) <= 2
        listed += table_ids(page)
        if page["after"] is None:
            break
        path = f"/v1/tables?limit=2&after={page['after']}"
    assert sorted(listed) == sorted(opened)
    assert len(listed) == 5


async def test_lists_tables_by_time_of_opening(
    lists: GatewayClient, projectors: Projectors
) -> None:
    opened = []
    for _ in range(3):
        table = await lists.open_table()
        row = await lists("GET", f"/v1/tables/{table}")
        opened.append((table, row["opened_at"]))
        # The next table is opened in another millisecond.
        while now_ms() <= row["opened_at"]:
            await asyncio.sleep(0.001)
    await projectors.caught_up()
    (first, _), (second, second_at), (third, third_at) = opened
    path = "/v1/tables?limit=2"
    assert table_ids(await lists("GET", f"{path}&since={second_at}")) == [third, second]
    assert table_ids(await lists("GET", f"{path}&until={third_at}")) == [second, first]
    both = f"{path}&since={second_at}&until={third_at}"
    assert table_ids(await lists("GET", both)) == [second]
    page = await lists("GET", f"/v1/tables?limit=1&since={second_at}")
    rest = await lists("GET", f"/v1/tables?limit=1&since={second_at}&after={page['after']}")
    assert (table_ids(page), table_ids(rest), rest["after"]) == ([third], [second], None)


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "since=-1",
        "until=x",
        "limit=201",
        "limit=x",
        "stage=lost",
        "game=chess",
        "after=a%20b",
        "x=1",
    ],
)
async def test_rejects_invalid_queries(lists: GatewayClient, query: str) -> None:
    problem = await lists("GET", f"/v1/tables?{query}", status=400)
    assert problem["code"] == "malformed"
    assert query.partition("=")[0] in problem["detail"]


async def test_shows_unlisted_tables_only_to_their_platform(
    lists: GatewayClient, projectors: Projectors
) -> None:
    hidden, tokens = await lists.start_game(listed=False)
    visible = await lists.open_table()
    await projectors.caught_up()
    player_id = (await lists.player_ids(hidden))[0]
    for path in ("/v1/tables", "/v1/tables?stage=playing", f"/v1/players/{player_id}/tables"):
        assert hidden not in table_ids(await lists("GET", path))
        assert hidden not in table_ids(await lists("GET", path, token=OTHER_KEY))
        assert hidden not in table_ids(await lists("GET", path, token=tokens[0]))
        assert hidden in table_ids(await lists("GET", path, token=PLATFORM_KEY))
    assert table_ids(await lists("GET", "/v1/tables", token=PLATFORM_KEY)) == [visible, hidden]
    path = f"/v1/tables/{hidden}"
    await lists("GET", path, status=404)
    await lists("GET", path, token=OTHER_KEY, status=404)
    assert (await lists("GET", path, token=PLATFORM_KEY))["table"] == hidden
    assert (await lists("GET", path, token=tokens[0]))["table"] == hidden


async def test_a_single_table_needs_no_projector(gateway: GatewayClient) -> None:
    table, _ = await gateway.start_game()
    row = await gateway("GET", f"/v1/tables/{table}")
    assert (row["stage"], row["seq"]) == ("playing", 4)
    assert row["players"] == ["player 0", "player 1"]
    assert row["opened_at"] <= row["updated_at"]
    await gateway("GET", "/v1/tables/none", status=404)


async def test_a_row_contains_no_secrets(gateway: GatewayClient) -> None:
    table, _ = await gateway.start_game()
    row = await gateway("GET", f"/v1/tables/{table}")
    assert set(row) == {
        *("table", "game", "rules", "stage", "player_ids", "players", "to_act", "seq"),
        *("opened_at", "updated_at", "deadline", "options", "terms", "results", "reason"),
        "external_id",
    }


async def test_the_list_and_the_single_table_have_equal_rows(
    lists: GatewayClient, projectors: Projectors
) -> None:
    table, _ = await lists.start_game()
    await projectors.caught_up()
    [row] = (await lists("GET", "/v1/tables"))["tables"]
    assert row == await lists("GET", f"/v1/tables/{table}")


async def test_players_have_tables_and_tallies(
    lists: GatewayClient, event_log: EventLog, projectors: Projectors
) -> None:
    for name in ("Amber", "Basalt"):
        await stores_of(event_log).players.add(name, PlayerEntry("", name, name))
    await append(event_log, bot_commits("over"))
    await append(event_log, bot_commits("playing", 20))
    await append(event_log, bot_commits("open", 2))
    await projectors.caught_up()
    row = (await lists("GET", "/v1/players/Amber"))["player"]
    assert (row["open"], row["playing"], row["over"]) == (1, 1, 1)
    [tally] = row["tallies"]
    assert (tally["game"], tally["played"]) == ("city", 1)
    assert sum(tally["places"].values()) == 1
    basalt = (await lists("GET", "/v1/players/Basalt"))["player"]
    assert (basalt["open"], basalt["playing"], basalt["over"]) == (0, 1, 1)
    assert {tally["won"], basalt["tallies"][0]["won"]} == {0, 1}
    assert table_ids(await lists("GET", "/v1/players/Amber/tables?stage=over")) == ["over"]
    assert (await lists("GET", "/v1/players/nobody", status=404))["code"] == "not_found"


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_serves_players_with_any_name(
    lists: GatewayClient, projectors: Projectors, name: str
) -> None:
    table = await lists.open_table()
    path = f"/v1/tables/{table}/seats/0"
    player_id = (await lists("POST", path, {"player": name}, token=PLATFORM_KEY))["player"]
    await projectors.caught_up()
    row = (await lists("GET", f"/v1/players/{player_id}"))["player"]
    assert (row["player"], row["name"], row["open"]) == (player_id, name, 1)
    assert table_ids(await lists("GET", f"/v1/players/{player_id}/tables")) == [table]
    [listed] = (await lists("GET", f"/v1/tables?player={player_id}"))["tables"]
    assert (listed["table"], listed["players"]) == (table, [name, None])


@pytest.mark.parametrize("name", ["x" * 65, "%FF", "%C3%28"])
async def test_an_invalid_name_is_not_found(lists: GatewayClient, name: str) -> None:
    assert (await lists("GET", f"/v1/players/{name}", status=404))["code"] == "not_found"


async def play(
    lists: GatewayClient, players: Sequence[str], key: str = PLATFORM_KEY, **terms: Any
) -> str:
    """Play a game that all but the first player lose, the last one first. Return its id."""
    body = {"game": "city", "options": {"players": len(players)}, "terms": terms}
    table = (await lists("POST", "/v1/tables", body, token=key, status=201))["table"]
    path = f"/v1/tables/{table}"
    tokens = [
        (await lists("POST", f"{path}/seats/{seat}", {"player": player}, token=key))["token"]
        for seat, player in enumerate(players)
    ]
    await lists("POST", f"{path}/start", token=key)
    for token in tokens[:0:-1]:
        command = {"id": "resign", "action": {"type": "resign"}}
        await lists("POST", f"{path}/commands", command, token=token)
    return str(table)


async def standings(lists: GatewayClient, key: str = "") -> dict[str, float]:
    """Return the rating by name."""
    page = await lists("GET", "/v1/standings/city", token=key)
    return {row["name"]: row["rating"] for row in page["standings"]}


async def test_another_platforms_champion_cannot_touch_ours(
    lists: GatewayClient, projectors: Projectors
) -> None:
    await play(lists, ("Champion", "Amber"))
    await projectors.caught_up()
    ours = await standings(lists, PLATFORM_KEY)
    for _ in range(3):
        await play(lists, ("Jade", "Champion"), OTHER_KEY)
    await projectors.caught_up()
    assert await standings(lists, PLATFORM_KEY) == ours
    assert (await standings(lists, OTHER_KEY)).keys() == {"Jade", "Champion"}
    assert await standings(lists) == ours, "only one of them shares its lobby"
    problem = await lists("GET", "/v1/standings/city?platform=other", status=404)
    assert problem["code"] == "not_found"


async def test_a_platform_lists_only_its_own_tables_and_players(
    lists: GatewayClient, projectors: Projectors
) -> None:
    ours, theirs = await play(lists, ("Amber", "Jade")), await play(lists, ("A", "B"), OTHER_KEY)
    await projectors.caught_up()
    assert table_ids(await lists("GET", "/v1/tables", token=PLATFORM_KEY)) == [ours]
    assert table_ids(await lists("GET", "/v1/tables", token=OTHER_KEY)) == [theirs]
    assert table_ids(await lists("GET", "/v1/tables")) == [ours]
    await lists("GET", f"/v1/tables/{theirs}", status=404)
    await lists("GET", f"/v1/tables/{theirs}", token=PLATFORM_KEY, status=404)
    row = await lists("GET", f"/v1/tables/{theirs}", token=OTHER_KEY)
    path = f"/v1/players/{row['player_ids'][0]}"
    await lists("GET", path, token=PLATFORM_KEY, status=404)
    await lists("GET", path, status=404)
    assert (await lists("GET", path, token=OTHER_KEY))["player"]["over"] == 1


async def test_rates_people_at_rated_tables_only(
    lists: GatewayClient, projectors: Projectors
) -> None:
    await play(lists, ("Amber", "Bot", "Jade"), bots=[{"seat": 1, "level": "random"}])
    await play(lists, ("Basalt", "Bot"), bots=[{"seat": 1, "level": "random"}])
    await play(lists, ("Coral", "Onyx"), takebacks=True)
    await play(lists, ("Coral", "Onyx"), rated=False)
    await projectors.caught_up()
    assert (await standings(lists)).keys() == {"Amber", "Jade"}


async def test_a_new_table_says_whether_it_is_rated(gateway: GatewayClient) -> None:
    async def rated(**terms: Any) -> bool:
        row = await gateway("GET", f"/v1/tables/{await gateway.open_table(**terms)}")
        return bool(row["terms"]["rated"])

    assert await rated()
    assert not await rated(takebacks=True)
    assert not await rated(rated=False)
    body = {"game": "city", "options": {"players": 2}, "terms": {"takebacks": True, "rated": True}}
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert problem["code"] == "malformed"


async def test_returns_the_standings_of_a_game(
    lists: GatewayClient, projectors: Projectors
) -> None:
    await play(lists, ("Amber", "Basalt", "Coral"))
    await projectors.caught_up()
    page = await lists("GET", "/v1/standings/city")
    assert page["players"] == 3
    standings = page["standings"]
    assert {row["name"] for row in standings} == {"Amber", "Basalt", "Coral"}
    assert [row["rating"] for row in standings] == sorted(
        (row["rating"] for row in standings), reverse=True
    )
    assert standings[0]["rank"] == 1
    second = await lists("GET", "/v1/standings/city?skip=1&limit=1")
    assert second["standings"] == standings[1:2]
    assert (await lists("GET", "/v1/standings/chess", status=404))["code"] == "not_found"


async def test_returns_the_activity_of_today(lists: GatewayClient, projectors: Projectors) -> None:
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
async def test_lists_are_unavailable_before_a_projector_has_run(
    gateway_settings: Settings, event_log: EventLog, path: str
) -> None:
    await stores_of(event_log).players.add("Amber", PlayerEntry("test", "Amber", "Amber"))
    async with serve_gateway(gateway_settings, event_log) as client:
        problem = await client("GET", path, status=503)
    assert problem["code"] == "unavailable"
    assert "no projector has run" in problem["detail"]


async def test_the_age_grows_while_no_projector_runs(
    lists: GatewayClient, projectors: Projectors
) -> None:
    await lists.open_table()
    await projectors.caught_up()
    await projectors.stop()
    first = (await lists("GET", "/v1/tables"))["age_ms"]
    await lists.open_table()
    later = await lists("GET", "/v1/tables")
    assert later["age_ms"] > first
    assert len(later["tables"]) == 1

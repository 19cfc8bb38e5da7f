"""Tables over HTTP: open, take a seat, leave, start, abort; and the catalogue."""

import time

import httpx
import jwt
import msgspec
import pytest

from games.duel.decks import DECKS
from games.registry import plugins
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.store.event_log import EventLog
from tests.services.full_client import client_of
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient

pytestmark = pytest.mark.anyio


async def test_opens_a_table_seats_players_and_starts(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game(3)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])
    assert view["view"]["stage"] == "playing"
    player_ids = [seat["player"] for seat in view["view"]["seats"]]
    assert [view["names"][player_id] for player_id in player_ids] == [
        "player 0",
        "player 1",
        "player 2",
    ]
    assert not {"player 0", "player 1", "player 2"} & set(player_ids)


async def test_histories_hold_no_names(gateway: GatewayClient, event_log: EventLog) -> None:
    table = await gateway.open_table()
    body = {"player": "user-4711", "name": "Zoë Ødegård"}
    path = f"/v1/tables/{table}/seats/0"
    seated = await gateway("POST", path, body, token=PLATFORM_KEY)
    lines = [line async for line in event_log.read(table)]
    assert seated["player"].encode() in lines[1]
    for text in ("user-4711", "Zoë", "degård"):
        assert text.encode() not in b"".join(lines)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert view["names"] == {seated["player"]: "Zoë Ødegård"}


async def test_a_player_of_a_platform_keeps_one_id(gateway: GatewayClient) -> None:
    ids = []
    for key in (PLATFORM_KEY, PLATFORM_KEY, OTHER_KEY):
        body = {"game": "city", "options": {"players": 2}}
        table = (await gateway("POST", "/v1/tables", body, token=key, status=201))["table"]
        path = f"/v1/tables/{table}/seats/0"
        ids.append((await gateway("POST", path, {"player": "amber"}, token=key))["player"])
    assert ids[0] == ids[1], "the same player of the same platform"
    assert ids[0] != ids[2], "another platform's player of the same name"


async def test_an_erased_player_is_anonymous_and_the_history_holds(
    gateway: GatewayClient, event_log: EventLog
) -> None:
    table, tokens = await gateway.start_game()
    before = [line async for line in event_log.read(table)]
    erased, other = await gateway.player_ids(table)
    assert await PlayerDirectory(client_of(event_log)).erase(erased)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])
    assert view["names"] == {erased: "Anonymous", other: "player 1"}
    assert [line async for line in event_log.read(table)] == before
    assert not await PlayerDirectory(client_of(event_log)).erase(erased)


async def test_the_server_issues_table_ids(gateway: GatewayClient) -> None:
    ids = {await gateway.open_table() for _ in range(5)}
    assert len(ids) == 5
    assert all(len(table_id) == 16 for table_id in ids)
    body = {"game": "city", "options": {"players": 2}, "id": "match-1"}
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert "unknown field `id`" in problem["detail"]


async def test_an_external_id_names_one_table_of_its_platform(gateway: GatewayClient) -> None:
    body = {"game": "city", "options": {"players": 2}, "external_id": "match-1"}
    first = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=201)
    again = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=201)
    assert again == first, "the same request returns the first table"
    row = await gateway("GET", f"/v1/tables/{first['table']}")
    assert row["external_id"] == "match-1"

    changed = body | {"options": {"players": 3}}
    problem = await gateway("POST", "/v1/tables", changed, token=PLATFORM_KEY, status=409)
    assert problem["rejection"]["code"] == "already_open"
    assert problem["rejection"]["detail"] == {"table": first["table"]}

    other = await gateway("POST", "/v1/tables", body, token=OTHER_KEY, status=201)
    assert other["table"] != first["table"]


async def test_a_seat_can_be_left_and_taken_by_another_player(gateway: GatewayClient) -> None:
    table = await gateway.open_table()
    seat = f"/v1/tables/{table}/seats/0"
    await gateway("POST", seat, {"player": "first"}, token=PLATFORM_KEY)
    await gateway("DELETE", seat, token=PLATFORM_KEY)
    await gateway("POST", seat, {"player": "second"}, token=PLATFORM_KEY)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert view["names"][view["view"]["seats"][0]["player"]] == "second"
    assert view["view"]["seats"][0]["sitting"] == 2


async def test_aborts_a_table_only_before_the_start(gateway: GatewayClient) -> None:
    table = await gateway.open_table()
    await gateway("POST", f"/v1/tables/{table}/abort", token=PLATFORM_KEY)
    running, _ = await gateway.start_game()
    path = f"/v1/tables/{running}/abort"
    problem = await gateway("POST", path, token=PLATFORM_KEY, status=409)
    assert problem["rejection"]["code"] == "already_started"


async def test_voids_an_open_or_running_table(gateway: GatewayClient) -> None:
    running, tokens = await gateway.start_game()
    for table in (await gateway.open_table(), running):
        path = f"/v1/tables/{table}/void"
        await gateway("POST", path, {"reason": ""}, token=PLATFORM_KEY, status=400)
        await gateway("POST", path, {"reason": "cheating"}, token=PLATFORM_KEY)
        row = await gateway("GET", f"/v1/tables/{table}", token=PLATFORM_KEY)
        assert (row["stage"], row["reason"], row["results"]) == ("voided", "cheating", [])
    resign = {"id": "r", "action": {"type": "resign"}}
    path = f"/v1/tables/{running}/commands"
    problem = await gateway("POST", path, resign, token=tokens[0], status=409)
    assert problem["rejection"]["code"] == "table_voided"
    view = await gateway("GET", f"/v1/tables/{running}/view", token=tokens[0])
    assert "seed" not in view["view"] or not view["view"]["seed"], "nothing is revealed"
    await gateway("GET", f"/v1/tables/{running}/view?as=1", token=tokens[0], status=403)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"game": "chess", "options": {}}, "Unknown game 'chess'"),
        ({"game": "city", "options": {"players": 5}}, "Expected `int` <= 4 - at `$.players`"),
        ({"game": "city", "options": {"players": 2, "x": 1}}, "unknown field `x`"),
        ({"game": "city"}, "missing required field `options`"),
        (
            {"game": "city", "options": {"players": 2}, "external_id": "no spaces"},
            "`$.external_id`",
        ),
    ],
)
async def test_rejects_malformed_options_before_queueing_a_command(
    gateway: GatewayClient, body: dict[str, object], reason: str
) -> None:
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert problem["code"] == "malformed"
    assert reason in problem["detail"]


async def test_a_problem_lists_everything_wrong_with_the_options(gateway: GatewayClient) -> None:
    body = {"game": "city", "options": {"players": 2, "split": {"ones": 4}}}
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert problem["code"] == "malformed"
    [split] = problem["extra"]["problems"]
    assert split["detail"] == {"field": "split", "expected": 10, "given": 11}
    assert split["message"] in problem["detail"]


async def test_the_catalogue_describes_the_options_of_each_game(gateway: GatewayClient) -> None:
    games = (await gateway("GET", "/v1/games"))["games"]
    assert [game["id"] for game in games] == ["city", "duel"]
    assert "players" in games[0]["options"]["$defs"]["CityOptions"]["properties"]
    assert games[0]["names"]["de"] == "Blue Moon City"
    assert games[0]["seats"] == [2, 3, 4]
    assert {"random", "builder"} <= set(games[0]["bots"])
    assert games[0]["words"]["palace"]["nl"] == "Paleis"
    assert all("en" in word for word in games[0]["words"].values())


async def test_pieces_are_public_and_cacheable(
    gateway: GatewayClient,
) -> None:
    for game, plugin in plugins().items():
        response = await gateway.http.get(f"/v1/games/{game}/pieces")
        assert msgspec.json.decode(response.content, type=type(plugin.pieces)) == plugin.pieces
        assert response.headers["Cache-Control"] == "public, max-age=3600"
        etag = response.headers["ETag"]
        for known in (etag, f'"other", W/{etag}'):
            repeated = await gateway.http.get(response.url, headers={"If-None-Match": known})
            assert (repeated.status_code, repeated.content) == (httpx.codes.NOT_MODIFIED, b"")
            assert repeated.headers["ETag"] == etag
        other = await gateway.http.get(response.url, headers={"If-None-Match": '"other"'})
        assert other.content == response.content
        plain = await gateway.http.get(response.url, headers={"Accept-Encoding": "gzip;q=0, br"})
        assert "Content-Encoding" not in plain.headers
        assert plain.content == response.content
        assert all("Accept-Encoding" in each.headers["Vary"] for each in (plain, response))
        assert response.headers["Content-Encoding"] == "gzip"
        assert int(response.headers["Content-Length"]) < len(response.content) / 3
    problem = await gateway("GET", "/v1/games/chess/pieces", status=404)
    assert problem["detail"] == "Unknown game 'chess', expected one of: city, duel."


async def check(gateway: GatewayClient, game: str, options: object) -> list[tuple[str, str]]:
    """Return the path and code of each problem."""
    response = await gateway("POST", f"/v1/games/{game}/check", {"options": options})
    assert all(problem["message"] for problem in response["problems"])
    return [(problem["where"], problem["code"]) for problem in response["problems"]]


async def test_check_returns_every_problem_of_the_options(gateway: GatewayClient) -> None:
    assert await check(gateway, "city", {"players": 2}) == []
    assert await check(gateway, "city", {"players": 9}) == [("players", "malformed")]
    assert await check(gateway, "city", {}) == [("", "malformed")]
    wrong = {"split": {"ones": 4}, "tiles": [{"tile": "mill"}, {"tile": "mill", "boxes": [1]}]}
    assert await check(gateway, "city", {"players": 2} | wrong) == [
        ("split", "bad_options"),
        ("tiles[1]", "bad_options"),
        ("tiles[1]", "bad_options"),
    ]
    problem = await gateway("POST", "/v1/games/chess/check", {"options": {}}, status=404)
    assert problem["code"] == "not_found"


async def test_check_returns_every_violation_of_each_deck(gateway: GatewayClient) -> None:
    good = msgspec.to_builtins(DECKS["hoax"])
    assert await check(gateway, "duel", {"decks": ["vulca", good]}) == []
    short = good | {"leader": None, "cards": [*good["cards"][:3], "nobody-01"]}
    both = {"decks": [short, "hoax"], "reserves": [[], ["vulca", good | {"cards": []}]]}
    assert await check(gateway, "duel", both) == [
        ("decks[0]", "leader_missing"),
        ("decks[0]", "unknown_card"),
        ("decks[0]", "wrong_size"),
        ("reserves[1][1]", "wrong_size"),
    ]
    opening = {"game": "duel", "options": both}
    refused = await gateway("POST", "/v1/tables", opening, token=PLATFORM_KEY, status=400)
    assert [problem["code"] for problem in refused["extra"]["problems"]] == [
        "leader_missing",
        "unknown_card",
        "wrong_size",
        "wrong_size",
    ]


async def test_rejects_an_unknown_bot(gateway: GatewayClient) -> None:
    bots = [{"seat": 1, "level": "oracle"}]
    body = {"game": "city", "options": {"players": 2}, "terms": {"bots": bots}}
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert "Unknown bot 'oracle', expected one of: random, builder" in problem["detail"]


async def test_applies_the_terms(gateway: GatewayClient) -> None:
    clock = {"type": "bank", "seconds": 600, "increment_seconds": 5}
    table = await gateway.open_table(autostart=True, clock=clock, takebacks=True)
    for seat in range(2):
        path = f"/v1/tables/{table}/seats/{seat}"
        await gateway("POST", path, {"player": f"player {seat}"}, token=PLATFORM_KEY)
    view = (await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY))["view"]
    assert view["stage"] == "playing"
    assert view["clocks"]["left_ms"] == [600_000, 600_000]
    assert view["kept"] == 1


async def test_health_is_ok_while_the_server_is_reachable(gateway: GatewayClient) -> None:
    assert (await gateway("GET", "/v1/health"))["status"] == "ok"


async def test_the_docs_page_lists_every_operation_and_schema(gateway: GatewayClient) -> None:
    document = await gateway("GET", "/openapi.json")
    response = await gateway.http.get("/docs")
    assert response.headers["content-type"].startswith("text/html")
    for path in document["paths"].values():
        for operation in path.values():
            assert f'id="{operation["operationId"]}"' in response.text
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in response.text
    assert "<script" not in response.text


async def test_renews_tokens_of_seats_and_spectators(
    gateway: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_hour_ago = time.time() - 3600
    with monkeypatch.context() as patching:
        patching.setattr(time, "time", lambda: an_hour_ago)
        table, tokens = await gateway.start_game()
        tokens[0] = await gateway.spectator(table)
    path = f"/v1/tables/{table}/token"
    for token in tokens:
        fresh = (await gateway("POST", path, token=token, status=201))["token"]
        old, new = (
            jwt.decode(encoded, options={"verify_signature": False}) for encoded in (token, fresh)
        )
        assert (new["table"], new["seat"]) == (table, old["seat"])
        assert new["exp"] >= old["exp"] + 3600
    refused = await gateway("POST", path, token=PLATFORM_KEY, status=403)
    assert refused["code"] == "not_allowed"
    await gateway("POST", path, status=401)

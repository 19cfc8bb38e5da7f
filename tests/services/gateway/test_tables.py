"""Tables over HTTP: opened, joined, left, started, aborted."""

import time

import httpx
import jwt
import msgspec
import pytest

from games.duel.decks import DECKS
from games.registry import GAMES
from tests.services.gateway.conftest import PLATFORM_KEY, Caller

pytestmark = pytest.mark.anyio


async def test_a_platform_opens_a_table_seats_players_and_starts(gateway: Caller) -> None:
    table, tokens = await gateway.start_game(3)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])
    assert view["view"]["stage"] == "playing"
    assert [chair["player"] for chair in view["view"]["chairs"]] == [
        "player 0",
        "player 1",
        "player 2",
    ]


async def test_a_player_gets_up_and_another_sits_down(gateway: Caller) -> None:
    table = await gateway.open_table()
    seat = f"/v1/tables/{table}/seats/0"
    await gateway("POST", seat, {"player": "first"}, token=PLATFORM_KEY)
    await gateway("DELETE", seat, token=PLATFORM_KEY)
    await gateway("POST", seat, {"player": "second"}, token=PLATFORM_KEY)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert view["view"]["chairs"][0]["player"] == "second"


async def test_a_table_is_aborted_before_the_start_only(gateway: Caller) -> None:
    table = await gateway.open_table()
    await gateway("POST", f"/v1/tables/{table}/abort", token=PLATFORM_KEY)
    running, _ = await gateway.start_game()
    path = f"/v1/tables/{running}/abort"
    problem = await gateway("POST", path, token=PLATFORM_KEY, status=409)
    assert problem["rejection"]["code"] == "already_started"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"game": "chess", "options": {}}, "There is no game 'chess'"),
        ({"game": "city", "options": {"players": 5}}, "Expected `int` <= 4 - at `$.players`"),
        ({"game": "city", "options": {"players": 2, "x": 1}}, "unknown field `x`"),
        ({"game": "city"}, "missing required field `options`"),
        ({"game": "city", "options": {"players": 2}, "id": "no spaces"}, "`$.id`"),
    ],
)
async def test_bad_options_are_refused_before_anything_is_queued(
    gateway: Caller, body: dict[str, object], reason: str
) -> None:
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert problem["code"] == "malformed"
    assert reason in problem["detail"]


async def test_options_that_do_not_fit_together_are_a_rejection(gateway: Caller) -> None:
    body = {"game": "city", "options": {"players": 2, "split": {"ones": 4}}}
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=409)
    assert problem["rejection"]["code"] == "bad_options"
    assert problem["rejection"]["detail"] == {"field": "split", "expected": 10, "given": 11}


async def test_the_catalogue_describes_the_options_of_each_game(gateway: Caller) -> None:
    games = (await gateway("GET", "/v1/games"))["games"]
    assert [game["id"] for game in games] == ["city", "duel"]
    assert "players" in games[0]["options"]["$defs"]["CityOptions"]["properties"]
    assert games[0]["names"]["de"] == "Blue Moon City"
    assert games[0]["seats"] == [2, 3, 4]
    assert {"random", "builder"} <= set(games[0]["bots"])
    assert games[0]["words"]["palace"]["nl"] == "Paleis"
    assert all("en" in word for word in games[0]["words"].values())


async def test_what_is_printed_on_the_pieces_is_for_anyone_and_may_be_kept(
    gateway: Caller,
) -> None:
    for game in GAMES.values():
        answer = await gateway.http.get(f"/v1/games/{game.id}/pieces")
        assert msgspec.json.decode(answer.content, type=type(game.pieces)) == game.pieces
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        tag = answer.headers["ETag"]
        for known in (tag, f'"other", W/{tag}'):
            again = await gateway.http.get(answer.url, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (httpx.codes.NOT_MODIFIED, b"")
            assert again.headers["ETag"] == tag
        other = await gateway.http.get(answer.url, headers={"If-None-Match": '"other"'})
        assert other.content == answer.content
        plain = await gateway.http.get(answer.url, headers={"Accept-Encoding": "gzip;q=0, br"})
        assert "Content-Encoding" not in plain.headers
        assert plain.content == answer.content
        assert all("Accept-Encoding" in one.headers["Vary"] for one in (plain, answer))
        assert answer.headers["Content-Encoding"] == "gzip"
        assert int(answer.headers["Content-Length"]) < len(answer.content) / 3
    problem = await gateway("GET", "/v1/games/chess/pieces", status=404)
    assert problem["detail"] == "There is no game 'chess'; there are city, duel."


async def checked(gateway: Caller, game: str, options: object) -> list[tuple[str, str]]:
    """Where something is wrong, and what."""
    answer = await gateway("POST", f"/v1/games/{game}/check", {"options": options})
    assert all(problem["message"] for problem in answer["problems"])
    return [(problem["where"], problem["code"]) for problem in answer["problems"]]


async def test_all_that_is_wrong_with_options_is_told_to_anyone_at_once(gateway: Caller) -> None:
    assert await checked(gateway, "city", {"players": 2}) == []
    assert await checked(gateway, "city", {"players": 9}) == [("players", "malformed")]
    assert await checked(gateway, "city", {}) == [("", "malformed")]
    wrong = {"split": {"ones": 4}, "tiles": [{"tile": "mill"}, {"tile": "mill", "boxes": [1]}]}
    assert await checked(gateway, "city", {"players": 2} | wrong) == [
        ("split", "bad_options"),
        ("tiles[1]", "bad_options"),
        ("tiles[1]", "bad_options"),
    ]
    problem = await gateway("POST", "/v1/games/chess/check", {"options": {}}, status=404)
    assert problem["code"] == "not_found"


async def test_every_violation_of_each_deck_is_told(gateway: Caller) -> None:
    good = msgspec.to_builtins(DECKS["hoax"])
    assert await checked(gateway, "duel", {"decks": ["vulca", good]}) == []
    short = good | {"leader": None, "cards": [*good["cards"][:3], "nobody-01"]}
    both = {"decks": [short, "hoax"], "reserves": [[], ["vulca", good | {"cards": []}]]}
    assert await checked(gateway, "duel", both) == [
        ("decks[0]", "leader_missing"),
        ("decks[0]", "unknown_card"),
        ("decks[0]", "wrong_size"),
        ("reserves[1][1]", "wrong_size"),
    ]
    opening = {"game": "duel", "options": both}
    refused = await gateway("POST", "/v1/tables", opening, token=PLATFORM_KEY, status=409)
    assert refused["rejection"]["detail"]["violations"] == [
        "leader_missing",
        "unknown_card",
        "wrong_size",
    ]


async def test_a_bot_that_nobody_knows_is_refused(gateway: Caller) -> None:
    bots = [{"seat": 1, "level": "oracle"}]
    body = {"game": "city", "options": {"players": 2}, "terms": {"bots": bots}}
    problem = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=400)
    assert "There is no bot 'oracle' for city; there are: random, builder" in problem["detail"]


async def test_a_game_on_terms_is_played_on_them(gateway: Caller) -> None:
    clock = {"type": "bank", "seconds": 600, "increment_seconds": 5}
    table = await gateway.open_table(autostart=True, clock=clock, takebacks=True)
    for seat in range(2):
        path = f"/v1/tables/{table}/seats/{seat}"
        await gateway("POST", path, {"player": f"player {seat}"}, token=PLATFORM_KEY)
    view = (await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY))["view"]
    assert view["stage"] == "playing"
    assert view["clocks"]["left_ms"] == [600_000, 600_000]
    assert view["kept"] == 1


async def test_the_gateway_says_whether_the_games_can_be_reached(gateway: Caller) -> None:
    assert (await gateway("GET", "/v1/health"))["status"] == "ok"


async def test_the_page_shows_every_operation_and_every_record(gateway: Caller) -> None:
    document = await gateway("GET", "/openapi.json")
    answer = await gateway.http.get("/docs")
    assert answer.headers["content-type"].startswith("text/html")
    for path in document["paths"].values():
        for operation in path.values():
            assert f'id="{operation["operationId"]}"' in answer.text
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in answer.text
    assert "<script" not in answer.text


async def test_whoever_has_a_token_gets_it_fresh(
    gateway: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_hour_ago = time.time() - 3600
    with monkeypatch.context() as patching:
        patching.setattr(time, "time", lambda: an_hour_ago)
        table, tokens = await gateway.start_game()
        tokens[0] = await gateway.spectator(table)
    path = f"/v1/tables/{table}/token"
    for token in tokens:
        fresh = (await gateway("POST", path, token=token, status=201))["token"]
        old, new = (jwt.decode(one, options={"verify_signature": False}) for one in (token, fresh))
        assert (new["game"], new["seat"]) == (table, old["seat"])
        assert new["exp"] >= old["exp"] + 3600
    refused = await gateway("POST", path, token=PLATFORM_KEY, status=403)
    assert refused["code"] == "not_allowed"
    await gateway("POST", path, status=401)

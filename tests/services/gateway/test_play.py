"""Playing over HTTP: commands, views, histories, legal actions, and what each token may see."""

import msgspec
import pytest

from schemas.city_figures import CityFigures
from schemas.commit import canonical
from services.gateway.operations import BODY_BYTES_MAX
from tests.services.gateway.conftest import PLATFORM_KEY, Caller

pytestmark = pytest.mark.anyio

DRAW = {"type": "draw"}


async def seat_to_play(gateway: Caller, table: str, tokens: list[str]) -> int:
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])
    return int(view["view"]["play"]["turn"]["seat"])


async def test_a_listed_action_is_accepted_and_moves_the_game_on(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    legal = await gateway("GET", f"/v1/tables/{table}/legal", token=tokens[seat])
    body = {"id": "first", "action": legal["actions"][0], "expected_seq": legal["seq"]}
    outcome = await gateway("POST", f"/v1/tables/{table}/commands", body, token=tokens[seat])
    assert outcome == {
        "command": "first",
        "game": table,
        "seq": legal["seq"] + 1,
        "rejection": None,
    }


async def test_a_repeated_id_answers_the_same(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    path, body = f"/v1/tables/{table}/commands", {"id": "once", "action": DRAW}
    first = await gateway("POST", path, body, token=tokens[seat])
    assert await gateway("POST", path, body, token=tokens[seat]) == first
    assert await gateway("GET", f"{path}/once", token=tokens[seat]) == first


async def test_seats_share_no_ids(gateway: Caller) -> None:
    """Or a seat could ask for the outcome of another's command, which may say what it holds."""
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    path, body = f"/v1/tables/{table}/commands", {"id": "same", "action": {"type": "offer"}}
    mine = await gateway("POST", path, body, token=tokens[seat], status=409)
    assert mine["rejection"]["code"] == "too_few_crystals"
    theirs = await gateway("POST", path, body, token=tokens[1 - seat], status=409)
    assert theirs["rejection"]["code"] == "not_your_turn"
    again = await gateway("GET", f"{path}/same", token=tokens[1 - seat], status=409)
    assert again["rejection"]["code"] == "not_your_turn"


async def test_who_does_not_wait_is_told_where_to_look(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    body = {"id": "later", "action": DRAW, "wait": 0}
    path = f"/v1/tables/{table}/commands"
    queued = await gateway("POST", path, body, token=tokens[seat], status=202)
    assert queued == {"command": "later", "outcome": f"{path}/later"}
    await gateway("POST", path, {"id": "next", "action": DRAW}, token=tokens[1 - seat])
    outcome = await gateway("GET", queued["outcome"], token=tokens[seat])
    assert outcome["seq"] == 5


async def test_a_view_shows_only_what_its_viewer_may_see(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/view"
    for viewer, token in enumerate(tokens):
        seen = await gateway("GET", path, token=token)
        assert seen["viewer"] == viewer
        for seat in seen["view"]["play"]["seats"]:
            mine = seat["seat"] == viewer
            assert isinstance(seat["hand"], list) == mine
            assert (seat["crystals"] is not None) == mine
        assert seen["view"]["seed"] is None
    wanted = await gateway(
        "POST",
        f"/v1/tables/{table}/tokens",
        {"viewer": "spectator"},
        token=PLATFORM_KEY,
        status=201,
    )
    seen = await gateway("GET", path, token=wanted["token"])
    assert all(isinstance(seat["hand"], int) for seat in seen["view"]["play"]["seats"])


async def test_a_view_of_any_version(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/view"
    stages = [
        (await gateway("GET", f"{path}?at={seq}", token=tokens[0]))["view"]["stage"]
        for seq in (1, 2, 3, 4)
    ]
    assert stages == ["open", "open", "open", "playing"]
    problem = await gateway("GET", f"{path}?at=5", token=tokens[0], status=404)
    assert problem["code"] == "no_such_version"


async def test_figures_come_with_a_view_as_soon_as_the_game_has_started(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/view"
    assert (await gateway("GET", f"{path}?at=3", token=tokens[0]))["figures"] is None
    mine, theirs = [await gateway("GET", path, token=token) for token in tokens]
    figures = msgspec.convert(mine["figures"], CityFigures)
    assert (figures.obelisk_cost, len(figures.sites)) == (7, 20)
    assert theirs["figures"] == mine["figures"]


async def test_a_history_is_redacted_until_the_game_is_over_and_whole_then(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/commits"
    running = await gateway("GET", path, token=tokens[0])
    assert [commit["seq"] for commit in running["commits"]] == [1, 2, 3, 4]
    assert all("hash" not in commit for commit in running["commits"])
    dealt = [e for e in running["commits"][3]["events"] if e["type"] == "hand_dealt"]
    assert {isinstance(e["cards"], list): e["seat"] for e in dealt} == {True: 0, False: 1}
    resign = {"id": "enough", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[1])
    over = await gateway("GET", f"{path}?after=3", token=tokens[0])
    assert [commit["seq"] for commit in over["commits"]] == [4, 5]
    assert all(len(commit["hash"]) == 64 for commit in over["commits"])


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"type": "walk", "to": "nowhere"}, "Invalid enum value 'nowhere' - at `$.to`"),
        ({"type": "walk", "to": "mill", "x": 1}, "unknown field `x`"),
        ({"type": "dance"}, "Invalid value 'dance' - at `$.type`"),
        ([], "Expected `object`"),
    ],
)
async def test_a_malformed_action_is_refused_before_it_is_queued(
    gateway: Caller, action: object, reason: str
) -> None:
    table, tokens = await gateway.start_game()
    body = {"id": "bad", "action": action}
    path = f"/v1/tables/{table}/commands"
    problem = await gateway("POST", path, body, token=tokens[0], status=400)
    assert problem["code"] == "malformed"
    assert reason in problem["detail"]
    unanswered = await gateway("GET", f"{path}/bad", token=tokens[0], status=404)
    assert unanswered["code"] == "not_found"


async def test_tokens_open_their_own_door_only(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    other, _ = await gateway.start_game()
    body = {"id": "x", "action": DRAW}
    for token, path, status, code in (
        ("", f"/v1/tables/{table}/view", 401, "no_token"),
        ("nonsense", f"/v1/tables/{table}/view", 401, "bad_token"),
        (tokens[0], f"/v1/tables/{other}/view", 403, "not_allowed"),
        (PLATFORM_KEY, f"/v1/tables/{table}/legal", 403, "not_allowed"),
    ):
        assert (await gateway("GET", path, token=token, status=status))["code"] == code
    commands = f"/v1/tables/{table}/commands"
    refused = await gateway("POST", commands, body, token=PLATFORM_KEY, status=403)
    assert refused["code"] == "not_allowed"
    opening = {"game": "city", "options": {"players": 2}}
    refused = await gateway("POST", "/v1/tables", opening, token=tokens[0], status=403)
    assert refused["code"] == "not_allowed"


async def test_a_body_that_is_too_large_is_refused(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    body = {"id": "x", "action": {"type": "walk", "to": "x" * BODY_BYTES_MAX}}
    path = f"/v1/tables/{table}/commands"
    problem = await gateway("POST", path, body, token=tokens[0], status=413)
    assert problem["code"] == "too_large"


async def test_what_is_not_there_is_a_problem_too(gateway: Caller) -> None:
    assert (await gateway("GET", "/v1/nothing", status=404))["code"] == "not_found"
    assert (await gateway("PUT", "/v1/games", status=405))["code"] == "method_not_allowed"
    assert (await gateway("GET", "/v1/games?x=1", status=400))["code"] == "malformed"


async def test_every_answer_is_as_the_document_says(gateway: Caller) -> None:
    document = await gateway("GET", "/openapi.json")
    assert document["openapi"] == "3.1.0"
    operations = [o for path in document["paths"].values() for o in path.values()]
    assert {operation["operationId"] for operation in operations} >= {"get_view", "get_health"}
    assert all("400" in operation["responses"] for operation in operations)
    assert b"x-secret" not in canonical(document["paths"])

"""Playing over HTTP: commands, views with legal actions, histories and tokens."""

import msgspec
import pytest

from schemas.city.figures import CityFigures
from schemas.commit import canonical
from services.gateway.serving import BODY_BYTES_MAX
from tests.services.gateway.conftest import PLATFORM_KEY, GatewayClient

pytestmark = pytest.mark.anyio

DRAW = {"type": "draw"}


async def seat_to_play(gateway: GatewayClient, table: str, tokens: list[str]) -> int:
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[0])
    return int(view["view"]["play"]["turn"]["seat"])


async def test_accepts_a_legal_action(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    view = await gateway("GET", f"/v1/tables/{table}/view", token=tokens[seat])
    body = {"id": "first", "action": view["actions"][0], "expected_seq": view["seq"]}
    outcome = await gateway("POST", f"/v1/tables/{table}/commands", body, token=tokens[seat])
    assert outcome == {
        "command": "first",
        "table": table,
        "seq": view["seq"] + 1,
        "rejection": None,
    }


async def test_a_view_lists_the_legal_actions_of_its_own_seat_only(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    path = f"/v1/tables/{table}/view"
    own = await gateway("GET", path, token=tokens[seat])
    assert own["to_act"] == [seat]
    assert DRAW in own["actions"]
    skipped = {"action": "discard", "phases": ["movement", "contribution"]}
    assert skipped in own["skips"], "exchanging a card before moving"
    for token in (tokens[1 - seat], PLATFORM_KEY):
        other = await gateway("GET", path, token=token)
        assert (other["to_act"], other["actions"], other["skips"]) == ([seat], [], [])


async def test_an_earlier_view_lists_no_actions(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    path = f"/v1/tables/{table}/view"
    latest = await gateway("GET", path, token=tokens[seat])
    await gateway(
        "POST", f"/v1/tables/{table}/commands", {"id": "x", "action": DRAW}, token=tokens[seat]
    )
    earlier = await gateway("GET", f"{path}?at={latest['seq']}", token=tokens[seat])
    assert (earlier["to_act"], earlier["actions"]) == ([seat], [])
    assert earlier["view"] == latest["view"]


async def test_a_repeated_id_gets_the_same_outcome(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    path, body = f"/v1/tables/{table}/commands", {"id": "once", "action": DRAW}
    first = await gateway("POST", path, body, token=tokens[seat])
    assert await gateway("POST", path, body, token=tokens[seat]) == first
    assert await gateway("GET", f"{path}/once", token=tokens[seat]) == first


async def test_seats_have_separate_command_ids(gateway: GatewayClient) -> None:
    """Otherwise a seat could read another seat's outcome, which may reveal its hand."""
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    path, body = f"/v1/tables/{table}/commands", {"id": "same", "action": {"type": "offer"}}
    own = await gateway("POST", path, body, token=tokens[seat], status=409)
    assert own["rejection"]["code"] == "too_few_crystals"
    other = await gateway("POST", path, body, token=tokens[1 - seat], status=409)
    assert other["rejection"]["code"] == "not_your_turn"
    stored = await gateway("GET", f"{path}/same", token=tokens[1 - seat], status=409)
    assert stored["rejection"]["code"] == "not_your_turn"


async def test_without_waiting_returns_the_address_of_the_outcome(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    seat = await seat_to_play(gateway, table, tokens)
    body = {"id": "later", "action": DRAW, "wait": 0}
    path = f"/v1/tables/{table}/commands"
    queued = await gateway("POST", path, body, token=tokens[seat], status=202)
    assert queued == {"command": "later", "outcome": f"{path}/later"}
    await gateway("POST", path, {"id": "next", "action": DRAW}, token=tokens[1 - seat])
    outcome = await gateway("GET", queued["outcome"], token=tokens[seat])
    assert outcome["seq"] == 5


async def test_views_are_redacted_for_their_viewer(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/view"
    for viewer, token in enumerate(tokens):
        view = await gateway("GET", path, token=token)
        assert view["viewer"] == viewer
        for seat in view["view"]["play"]["seats"]:
            is_own = seat["seat"] == viewer
            assert isinstance(seat["hand"], list) == is_own
            assert (seat["crystals"] is not None) == is_own
        assert view["view"]["seed"] is None
    spectator = await gateway.spectator(table)
    view = await gateway("GET", path, token=spectator)
    assert all(isinstance(seat["hand"], int) for seat in view["view"]["play"]["seats"])


async def test_returns_a_view_at_any_seq(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/view"
    stages = [
        (await gateway("GET", f"{path}?at={seq}", token=tokens[0]))["view"]["stage"]
        for seq in (1, 2, 3, 4)
    ]
    assert stages == ["open", "open", "open", "playing"]
    problem = await gateway("GET", f"{path}?at=5", token=tokens[0], status=404)
    assert problem["code"] == "no_such_seq"


async def test_views_include_figures_once_the_game_has_started(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/view"
    assert (await gateway("GET", f"{path}?at=3", token=tokens[0]))["figures"] is None
    own, other = [await gateway("GET", path, token=token) for token in tokens]
    figures = msgspec.convert(own["figures"], CityFigures)
    assert (figures.obelisk_cost, len(figures.sites)) == (7, 20)
    assert other["figures"] == own["figures"]


async def test_histories_are_redacted_until_the_game_is_over(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    path = f"/v1/tables/{table}/commits"
    running = await gateway("GET", path, token=tokens[0])
    assert [commit["seq"] for commit in running["commits"]] == [1, 2, 3, 4]
    assert all("hash" not in commit for commit in running["commits"])
    dealt = [event for event in running["commits"][3]["events"] if event["type"] == "hand_dealt"]
    assert {isinstance(event["cards"], list): event["seat"] for event in dealt} == {
        True: 0,
        False: 1,
    }
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
async def test_rejects_a_malformed_action_before_queueing_it(
    gateway: GatewayClient, action: object, reason: str
) -> None:
    table, tokens = await gateway.start_game()
    body = {"id": "bad", "action": action}
    path = f"/v1/tables/{table}/commands"
    problem = await gateway("POST", path, body, token=tokens[0], status=400)
    assert problem["code"] == "malformed"
    assert reason in problem["detail"]
    outcome = await gateway("GET", f"{path}/bad", token=tokens[0], status=404)
    assert outcome["code"] == "not_found"


async def test_rejects_missing_invalid_and_foreign_tokens(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    other, _ = await gateway.start_game()
    body = {"id": "x", "action": DRAW}
    for token, path, status, code in (
        ("", f"/v1/tables/{table}/view", 401, "no_token"),
        ("nonsense", f"/v1/tables/{table}/view", 401, "bad_token"),
        (tokens[0], f"/v1/tables/{other}/view", 403, "not_allowed"),
    ):
        assert (await gateway("GET", path, token=token, status=status))["code"] == code
    commands = f"/v1/tables/{table}/commands"
    refused = await gateway("POST", commands, body, token=PLATFORM_KEY, status=403)
    assert refused["code"] == "not_allowed"
    opening = {"game": "city", "options": {"players": 2}}
    refused = await gateway("POST", "/v1/tables", opening, token=tokens[0], status=403)
    assert refused["code"] == "not_allowed"


async def test_rejects_a_body_that_is_too_large(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    body = {"id": "x", "action": {"type": "walk", "to": "x" * BODY_BYTES_MAX}}
    path = f"/v1/tables/{table}/commands"
    problem = await gateway("POST", path, body, token=tokens[0], status=413)
    assert problem["code"] == "too_large"


async def test_unknown_paths_methods_and_parameters_are_problems(gateway: GatewayClient) -> None:
    assert (await gateway("GET", "/v1/nothing", status=404))["code"] == "not_found"
    assert (await gateway("PUT", "/v1/games", status=405))["code"] == "method_not_allowed"
    assert (await gateway("GET", "/v1/games?x=1", status=400))["code"] == "malformed"


async def test_the_openapi_document_lists_every_operation(gateway: GatewayClient) -> None:
    document = await gateway("GET", "/openapi.json")
    assert document["openapi"] == "3.1.0"
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert {operation["operationId"] for operation in operations} >= {"get_view", "get_health"}
    assert all("400" in operation["responses"] for operation in operations)
    assert b"x-secret" not in canonical(document["paths"])

"""Whose table it is, and what spectators may see by now."""

import pytest

from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, Caller

pytestmark = pytest.mark.anyio


async def test_a_table_belongs_to_the_platform_that_opened_it(gateway: Caller) -> None:
    table = await gateway.open_table()
    seat = f"/v1/tables/{table}/seats/0"
    calls = [
        ("POST", seat, {"player": "Amber"}),
        ("DELETE", seat, None),
        ("POST", f"/v1/tables/{table}/start", None),
        ("POST", f"/v1/tables/{table}/abort", None),
        ("POST", f"/v1/tables/{table}/tokens", {"viewer": 0}),
        ("GET", f"/v1/tables/{table}/view", None),
        ("GET", f"/v1/tables/{table}/commits", None),
    ]
    for method, path, body in calls:
        problem = await gateway(method, path, body, token=OTHER_KEY, status=403)
        assert problem["code"] == "not_allowed"
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert (view["seq"], view["view"]["terms"]["platform"]) == (1, "test")


async def test_who_calls_themselves_another_platform_is_not_believed(gateway: Caller) -> None:
    table = await gateway.open_table(platform="other")
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert view["view"]["terms"]["platform"] == "test"


async def test_spectators_are_kept_out_of_a_table_that_wants_none(gateway: Caller) -> None:
    table, tokens = await gateway.start_game(spectators="forbidden")
    watcher = await gateway.spectator(table)
    for what in ("view", "commits"):
        path = f"/v1/tables/{table}/{what}"
        problem = await gateway("GET", path, token=watcher, status=403)
        assert problem["code"] == "not_allowed"
        await gateway("GET", path, token=tokens[0])


async def test_spectators_see_a_delayed_game_late_and_its_end_at_once(gateway: Caller) -> None:
    table, tokens = await gateway.start_game(spectator_delay_seconds=3600)
    watcher = await gateway.spectator(table)
    view, commits = f"/v1/tables/{table}/view", f"/v1/tables/{table}/commits"
    for path in (view, commits, f"{view}?at=1"):
        assert (await gateway("GET", path, token=watcher, status=404))["code"] == "not_yet"
    seen = await gateway("GET", view, token=tokens[0])
    assert (await gateway("GET", view, token=PLATFORM_KEY))["seq"] == seen["seq"]

    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[0])

    over = await gateway("GET", view, token=watcher)
    assert over["view"]["stage"] == "over"
    assert (await gateway("GET", commits, token=watcher))["head"] == over["seq"]


async def test_an_earlier_version_is_shown_and_none_that_does_not_exist(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    view = f"/v1/tables/{table}/view"
    newest = (await gateway("GET", view, token=tokens[0]))["seq"]
    for at in range(1, newest + 1):
        assert (await gateway("GET", f"{view}?at={at}", token=tokens[0]))["seq"] == at
    for at in (0, newest + 1):
        problem = await gateway("GET", f"{view}?at={at}", token=tokens[0], status=404)
        assert problem["code"] == "no_such_version"


@pytest.mark.parametrize("seat", ["4", "-1", "x", "01", "٣"])
async def test_a_seat_that_no_table_has_is_not_found(gateway: Caller, seat: str) -> None:
    table = await gateway.open_table()
    path = f"/v1/tables/{table}/seats/{seat}"
    problem = await gateway("POST", path, {"player": "Amber"}, token=PLATFORM_KEY, status=404)
    assert problem["code"] == "not_found"


@pytest.mark.parametrize("table", ["no such", "x" * 65, "%7Bs%7D"])
async def test_a_name_that_no_table_can_have_is_not_found(gateway: Caller, table: str) -> None:
    problem = await gateway("POST", f"/v1/tables/{table}/start", token=PLATFORM_KEY, status=404)
    assert problem["code"] == "not_found"


async def test_nobody_sees_a_running_game_with_another_ones_eyes(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    watcher = await gateway.spectator(table)
    for what in ("view", "commits"):
        path = f"/v1/tables/{table}/{what}"
        for token, eyes in ((tokens[0], "1"), (tokens[0], "spectator"), (watcher, "0")):
            problem = await gateway("GET", f"{path}?as={eyes}", token=token, status=403)
            assert problem["code"] == "not_allowed"
        await gateway("GET", f"{path}?as=0", token=tokens[0])
        await gateway("GET", f"{path}?as=spectator", token=watcher)


async def test_a_game_that_is_over_is_seen_as_each_seat_saw_it_then(gateway: Caller) -> None:
    table, tokens = await gateway.start_game()
    view, commits = f"/v1/tables/{table}/view", f"/v1/tables/{table}/commits"
    started = await gateway("GET", view, token=tokens[0])
    then = [await gateway("GET", view, token=token) for token in tokens]
    told = [(await gateway("GET", commits, token=token))["commits"] for token in tokens]
    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[0])

    watcher = await gateway.spectator(table)
    for seat in range(2):
        seen = await gateway("GET", f"{view}?at={started['seq']}&as={seat}", token=watcher)
        assert seen == then[seat]
        history = (await gateway("GET", f"{commits}?as={seat}", token=watcher))["commits"]
        assert history[:-1] == told[seat]
    nobody = await gateway("GET", f"{view}?at={started['seq']}&as=spectator", token=tokens[0])
    assert all(isinstance(seat["hand"], int) for seat in nobody["view"]["play"]["seats"])
    over = await gateway("GET", f"{view}?as=1", token=watcher)
    assert all(isinstance(seat["hand"], list) for seat in over["view"]["play"]["seats"])


@pytest.mark.parametrize(
    ("eyes", "status", "code"),
    [("2", 404, "not_found"), ("4", 400, "malformed"), ("x", 400, "malformed")],
)
async def test_there_are_only_the_eyes_of_those_who_sat_there(
    gateway: Caller, eyes: str, status: int, code: str
) -> None:
    table, tokens = await gateway.start_game()
    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[0])
    for what in ("view", "commits"):
        path = f"/v1/tables/{table}/{what}?as={eyes}"
        problem = await gateway("GET", path, token=tokens[0], status=status)
        assert problem["code"] == code

"""Access to tables: owners, viewers, spectator delay and past positions."""

import pytest

from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient

pytestmark = pytest.mark.anyio


async def test_rejects_requests_of_another_platform(gateway: GatewayClient) -> None:
    table = await gateway.open_table()
    seat = f"/v1/tables/{table}/seats/0"
    requests = [
        ("POST", seat, {"player": "Amber"}),
        ("DELETE", seat, None),
        ("POST", f"/v1/tables/{table}/start", None),
        ("POST", f"/v1/tables/{table}/abort", None),
        ("POST", f"/v1/tables/{table}/tokens", {"viewer": 0}),
        ("GET", f"/v1/tables/{table}/view", None),
        ("GET", f"/v1/tables/{table}/commits", None),
    ]
    for method, path, body in requests:
        problem = await gateway(method, path, body, token=OTHER_KEY, status=404)
        assert problem["code"] == "not_found"
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert (view["seq"], view["view"]["terms"]["platform"]) == (1, "test")


async def test_ignores_a_platform_name_in_the_terms(gateway: GatewayClient) -> None:
    table = await gateway.open_table(platform="other")
    view = await gateway("GET", f"/v1/tables/{table}/view", token=PLATFORM_KEY)
    assert view["view"]["terms"]["platform"] == "test"


async def test_rejects_spectators_if_the_terms_forbid_them(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game(spectators="forbidden")
    spectator = await gateway.spectator(table)
    for resource in ("view", "commits"):
        path = f"/v1/tables/{table}/{resource}"
        problem = await gateway("GET", path, token=spectator, status=403)
        assert problem["code"] == "not_allowed"
        await gateway("GET", path, token=tokens[0])


async def test_delays_spectators_until_the_game_is_over(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game(spectator_delay_seconds=3600)
    spectator = await gateway.spectator(table)
    view, commits = f"/v1/tables/{table}/view", f"/v1/tables/{table}/commits"
    for path in (view, commits, f"{view}?at=1"):
        assert (await gateway("GET", path, token=spectator, status=404))["code"] == "not_yet"
    current = await gateway("GET", view, token=tokens[0])
    assert (await gateway("GET", view, token=PLATFORM_KEY))["seq"] == current["seq"]

    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[0])

    over = await gateway("GET", view, token=spectator)
    assert over["view"]["stage"] == "over"
    assert (await gateway("GET", commits, token=spectator))["latest_seq"] == over["seq"]


async def test_shows_every_earlier_seq_and_rejects_unknown_ones(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    view = f"/v1/tables/{table}/view"
    latest = (await gateway("GET", view, token=tokens[0]))["seq"]
    for at in range(1, latest + 1):
        assert (await gateway("GET", f"{view}?at={at}", token=tokens[0]))["seq"] == at
    for at in (0, latest + 1):
        problem = await gateway("GET", f"{view}?at={at}", token=tokens[0], status=404)
        assert problem["code"] == "no_such_seq"


@pytest.mark.parametrize("seat", ["4", "-1", "x", "01", "٣"])
async def test_an_invalid_seat_is_not_found(gateway: GatewayClient, seat: str) -> None:
    table = await gateway.open_table()
    path = f"/v1/tables/{table}/seats/{seat}"
    problem = await gateway("POST", path, {"player": "Amber"}, token=PLATFORM_KEY, status=404)
    assert problem["code"] == "not_found"


@pytest.mark.parametrize("table", ["no such", "x" * 65, "%7Bs%7D"])
async def test_an_invalid_table_id_is_not_found(gateway: GatewayClient, table: str) -> None:
    problem = await gateway("POST", f"/v1/tables/{table}/start", token=PLATFORM_KEY, status=404)
    assert problem["code"] == "not_found"


async def test_rejects_another_viewer_while_the_game_runs(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    spectator = await gateway.spectator(table)
    for resource in ("view", "commits"):
        path = f"/v1/tables/{table}/{resource}"
        for token, viewer in ((tokens[0], "1"), (tokens[0], "spectator"), (spectator, "0")):
            problem = await gateway("GET", f"{path}?as={viewer}", token=token, status=403)
            assert problem["code"] == "not_allowed"
        await gateway("GET", f"{path}?as=0", token=tokens[0])
        await gateway("GET", f"{path}?as=spectator", token=spectator)


async def test_a_finished_game_can_be_viewed_as_any_seat(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    view, commits = f"/v1/tables/{table}/view", f"/v1/tables/{table}/commits"
    started = await gateway("GET", view, token=tokens[0])
    views = [await gateway("GET", view, token=token) for token in tokens]
    histories = [(await gateway("GET", commits, token=token))["commits"] for token in tokens]
    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[0])

    spectator = await gateway.spectator(table)
    for seat in range(2):
        past = await gateway("GET", f"{view}?at={started['seq']}&as={seat}", token=spectator)
        assert past == views[seat] | {"actions": [], "skips": []}
        history = (await gateway("GET", f"{commits}?as={seat}", token=spectator))["commits"]
        assert history[:-1] == histories[seat]
    redacted = await gateway("GET", f"{view}?at={started['seq']}&as=spectator", token=tokens[0])
    assert all(isinstance(seat["hand"], int) for seat in redacted["view"]["play"]["seats"])
    over = await gateway("GET", f"{view}?as=1", token=spectator)
    assert all(isinstance(seat["hand"], list) for seat in over["view"]["play"]["seats"])


@pytest.mark.parametrize(
    ("viewer", "status", "code"),
    [("2", 404, "not_found"), ("4", 400, "malformed"), ("x", 400, "malformed")],
)
async def test_rejects_viewers_that_do_not_exist(
    gateway: GatewayClient, viewer: str, status: int, code: str
) -> None:
    table, tokens = await gateway.start_game()
    resign = {"id": "r", "action": {"type": "resign"}}
    await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[0])
    for resource in ("view", "commits"):
        path = f"/v1/tables/{table}/{resource}?as={viewer}"
        problem = await gateway("GET", path, token=tokens[0], status=status)
        assert problem["code"] == code

"""All gateway operations as typed calls, against a real gateway."""

import json
from pathlib import Path

import pytest

from client import BlueMoon, Gateway, ProblemError, RejectedError
from games import table as tables
from games.city.rulebook import CITY
from games.registry import plugins
from schemas.city.actions import Draw, Offer, Walk
from schemas.city.figures import CityFigures
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.commit import Commit, RedactedCommit
from schemas.read_models import TableRow
from schemas.redaction import SPECTATOR
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

OPENAPI = Path(__file__).parents[2] / "schemas" / "openapi.json"


async def start_game(moon: BlueMoon) -> tuple[str, list[Gateway]]:
    """Start a game. Return the table id and a gateway for each seat."""
    table = (await moon.gateway.open_table("city", CityOptions(players=2))).table
    seats = []
    for seat, player in enumerate(("Amber", "Basalt")):
        seated = await moon.gateway.take_seat(table, seat, player)
        seats.append(moon.gateway.with_credential(seated.token))
    await moon.gateway.start_game(table)
    return table, seats


async def to_act(table: str, gateway: Gateway) -> int:
    (seat,) = tables.to_act(CITY, (await gateway.get_view(table)).table)
    return seat


def test_has_a_method_for_every_operation() -> None:
    document = json.loads(OPENAPI.read_bytes())
    operations = {o["operationId"] for path in document["paths"].values() for o in path.values()}
    assert operations - set(dir(Gateway)) == set()


async def test_lists_games(moon: BlueMoon) -> None:
    games = (await moon.gateway.list_games()).games
    assert [(game.id, game.rules) for game in games] == [
        ("city", "city/2"),
        ("duel", "duel/2"),
    ]


async def test_returns_the_pieces_of_each_game(moon: BlueMoon) -> None:
    for game, plugin in plugins().items():
        assert await moon.gateway.get_pieces(game) == plugin.pieces


async def test_checks_options_without_opening_a_table(moon: BlueMoon) -> None:
    assert await moon.gateway.check_options("city", CityOptions(players=2)) == ()
    (problem,) = await moon.gateway.check_options("city", {"players": 9})
    assert (problem.code, problem.where) == ("malformed", "players")


async def test_opens_and_aborts_a_table(moon: BlueMoon) -> None:
    opened = await moon.gateway.open_table("city", {"players": 2}, external_id="our-table-1")
    assert opened.outcome.seq == 1
    seated = await moon.gateway.take_seat(opened.table, 1, "Amber", entropy="00ff")
    assert seated.outcome.seq == 2
    assert (await moon.gateway.leave_seat(opened.table, 1)).seq == 3
    assert (await moon.gateway.abort_table(opened.table)).seq == 4
    view = await moon.gateway.get_view(opened.table)
    assert (view.seq, view.viewer, view.is_over) == (4, SPECTATOR, True)
    assert view.table.options == CityOptions(players=2)


async def test_a_view_is_redacted_now_and_at_an_earlier_seq(moon: BlueMoon) -> None:
    table, seats = await start_game(moon)
    for number, seat in enumerate(seats):
        view = await seat.get_view(table)
        assert view.viewer == number
        assert isinstance(view.table.play, CityState)
        hands = [isinstance(other.hand, tuple) for other in view.table.play.seats]
        assert hands == [other == number for other in range(2)]
        assert isinstance(view.figures, CityFigures)
    early = await seats[0].get_view(table, at=2)
    assert early.figures is None
    assert (early.seq, early.table.stage, early.table.play) == (2, "open", None)


async def test_a_seat_lists_legal_actions_and_acts(moon: BlueMoon) -> None:
    table, seats = await start_game(moon)
    turn = await to_act(table, seats[0])
    view = await seats[turn].get_view(table)
    assert (view.to_act, view.actions[-1]) == ((turn,), Draw())
    assert any(isinstance(action, Walk) for action in view.actions)
    assert (await seats[1 - turn].get_view(table)).actions == ()
    outcome = await seats[turn].send_command(table, Draw(), expected_seq=view.seq)
    assert outcome.seq == view.seq + 1


async def test_a_repeated_command_has_the_same_outcome(moon: BlueMoon) -> None:
    table, seats = await start_game(moon)
    turn = await to_act(table, seats[0])
    first = await seats[turn].send_command(table, Draw(), command_id="once")
    assert await seats[turn].send_command(table, Draw(), command_id="once") == first
    assert await seats[turn].get_outcome(table, "once") == first


async def test_polls_for_the_outcome_after_a_202(moon: BlueMoon) -> None:
    """The gateway responds 202 at once; the client polls for the outcome."""
    table, seats = await start_game(moon)
    turn = await to_act(table, seats[0])
    outcome = await seats[turn].send_command(table, Draw(), wait_seconds=0)
    assert outcome.seq == 5
    with pytest.raises(RejectedError) as error:
        await seats[turn].send_command(table, Draw(), wait_seconds=0)
    assert error.value.rejection.code == "not_your_turn"


async def test_errors_carry_codes_and_rejections(moon: BlueMoon) -> None:
    table, seats = await start_game(moon)
    turn = await to_act(table, seats[0])
    with pytest.raises(RejectedError) as error:
        await seats[turn].send_command(table, Offer(), command_id="no")
    assert (error.value.status, error.value.code) == (409, "rejected")
    assert error.value.rejection.code == "too_few_crystals"
    with pytest.raises(RejectedError):
        await seats[turn].get_outcome(table, "no")
    with pytest.raises(ProblemError) as problem:
        await seats[turn].get_outcome(table, "never-sent")
    assert problem.value.code == "not_found"
    with pytest.raises(ProblemError) as problem:
        await moon.gateway.with_credential("nonsense").get_view(table)
    assert (problem.value.status, problem.value.code) == (401, "bad_token")
    assert problem.value.rejection is None


async def test_a_history_is_redacted_until_the_game_is_over(moon: BlueMoon) -> None:
    table, seats = await start_game(moon)
    running = await seats[0].get_commits(table)
    assert (running.latest_seq, [commit.seq for commit in running.commits]) == (4, [1, 2, 3, 4])
    assert all(isinstance(commit, RedactedCommit) for commit in running.commits)
    assert len((await seats[0].get_commits(table, after=1, limit=2)).commits) == 2
    token = await moon.gateway.mint_token(table, 1)
    await moon.gateway.with_credential(token).send_command(table, {"type": "resign"})
    over = await seats[0].get_commits(table)
    assert all(isinstance(commit, Commit) for commit in over.commits)
    assert (await seats[0].get_view(table)).is_over


async def test_lists_tables_players_standings_and_activity(moon: BlueMoon) -> None:
    """Read models follow with a short delay."""
    name = "Jade of lists, \u00e4/b?"
    opened = await moon.gateway.open_table("city", CityOptions(2))
    player_id = (await moon.gateway.take_seat(opened.table, 0, name)).player

    async def tables_of_jade() -> tuple[TableRow, ...]:
        return (await moon.gateway.list_player_tables(player_id)).tables

    (row,) = await eventually(tables_of_jade, "the projector has applied it")
    assert (row.table, row.stage, row.players) == (opened.table, "open", (name, None))
    assert row == await moon.gateway.get_table(opened.table)
    listed = await moon.gateway.list_tables(game="city", stage="open", player=player_id, limit=5)
    assert (listed.tables, listed.after) == ((row,), None)
    player = (await moon.gateway.get_player(player_id)).player
    assert (player.name, player.open) == (name, 1)
    assert (await moon.gateway.get_standings("city", limit=5, skip=0)).game == "city"
    assert (await moon.gateway.get_activity(days=2)).days[0].opened > 0


async def test_manages_webhooks(moon: BlueMoon) -> None:
    put = await moon.gateway.put_webhook("hook", "http://127.0.0.1:9/hook", ("game_over",))
    assert put.secret
    assert put.webhook.name == "hook"
    assert [row.name for row in (await moon.gateway.list_webhooks()).webhooks] == ["hook"]
    assert (await moon.gateway.list_dead_letters("hook")).dead_letters == ()
    assert (await moon.gateway.retry_dead_letters("hook")).retried == 0
    assert (await moon.gateway.delete_webhook("hook")).name == "hook"

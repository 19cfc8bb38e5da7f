"""Four seats and a spectator play a whole game over HTTP and WebSocket, while services die."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from client import AnySeenCommit, BlueMoon, RejectedError
from games.city.bots import BOTS
from games.city.game import CITY
from games.dice import Dice
from games.history import Position, audit
from schemas.city import CityOptions
from schemas.commit import AnyCommit, Commit, canonical, seen
from schemas.secrecy import SPECTATOR, Viewer
from tests.client.house import House, house
from tests.services.engines import eventually

pytestmark = pytest.mark.anyio

PLAYERS = ("Amber", "Basalt", "Coral", "Jade")

Fault = Callable[[House], None]
FAULTS: dict[int, Fault] = {
    25: lambda home: home.kill("projector"),
    50: lambda home: home.kill("notifier"),
    75: lambda home: home.kill_server(),
    100: lambda home: home.kill("engine-1"),
    120: lambda home: home.kill("gateway"),
}
"""At which version what is killed. Each is started again by `bluemoon up`."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


async def play(home: House, table: str, seat: int, token: str) -> None:
    """A seat, with a connection of its own."""
    pick = Dice.of_text("end to end").picker(f"seat {seat}")
    async with home.moon() as moon, moon.seat(table, token) as place:
        async for turn in place.turns():
            action = BOTS["builder"](turn.view.table, seat, turn.actions, pick)
            try:
                await place.act(action, expected_seq=turn.view.seq)
            except RejectedError as refused:
                # The outcome of a turn before may be heard late: then this one is of the past.
                if refused.rejection.code not in {"stale", "not_your_turn"}:
                    raise


async def watch(home: House, table: str, token: str) -> list[AnySeenCommit]:
    """Everything a viewer is told, from the first commit to the last."""
    told: list[AnySeenCommit] = []
    async with home.moon() as moon, moon.spectator(table, token, after=0) as viewer:
        async for update in viewer:
            told += update.commits
    return told


async def break_things(home: House, moon: BlueMoon, table: str) -> None:
    for version, fault in FAULTS.items():
        while (await moon.gateway.get_view(table)).seq < version:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(fault, home)


async def whole_log(moon: BlueMoon, table: str) -> AsyncIterator[AnyCommit]:
    """The full log, as the gateway gives it once the game is over."""
    after = 0
    while True:
        piece = await moon.gateway.get_commits(table, after)
        for commit in piece.commits:
            assert isinstance(commit, Commit), "a game that is over has no secrets"
            yield commit
        after += len(piece.commits)
        if after == piece.head:
            return


async def is_listed_as_over(home: House, table: str) -> bool:
    """What the read models say of a player's tables."""
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{home.gateway}/v1/players/{PLAYERS[0]}/tables")
    stages = {row["table"]: row["stage"] for row in answer.json()["tables"]}
    return stages.get(table) == "over"


async def test_everyone_ends_with_the_same_history_whatever_dies(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        async with home.moon() as moon:
            table = (await moon.gateway.open_table("city", CityOptions(len(PLAYERS)))).table
            tokens: dict[Viewer, str] = {}
            for seat, player in enumerate(PLAYERS):
                tokens[seat] = (await moon.gateway.take_seat(table, seat, player)).token
            tokens[SPECTATOR] = await moon.gateway.mint_token(table, SPECTATOR)
            await moon.gateway.start_game(table)

            async with asyncio.TaskGroup() as group:
                for seat in range(len(PLAYERS)):
                    group.create_task(play(home, table, seat, tokens[seat]))
                watching = {
                    viewer: group.create_task(watch(home, table, token))
                    for viewer, token in tokens.items()
                }
                group.create_task(break_things(home, moon, table))

            log = [commit async for commit in whole_log(moon, table)]
            await eventually(lambda: is_listed_as_over(home, table), "the projector has caught up")

    assert len(log) > max(FAULTS), "every fault came while the game was going on"
    position = Position(CITY, table)
    for commit in log:
        position = audit(position, commit)
    assert position.table is not None
    assert position.table.stage == "over"
    last = log[-1].seq
    for viewer, task in watching.items():
        told = task.result()
        assert [commit.seq for commit in told] == list(range(1, last + 1))
        for mine, whole in zip(told, log, strict=True):
            # Who was cut off at the end hears of the last moves when nothing is secret any more.
            allowed = {canonical(seen(whole, viewer, over=over)) for over in (False, True)}
            assert canonical(mine) in allowed, f"viewer {viewer}, version {whole.seq}"

"""Four seats and a spectator play a full game over HTTP and WebSocket while services are killed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from client import AnyRedactedCommit, BlueMoon, RejectedError
from client.decoding import commit_with_names
from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.dice import Dice
from games.history import Position, audit
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, Commit, canonical, redact_commit
from schemas.redaction import SPECTATOR, Viewer
from tests.client.local_system import LocalSystem, run_local_system
from tests.waiting import DEADLINE_SECONDS, eventually

pytestmark = pytest.mark.anyio

PLAYERS = ("Amber", "Basalt", "Coral", "Jade")
GAME_SECONDS_MAX = 5 * DEADLINE_SECONDS
"""One deadline per fault."""

Fault = Callable[[LocalSystem], None]
FAULTS: dict[int, Fault] = {
    25: lambda local_system: local_system.kill("projector"),
    50: lambda local_system: local_system.kill("notifier"),
    75: lambda local_system: local_system.kill_server(),
    100: lambda local_system: local_system.kill("engine-1"),
    120: lambda local_system: local_system.kill("gateway"),
}
"""What is killed at which seq. `bluemoon up` restarts each process."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


class Faults:
    """Injects each fault at its seq. All seats wait until it has happened."""

    def __init__(self, local_system: LocalSystem) -> None:
        self._local_system = local_system
        self._lock = asyncio.Lock()
        self.left = dict(FAULTS)

    async def inject_before(self, seq: int) -> None:
        async with self._lock:
            for due in [due for due in self.left if due <= seq]:
                await asyncio.to_thread(self.left.pop(due), self._local_system)


async def play(
    local_system: LocalSystem, faults: Faults, table: str, seat: int, token: str
) -> None:
    """Play a seat with its own connection."""
    pick = Dice.of_text("end to end").picker(f"seat {seat}")
    async with local_system.moon() as moon, moon.seat(table, token) as player:
        async for turn in player.turns():
            await faults.inject_before(turn.view.seq)
            action = BOTS["builder"](turn.view.table, seat, turn.actions, pick)
            try:
                await player.act(action, expected_seq=turn.view.seq)
            except RejectedError as error:
                # The update after the previous turn may arrive late. Then this turn is stale.
                if error.rejection.code not in {"stale", "not_your_turn"}:
                    raise


async def watch(local_system: LocalSystem, table: str, token: str) -> list[AnyRedactedCommit]:
    """Return every commit that a viewer receives."""
    received: list[AnyRedactedCommit] = []
    async with local_system.moon() as moon, moon.spectator(table, token, after=0) as viewer:
        async for update in viewer:
            received += update.commits
    return received


async def full_history(moon: BlueMoon, table: str) -> AsyncIterator[AnyCommit]:
    """Read the full history from the gateway once the game is over."""
    after = 0
    while True:
        page = await moon.gateway.get_commits(table, after)
        for commit in page.commits:
            assert isinstance(commit, Commit), "a finished game has no secrets"
            yield commit
        after += len(page.commits)
        if after == page.latest_seq:
            return


async def is_listed_as_over(local_system: LocalSystem, table: str) -> bool:
    """Return whether the read models list the table as over."""
    async with httpx.AsyncClient() as http:
        response = await http.get(f"{local_system.gateway}/v1/tables?stage=over")
    stages = {row["table"]: row["stage"] for row in response.json()["tables"]}
    return stages.get(table) == "over"


@pytest.mark.slow
async def test_every_viewer_gets_the_same_history_despite_faults(tmp_path: Path) -> None:
    with run_local_system(tmp_path) as local_system:
        async with local_system.moon() as moon:
            table = (await moon.gateway.open_table("city", CityOptions(len(PLAYERS)))).table
            tokens: dict[Viewer, str] = {}
            for seat, player in enumerate(PLAYERS):
                tokens[seat] = (await moon.gateway.take_seat(table, seat, player)).token
            tokens[SPECTATOR] = await moon.gateway.mint_token(table, SPECTATOR)
            await moon.gateway.start_game(table)

            faults = Faults(local_system)
            async with asyncio.timeout(GAME_SECONDS_MAX), asyncio.TaskGroup() as group:
                for seat in range(len(PLAYERS)):
                    group.create_task(play(local_system, faults, table, seat, tokens[seat]))
                watching = {
                    viewer: group.create_task(watch(local_system, table, token))
                    for viewer, token in tokens.items()
                }

            history = [commit async for commit in full_history(moon, table)]
            row = await moon.gateway.get_table(table)
            await eventually(
                lambda: is_listed_as_over(local_system, table), "the projector has caught up"
            )

    assert faults.left == {}, f"the game was over after {len(history)} commits"
    position = Position(CITY, table)
    for commit in history:
        position = audit(position, commit)
    assert position.table is not None
    assert position.table.stage == "over"
    last = history[-1].seq
    assert row.players == PLAYERS
    # The client shows names in place of player ids.
    names = {str(player_id): name for player_id, name in zip(row.player_ids, PLAYERS, strict=True)}
    for viewer, task in watching.items():
        received = task.result()
        assert [commit.seq for commit in received] == list(range(1, last + 1))
        for redacted, commit in zip(received, history, strict=True):
            # A viewer who reconnects after the end receives the last commits unredacted.
            allowed = {
                canonical(commit_with_names(redact_commit(commit, viewer, over=over), names))
                for over in (False, True)
            }
            assert canonical(redacted) in allowed, f"viewer {viewer}, seq {commit.seq}"

"""Positions for readers: from a snapshot where there is one, and never behind the truth."""

import pytest

from schemas.commit import canonical
from services.runtime.event_log import EventLog
from services.runtime.positions import PositionReader
from services.runtime.snapshots import load_position, written_down
from tests.services.asking import history, new_game

pytestmark = pytest.mark.anyio

COMMITS = 40


async def recorded(event_log: EventLog, game: str, snapshot_at: int | None = None) -> None:
    """A game's stream as an engine leaves it, with a snapshot at a version if one is wanted."""
    shard = event_log.shard(game)
    for commit, position in history(game, COMMITS):
        fields = {"commit": canonical(commit)}
        await event_log.client.xadd(shard.game(game), fields, id=f"{commit.seq}-0")
        if commit.seq == snapshot_at:
            await event_log.client.set(shard.snapshot(game), written_down(position))


@pytest.mark.parametrize("snapshot_at", [None, 1, 20, COMMITS])
async def test_with_and_without_a_snapshot_a_game_stands_at_the_same_place(
    event_log: EventLog, snapshot_at: int | None
) -> None:
    game = new_game()
    await recorded(event_log, game, snapshot_at)
    expected = [position for _, position in history(game, COMMITS)]
    reader = PositionReader(event_log, 10)

    assert await reader.now(game) == expected[-1]
    for version in (1, 19, 20, 21, COMMITS):
        assert await reader.at(game, version) == expected[version - 1]
    assert await reader.at(game, COMMITS + 1) is None


async def test_a_snapshot_spares_the_commits_before_it(event_log: EventLog) -> None:
    """Seen by taking those commits away, which nobody may do to a real game."""
    game = new_game()
    await recorded(event_log, game, snapshot_at=20)
    await event_log.client.xtrim(event_log.shard(game).game(game), minid="20-0", approximate=False)

    position = await load_position(event_log, game)

    assert position == history(game, COMMITS)[-1][1]


@pytest.mark.parametrize("text", [b"", b"{}", b"no snapshot", None], ids=str)
async def test_a_snapshot_that_cannot_be_used_is_passed_over(
    event_log: EventLog, text: bytes | None
) -> None:
    game = new_game()
    await recorded(event_log, game)
    foreign = written_down(history(new_game(), 20)[-1][1])
    await event_log.client.set(event_log.shard(game).snapshot(game), text or foreign)

    assert await load_position(event_log, game) == history(game, COMMITS)[-1][1]


async def test_a_game_that_nobody_opened_is_nowhere(event_log: EventLog) -> None:
    assert await PositionReader(event_log, 10).now(new_game()) is None

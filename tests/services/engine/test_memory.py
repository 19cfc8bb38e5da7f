"""A game is the same from memory, from a snapshot and its tail, and from all its commits."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from games.city.game import CITY
from games.history import Diverged, Position
from schemas.commit import AnyCommit, canonical, seal
from services.engine.memory import Memory
from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.telemetry import REPLAY_MISMATCHES, SNAPSHOTS, SNAPSHOTS_UNUSABLE
from tests.services.asking import history, new_game

pytestmark = pytest.mark.anyio


def counted(metric: Any) -> float:
    value: float = metric._value.get()
    return value


async def write(event_log: EventLog, game: str, commits: int | None = None) -> list[Position]:
    """A game between bots on its stream, up to a commit; positions[n] is after commit n."""
    played = history(game, commits)
    stream = event_log.shard(game).game(game)
    async with event_log.client.pipeline(transaction=False) as pipe:
        for commit, _ in played:
            pipe.xadd(stream, {"commit": canonical(commit)}, id=f"{commit.seq}-0")
        await pipe.execute()
    return [Position(CITY, game), *(position for _, position in played)]


@pytest.fixture
def memory(event_log: EventLog) -> Memory:
    return Memory(event_log, games_max=100, snapshot_every=10)


async def test_a_whole_game_is_the_same_from_everywhere(
    event_log: EventLog, memory: Memory
) -> None:
    game = new_game()
    positions = await write(event_log, game)
    last = len(positions) - 1
    assert last > 100
    assert await memory.load(game) == positions[last], "all commits, and no snapshot yet"
    for seq in (1, 2, 50, last - 1, last):
        await Memory(event_log, 1, 1).keep([(positions[seq], seq - 1)])
        with capture_logs() as lines:
            assert await memory.load(game) == positions[last], f"from a snapshot at {seq}"
        assert lines == []
    assert await memory.load(game, use_snapshot=False) == positions[last]
    await memory.keep([(positions[last], last)])
    assert await memory.positions([game]) == {game: positions[last]}, "from memory"


async def test_a_game_that_does_not_exist_is_none(memory: Memory) -> None:
    game = new_game()
    assert await memory.positions([game]) == {game: None}


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [(0, 9, False), (0, 10, True), (9, 10, True), (10, 11, False), (10, 19, False), (12, 31, True)],
)
async def test_a_snapshot_is_written_every_so_many_commits(
    event_log: EventLog, memory: Memory, before: int, after: int, written: bool
) -> None:
    game = new_game()
    positions = await write(event_log, game, 40)
    snapshots = counted(SNAPSHOTS)
    await memory.keep([(positions[after], before)])
    assert await event_log.client.exists(event_log.shard(game).snapshot(game)) == written
    assert counted(SNAPSHOTS) - snapshots == written


async def test_only_so_many_games_are_kept_and_the_oldest_goes_first(event_log: EventLog) -> None:
    memory = Memory(event_log, games_max=2, snapshot_every=1000)
    games = [new_game() for _ in range(3)]
    at = {game: (await write(event_log, game, 3))[3] for game in games}
    await memory.keep([(at[games[0]], 2), (at[games[1]], 2)])
    await memory.positions([games[0]])
    await memory.keep([(at[games[2]], 2)])
    assert list(memory._positions) == [games[0], games[2]]
    assert await memory.positions(games) == at, "what is gone is read again"


async def test_what_is_forgotten_is_read_from_the_truth(
    event_log: EventLog, memory: Memory
) -> None:
    shard = event_log.all_shards()[2]
    here, elsewhere = new_game(2), new_game(3)
    for game in (here, elsewhere):
        positions = await write(event_log, game, 5)
        await memory.keep([(positions[3], 2)])
    memory.forget_shard(shard)
    found = await memory.positions([here, elsewhere])
    seqs = {game: at.seq for game, at in found.items() if isinstance(at, Position)}
    assert seqs == {here: 5, elsewhere: 3}


def _changed(**fields: Any) -> Callable[[bytes], bytes]:
    def change(raw: bytes) -> bytes:
        return msgspec.json.encode(msgspec.json.decode(raw) | fields)

    return change


def _other_reason(raw: bytes) -> bytes:
    snapshot = msgspec.json.decode(raw)
    snapshot["table"]["reason"] = "nobody knows"
    return msgspec.json.encode(snapshot)


BAD_SNAPSHOTS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "not-json": lambda _: b"\x80\x04pickle",
    "cut-off": lambda raw: raw[: len(raw) // 2],
    "null": lambda _: b"null",
    "older-format": lambda _: b'{"state": {}, "version": 20}',
    "newer-format": _changed(format=2),
    "unknown-rules": _changed(rules="city/0"),
    "other-table": _changed(table={"seats": []}),
    "ahead-of-the-commits": _changed(seq=31),
    "before-the-first": _changed(seq=0),
    "of-another-commit": _changed(seq=19),
    "another-hash": _changed(hash="0" * 64),
    "another-table": _other_reason,
    "nested-too-deep": lambda _: b'{"rules":' + b"[" * 100_000,
}


@pytest.mark.parametrize("name", BAD_SNAPSHOTS)
@pytest.mark.parametrize("tail", [0, 5])
async def test_a_snapshot_that_is_no_good_is_not_used(
    event_log: EventLog, memory: Memory, client: Client, name: str, tail: int
) -> None:
    game = new_game()
    positions = await write(event_log, game, 20 + tail)
    key = event_log.shard(game).snapshot(game)
    await memory.keep([(positions[20], 19)])
    await client.set(key, BAD_SNAPSHOTS[name](await client.get(key)))
    memory.forget([game])
    unusable, mismatches = counted(SNAPSHOTS_UNUSABLE), counted(REPLAY_MISMATCHES)
    with capture_logs() as lines:
        assert await memory.positions([game]) == {game: positions[-1]}
    assert [line["event"] for line in lines] == ["snapshot not used"]
    assert lines[0]["game"] == game
    assert counted(SNAPSHOTS_UNUSABLE) == unusable + 1
    assert counted(REPLAY_MISMATCHES) == mismatches, "the history itself is as it should be"


def _with_seed(commit: AnyCommit) -> bytes:
    opened = msgspec.structs.replace(commit.events[0], seed="0" * 64)
    return canonical(seal(msgspec.structs.replace(commit, events=(opened,))))


TAMPERED: dict[str, Callable[[AnyCommit], bytes]] = {
    "not-json": lambda _: b"\xff\xfe",
    "no-commit": lambda _: b"{}",
    "unknown-rules": lambda commit: canonical(commit).replace(b"city/1", b"city/0"),
    "changed": lambda commit: canonical(commit).replace(b'"at":0', b'"at":1'),
    "changed-and-sealed": _with_seed,
    "of-another-game": lambda commit: canonical(
        seal(msgspec.structs.replace(commit, game="somebody-else"))
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
async def test_a_history_that_does_not_replay_stops_no_other_game(
    event_log: EventLog, memory: Memory, client: Client, name: str
) -> None:
    bad, good = new_game(1), new_game(1)
    positions = await write(event_log, good, 5)
    stream = event_log.shard(bad).game(bad)
    (first, _), (second, _) = history(bad, 2)
    await client.xadd(stream, {"commit": TAMPERED[name](first)}, id="1-0")
    await client.xadd(stream, {"commit": canonical(second)}, id="2-0")
    mismatches = counted(REPLAY_MISMATCHES)
    found = await memory.positions([bad, good])
    assert isinstance(found[bad], Exception)
    assert found[good] == positions[5]
    assert counted(REPLAY_MISMATCHES) == mismatches + 1


async def test_a_missing_commit_is_noticed(
    event_log: EventLog, memory: Memory, client: Client
) -> None:
    game = new_game()
    await write(event_log, game, 5)
    await client.xdel(event_log.shard(game).game(game), "3-0")
    found = await memory.positions([game])
    assert isinstance(found[game], Diverged)
    assert "expected commit 3, found 4" in str(found[game])

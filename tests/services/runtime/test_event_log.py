"""The append script, and everything that reads what it wrote."""

import asyncio
from typing import Any

import msgspec
import pytest

from schemas.commit import canonical
from schemas.rejection import Rejection
from services.runtime.connection import Client
from services.runtime.dispatch import read_outcome
from services.runtime.event_log import (
    ANY_VERSION,
    ENGINE_GROUP,
    READ_COUNT,
    Decided,
    EventLog,
    NotOwnerError,
)
from services.runtime.keys import ShardKeys
from services.runtime.tasks import end
from tests.services.asking import new_game

pytestmark = pytest.mark.anyio

TOKEN = "owner-1"
NO = canonical(Rejection("no", "It was refused."))
OTHER_NO = canonical(Rejection("other", "It was refused for another reason."))


class Shard:
    """An owned shard, seen from inside an engine."""

    def __init__(self, event_log: EventLog, game: str) -> None:
        self.log = event_log
        self.game = game
        self.keys: ShardKeys = event_log.shard(game)

    async def own(self, token: str = TOKEN) -> None:
        await self.log.client.set(self.keys.owner(ENGINE_GROUP), token)
        await self.log.ensure_group(self.keys)

    async def deliver(self, count: int = 1) -> list[bytes]:
        """Send commands and read them, so that they are pending."""
        for number in range(count):
            await self.log.send(self.game, b"command %d" % number)
        read: Any = await self.log.client.xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {self.keys.commands: ">"}, count=count
        )
        return [entry for _, entries in read for entry, _ in entries]

    async def append(self, *decided: Decided, token: str = TOKEN) -> list[str]:
        return await self.log.append(self.keys, token, decided)

    def accepted(self, entry: bytes, command: str, base: int) -> Decided:
        return Decided(entry, self.game, command, base, commit=b"commit %d" % (base + 1))

    def rejected(self, entry: bytes, command: str, base: int, why: bytes = NO) -> Decided:
        return Decided(entry, self.game, command, base, rejection=why)

    async def pending(self) -> int:
        answer = await self.log.client.xpending(self.keys.commands, ENGINE_GROUP)
        return int(answer["pending"])

    async def outcomes(self) -> list[tuple[str, int | str]]:
        entries = await self.log.client.xrange(self.keys.outcomes)
        told = [read_outcome(fields) for _, fields in entries]
        assert {outcome.game for outcome in told} <= {self.game}
        return [
            (outcome.command, outcome.rejection.code if outcome.rejection else outcome.seq or 0)
            for outcome in told
        ]


@pytest.fixture
async def shard(event_log: EventLog) -> Shard:
    shard = Shard(event_log, new_game())
    await shard.own()
    return shard


async def test_an_accepted_command_is_everywhere_at_once(shard: Shard, client: Client) -> None:
    first, second = await shard.deliver(2)
    assert await shard.append(shard.accepted(first, "c1", 0), shard.accepted(second, "c2", 1)) == [
        "done",
        "done",
    ]
    game = shard.game
    assert await client.xrange(shard.keys.game(game)) == [
        (b"1-0", {b"commit": b"commit 1"}),
        (b"2-0", {b"commit": b"commit 2"}),
    ]
    assert [fields for _, fields in await client.xrange(shard.keys.feed)] == [
        {b"game": game.encode(), b"seq": b"1", b"commit": b"commit 1"},
        {b"game": game.encode(), b"seq": b"2", b"commit": b"commit 2"},
    ]
    assert await client.hgetall(shard.keys.games) == {game.encode(): b"2"}
    assert await client.hgetall(shard.keys.seen(game)) == {b"c1": b"1", b"c2": b"2"}
    assert await shard.outcomes() == [("c1", 1), ("c2", 2)]
    assert await shard.pending() == 0
    assert await client.exists(shard.keys.dead) == 0


async def test_a_rejected_command_leaves_the_game_as_it_was(shard: Shard, client: Client) -> None:
    (entry,) = await shard.deliver()
    assert await shard.append(shard.rejected(entry, "c1", 0)) == ["done"]
    assert await client.exists(shard.keys.game(shard.game)) == 0
    assert await client.exists(shard.keys.feed) == 0
    assert await client.hgetall(shard.keys.games) == {}
    assert await shard.outcomes() == [("c1", "no")]
    assert await shard.pending() == 0


async def test_a_duplicate_of_an_accepted_command_gets_its_outcome_again(
    shard: Shard, client: Client
) -> None:
    first, second, third = await shard.deliver(3)
    await shard.append(shard.accepted(first, "c1", 0))
    assert await shard.append(shard.rejected(second, "c1", 1)) == ["repeated"]
    assert await shard.append(shard.accepted(third, "c1", 1)) == ["repeated"]
    assert await shard.outcomes() == [("c1", 1), ("c1", 1), ("c1", 1)]
    assert await client.xlen(shard.keys.game(shard.game)) == 1
    assert await client.xlen(shard.keys.feed) == 1
    assert await shard.pending() == 0


async def test_a_duplicate_of_a_rejected_command_gets_its_outcome_again(
    shard: Shard, client: Client
) -> None:
    first, second, third = await shard.deliver(3)
    await shard.append(shard.rejected(first, "c1", 0))
    assert await shard.append(shard.accepted(second, "c1", 0)) == ["repeated"]
    assert await shard.append(shard.rejected(third, "c1", 0, OTHER_NO)) == ["repeated"]
    assert await shard.outcomes() == [("c1", "no"), ("c1", "no"), ("c1", "no")]
    assert await client.exists(shard.keys.game(shard.game)) == 0


async def test_a_duplicate_within_a_batch_has_one_effect(shard: Shard, client: Client) -> None:
    first, second, third = await shard.deliver(3)
    answers = await shard.append(
        shard.accepted(first, "c1", 0),
        shard.accepted(second, "c1", 1),
        shard.accepted(third, "c2", 2),
    )
    assert answers == ["done", "repeated", "again"]
    assert await client.xlen(shard.keys.game(shard.game)) == 1
    assert await shard.pending() == 1


async def test_what_was_decided_on_an_old_state_comes_back(shard: Shard, client: Client) -> None:
    first, second, third, fourth = await shard.deliver(4)
    await shard.append(shard.accepted(first, "c1", 0))
    answers = await shard.append(
        shard.accepted(second, "c2", 0),
        shard.rejected(third, "c3", 1),
        Decided(fourth, shard.game, "c4", ANY_VERSION, rejection=NO),
    )
    assert answers == ["again", "again", "again"], "and so is all that follows in its game"
    assert await client.xlen(shard.keys.game(shard.game)) == 1
    assert await shard.outcomes() == [("c1", 1)]
    assert await shard.pending() == 3


async def test_a_commit_sets_moves_and_removes_its_games_deadline(
    event_log: EventLog,
) -> None:
    shard = Shard(event_log, new_game())
    await shard.own()
    entries = await shard.deliver(5)
    deadlines = []
    for base, (entry, deadline) in enumerate(
        zip(entries, (None, 5_000, None, 7_000, 0), strict=True)
    ):
        await shard.append(
            msgspec.structs.replace(shard.accepted(entry, f"c{base}", base), deadline=deadline)
        )
        deadlines.append(await event_log.client.zscore(shard.keys.deadlines, shard.game))

    assert deadlines == [None, 5_000, 5_000, 7_000, None]


async def test_a_command_that_lost_a_race_leaves_the_deadline_alone(event_log: EventLog) -> None:
    shard = Shard(event_log, new_game())
    await shard.own()
    first, second = await shard.deliver(2)
    await shard.append(msgspec.structs.replace(shard.accepted(first, "c1", 0), deadline=5_000))

    stale = msgspec.structs.replace(shard.accepted(second, "c2", 0), deadline=9_000)
    assert await shard.append(stale) == ["again"]

    assert await event_log.client.zscore(shard.keys.deadlines, shard.game) == 5_000


async def test_a_rejection_decided_on_an_old_state_comes_back_too(shard: Shard) -> None:
    first, second = await shard.deliver(2)
    await shard.append(shard.accepted(first, "c1", 0))
    assert await shard.append(shard.rejected(second, "c2", 0)) == ["again"]


async def test_a_lost_race_in_one_game_does_not_hold_up_another(
    shard: Shard, event_log: EventLog
) -> None:
    other = new_game(shard.keys.number)
    first, second = await shard.deliver(2)
    answers = await shard.append(
        shard.accepted(first, "c1", 7),
        Decided(second, other, "c1", 0, commit=b"commit 1"),
    )
    assert answers == ["again", "done"]
    assert await event_log.version(other) == 1


async def test_nobody_but_the_owner_appends(shard: Shard, client: Client) -> None:
    (entry,) = await shard.deliver()
    with pytest.raises(NotOwnerError, match=f"shard {shard.keys.number} has another owner"):
        await shard.append(shard.accepted(entry, "c1", 0), token="owner-0")
    await client.delete(shard.keys.owner(ENGINE_GROUP))
    with pytest.raises(NotOwnerError):
        await shard.append(shard.accepted(entry, "c1", 0))
    assert await client.exists(shard.keys.game(shard.game)) == 0
    assert await shard.outcomes() == []
    assert await shard.pending() == 1


async def test_what_is_no_command_becomes_a_dead_letter(shard: Shard, client: Client) -> None:
    first, second = await shard.deliver(2)
    answers = await shard.append(Decided(first, dead=b"letter 1"), shard.accepted(second, "c2", 0))
    assert answers == ["done", "done"]
    assert [fields for _, fields in await client.xrange(shard.keys.dead)] == [
        {b"letter": b"letter 1"}
    ]
    assert await shard.outcomes() == [("c2", 1)]
    assert await shard.pending() == 0


async def test_a_command_put_aside_is_answered_as_well(shard: Shard, client: Client) -> None:
    (entry,) = await shard.deliver()
    dead = Decided(entry, shard.game, "c1", ANY_VERSION, rejection=NO, dead=b"letter")
    assert await shard.append(dead) == ["done"]
    assert await shard.outcomes() == [("c1", "no")]
    assert await client.xlen(shard.keys.dead) == 1


async def test_a_full_batch_of_many_games_fits_into_one_script(
    shard: Shard, event_log: EventLog
) -> None:
    games = [new_game(shard.keys.number) for _ in range(1000)]
    entries = await shard.deliver(1000)
    decided = [
        Decided(entry, game, "c1", 0, commit=b"commit")
        for entry, game in zip(entries, games, strict=True)
    ]
    assert await shard.append(*decided) == ["done"] * 1000
    assert await shard.pending() == 0
    assert await event_log.version(games[999]) == 1


async def test_a_group_starts_at_the_first_entry_and_is_made_once(
    event_log: EventLog, client: Client
) -> None:
    game = new_game()
    shard = event_log.shard(game)
    entry = await event_log.send(game, b"before the group")
    await event_log.ensure_group(shard)
    read = await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"})
    entries = [(one, fields) for _, found in read for one, fields in found]
    assert entries == [(entry, {b"command": b"before the group"})]
    await event_log.ensure_group(shard)
    assert (await client.xpending(shard.commands, ENGINE_GROUP))["pending"] == 1


async def test_a_game_is_read_from_any_version(event_log: EventLog, client: Client) -> None:
    game = new_game()
    stream = event_log.shard(game).game(game)
    last = 2 * READ_COUNT + 3
    async with client.pipeline(transaction=False) as pipe:
        for seq in range(1, last + 1):
            pipe.xadd(stream, {"commit": f"commit {seq}"}, id=f"{seq}-0")
        await pipe.execute()
    assert await event_log.version(game) == last
    for after in (0, 1, READ_COUNT, last - READ_COUNT, last - 1, last, last + 1):
        lines = [line async for line in event_log.read(game, after)]
        assert lines == [b"commit %d" % seq for seq in range(after + 1, last + 1)]


async def test_a_game_that_does_not_exist_has_no_commits(event_log: EventLog) -> None:
    game = new_game()
    assert await event_log.version(game) == 0
    assert [line async for line in event_log.read(game)] == []


async def test_a_game_is_followed_from_a_version_on(event_log: EventLog, client: Client) -> None:
    game = new_game()
    stream = event_log.shard(game).game(game)
    for seq in (1, 2, 3):
        await client.xadd(stream, {"commit": f"commit {seq}"}, id=f"{seq}-0")
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def follow() -> None:
        async for line in event_log.follow_game(game, after=1):
            heard.put_nowait(line)

    following = asyncio.create_task(follow())
    async with asyncio.timeout(10):
        assert await heard.get() == b"commit 2"
        assert await heard.get() == b"commit 3"
        await client.xadd(stream, {"commit": "commit 4"}, id="4-0")
        assert await heard.get() == b"commit 4"
    await end(following)


async def test_where_outcomes_stand(shard: Shard, event_log: EventLog) -> None:
    assert await event_log.outcomes_now(shard.keys) == "0-0"
    first, second = await shard.deliver(2)
    await shard.append(shard.accepted(first, "c1", 0))
    now = await event_log.outcomes_now(shard.keys)
    await shard.append(shard.accepted(second, "c2", 1))
    later = await event_log.client.xrange(shard.keys.outcomes, min=f"({now}")
    assert [read_outcome(fields).command for _, fields in later] == ["c2"]


def test_an_outcome_is_read_with_its_rejection() -> None:
    rejection = Rejection("stale", "Too late.", {"expected": 3})
    fields = {b"command": b"c1", b"game": b"g1", b"rejection": canonical(rejection)}
    outcome = read_outcome(fields)
    assert (outcome.seq, outcome.rejection) == (None, rejection)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=type(outcome)) == outcome

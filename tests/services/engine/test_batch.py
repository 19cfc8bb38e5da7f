"""A batch: every entry gets its outcome, whatever is in it."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from schemas.commit import AnyCommand, AnyCommit, canonical
from schemas.outcome import Outcome
from services.engine import batch as batches
from services.engine.batch import ATTEMPTS_MAX, DELIVERIES_ALONE, DELIVERIES_MAX, Batch, Entry
from services.engine.deciding import Envelope, decide
from services.engine.memory import Memory
from services.runtime.connection import Client
from services.runtime.dead_letters import DeadLetter
from services.runtime.dispatch import read_outcome
from services.runtime.event_log import ENGINE_GROUP, EventLog, NotOwnerError
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import CONFLICTS, DEAD_LETTERS, REPEATED
from tests.services.asking import ask, ask_open, ask_seat, commits_of, history, new_game

pytestmark = pytest.mark.anyio

SHARD = 2
TOKEN = "owner-1"


class Desk:
    """One shard, its commands and what became of them."""

    def __init__(self, event_log: EventLog) -> None:
        self.log = event_log
        self.shard: ShardKeys = event_log.all_shards()[SHARD]
        self.memory = Memory(event_log, games_max=1000, snapshot_every=1000)
        self.batch = Batch(event_log, self.memory, self.shard, TOKEN, asyncio.Lock())

    async def own(self, token: str = TOKEN) -> None:
        await self.log.client.set(self.shard.owner(ENGINE_GROUP), token)
        await self.log.ensure_group(self.shard)

    async def deliver(self, *commands: AnyCommand | bytes) -> list[Entry]:
        for command in commands:
            raw = command if isinstance(command, bytes) else canonical(command)
            await self.log.client.xadd(self.shard.commands, {"command": raw})
        read: Any = await self.log.client.xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {self.shard.commands: ">"}, count=1000
        )
        return [Entry(entry, fields[b"command"]) for _, found in read for entry, fields in found]

    async def process(self, *commands: AnyCommand | bytes) -> list[str]:
        """The outcomes, in order."""
        before = await self.log.outcomes_now(self.shard)
        await self.batch.process(await self.deliver(*commands))
        return await self.outcomes(before)

    async def outcomes(self, after: str = "0-0") -> list[str]:
        entries = await self.log.client.xrange(self.shard.outcomes, min=f"({after}")
        return [_short(read_outcome(fields)) for _, fields in entries]

    async def letters(self) -> list[DeadLetter]:
        entries = await self.log.client.xrange(self.shard.dead)
        return [msgspec.json.decode(fields[b"letter"], type=DeadLetter) for _, fields in entries]

    async def pending(self) -> int:
        answer = await self.log.client.xpending(self.shard.commands, ENGINE_GROUP)
        return int(answer["pending"])

    async def commits(self, game: str) -> list[AnyCommit]:
        return await commits_of(self.log, game)


def _short(outcome: Outcome) -> str:
    said = outcome.rejection.code if outcome.rejection else outcome.seq
    return f"{outcome.command}:{said}"


def counted(metric: Any) -> float:
    value: float = metric._value.get()
    return value


@pytest.fixture
async def desk(event_log: EventLog) -> Desk:
    desk = Desk(event_log)
    await desk.own()
    return desk


@pytest.fixture
def game() -> str:
    return new_game(SHARD)


async def test_commands_are_decided_in_their_order(desk: Desk, game: str) -> None:
    other = new_game(SHARD)
    assert await desk.process(
        ask_seat(game, id="early"),
        ask_open(game, id="open"),
        ask_seat(game, 0, id="sit"),
        ask_open(other, id="open"),
        ask_seat(game, 0, id="sit-again"),
        ask_seat(game, 1, id="leave"),
        ask_seat(game, 1, id="leave-again"),
    ) == [
        "early:not_open",
        "open:1",
        "sit:2",
        "open:1",
        "sit-again:seat_taken",
        "leave:3",
        "leave-again:seat_empty",
    ]
    assert [commit.command.id for commit in await desk.commits(game)] == ["open", "sit", "leave"]
    assert await desk.pending() == 0
    assert await desk.letters() == []


async def test_the_next_batch_goes_on_from_memory(desk: Desk, game: str) -> None:
    await desk.process(ask_open(game, id="open"))
    assert await desk.process(ask_seat(game, id="sit", expected_seq=1)) == ["sit:2"]
    assert list(desk.memory._positions) == [game]


async def test_duplicates_within_a_batch_have_one_effect(desk: Desk, game: str) -> None:
    opened, sit, leave = (
        ask_open(game, id="o"),
        ask_seat(game, 0, id="s"),
        ask_seat(game, 1, id="l"),
    )
    repeated = counted(REPEATED)
    outcomes = await desk.process(opened, opened, sit, sit, sit, leave, opened, leave)
    assert sorted(outcomes) == sorted(
        ["o:1", "o:1", "o:1", "s:2", "s:2", "s:2", "l:3", "l:3"],
    )
    assert [commit.command.id for commit in await desk.commits(game)] == ["o", "s", "l"]
    assert counted(REPEATED) == repeated + 5


async def test_a_command_that_would_be_accepted_twice_has_one_effect(desk: Desk, game: str) -> None:
    """Seat 0 sits and gets up: what comes again would be legal, and all after it moves on."""
    await desk.process(ask_open(game, id="o"))
    sit, leave = ask_seat(game, 0, id="s"), ask_seat(game, 1, id="l")
    conflicts = counted(CONFLICTS)
    outcomes = await desk.process(sit, leave, sit, ask_seat(game, 0, id="s2"), leave)
    assert sorted(outcomes) == ["l:3", "l:3", "s2:4", "s:2", "s:2"]
    assert [commit.command.id for commit in await desk.commits(game)] == ["o", "s", "l", "s2"]
    assert counted(CONFLICTS) > conflicts


async def test_what_another_engine_wrote_meanwhile_is_seen(desk: Desk, game: str) -> None:
    other = Desk(desk.log)
    await desk.process(ask_open(game, id="o"))
    await other.process(ask_seat(game, 0, id="theirs"))
    conflicts = counted(CONFLICTS)
    assert await desk.process(
        ask_seat(game, 0, id="ours"), ask_seat(game, 1, id="leave"), ask_open(new_game(SHARD))
    )
    assert counted(CONFLICTS) == conflicts + 2
    outcomes = await desk.outcomes()
    assert "ours:seat_taken" in outcomes
    assert "leave:3" in outcomes
    assert len(await desk.commits(game)) == 3


async def test_without_the_lock_nothing_happens(desk: Desk, game: str) -> None:
    await desk.own("owner-2")
    with pytest.raises(NotOwnerError):
        await desk.process(ask_open(game))
    assert await desk.commits(game) == []
    assert await desk.outcomes() == []
    assert await desk.pending() == 1


BYTES = {
    "empty": b"",
    "not-json": b"\x80\x04pickle",
    "not-utf-8": b'{"id":"\xff\xfe"}',
    "cut-off": b'{"id":"c1","game":"g1",',
    "no-command": b'{"hello":"world"}',
    "nested-too-deep": b"[" * 100_000,
    "action-nested-too-deep": b'{"id":"c1","game":"g1","seat":0,"at":1,"action":'
    + b"[" * 100_000
    + b"]" * 100_000
    + b"}",
}


@pytest.mark.parametrize("name", BYTES)
async def test_bytes_that_are_no_command_are_put_aside(desk: Desk, game: str, name: str) -> None:
    letters = counted(DEAD_LETTERS)
    assert await desk.process(
        ask_open(game, id="before"), BYTES[name], ask_seat(game, id="after")
    ) == ["before:1", "after:2"]
    (letter,) = await desk.letters()
    assert letter.reason.startswith("no command")
    assert letter.command == BYTES[name].decode(errors="replace")
    assert await desk.pending() == 0
    assert counted(DEAD_LETTERS) == letters + 1


async def test_an_entry_without_a_command_is_put_aside(desk: Desk, game: str) -> None:
    await desk.batch.process([Entry((await desk.deliver(b"x"))[0].id, b"")])
    assert [letter.command for letter in await desk.letters()] == [""]
    assert await desk.pending() == 0
    assert await desk.process(ask_open(game, id="o")) == ["o:1"]


async def test_a_command_for_another_shard_is_put_aside(desk: Desk, game: str) -> None:
    lost = ask_open(new_game(SHARD + 1))
    assert await desk.process(lost, ask_open(game, id="o")) == ["o:1"]
    (letter,) = await desk.letters()
    assert letter.reason == "a command for another shard"
    assert letter.command == canonical(lost).decode()


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[int]]:
    """Make the engine raise on a command; what is given back counts how often."""

    def poisoned(command: str) -> list[int]:
        attempts: list[int] = []

        def raising(envelope: Envelope, *rest: Any) -> Any:
            if envelope.id == command:
                attempts.append(len(attempts))
                raise ZeroDivisionError("a mistake in the rules")
            return decide(envelope, *rest)

        monkeypatch.setattr(batches, "decide", raising)
        return attempts

    return poisoned


async def test_a_poisoned_command_stops_nobody(
    desk: Desk, game: str, poison: Callable[[str], list[int]]
) -> None:
    attempts = poison("bad")
    other = new_game(SHARD)
    bad = ask_seat(game, 0, id="bad")
    outcomes = await desk.process(
        ask_open(game, id="open"),
        bad,
        ask_open(other, id="other"),
        ask_seat(game, 0, id="sit"),
        ask_seat(game, 1, id="leave"),
    )
    assert sorted(outcomes) == ["bad:internal", "leave:3", "open:1", "other:1", "sit:2"]
    assert [commit.command.id for commit in await desk.commits(game)] == ["open", "sit", "leave"]
    assert len(attempts) >= ATTEMPTS_MAX, "the game was read anew in between"
    (letter,) = await desk.letters()
    assert letter.command == canonical(bad).decode()
    assert "Traceback" in letter.reason
    assert "ZeroDivisionError: a mistake in the rules" in letter.reason
    assert await desk.pending() == 0
    assert await desk.process(bad) == ["bad:internal"], "and it stays so"


async def test_a_command_poisoned_by_a_wrong_memory_is_decided_on_the_truth(
    desk: Desk, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.process(ask_open(game, id="o"))
    failed: list[str] = []

    def once(envelope: Envelope, *rest: Any) -> Any:
        if not failed:
            failed.append(envelope.id)
            raise RuntimeError("the memory was wrong")
        return decide(envelope, *rest)

    monkeypatch.setattr(batches, "decide", once)
    assert await desk.process(ask_seat(game, id="s")) == ["s:2"]
    assert failed == ["s"]
    assert await desk.letters() == []


async def test_a_server_that_fails_while_a_game_is_read_anew_costs_no_command(
    desk: Desk, game: str, poison: Callable[[str], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    poison("s")

    async def lost(*_: Any, **__: Any) -> None:
        raise ConnectionError("no way to the server")

    monkeypatch.setattr(desk.memory, "load", lost)
    desk.memory._positions[game] = history(game, 1)[0][1]
    with pytest.raises(ConnectionError):
        await desk.process(ask_seat(game, id="s"))
    assert await desk.outcomes() == []
    assert await desk.letters() == []
    assert await desk.pending() == 1


async def test_a_game_that_does_not_replay_stops_no_other(
    desk: Desk, game: str, client: Client
) -> None:
    bad = new_game(SHARD)
    await client.xadd(desk.shard.game(bad), {"commit": "{}"}, id="1-0")
    assert await desk.process(
        ask_open(game, id="o"), ask_seat(bad, id="b"), ask_seat(game, id="s")
    ) == ["o:1", "b:internal", "s:2"]
    (letter,) = await desk.letters()
    assert "Unreadable" in letter.reason
    assert await client.xlen(desk.shard.game(bad)) == 1


async def test_a_stream_that_lost_its_last_commit_stops_no_other(
    desk: Desk, game: str, client: Client
) -> None:
    """Nobody may delete from a stream. If somebody does, the server takes no commit there."""
    bad = new_game(SHARD)
    await desk.process(ask_open(bad, id="o"), ask_seat(bad, id="s"))
    await client.xdel(desk.shard.game(bad), "2-0")
    desk.memory.forget([bad])
    outcomes = await desk.process(
        ask_open(game, id="before"), ask_seat(bad, id="b"), ask_seat(game, id="after")
    )
    assert sorted(outcomes) == ["after:2", "b:internal", "before:1"]
    assert await desk.pending() == 0
    assert len(await desk.letters()) == 1


async def test_what_was_delivered_too_often_is_decided_alone(
    desk: Desk, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    append = desk.log.append

    async def spied(shard: ShardKeys, token: str, decided: Any) -> list[str]:
        sizes.append(len(decided))
        return await append(shard, token, decided)

    monkeypatch.setattr(desk.log, "append", spied)
    often = DELIVERIES_ALONE + 1
    commands = [ask_open(game), *(ask_seat(game, turn) for turn in range(5))]
    entries = await desk.deliver(*commands)
    times = [1, 1, often, often, 1, 1]
    await desk.batch.process(
        [Entry(entry.id, entry.command, n) for entry, n in zip(entries, times, strict=True)]
    )
    assert sizes == [2, 1, 1, 2]
    assert [commit.seq for commit in await desk.commits(game)] == [1, 2, 3, 4, 5, 6]


async def test_what_no_engine_survived_is_put_aside_unread(desk: Desk, game: str) -> None:
    await desk.process(ask_open(game, id="o"))
    killer, after = await desk.deliver(ask_seat(game, id="killer"), ask_seat(game, id="after"))
    deadly = Entry(killer.id, killer.command, DELIVERIES_MAX + 1)
    await desk.batch.process([deadly, after])
    assert await desk.outcomes() == ["o:1", "killer:internal", "after:2"]
    (letter,) = await desk.letters()
    assert f"delivered {DELIVERIES_MAX + 1} times" in letter.reason


async def test_a_refused_command_is_refused_with_its_reason(desk: Desk, game: str) -> None:
    assert await desk.process(
        ask_open(game, id="o"),
        ask_seat(game, id="stale", expected_seq=0),
        ask(game, {"type": "fly"}, 0, id="malformed"),
        ask(game, {"type": "draw"}, 0, id="not-started"),
        ask_open(game, id="twice"),
    ) == [
        "o:1",
        "stale:stale",
        "malformed:malformed",
        "not-started:not_started",
        "twice:already_open",
    ]
    assert len(await desk.commits(game)) == 1

"""A batch gives every entry an outcome, whatever its content."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from schemas.commit import AnyCommand, AnyCommit, Command, canonical
from schemas.outcome import Outcome
from services.engine import batch as batches
from services.engine.batch import ATTEMPTS_MAX, BatchProcessor
from services.engine.deciding import QueuedCommand, decide
from services.engine.memory import Memory
from services.engine.seeds import seed_source
from services.engine.suspects import DELIVERIES_ALONE, DELIVERIES_MAX
from services.runtime.operations.telemetry import APPEND_CONFLICTS, DEAD_LETTERS, DUPLICATE_COMMANDS
from services.runtime.store.command_stream import CommandEntry
from services.runtime.store.dead_letters import DeadLetter
from services.runtime.store.event_log import ENGINE_GROUP, EventLog, NotOwnerError
from services.runtime.store.keys import ShardKeys, StreamKeys
from tests.services.commands import (
    commits_of,
    history,
    new_command,
    new_table_id,
    open_command,
    seat_command,
)
from tests.services.full_client import FullClient, client_of
from tests.services.outcomes import outcomes_of

pytestmark = pytest.mark.anyio

SHARD = 2
TOKEN = "owner-1"


class BatchRunner:
    """Runs batches on one shard and reads their outcomes."""

    def __init__(self, event_log: EventLog) -> None:
        self.log = event_log
        self.shard: ShardKeys = event_log.all_shards()[SHARD]
        self.memory = Memory(event_log, tables_max=1000, snapshot_every=1000)
        self.processor = self.new_processor()

    def new_processor(self, *options: Any) -> BatchProcessor:
        return BatchProcessor(
            self.log, self.memory, StreamKeys(self.shard), asyncio.Lock(), *options
        )

    async def own(self, token: str = TOKEN) -> None:
        await client_of(self.log).set(self.shard.owner(ENGINE_GROUP), token)
        await self.log.ensure_group(StreamKeys(self.shard))

    async def deliver(self, *commands: AnyCommand | bytes) -> list[CommandEntry]:
        for command in commands:
            raw = command if isinstance(command, bytes) else canonical(command)
            await client_of(self.log).xadd(self.shard.commands, {"command": raw})
        reply: Any = await client_of(self.log).xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {self.shard.commands: ">"}, count=1000
        )
        return [
            CommandEntry(entry_id, fields[b"command"])
            for _, entries in reply
            for entry_id, fields in entries
        ]

    async def process(self, *commands: AnyCommand | bytes) -> list[str]:
        """Process commands and return their outcomes in order."""
        before = await outcomes_of(self.log, self.shard)
        await self.processor.process(await self.deliver(*commands), TOKEN)
        outcomes = await outcomes_of(self.log, self.shard)
        for outcome in before:
            outcomes.remove(outcome)
        ids = [(command.table, command.id) for command in commands if isinstance(command, Command)]
        outcomes.sort(key=lambda outcome: ids.index((outcome.table, outcome.command)))
        return [_summarize(outcome) for outcome in outcomes]

    async def outcomes(self) -> list[str]:
        return [_summarize(outcome) for outcome in await outcomes_of(self.log, self.shard)]

    async def dead_letters(self) -> list[DeadLetter]:
        entries = await client_of(self.log).xrange(self.shard.dead_letters)
        return [
            msgspec.json.decode(fields[b"dead_letter"], type=DeadLetter) for _, fields in entries
        ]

    async def pending(self) -> int:
        summary = await client_of(self.log).xpending(self.shard.commands, ENGINE_GROUP)
        return int(summary["pending"])

    async def commits(self, table_id: str) -> list[AnyCommit]:
        return await commits_of(self.log, table_id)


def _summarize(outcome: Outcome) -> str:
    result = outcome.rejection.code if outcome.rejection else outcome.seq
    return f"{outcome.command}:{result}"


def value_of(metric: Any) -> float:
    value: float = metric._value.get()
    return value


@pytest.fixture
async def runner(event_log: EventLog) -> BatchRunner:
    runner = BatchRunner(event_log)
    await runner.own()
    return runner


@pytest.fixture
def table_id() -> str:
    return new_table_id(SHARD)


async def test_decides_commands_in_stream_order(runner: BatchRunner, table_id: str) -> None:
    other = new_table_id(SHARD)
    assert await runner.process(
        seat_command(table_id, id="early"),
        open_command(table_id, id="open"),
        seat_command(table_id, 0, id="sit"),
        open_command(other, id="open"),
        seat_command(table_id, 0, id="sit-again"),
        seat_command(table_id, 1, id="leave"),
        seat_command(table_id, 1, id="leave-again"),
    ) == [
        "early:not_open",
        "open:1",
        "sit:2",
        "open:1",
        "sit-again:seat_taken",
        "leave:3",
        "leave-again:seat_empty",
    ]
    assert [commit.command.id for commit in await runner.commits(table_id)] == [
        "open",
        "sit",
        "leave",
    ]
    assert await runner.pending() == 0
    assert await runner.dead_letters() == []


async def test_the_next_batch_continues_from_memory(runner: BatchRunner, table_id: str) -> None:
    await runner.process(open_command(table_id, id="open"))
    assert await runner.process(seat_command(table_id, id="sit", expected_seq=1)) == ["sit:2"]
    assert runner.memory._cache.table_ids() == [table_id]


async def test_equal_openings_get_equal_seeds_only_with_fixed_dice(runner: BatchRunner) -> None:
    async def seeds() -> set[str]:
        tables = [new_table_id(SHARD), new_table_id(SHARD)]
        await runner.process(*(open_command(table) for table in tables))
        return {(await runner.commits(table))[0].events[0].seed for table in tables}

    assert len(await seeds()) == 2
    runner.processor = runner.new_processor(seed_source("fixed"))
    assert len(await seeds()) == 1


async def test_duplicates_within_a_batch_have_one_effect(
    runner: BatchRunner, table_id: str
) -> None:
    opened, sit, leave = (
        open_command(table_id, id="o"),
        seat_command(table_id, 0, id="s"),
        seat_command(table_id, 1, id="l"),
    )
    duplicates = value_of(DUPLICATE_COMMANDS)
    outcomes = await runner.process(opened, opened, sit, sit, sit, leave, opened, leave)
    assert sorted(outcomes) == sorted(
        ["o:1", "o:1", "o:1", "s:2", "s:2", "s:2", "l:3", "l:3"],
    )
    assert [commit.command.id for commit in await runner.commits(table_id)] == ["o", "s", "l"]
    assert value_of(DUPLICATE_COMMANDS) == duplicates + 5


async def test_a_command_that_would_be_accepted_twice_has_one_effect(
    runner: BatchRunner, table_id: str
) -> None:
    """Seat 0 sits down and leaves, so its repeated commands would be legal again."""
    await runner.process(open_command(table_id, id="o"))
    sit, leave = seat_command(table_id, 0, id="s"), seat_command(table_id, 1, id="l")
    conflicts = value_of(APPEND_CONFLICTS)
    outcomes = await runner.process(sit, leave, sit, seat_command(table_id, 0, id="s2"), leave)
    assert sorted(outcomes) == ["l:3", "l:3", "s2:4", "s:2", "s:2"]
    assert [commit.command.id for commit in await runner.commits(table_id)] == ["o", "s", "l", "s2"]
    assert value_of(APPEND_CONFLICTS) > conflicts


async def test_decides_on_commits_of_another_engine(runner: BatchRunner, table_id: str) -> None:
    other = BatchRunner(runner.log)
    await runner.process(open_command(table_id, id="o"))
    await other.process(seat_command(table_id, 0, id="theirs"))
    conflicts = value_of(APPEND_CONFLICTS)
    assert await runner.process(
        seat_command(table_id, 0, id="ours"),
        seat_command(table_id, 1, id="leave"),
        open_command(new_table_id(SHARD)),
    )
    assert value_of(APPEND_CONFLICTS) == conflicts + 2
    outcomes = await runner.outcomes()
    assert "ours:seat_taken" in outcomes
    assert "leave:3" in outcomes
    assert len(await runner.commits(table_id)) == 3


async def test_without_the_lock_nothing_is_appended(runner: BatchRunner, table_id: str) -> None:
    await runner.own("owner-2")
    with pytest.raises(NotOwnerError):
        await runner.process(open_command(table_id))
    assert await runner.commits(table_id) == []
    assert await runner.outcomes() == []
    assert await runner.pending() == 1


BYTES = {
    "empty": b"",
    "not-json": b"\x80\x04pickle",
    "not-utf-8": b'{"id":"\xff\xfe"}',
    "cut-off": b'{"id":"c1","table":"g1",',
    "no-command": b'{"hello":"world"}',
    "nested-too-deep": b"[" * 100_000,
    "action-nested-too-deep": b'{"id":"c1","table":"g1","seat":0,"action":'
    + b"[" * 100_000
    + b"]" * 100_000
    + b"}",
}


@pytest.mark.parametrize("name", BYTES)
async def test_invalid_bytes_become_a_dead_letter(
    runner: BatchRunner, table_id: str, name: str
) -> None:
    count = value_of(DEAD_LETTERS)
    assert await runner.process(
        open_command(table_id, id="before"), BYTES[name], seat_command(table_id, id="after")
    ) == ["before:1", "after:2"]
    (dead_letter,) = await runner.dead_letters()
    assert dead_letter.reason.startswith("not a command")
    assert dead_letter.command == BYTES[name].decode(errors="replace")
    assert await runner.pending() == 0
    assert value_of(DEAD_LETTERS) == count + 1


async def test_an_entry_without_a_command_becomes_a_dead_letter(
    runner: BatchRunner, table_id: str
) -> None:
    await runner.processor.process([CommandEntry((await runner.deliver(b"x"))[0].id, b"")], TOKEN)
    assert [dead_letter.command for dead_letter in await runner.dead_letters()] == [""]
    assert await runner.pending() == 0
    assert await runner.process(open_command(table_id, id="o")) == ["o:1"]


async def test_a_command_of_another_shard_becomes_a_dead_letter(
    runner: BatchRunner, table_id: str
) -> None:
    misplaced = open_command(new_table_id(SHARD + 1))
    assert await runner.process(misplaced, open_command(table_id, id="o")) == ["o:1"]
    (dead_letter,) = await runner.dead_letters()
    assert dead_letter.reason == "the command belongs to another shard"
    assert dead_letter.command == canonical(misplaced).decode()


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[int]]:
    """Make the engine fail on a command. Returns a list that grows with each attempt."""

    def poison_command(command_id: str) -> list[int]:
        attempts: list[int] = []

        def failing_decide(queued: QueuedCommand, *rest: Any) -> Any:
            if queued.id == command_id:
                attempts.append(len(attempts))
                raise ZeroDivisionError("a bug in the rules")
            return decide(queued, *rest)

        monkeypatch.setattr(batches, "decide", failing_decide)
        return attempts

    return poison_command


async def test_a_poisoned_command_does_not_stop_others(
    runner: BatchRunner, table_id: str, poison: Callable[[str], list[int]]
) -> None:
    attempts = poison("bad")
    other = new_table_id(SHARD)
    bad = seat_command(table_id, 0, id="bad")
    outcomes = await runner.process(
        open_command(table_id, id="open"),
        bad,
        open_command(other, id="other"),
        seat_command(table_id, 0, id="sit"),
        seat_command(table_id, 1, id="leave"),
    )
    assert sorted(outcomes) == ["bad:internal", "leave:3", "open:1", "other:1", "sit:2"]
    assert [commit.command.id for commit in await runner.commits(table_id)] == [
        "open",
        "sit",
        "leave",
    ]
    assert len(attempts) >= ATTEMPTS_MAX, "the table is reloaded between attempts"
    (dead_letter,) = await runner.dead_letters()
    assert dead_letter.command == canonical(bad).decode()
    assert "Traceback" in dead_letter.reason
    assert "ZeroDivisionError: a bug in the rules" in dead_letter.reason
    assert await runner.pending() == 0
    assert await runner.process(bad) == ["bad:internal"], "a duplicate gets the same outcome"


async def test_a_command_that_fails_on_a_cached_position_is_retried_on_a_reloaded_one(
    runner: BatchRunner, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await runner.process(open_command(table_id, id="o"))
    failures: list[str] = []

    def fail_once(queued: QueuedCommand, *rest: Any) -> Any:
        if not failures:
            failures.append(queued.id)
            raise RuntimeError("the cached position is wrong")
        return decide(queued, *rest)

    monkeypatch.setattr(batches, "decide", fail_once)
    assert await runner.process(seat_command(table_id, id="s")) == ["s:2"]
    assert failures == ["s"]
    assert await runner.dead_letters() == []


async def test_an_outage_while_a_table_is_reloaded_leaves_the_command_pending(
    runner: BatchRunner,
    table_id: str,
    poison: Callable[[str], list[int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    poison("s")

    async def fail_to_load(*_: Any, **__: Any) -> None:
        raise ConnectionError("no connection to the server")

    monkeypatch.setattr(runner.memory, "load", fail_to_load)
    runner.memory._cache.keep(history(table_id, 1)[0][1])
    with pytest.raises(ConnectionError):
        await runner.process(seat_command(table_id, id="s"))
    assert await runner.outcomes() == []
    assert await runner.dead_letters() == []
    assert await runner.pending() == 1


async def test_a_table_that_does_not_replay_does_not_stop_others(
    runner: BatchRunner, table_id: str, client: FullClient
) -> None:
    bad = new_table_id(SHARD)
    await client.xadd(runner.shard.table(bad), {"commit": "{}"}, id="1-0")
    assert await runner.process(
        open_command(table_id, id="o"), seat_command(bad, id="b"), seat_command(table_id, id="s")
    ) == ["o:1", "b:internal", "s:2"]
    (dead_letter,) = await runner.dead_letters()
    assert "UnreadableRecordError" in dead_letter.reason
    assert await client.xlen(runner.shard.table(bad)) == 1


async def test_a_stream_without_its_last_commit_does_not_stop_others(
    runner: BatchRunner, table_id: str, client: FullClient
) -> None:
    """After a deletion, which is never allowed, the server refuses the next commit."""
    bad = new_table_id(SHARD)
    await runner.process(open_command(bad, id="o"), seat_command(bad, id="s"))
    await client.xdel(runner.shard.table(bad), "2-0")
    runner.memory.forget([bad])
    outcomes = await runner.process(
        open_command(table_id, id="before"),
        seat_command(bad, id="b"),
        seat_command(table_id, id="after"),
    )
    assert sorted(outcomes) == ["after:2", "b:internal", "before:1"]
    assert await runner.pending() == 0
    assert len(await runner.dead_letters()) == 1


async def test_a_command_that_crashes_engines_becomes_a_dead_letter(
    runner: BatchRunner, table_id: str
) -> None:
    await runner.process(open_command(table_id, id="o"))
    (crashing,) = await runner.deliver(seat_command(table_id, id="crash"))
    await runner.processor.process([redelivered(crashing, DELIVERIES_MAX + 1)], TOKEN)
    assert await runner.process(seat_command(table_id, id="after")) == ["after:2"]
    assert await runner.outcomes() == ["o:1", "after:2", "crash:internal"]
    (dead_letter,) = await runner.dead_letters()
    assert f"delivered {DELIVERIES_MAX + 1} times" in dead_letter.reason


async def test_a_suspect_below_the_limit_is_decided(runner: BatchRunner, table_id: str) -> None:
    (suspect,) = await runner.deliver(open_command(table_id, id="o"))
    await runner.processor.process([redelivered(suspect, DELIVERIES_MAX)], TOKEN)
    assert await runner.outcomes() == ["o:1"]


async def test_a_suspect_that_has_an_outcome_is_not_decided_again(
    runner: BatchRunner, table_id: str, poison: Callable[[str], list[int]]
) -> None:
    command = open_command(table_id, id="o")
    await runner.process(command)
    attempts = poison("o")
    (suspect,) = await runner.deliver(command)
    await runner.processor.process([redelivered(suspect, DELIVERIES_ALONE + 1)], TOKEN)
    assert attempts == []
    assert await runner.outcomes() == ["o:1", "o:1"]
    assert await runner.pending() == 0


def redelivered(entry: CommandEntry, deliveries: int) -> CommandEntry:
    return CommandEntry(entry.id, entry.content, deliveries)


async def test_rejections_carry_their_code(runner: BatchRunner, table_id: str) -> None:
    assert await runner.process(
        open_command(table_id, id="o"),
        seat_command(table_id, id="stale", expected_seq=0),
        new_command(table_id, {"type": "fly"}, 0, id="malformed"),
        new_command(table_id, {"type": "draw"}, 0, id="not-started"),
        open_command(table_id, id="twice"),
    ) == [
        "o:1",
        "stale:stale",
        "malformed:malformed",
        "not-started:not_started",
        "twice:already_open",
    ]
    assert len(await runner.commits(table_id)) == 1

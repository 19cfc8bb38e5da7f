"""Process a batch of one shard's commands: load together, decide in order, append in one script."""

import asyncio
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
import structlog
from msgspec import Struct

from games.clocks import deadline
from games.history import Position
from schemas.commit import canonical
from schemas.rejection import Rejection
from services.engine.deciding import (
    QueuedCommand,
    UnstoredOutcome,
    arrival_ms,
    decide,
    decode_command,
)
from services.engine.memory import LoadedPosition, Memory
from services.engine.seeds import SeedSource, random_seed
from services.runtime.operations.telemetry import (
    APPEND_CONFLICTS,
    BATCH_APPEND_SECONDS,
    BATCH_COMMANDS,
    BATCH_DECIDE_SECONDS,
    COMMAND,
    COMMAND_COMMIT_SECONDS,
    COMMAND_QUEUE_SECONDS,
    COMMANDS,
    COMMITS,
    DEAD_LETTERS,
    DUPLICATE_COMMANDS,
    ENTRY,
    EVENTS,
    TABLE,
)
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.dead_letters import DeadLetter
from services.runtime.store.event_log import ANY_SEQ, AppendRequest, EventLog
from services.runtime.store.keys import ShardKeys

ATTEMPTS_MAX = 3
"""How often the engine may fail on a command before it becomes a dead letter."""
DELIVERIES_ALONE = 3
"""A command delivered more often than this is decided alone: it may crash engines."""
DELIVERIES_MAX = 10
ROUNDS_MAX = 20

log = structlog.get_logger()


class CommandEntry(Struct, frozen=True, gc=False):
    """A delivered command and its delivery count."""

    id: bytes
    content: bytes
    deliveries: int = 1


class CommandCount(Struct, frozen=True, gc=False):
    """The labels a decided command is counted under."""

    action_type: str
    outcome: str
    code: str = ""
    events: int = 0


DEAD_LETTER = CommandCount("unknown", "dead_letter", "internal")


class BrokenStreamError(RuntimeError):
    """A table's stream refuses the next commit because entries were deleted from it."""


class BatchProcessor:
    """Decides entries of a shard while this engine holds its lock."""

    def __init__(  # noqa: PLR0913, PLR0917 - a shard, its lock, and what all shards share
        self,
        event_log: EventLog,
        memory: Memory,
        shard: ShardKeys,
        token: str,
        deciding: asyncio.Lock,
        new_seed: SeedSource = random_seed,
    ) -> None:
        self._log = event_log
        self._memory = memory
        self._shard = shard
        self._token = token
        self._deciding = deciding
        self._new_seed = new_seed
        self._broken: set[str] = set()
        """Tables whose streams refused a commit."""

    async def process(self, entries: Sequence[CommandEntry]) -> None:
        """Give every entry an outcome. Raises NotOwnerError when another engine owns the shard."""
        self._broken.clear()
        for part in _parts(entries):
            await self._process_part(part)

    async def _process_part(self, entries: list[CommandEntry]) -> None:
        BATCH_COMMANDS.observe(len(entries))
        for _ in range(ROUNDS_MAX):
            entries = await self._round(entries)
            if not entries:
                return
        raise RuntimeError(f"{len(entries)} commands still conflict after {ROUNDS_MAX} attempts")

    async def _round(self, entries: list[CommandEntry]) -> list[CommandEntry]:
        """Decide and append. Return the entries that lost a race and must be decided again."""
        decoded = [(entry, self._decode(entry)) for entry in entries]
        table_ids = dict.fromkeys(
            command.table for _, command in decoded if isinstance(command, QueuedCommand)
        )
        before = await self._memory.positions(table_ids)
        positions = dict(before)
        async with self._deciding:
            # Only one shard decides per turn of the event loop, so that locks are renewed and
            # replies are read in between.
            await asyncio.sleep(0)
            requests, counts, advanced = await self._decide_all(decoded, positions)
        start = time.perf_counter()
        results = await self._log.append(self._shard, self._token, requests)
        BATCH_APPEND_SECONDS.observe(time.perf_counter() - start)
        _observe_commits(decoded, requests, results)
        retries, stale = _settle(entries, requests, results, counts)
        self._broken.update(
            request.table_id
            for request, result in zip(requests, results, strict=True)
            if result == "broken"
        )
        # A table that lost a race has moved on: read it again.
        self._memory.forget(stale)
        await self._memory.keep(
            (position, _seq(before[table_id]))
            for table_id, position in advanced.items()
            if table_id not in stale
        )
        return retries

    async def _decide_all(
        self,
        decoded: list[tuple[CommandEntry, QueuedCommand | AppendRequest]],
        positions: dict[str, LoadedPosition],
    ) -> tuple[list[AppendRequest], list[CommandCount], dict[str, Position]]:
        """Return the append requests, their counts, and the new positions by table."""
        start = time.perf_counter()
        requests: list[AppendRequest] = []
        counts: list[CommandCount] = []
        advanced: dict[str, Position] = {}
        for entry, command in decoded:
            if isinstance(command, AppendRequest):
                requests.append(command)
                counts.append(DEAD_LETTER)
            else:
                request, count = await self._decide(entry, command, positions, advanced)
                requests.append(request)
                counts.append(count)
        BATCH_DECIDE_SECONDS.observe(time.perf_counter() - start)
        return requests, counts, advanced

    def _decode(self, entry: CommandEntry) -> QueuedCommand | AppendRequest:
        """Return the command of an entry, or a dead letter if the entry has no valid command."""
        try:
            command = decode_command(entry.content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            log.error("not a command", error=str(error), **{ENTRY: entry.id.decode()})
            return AppendRequest(
                entry.id, dead_letter=_dead_letter(entry, f"not a command: {error}")
            )
        if self._log.shard(command.table) != self._shard:
            return AppendRequest(
                entry.id, dead_letter=_dead_letter(entry, "the command belongs to another shard")
            )
        return command

    async def _decide(
        self,
        entry: CommandEntry,
        command: QueuedCommand,
        positions: dict[str, LoadedPosition],
        advanced: dict[str, Position],
    ) -> tuple[AppendRequest, CommandCount]:
        at = time.time_ns() // 1_000_000
        arrived_at = arrival_ms(entry.id)
        COMMAND_QUEUE_SECONDS.observe(max(0, at - arrived_at) / 1000)
        if entry.deliveries > DELIVERIES_ALONE:
            stored_outcome = await self._log.outcome(command.table, command.id)
            if stored_outcome is not None:
                # Probably a copy of a dead letter: do not risk another crash.
                ids = (entry.id, command.table, command.id, ANY_SEQ)
                return AppendRequest(*ids, rejection=stored_outcome), DEAD_LETTER
        try:
            if entry.deliveries > DELIVERIES_MAX:
                raise RuntimeError(f"delivered {entry.deliveries} times without an outcome")
            base_seq, outcome = await self._attempt(command, positions, arrived_at, at)
        except CONNECTION_ERRORS:
            # The server failed, not the command: it stays pending.
            raise
        except Exception:
            # No bug may stop the shard: the command becomes a dead letter.
            return self._reject_as_dead_letter(entry, command), DEAD_LETTER
        ids = (entry.id, command.table, command.id, base_seq)
        if outcome.after is not None:
            positions[command.table] = advanced[command.table] = outcome.after
            commit = canonical(outcome.commit)
            request = AppendRequest(*ids, commit, deadline=_deadline(outcome.after))
        else:
            request = AppendRequest(*ids, rejection=canonical(outcome.rejection))
        return request, _count_of(outcome)

    async def _attempt(
        self,
        command: QueuedCommand,
        positions: dict[str, LoadedPosition],
        arrived_at: int,
        at: int,
    ) -> tuple[int, UnstoredOutcome]:
        """Decide; on failure reload the table and retry, the last time without its snapshot."""
        for attempt in range(1, ATTEMPTS_MAX + 1):
            position = positions[command.table]
            try:
                if isinstance(position, Exception):
                    raise position
                if command.table in self._broken:
                    raise BrokenStreamError(f"the stream of table {command.table} refuses commits")
                seed = "" if position else self._new_seed(bytes(command.action))
                outcome = decide(command, position, arrived_at, at, seed)
            except Exception:
                if attempt == ATTEMPTS_MAX:
                    raise
                log.warning(
                    "deciding failed", attempt=attempt, exc_info=True, **_log_fields(command)
                )
                is_last_retry = attempt == ATTEMPTS_MAX - 1
                positions[command.table] = await self._memory.load(
                    command.table, use_snapshot=not is_last_retry
                )
            else:
                return position.seq if position else 0, outcome
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _reject_as_dead_letter(self, entry: CommandEntry, command: QueuedCommand) -> AppendRequest:
        log.error("command became a dead letter", exc_info=True, **_log_fields(command))
        rejection = Rejection(
            "internal",
            "The engine failed on this command. The table is unchanged.",
        )
        return AppendRequest(
            entry.id,
            command.table,
            command.id,
            ANY_SEQ,
            rejection=canonical(rejection),
            dead_letter=_dead_letter(entry, traceback.format_exc()),
        )


def _settle(
    entries: list[CommandEntry],
    requests: list[AppendRequest],
    results: list[str],
    counts: list[CommandCount],
) -> tuple[list[CommandEntry], set[str]]:
    """Return the entries to decide again, and the tables to read again."""
    retries: list[CommandEntry] = []
    stale: set[str] = set()
    done: Counter[CommandCount] = Counter()
    for entry, request, result, count in zip(entries, requests, results, counts, strict=True):
        if result in {"again", "broken"}:
            APPEND_CONFLICTS.inc()
            retries.append(entry)
            stale.add(request.table_id)
        elif result == "repeated":
            DUPLICATE_COMMANDS.inc()
            if request.commit:
                stale.add(request.table_id)
        else:
            done[count] += 1
    _count(done)
    return retries, stale


def _observe_commits(
    decoded: list[tuple[CommandEntry, QueuedCommand | AppendRequest]],
    requests: list[AppendRequest],
    results: list[str],
) -> None:
    now_ms = time.time_ns() // 1_000_000
    for (entry, command), request, result in zip(decoded, requests, results, strict=True):
        if request.commit and result == "done" and isinstance(command, QueuedCommand):
            COMMAND_COMMIT_SECONDS.observe(max(0, now_ms - arrival_ms(entry.id)) / 1000)


def _parts(entries: Sequence[CommandEntry]) -> Iterator[list[CommandEntry]]:
    """Split entries in order. An entry delivered too often is a part of its own."""
    for is_suspect, group in groupby(entries, lambda entry: entry.deliveries > DELIVERIES_ALONE):
        if is_suspect:
            yield from ([entry] for entry in group)
        else:
            yield list(group)


def _count_of(outcome: UnstoredOutcome) -> CommandCount:
    if outcome.commit is not None:
        return CommandCount(outcome.action_type, "accepted", events=len(outcome.commit.events))
    assert outcome.rejection is not None
    return CommandCount(outcome.action_type, "rejected", outcome.rejection.code)


def _count(counts: Counter[CommandCount]) -> None:
    """Count once per batch: updating a metric costs more than deciding a command."""
    for count, commands in counts.items():
        COMMANDS.labels(count.action_type, count.outcome, count.code).inc(commands)
        if count.outcome == "accepted":
            COMMITS.inc(commands)
            EVENTS.inc(commands * count.events)
        elif count.outcome == "dead_letter":
            DEAD_LETTERS.inc(commands)


def _seq(position: LoadedPosition) -> int:
    return position.seq if isinstance(position, Position) else 0


def _deadline(after: Position) -> int | None:
    assert after.table is not None, "every commit leaves a table"
    if isinstance(after.table.clocks, msgspec.UnsetType):
        return None
    return deadline(after.table) or 0


def _dead_letter(entry: CommandEntry, reason: str) -> bytes:
    command = entry.content.decode(errors="replace")
    at = time.time_ns() // 1_000_000
    return canonical(DeadLetter(entry.id.decode(), command, reason, at))


def _log_fields(command: QueuedCommand) -> dict[str, str]:
    return {TABLE: command.table, COMMAND: command.id}

"""A batch of one shard's commands: loaded together, decided in order, appended in one script."""

import asyncio
import secrets
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
import structlog
from msgspec import Struct

from games.clocks import deadline
from games.dice import SEED_BYTES
from games.history import Position
from schemas.commit import canonical
from schemas.rejection import Rejection
from services.engine.deciding import Envelope, Verdict, decide, open_envelope
from services.engine.memory import Memory, Where
from services.runtime.connection import LOST
from services.runtime.dead_letters import DeadLetter
from services.runtime.event_log import ANY_VERSION, Decided, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import (
    APPENDING_SECONDS,
    ARRIVAL_TO_COMMIT_SECONDS,
    BATCH_COMMANDS,
    COMMAND,
    COMMANDS,
    COMMITS,
    CONFLICTS,
    DEAD_LETTERS,
    DECIDING_SECONDS,
    ENTRY,
    EVENTS,
    GAME,
    REPEATED,
    WAITING_SECONDS,
)

ATTEMPTS_MAX = 3
"""How often a command may make the engine fail before it is put aside."""
DELIVERIES_ALONE = 3
"""A command delivered more often is decided alone: it may be what kills the engines."""
DELIVERIES_MAX = 10
ROUNDS_MAX = 20

log = structlog.get_logger()


class Entry(Struct, frozen=True, gc=False):
    """A command as it was delivered: for the how-manieth time?"""

    id: bytes
    command: bytes
    deliveries: int = 1


class Told(Struct, frozen=True, gc=False):
    """What is counted of a command."""

    kind: str
    outcome: str
    code: str = ""
    events: int = 0


DEAD = Told("unknown", "dead", "internal")


class BrokenStreamError(RuntimeError):
    """A game's stream takes no commit: somebody deleted from it, which nobody may."""


class Batch:
    """Decides entries of a shard for as long as its lock's token is good."""

    def __init__(
        self,
        event_log: EventLog,
        memory: Memory,
        shard: ShardKeys,
        token: str,
        deciding: asyncio.Lock,
    ) -> None:
        self._log = event_log
        self._memory = memory
        self._shard = shard
        self._token = token
        self._deciding = deciding
        self._broken: set[str] = set()
        """Games whose streams took no commit."""

    async def process(self, entries: Sequence[Entry]) -> None:
        """Give every entry its outcome. Raises NotOwnerError when the shard is another's."""
        self._broken.clear()
        for part in _parts(entries):
            await self._process_part(part)

    async def _process_part(self, todo: list[Entry]) -> None:
        BATCH_COMMANDS.observe(len(todo))
        for _ in range(ROUNDS_MAX):
            todo = await self._round(todo)
            if not todo:
                return
        raise RuntimeError(f"{len(todo)} commands still conflict after {ROUNDS_MAX} rounds")

    async def _round(self, entries: list[Entry]) -> list[Entry]:
        """Decide and append; what lost a race comes back to be decided again."""
        opened = [(entry, self._opened(entry)) for entry in entries]
        games = dict.fromkeys(env.game for _, env in opened if isinstance(env, Envelope))
        before = await self._memory.positions(games)
        now = dict(before)
        async with self._deciding:
            # One batch in a turn of the event loop, not one of every shard: locks are renewed and
            # answers are read in between.
            await asyncio.sleep(0)
            decided, told, made = await self._decide_all(opened, now)
        start = time.perf_counter()
        answers = await self._log.append(self._shard, self._token, decided)
        APPENDING_SECONDS.observe(time.perf_counter() - start)
        _note_commits(opened, decided, answers)
        again, wrong = _settle(entries, decided, answers, told)
        self._broken.update(
            one.game for one, answer in zip(decided, answers, strict=True) if answer == "broken"
        )
        # A game that lost a race stands elsewhere than we believe: it is read anew.
        self._memory.forget(wrong)
        await self._memory.keep(
            (position, _seq(before[game])) for game, position in made.items() if game not in wrong
        )
        return again

    async def _decide_all(
        self, opened: list[tuple[Entry, Envelope | Decided]], now: dict[str, Where]
    ) -> tuple[list[Decided], list[Told], dict[str, Position]]:
        """Decisions, what is counted of them, and where they lead."""
        start = time.perf_counter()
        decided: list[Decided] = []
        told: list[Told] = []
        made: dict[str, Position] = {}
        for entry, envelope in opened:
            if isinstance(envelope, Decided):
                decided.append(envelope)
                told.append(DEAD)
            else:
                one, counted = await self._decide(entry, envelope, now, made)
                decided.append(one)
                told.append(counted)
        DECIDING_SECONDS.observe(time.perf_counter() - start)
        return decided, told, made

    def _opened(self, entry: Entry) -> Envelope | Decided:
        """The command in an entry, or a dead letter when there is none."""
        try:
            envelope = open_envelope(entry.command)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            log.error("no command", error=str(error), **{ENTRY: entry.id.decode()})
            return Decided(entry.id, dead=_letter(entry, f"no command: {error}"))
        if self._log.shard(envelope.game) != self._shard:
            return Decided(entry.id, dead=_letter(entry, "a command for another shard"))
        return envelope

    async def _decide(
        self, entry: Entry, envelope: Envelope, now: dict[str, Where], made: dict[str, Position]
    ) -> tuple[Decided, Told]:
        at = time.time_ns() // 1_000_000
        WAITING_SECONDS.observe(max(0, at - envelope.at) / 1000)
        if entry.deliveries > DELIVERIES_ALONE:
            outcome = await self._log.outcome(envelope.game, envelope.id)
            if outcome is not None:
                # A copy of what was put aside, perhaps: nobody has to die of it again.
                names = (entry.id, envelope.game, envelope.id, ANY_VERSION)
                return Decided(*names, rejection=outcome), DEAD
        try:
            if entry.deliveries > DELIVERIES_MAX:
                raise RuntimeError(f"delivered {entry.deliveries} times, and no engine survived it")
            base, verdict = await self._attempt(envelope, now, at)
        except LOST:
            # The server failed, not the command: it stays pending.
            raise
        except Exception:
            # Whatever it is, it must not stop the shard: the command is put aside.
            return self._dead(entry, envelope), DEAD
        names = (entry.id, envelope.game, envelope.id, base)
        if verdict.after is not None:
            now[envelope.game] = made[envelope.game] = verdict.after
            commit = canonical(verdict.commit)
            return Decided(*names, commit, deadline=_deadline(verdict.after)), _told(verdict)
        return Decided(*names, rejection=canonical(verdict.rejection)), _told(verdict)

    async def _attempt(
        self, envelope: Envelope, now: dict[str, Where], at: int
    ) -> tuple[int, Verdict]:
        """Decide. If that fails, load the game anew and try again; at last from every commit."""
        for attempt in range(1, ATTEMPTS_MAX + 1):
            position = now[envelope.game]
            try:
                if isinstance(position, Exception):
                    raise position
                if envelope.game in self._broken:
                    raise BrokenStreamError(f"the stream of game {envelope.game} takes no commit")
                seed = "" if position else secrets.token_hex(SEED_BYTES)
                verdict = decide(envelope, position, at, seed)
            except Exception:
                if attempt == ATTEMPTS_MAX:
                    raise
                log.warning("deciding failed", attempt=attempt, exc_info=True, **_names(envelope))
                last = attempt == ATTEMPTS_MAX - 1
                now[envelope.game] = await self._memory.load(envelope.game, use_snapshot=not last)
            else:
                return position.seq if position else 0, verdict
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _dead(self, entry: Entry, envelope: Envelope) -> Decided:
        log.error("command put aside", exc_info=True, **_names(envelope))
        rejection = Rejection(
            "internal",
            "The engine failed on this command; it was put aside, and the game is as it was.",
        )
        return Decided(
            entry.id,
            envelope.game,
            envelope.id,
            ANY_VERSION,
            rejection=canonical(rejection),
            dead=_letter(entry, traceback.format_exc()),
        )


def _settle(
    entries: list[Entry], decided: list[Decided], answers: list[str], told: list[Told]
) -> tuple[list[Entry], set[str]]:
    """What has to be decided again, and the games that are elsewhere than we believed."""
    again: list[Entry] = []
    wrong: set[str] = set()
    done: Counter[Told] = Counter()
    for entry, one, answer, counted in zip(entries, decided, answers, told, strict=True):
        if answer in {"again", "broken"}:
            CONFLICTS.inc()
            again.append(entry)
            wrong.add(one.game)
        elif answer == "repeated":
            REPEATED.inc()
            if one.commit:
                wrong.add(one.game)
        else:
            done[counted] += 1
    _count(done)
    return again, wrong


def _note_commits(
    opened: list[tuple[Entry, Envelope | Decided]], decided: list[Decided], answers: list[str]
) -> None:
    now = time.time_ns() // 1_000_000
    for (_, envelope), one, answer in zip(opened, decided, answers, strict=True):
        if one.commit and answer == "done" and isinstance(envelope, Envelope):
            ARRIVAL_TO_COMMIT_SECONDS.observe(max(0, now - envelope.at) / 1000)


def _parts(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """All at once, but those that were delivered too often one by one, in their order."""
    for alone, group in groupby(entries, lambda entry: entry.deliveries > DELIVERIES_ALONE):
        if alone:
            yield from ([entry] for entry in group)
        else:
            yield list(group)


def _told(verdict: Verdict) -> Told:
    if verdict.commit is not None:
        return Told(verdict.kind, "accepted", events=len(verdict.commit.events))
    assert verdict.rejection is not None
    return Told(verdict.kind, "rejected", verdict.rejection.code)


def _count(told: Counter[Told]) -> None:
    """Once for a batch: a metric costs more than a command's place in it."""
    for one, commands in told.items():
        COMMANDS.labels(one.kind, one.outcome, one.code).inc(commands)
        if one.outcome == "accepted":
            COMMITS.inc(commands)
            EVENTS.inc(commands * one.events)
        elif one.outcome == "dead":
            DEAD_LETTERS.inc(commands)


def _seq(where: Where) -> int:
    return where.seq if isinstance(where, Position) else 0


def _deadline(after: Position) -> int | None:
    assert after.table is not None, "every commit leads to a table"
    if isinstance(after.table.clocks, msgspec.UnsetType):
        return None
    return deadline(after.table) or 0


def _letter(entry: Entry, reason: str) -> bytes:
    command = entry.command.decode(errors="replace")
    at = time.time_ns() // 1_000_000
    return canonical(DeadLetter(entry.id.decode(), command, reason, at))


def _names(envelope: Envelope) -> dict[str, str]:
    return {GAME: envelope.game, COMMAND: envelope.id}

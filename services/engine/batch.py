"""Process a batch of a stream's commands: load together, decide in order, append in one script."""

import asyncio
import time
import traceback
from collections.abc import Iterator, Sequence

import structlog

from games.codec import UnknownRulesError
from schemas.commit import canonical
from schemas.rejection import Rejection
from services.engine.batch_command import BatchCommand, BatchEntry, BatchTable
from services.engine.batch_decoding import dead_letter, decode_batch
from services.engine.batch_metrics import count_results
from services.engine.deciding import RulesVersions, all_versions, decide, unknown_rules
from services.engine.memory import Memory
from services.engine.seeds import SeedSource, random_seed
from services.engine.suspects import DELIVERIES_MAX, is_suspect
from services.engine.table_lifetimes import FOREVER, TableLifetimes
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import (
    BATCH_APPEND_SECONDS,
    BATCH_COMMANDS,
    BATCH_DECIDE_SECONDS,
    COMMAND,
    COMMAND_QUEUE_SECONDS,
    TABLE,
)
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.command_stream import CommandEntry
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import StreamKeys
from services.runtime.store.rules_in_play import RulesInPlay

ATTEMPTS_MAX = 3
"""How often the engine may fail on a command before it becomes a dead letter."""
ROUNDS_MAX = 20

_INTERNAL = canonical(
    Rejection("internal", "The engine failed on this command. The table is unchanged.")
)

_ARCHIVED = canonical(
    Rejection("archived", "This table has ended and is in the archive. It accepts no commands.")
)

log = structlog.get_logger()


class BatchProcessor:
    """Decides the commands of a stream."""

    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        event_log: EventLog,
        memory: Memory,
        stream: StreamKeys,
        turn: asyncio.Lock,
        new_seed: SeedSource = random_seed,
        lifetimes: TableLifetimes = FOREVER,
        versions: RulesVersions = all_versions,
        *,
        rules_in_play: RulesInPlay | None = None,
    ) -> None:
        self._log = event_log
        self._memory = memory
        self._stream = stream
        self._turn = turn
        """Held by the stream that decides."""
        self._new_seed = new_seed
        self._lifetimes = lifetimes
        self._versions = versions
        self._rules_in_play = rules_in_play

    async def process(self, entries: Sequence[CommandEntry], token: str) -> None:
        """Give every entry an outcome, as the owner of the stream who holds the lock's token.

        Raises NotOwnerError if another engine owns the stream, BehindError if older commands are
        pending, and MissingStreamError if the stream was replaced.
        """
        BATCH_COMMANDS.observe(len(entries))
        batch = decode_batch(self._log, self._stream.shard, entries)
        await self._settle_suspects(batch)
        for _ in range(ROUNDS_MAX):
            _reject_archived(batch)
            await self._load_tables(batch)
            async with self._turn:
                # Only one stream decides per turn of the event loop, so that locks are renewed and
                # replies are read in between.
                await asyncio.sleep(0)
                with BATCH_DECIDE_SECONDS.time():
                    for command in _undecided(batch):
                        try:
                            command.set_outcome(
                                decide(
                                    command.command,
                                    command.table.position,
                                    command.arrived_at,
                                    now_ms(),
                                    self._new_seed,
                                    self._versions,
                                ),
                                self._lifetimes,
                            )
                        except UnknownRulesError as error:
                            command.reject(canonical(unknown_rules(error.rules).rejection()))
                        except Exception as error:
                            await self._handle_failure(command, error)
            await self._append(batch, token)
            batch = await self._finish_round(batch)
            if not batch:
                return
        raise RuntimeError(f"{len(batch)} commands still conflict after {ROUNDS_MAX} attempts")

    async def _settle_suspects(self, batch: list[BatchEntry]) -> None:
        """Do not decide a suspect that has an outcome or was delivered too often."""
        for command in batch:
            if not isinstance(command, BatchCommand) or not is_suspect(command.entry):
                continue
            assert len(batch) == 1, "a suspect is decided alone"
            stored_outcome = await self._log.outcome(command.table.id, command.command.id)
            if stored_outcome is not None:
                # Probably a copy of a dead letter: the script publishes its outcome again.
                command.reject(stored_outcome)
            elif (deliveries := command.entry.deliveries) > DELIVERIES_MAX:
                reason = f"delivered {deliveries} times without an outcome"
                log.error("command became a dead letter", reason=reason, **_log_fields(command))
                command.reject(_INTERNAL, dead_letter(command.entry, reason))

    async def _load_tables(self, batch: list[BatchEntry]) -> None:
        tables = _tables(batch)
        for table_id, position in (await self._memory.positions(tables)).items():
            tables[table_id].load(position)

    async def _handle_failure(self, command: BatchCommand, error: Exception) -> None:
        """Reload the table for the next attempt. After the last one, reject the command."""
        command.failures += 1
        is_last_attempt_next = command.failures == ATTEMPTS_MAX - 1
        try:
            if command.failures == ATTEMPTS_MAX:
                raise error
            log.warning(
                "deciding failed",
                attempt=command.failures,
                exc_info=error,
                **_log_fields(command),
            )
            # A snapshot may be what is wrong: the last attempt uses the commits alone.
            command.table.loaded = await self._memory.load(
                command.table.id, use_snapshot=not is_last_attempt_next
            )
        except CONNECTION_ERRORS:
            # The server failed, not the command: it stays pending.
            raise
        except Exception:
            # No bug may stop the shard.
            log.error("command became a dead letter", exc_info=True, **_log_fields(command))
            command.reject(_INTERNAL, dead_letter(command.entry, traceback.format_exc()))

    async def _append(self, batch: list[BatchEntry], token: str) -> None:
        requests = [entry.request for entry in batch if entry.request is not None]
        await self._note_rules(batch)
        start = time.perf_counter()
        results = await self._log.append(self._stream, token, requests)
        BATCH_APPEND_SECONDS.observe(time.perf_counter() - start)
        for entry, result in zip(batch, results, strict=True):
            entry.result = result
        count_results(batch)

    async def _note_rules(self, batch: list[BatchEntry]) -> None:
        """Note the rules of tables that this batch opens."""
        if self._rules_in_play is None:
            return
        for table in _tables(batch).values():
            if table.advanced is not None and table.seq_loaded == 0:
                await self._rules_in_play.note(self._stream.shard, table.advanced.rulebook.rules)

    async def _finish_round(self, batch: list[BatchEntry]) -> list[BatchEntry]:
        """Keep the new positions. Return the commands that lost a race: they are decided again."""
        retries: list[BatchEntry] = []
        for command in batch:
            if not isinstance(command, BatchCommand):
                continue
            command.mark_table()
            if command.needs_retry:
                command.reset()
                retries.append(command)
        tables = _tables(batch).values()
        # A table that lost a race has moved on: read it again.
        self._memory.forget(table.id for table in tables if table.is_stale)
        await self._memory.keep(
            (table.advanced, table.seq_loaded)
            for table in tables
            if table.advanced is not None and not table.is_stale
        )
        return retries


def _reject_archived(batch: list[BatchEntry]) -> None:
    for command in batch:
        if isinstance(command, BatchCommand) and command.table.is_archived:
            command.reject(_ARCHIVED)


def _undecided(batch: list[BatchEntry]) -> Iterator[BatchCommand]:
    """Yield each command until it has an outcome."""
    for command in batch:
        if isinstance(command, BatchCommand) and command.request is None:
            waited_ms = max(0, now_ms() - command.arrived_at)
            COMMAND_QUEUE_SECONDS.observe(waited_ms / 1000)
            while command.request is None:
                yield command


def _tables(batch: list[BatchEntry]) -> dict[str, BatchTable]:
    return {
        command.table.id: command.table for command in batch if isinstance(command, BatchCommand)
    }


def _log_fields(command: BatchCommand) -> dict[str, str]:
    return {TABLE: command.table.id, COMMAND: command.command.id}

"""Turns the entries of a batch into commands; entries without a valid command are dead letters."""

from collections.abc import Sequence

import msgspec
import structlog

from schemas.commit import canonical
from services.engine.batch_command import BatchCommand, BatchEntry, BatchTable
from services.engine.deciding import decode_command
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import ENTRY
from services.runtime.store.command_stream import CommandEntry, arrival_ms
from services.runtime.store.dead_letters import DeadLetter
from services.runtime.store.event_log import AppendRequest, EventLog
from services.runtime.store.keys import ShardKeys

log = structlog.get_logger()


def decode_batch(
    event_log: EventLog, shard: ShardKeys, entries: Sequence[CommandEntry]
) -> list[BatchEntry]:
    tables: dict[str, BatchTable] = {}
    batch: list[BatchEntry] = []
    for entry in entries:
        try:
            command = decode_command(entry.content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            log.error("not a command", error=str(error), **{ENTRY: entry.id.decode()})
            batch.append(_dead_entry(entry, f"not a command: {error}"))
            continue
        if event_log.shard(command.table) != shard:
            batch.append(_dead_entry(entry, "the command belongs to another shard"))
            continue
        table = tables.setdefault(command.table, BatchTable(command.table))
        arrived_at = arrival_ms(entry.id)
        batch.append(BatchCommand(entry, command=command, table=table, arrived_at=arrived_at))
    return batch


def dead_letter(entry: CommandEntry, reason: str) -> bytes:
    """Return an encoded dead letter."""
    command = entry.content.decode(errors="replace")
    return canonical(DeadLetter(entry.id.decode(), command, reason, now_ms()))


def _dead_entry(entry: CommandEntry, reason: str) -> BatchEntry:
    return BatchEntry(entry, AppendRequest(entry.id, dead_letter=dead_letter(entry, reason)))

"""Counts what became of the commands of a batch.

Once per batch where possible: updating a metric costs more than deciding a command.
"""

from collections import Counter
from collections.abc import Iterable

from services.engine.batch_command import BatchCommand, BatchEntry, CommandLabels
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import (
    APPEND_CONFLICTS,
    COMMAND_COMMIT_SECONDS,
    COMMANDS,
    COMMITS,
    DEAD_LETTERS,
    DUPLICATE_COMMANDS,
    EVENTS,
)


def count_results(batch: Iterable[BatchEntry]) -> None:
    """Count a batch that was appended."""
    now = now_ms()
    done: Counter[CommandLabels] = Counter()
    for entry in batch:
        if entry.needs_retry:
            APPEND_CONFLICTS.inc()
        elif entry.result == "repeated":
            DUPLICATE_COMMANDS.inc()
        else:
            done[entry.labels] += 1
            if isinstance(entry, BatchCommand) and entry.labels.outcome == "accepted":
                COMMAND_COMMIT_SECONDS.observe(max(0, now - entry.arrived_at) / 1000)
    for labels, commands in done.items():
        COMMANDS.labels(labels.action_type, labels.outcome, labels.code).inc(commands)
        if labels.outcome == "accepted":
            COMMITS.inc(commands)
            EVENTS.inc(commands * labels.events)
        elif labels.outcome == "dead_letter":
            DEAD_LETTERS.inc(commands)

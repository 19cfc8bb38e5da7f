"""Suspects: commands delivered so often that they may crash engines.

A suspect is decided alone, so that others do not count its deliveries. One that is delivered even
more often becomes a dead letter.
"""

from collections.abc import Sequence
from itertools import takewhile

from services.runtime.store.command_stream import CommandEntry, PendingEntry

DELIVERIES_ALONE = 3
"""A command delivered more often than this is decided alone."""
DELIVERIES_MAX = 10


def is_suspect(entry: CommandEntry) -> bool:
    return entry.deliveries > DELIVERIES_ALONE


def becomes_suspect(pending: PendingEntry) -> bool:
    """Return whether one more delivery makes the entry a suspect."""
    return pending.deliveries >= DELIVERIES_ALONE


def next_batch(pending: Sequence[PendingEntry]) -> list[PendingEntry]:
    """Return the entries before the first suspect, or the suspect alone."""
    return [*takewhile(lambda entry: not becomes_suspect(entry), pending)] or [*pending[:1]]

"""A suspect is decided alone, after everything before it and before everything after it."""

import pytest

from services.engine.suspects import DELIVERIES_ALONE, is_suspect, next_batch
from services.runtime.store.command_stream import CommandEntry, PendingEntry

GOOD, SUSPECT = 1, DELIVERIES_ALONE


def pending(*deliveries: int) -> list[PendingEntry]:
    return [PendingEntry(f"{number}-0".encode(), count) for number, count in enumerate(deliveries)]


@pytest.mark.parametrize(
    ("deliveries", "batch"),
    [
        ((), 0),
        ((GOOD, GOOD, GOOD), 3),
        ((GOOD, SUSPECT, GOOD), 1),
        ((GOOD, GOOD, SUSPECT + 5), 2),
        ((SUSPECT, GOOD, GOOD), 1),
        ((SUSPECT, SUSPECT), 1),
        ((SUSPECT - 1, SUSPECT - 1), 2),
    ],
)
def test_a_batch_ends_before_a_suspect_or_is_the_suspect_alone(
    deliveries: tuple[int, ...], batch: int
) -> None:
    entries = pending(*deliveries)
    assert next_batch(entries) == entries[:batch]


def test_a_batch_of_several_entries_has_no_suspect_after_its_delivery() -> None:
    """The processor relies on it: a suspect is the only entry of its batch."""
    for deliveries in range(DELIVERIES_ALONE + 3):
        entries = next_batch(pending(deliveries, deliveries))
        claimed = [CommandEntry(entry.id, b"", entry.deliveries + 1) for entry in entries]
        assert len(claimed) == 1 or not any(map(is_suspect, claimed))

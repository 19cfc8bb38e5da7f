"""The messages that follow from a commit."""

import pytest

from games.history import advance
from schemas.commit import RecordedCommand
from schemas.table import SYSTEM, AbortTable, Resign, Sender, VoidTable
from services.notifier.webhooks.messages import messages_of
from tests.services.commands import history


@pytest.mark.parametrize(
    ("after", "sender", "action", "event", "reason"),
    [
        (2, SYSTEM, AbortTable("nobody came"), "table_aborted", "nobody came"),
        (2, SYSTEM, VoidTable("cheating"), "table_voided", "cheating"),
        (9, SYSTEM, VoidTable("cheating"), "table_voided", "cheating"),
        (9, 0, Resign(), "game_over", "resignation"),
    ],
)
def test_the_end_of_a_table_is_sent_to_all_seats(
    after: int, sender: Sender, action: object, event: str, reason: str
) -> None:
    _, before = history("g1", after)[-1]
    commit, position = advance(before, RecordedCommand("c", sender, action, 1), before.at, "")
    assert position.table is not None

    [message] = messages_of(position.rulebook, before.table, position.table, commit)

    assert (message.event, message.reason, message.seats) == (event, reason, (0, 1))
    assert bool(message.results) == (event == "game_over")

"""The webhook messages that follow from a commit."""

from collections.abc import Iterable

from games.contract import AnyRulebook
from games.table import to_act
from schemas.commit import AnyCommit
from schemas.table import AnyTable, GameEnded, GameStarted, TableAborted, TableVoided
from schemas.webhook import WebhookEvent, WebhookMessage


def messages_of(
    rulebook: AnyRulebook, before: AnyTable | None, after: AnyTable, commit: AnyCommit
) -> list[WebhookMessage]:
    """Return the messages of a commit. They hold only what a spectator may know."""
    event_types = {type(event) for event in commit.events}
    all_seats = tuple(table_seat.seat for table_seat in after.seats)
    messages = []
    if GameStarted in event_types:
        messages.append(_message("game_started", after, commit, all_seats))
    # A seat that had to act before the commit already knows.
    acting_before = set() if before is None else set(to_act(rulebook, before))
    now_acting = tuple(seat for seat in to_act(rulebook, after) if seat not in acting_before)
    if now_acting:
        messages.append(_message("your_turn", after, commit, now_acting))
    if GameEnded in event_types:
        messages.append(_message("game_over", after, commit, all_seats))
    if TableAborted in event_types:
        messages.append(_message("table_aborted", after, commit, all_seats))
    if TableVoided in event_types:
        messages.append(_message("table_voided", after, commit, all_seats))
    return messages


def _message(
    event: WebhookEvent, table: AnyTable, commit: AnyCommit, seats: Iterable[int]
) -> WebhookMessage:
    message_seats = tuple(seats)
    return WebhookMessage(
        id=f"{commit.table}:{commit.seq}:{event}",
        event=event,
        table=commit.table,
        game=table.game,
        seq=commit.seq,
        at=commit.at,
        seats=message_seats,
        players=tuple(table.seats[seat].player for seat in message_seats),
        results=table.results,
        reason=table.reason,
    )

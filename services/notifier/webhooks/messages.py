"""What a commit means for those who wait for word of a table."""

from collections.abc import Iterable

from games.contract import Game
from games.table import to_act
from schemas.commit import AnyCommit
from schemas.table import AnyTable, GameEnded, GameStarted, TableAborted
from schemas.webhook import WebhookEvent, WebhookMessage


def messages(
    game: Game, before: AnyTable | None, after: AnyTable, commit: AnyCommit
) -> list[WebhookMessage]:
    """Only what anyone who watches the table knows too."""
    kinds = {type(event) for event in commit.events}
    everyone = tuple(chair.seat for chair in after.chairs)
    told = []
    if GameStarted in kinds:
        told.append(_message("game_started", after, commit, everyone))
    # Who was to act before and still is has not been waiting for anything.
    acting = set() if before is None else set(to_act(game, before))
    called = tuple(seat for seat in to_act(game, after) if seat not in acting)
    if called:
        told.append(_message("your_turn", after, commit, called))
    if GameEnded in kinds:
        told.append(_message("game_over", after, commit, everyone))
    if TableAborted in kinds:
        told.append(_message("table_aborted", after, commit, everyone))
    return told


def _message(
    kind: WebhookEvent, table: AnyTable, commit: AnyCommit, seats: Iterable[int]
) -> WebhookMessage:
    concerned = tuple(seats)
    return WebhookMessage(
        id=f"{commit.game}:{commit.seq}:{kind}",
        kind=kind,
        table=commit.game,
        game=table.game,
        seq=commit.seq,
        at=commit.at,
        seats=concerned,
        players=tuple(table.chairs[seat].player for seat in concerned),
        results=table.results,
        reason=table.reason,
    )

"""A bot for tests that makes rare events likely."""

from typing import Any

from games.bots import Pick
from schemas.duel.actions import Concede, DeclineFight, PlayBluff, Retreat, RewindTurn
from schemas.table import AnyTable


def bold_bot(_view: AnyTable, _seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """Bluffs whenever it can and rarely retreats, so that cards stay hidden for long."""
    bluffs = [action for action in legal if isinstance(action, PlayBluff)]
    going_on = [
        action
        for action in legal
        if not isinstance(action, Concede | Retreat | DeclineFight | RewindTurn)
    ]
    choice = bluffs or going_on or list(legal)
    if pick(5) == 0:
        choice = list(legal)
    return choice[pick(len(choice))]

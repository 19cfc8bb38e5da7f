"""The bots for High Card, by level."""

from typing import Any

from games.bots import Bot, Pick, random_bot
from highcard.records import HighCardState, Pass, PlayCard
from highcard.scoring import best_play
from schemas.table import AnyTable


def thrifty_bot(view: AnyTable, _seat: int, legal: tuple[Any, ...], _pick: Pick) -> Any:
    """Plays the cheapest card that beats the round so far; passes if there is none."""
    assert view.play is not None
    state: HighCardState = view.play
    best = best_play(state)
    cards = [action for action in legal if isinstance(action, PlayCard)]
    if state.options.low:
        beating = [a for a in cards if best is None or a.card < (best.card or 0)]
        return max(beating, key=lambda action: action.card, default=Pass())
    beating = [a for a in cards if best is None or a.card > (best.card or 0)]
    return min(beating, key=lambda action: action.card, default=Pass())


BOTS: dict[str, Bot] = {"random": random_bot, "thrifty": thrifty_bot}

"""When to play a card of the action phase: some always help, others only in certain positions."""

from games.duel.cards import CARDS
from games.duel.dragons import reward
from games.duel.effects import (
    DiscardInPlay,
    ExtraPlay,
    Ignore,
    KeepCombatActive,
    Recycle,
    RetreatDragons,
    Retrieve,
)
from games.duel.fight_plans import Planning
from games.duel.reading import Reading
from games.duel.values import announceable, present_power
from schemas.duel.terms import CardId

GREAT_POWER = 6
"""A power that is hard to reach: then clearing the opponent's combat area is worth a card."""
SEVERAL = 2
SHORT_DECK = 10


def helps_now(planning: Planning, card: CardId) -> bool:
    """Whether to play the card now. Most are played at once, because the hand is refilled."""
    reading, seat = planning.reading, planning.seat
    mine, other = reading.side(seat), reading.side(1 - seat)
    fight = reading.state.fight
    match CARDS[card].effect:
        case Ignore():
            return fight and planning.best is None
        case ExtraPlay(cards=kinds):
            return sum(CARDS[held].type in kinds for held in mine.hand) >= SEVERAL
        case Retrieve():
            return bool(mine.active)
        case DiscardInPlay(cards=kinds):
            if "character" in kinds:
                return fight and _opposing_power(reading, seat) >= GREAT_POWER
            return len(other.support) + len(other.bluffs) >= SEVERAL
        case RetreatDragons():
            return fight and planning.best is None and reward(reading, 1 - seat) >= SEVERAL
        case KeepCombatActive():
            return fight and bool(mine.active) and bool(announceable(reading, seat))
        case Recycle(source="discard_pile"):
            return _cards_in(mine.deck) <= SHORT_DECK
        case _:
            return True


def _opposing_power(reading: Reading, seat: int) -> int:
    element = reading.state.element
    return 0 if element is None else present_power(reading, 1 - seat, element)


def _cards_in(deck: object) -> int:
    """The size of a draw deck. A view shows only this number."""
    return deck if isinstance(deck, int) else len(deck)  # type: ignore[arg-type]

"""When a card of the action phase helps: some do at any time, others wait for their moment."""

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
from schemas.duel_terms import CardId

GREAT_POWER = 6
"""A power that is hard to reach: then clearing the opponent's combat area is worth a card."""
SEVERAL = 2
SHORT_DECK = 10


def helps_now(planning: Planning, card: CardId) -> bool:
    """A card with no moment of its own is played as it comes: the hand is filled up again."""
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
    """A seat sees of its draw deck how many cards there are, and nothing else."""
    return deck if isinstance(deck, int) else len(deck)  # type: ignore[arg-type]

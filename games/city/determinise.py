"""Samples a world that is consistent with a seat's view.

What the view shows stays: the sizes of hands and deck, the discard pile, the seat's own cards.
Unseen cards are dealt at random to the hidden hands and the deck. A rival's crystals are estimated
from what the city has paid out and what the rival has offered.
"""

from collections import Counter

from msgspec.structs import replace

from games.bots import Pick
from games.city.components import OBELISK_COSTS
from games.city.options import whole_deck
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Card, Cards

# A rival's crystals in hundredths, fitted to games between builders.
_TO_BEGIN_WITH = 150
_PER_FINISHED_BUILDING = 110
_PER_OWN_CRYSTAL = 20
_PER_OWN_CRYSTAL_OFFERED = 15
_PER_CRYSTAL_OFFERED = -45
_DOUBT_CRYSTALS = 6
"""The estimate varies by this much in either direction."""


def determinise(view: CityState, seat: int, pick: Pick) -> CityState:
    """Return one of the worlds that look like this to the seat."""
    unseen = _shuffled(_unseen(view, seat), pick)
    seats = []
    for other in view.seats:
        hand = other.hand
        if other.seat != seat:
            hand, unseen = _dealt(unseen, _count(other.hand))
        aside, unseen = _dealt(unseen, _count(other.aside))
        crystals = other.crystals if other.seat == seat else guess_crystals(view, seat, other, pick)
        seats.append(replace(other, hand=tuple(sorted(hand)), aside=aside, crystals=crystals))
    return replace(view, seats=tuple(seats), deck=unseen)


def _count(hidden: object) -> int:
    """The length of a sequence that may have been redacted to its length."""
    return hidden if isinstance(hidden, int) else len(hidden)  # type: ignore[arg-type]


def _unseen(view: CityState, seat: int) -> list[Card]:
    """Every card that lies neither open nor in the seat's own hand."""
    left = Counter(whole_deck(view.options.split))
    left.subtract(view.discard)
    left.subtract(view.seats[seat].hand)
    return list(left.elements())


def _shuffled(cards: list[Card], pick: Pick) -> Cards:
    for last in range(len(cards) - 1, 0, -1):
        chosen = pick(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def _dealt(cards: Cards, count: int) -> tuple[Cards, Cards]:
    return cards[:count], cards[count:]


def guess_crystals(view: CityState, seat: int, rival: SeatState, pick: Pick) -> int:
    """Return a random number around the estimate; a resigned rival has none."""
    if rival.out:
        return 0
    finished = sum(site is not None and site.finished for site in view.sites)
    likely = (
        _TO_BEGIN_WITH
        + _PER_FINISHED_BUILDING * finished
        + _PER_OWN_CRYSTAL * view.seats[seat].crystals
        + _PER_OWN_CRYSTAL_OFFERED * _offered(view, seat)
        + _PER_CRYSTAL_OFFERED * _offered(view, rival.seat)
    )
    doubt = pick(_DOUBT_CRYSTALS + 1) - pick(_DOUBT_CRYSTALS + 1)
    return max(0, likely // 100 + doubt)


def _offered(view: CityState, seat: int) -> int:
    """What the seat has paid on the obelisk, by the costs of its spaces."""
    costs = OBELISK_COSTS[len(view.seats)]
    return sum(cost for cost, owner in zip(costs, view.obelisk, strict=False) if owner == seat)

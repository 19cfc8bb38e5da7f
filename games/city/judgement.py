"""Judges a position for a seat: from -10 000 (it has lost) to 10 000 (it has won).

What each seat has is summed in hundredths of a crystal and compared. The further a seat is ahead,
the less a single crystal matters.

The weights were fitted to the winners of several thousand positions that apprentices played out.
All numbers are integers, as in `valuation.py`.
"""

from msgspec import Struct

from games.city.components import CARDS, OBELISK_COSTS, VALUE_OF
from games.city.grid import CENTRE, geometry
from games.city.scoring import master_builder
from games.city.valuation import prizes
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Card

VICTORY = 10_000
HALFWAY = 600
"""A seat that is ahead by this much is halfway to victory."""


class Weights(Struct, frozen=True):
    """What things are worth, in hundredths of a crystal."""

    offering: int
    scale: int
    hand_percent: int
    """The value of a hand, in percent of the value of its cards."""
    stone_on_box: int
    prize_percent: tuple[int, ...]
    """How much of its prize a building with one, two, or more free boxes promises."""
    offering_in_hand: int
    """Having enough crystals for the next space."""
    step_from_courtyard: int


CRYSTAL = 100
_FACE = {1: 68, 2: 72, 3: 92}
_POWER: dict[Card, int] = {"khind-1": -12, "pillar-1": -29, "pillar-2": -29}
CARD: dict[Card, int] = {card: _FACE[VALUE_OF[card]] + _POWER.get(card, 0) for card in CARDS}
UNSEEN_CARD = 72
WEIGHTS = {
    2: Weights(1_070, 112, 100, 70, (17, 13, 2), 80, -15),
    3: Weights(1_120, 100, 70, 60, (26, 20, 5), 75, -16),
    4: Weights(1_180, 90, 50, 50, (38, 25, 15), 45, -25),
}
"""With more seats, others finish a started building sooner."""

STRONGEST_RIVAL_PERCENT = 50
"""How much the strongest rival counts; the rest is the average of all."""


def judge(state: CityState, seat: int) -> int:
    """Return how far the seat is ahead of its rivals."""
    rivals = [other.seat for other in state.seats if other.seat != seat and not other.out]
    if state.over:
        first = max(_rank(state.seats[rival]) for rival in rivals)
        return VICTORY if _rank(state.seats[seat]) >= first else -VICTORY
    values = standings(state)
    others = [values[rival] for rival in rivals]
    strongest, average = max(others), sum(others) // len(others)
    rival = average + (strongest - average) * STRONGEST_RIVAL_PERCENT // 100
    margin = values[seat] - rival
    return VICTORY * margin // (abs(margin) + HALFWAY)


def _rank(seat: SeatState) -> tuple[int, int]:
    """What decides the final places. The winner at the obelisk has the most offerings (C9.3)."""
    return seat.offerings, seat.crystals


def standings(state: CityState) -> list[int]:
    """What each seat has and may soon have."""
    weights = WEIGHTS[len(state.seats)]
    cost = OBELISK_COSTS[len(state.seats)][len(state.obelisk)]
    steps = geometry(state.layout).distance[CENTRE]
    values = []
    for seat in state.seats:
        value = weights.offering * seat.offerings + CRYSTAL * seat.crystals
        hand = sum([CARD[card] for card in seat.hand]) + UNSEEN_CARD * len(seat.aside)
        value += weights.scale * seat.scales + hand * weights.hand_percent // 100
        if seat.crystals >= cost:
            value += weights.offering_in_hand
        if seat.figure is not None:
            value += weights.step_from_courtyard * steps[state.layout.index(seat.figure)]
        values.append(value)
    _add_prospects(state, weights, values)
    return values


def _add_prospects(state: CityState, weights: Weights, values: list[int]) -> None:
    """What stones on unfinished buildings promise to their owners."""
    for site, (prize_each, star) in zip(state.sites, prizes(state), strict=True):
        if site is None or site.finished:
            continue
        stones = site.stones
        free = stones.count(None)
        if free == len(stones):
            continue
        percent = weights.prize_percent[min(free, len(weights.prize_percent)) - 1]
        owners = [owner for owner in stones if owner is not None]
        for owner in owners:
            values[owner] += weights.stone_on_box
        for owner in dict.fromkeys(owners):
            values[owner] += prize_each * percent // 100
        values[master_builder(stones)] += star * percent // 100

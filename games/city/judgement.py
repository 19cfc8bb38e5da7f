"""How well a seat stands: from -10 000, it has lost, to 10 000, it has won.

What everyone has is added up in hundredths of a crystal and compared; the farther a seat is ahead,
the less a crystal more or less matters.

The weights were fitted to the winners of some thousand positions played out by apprentices. Whole
numbers throughout, as in `valuation.py`.
"""

from games.city.components import OBELISK_COSTS
from games.city.grid import CENTRE, geometry
from games.city.scoring import master_builder
from games.city.valuation import prizes
from schemas.city import CityState, SeatState

VICTORY = 10_000
HALFWAY = 600
"""So far ahead a seat is halfway to victory."""

OFFERING = 1_070
CRYSTAL = 100
SCALE = 112
CARD = 70
STONE_ON_BOX = 70
PRIZE_PERCENT = (0, 17, 13, 2, 0, 0, 0)
"""How much of its prize a building with so many free boxes promises."""
OFFERING_IN_HAND = 80
"""Enough crystals for the next space."""
STEP_FROM_COURTYARD = -15

STRONGEST_RIVAL_PERCENT = 50
"""How much the strongest rival counts; the rest is the average of all."""


def judge(state: CityState, seat: int) -> int:
    """How far the seat is ahead of its rivals."""
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
    """What decides at the end: who has won by the obelisk has most offerings too (C9.3)."""
    return seat.offerings, seat.crystals


def standings(state: CityState) -> list[int]:
    """What each seat has and may soon have."""
    cost = OBELISK_COSTS[len(state.seats)][len(state.obelisk)]
    steps = geometry(state.layout).distance[CENTRE]
    values = []
    for seat in state.seats:
        value = OFFERING * seat.offerings + CRYSTAL * seat.crystals + SCALE * seat.scales
        value += CARD * (len(seat.hand) + len(seat.aside))
        if seat.crystals >= cost:
            value += OFFERING_IN_HAND
        if seat.figure is not None:
            value += STEP_FROM_COURTYARD * steps[state.layout.index(seat.figure)]
        values.append(value)
    _add_prospects(state, values)
    return values


def _add_prospects(state: CityState, values: list[int]) -> None:
    """What stones on unfinished buildings promise to their owners."""
    for site, (prize_each, star) in zip(state.sites, prizes(state), strict=True):
        if site is None or site.finished:
            continue
        free = site.stones.count(None)
        if free == len(site.stones):
            continue
        percent = PRIZE_PERCENT[free]
        for owner in site.stones:
            if owner is not None:
                values[owner] += STONE_ON_BOX
        for owner in dict.fromkeys(site.stones):
            if owner is not None:
                values[owner] += prize_each * percent // 100
        values[master_builder(site.stones)] += star * percent // 100

"""Everything sensible that a seat could do with the rest of its turn.

A plan is a list of actions up to the draw, which ends it. Nothing in it depends on chance: what is
drawn is drawn after it.
"""

from collections.abc import Iterator

from games.city.apprentice import follow
from games.city.components import COURTYARD, GOLDEN_TEMPLE, STEPS_PER_FLIT
from games.city.grid import DISTANCE_MAX, geometry
from games.city.movement import FLIT_JUMP, FLIT_STEPS
from games.city.obelisk import offers
from games.city.pricing import affordable, without
from games.city.rulebook import CITY
from games.city.visiting import dragon_pulls, free_boxes, spare_stones
from games.dice import Dice
from schemas.city import CityState, Fly, Hasten, PlayAction, Walk

Plan = tuple[PlayAction, ...]


def plans(state: CityState, dice: Dice) -> list[Plan]:
    """Each way to each tile in reach, with each number of contributions or offerings there.

    The dice are thrown when a building that pays cards empties the deck.
    """
    all_plans: list[Plan] = []
    for way in _ways(state):
        there = follow(state, way, dice)
        if not way or isinstance(way[0], Walk):
            all_plans.append(way)
        all_plans += _with_contributions(state, there, way)
        all_plans += _with_offerings(there, way, dice)
    return all_plans


def _ways(state: CityState) -> Iterator[Plan]:
    """To stay, to walk, and with a Flit to where one can't walk."""
    yield ()
    me = state.seats[state.turn.seat]
    if state.turn.phase != "movement" or me.figure is None:
        return
    steps = state.turn.steps
    within = geometry(state.layout).within[state.layout.index(me.figure)]
    near = within[min(steps, DISTANCE_MAX)]
    for cell in within[-1]:
        tile = state.layout[cell]
        assert tile is not None
        if cell in near:
            yield (Walk(tile),)
            continue
        if FLIT_STEPS in me.hand and cell in within[min(steps + STEPS_PER_FLIT, DISTANCE_MAX)]:
            yield Hasten(), Walk(tile)
        if FLIT_JUMP in me.hand:
            yield (Fly(tile),)


def _with_contributions(start: CityState, there: CityState, way: Plan) -> Iterator[Plan]:
    """The cheapest contribution, the two cheapest and so on; dragons pulled there or not."""
    me = there.seats[there.turn.seat]
    assert me.figure is not None
    site = there.sites[there.layout.index(me.figure)]
    if me.figure == "courtyard" or site is None or site.finished:
        return
    payable = affordable(me.hand, free_boxes(there.options, me.figure, site.stones))
    spare = me.hand
    for count, contribution in enumerate(payable[: me.stones], start=1):
        spare = without(spare, contribution.cards)
        plan = (*way, *payable[:count])
        yield plan
        if not there.turn.contributed and (pulls := dragon_pulls(start, me.figure, spare)):
            yield (*pulls, *plan)


def _with_offerings(there: CityState, way: Plan, dice: Dice) -> Iterator[Plan]:
    """One offering, two and so on."""
    seat = there.turn.seat
    plan = way
    while there.seats[seat].figure in (COURTYARD, GOLDEN_TEMPLE) and not there.over:
        offerings = offers(there) if spare_stones(there, there.seats[seat]) else []
        if not offerings or there.turn.phase == "draw":
            return
        plan = (*plan, offerings[0])
        _, there = CITY.decide(there, seat, offerings[0], dice)
        yield plan

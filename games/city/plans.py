"""Plans: the sensible ways for a seat to play the rest of its turn.

A plan is a list of actions before the draw that ends the turn. It does not depend on chance: cards
are drawn after it.
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
from schemas.city.actions import Fly, Hasten, PlayAction, Walk
from schemas.city.state import CityState

Plan = tuple[PlayAction, ...]


def plans(state: CityState, dice: Dice) -> list[Plan]:
    """Each way to each tile in reach, with each number of contributions or offerings there.

    The dice are needed when a building that pays cards empties the deck.
    """
    all_plans: list[Plan] = []
    for way in _ways(state):
        arrived = follow(state, way, dice)
        if not way or isinstance(way[0], Walk):
            all_plans.append(way)
        all_plans += _with_contributions(state, arrived, way)
        all_plans += _with_offerings(arrived, way, dice)
    return all_plans


def _ways(state: CityState) -> Iterator[Plan]:
    """Stay, walk, or use a Flit for tiles out of walking range."""
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


def _with_contributions(start: CityState, arrived: CityState, way: Plan) -> Iterator[Plan]:
    """The cheapest contribution, the two cheapest and so on; dragons pulled there or not."""
    me = arrived.seats[arrived.turn.seat]
    assert me.figure is not None
    site = arrived.sites[arrived.layout.index(me.figure)]
    if me.figure == "courtyard" or site is None or site.finished:
        return
    payable = affordable(me.hand, free_boxes(arrived.options, me.figure, site.stones))
    spare = me.hand
    for count, contribution in enumerate(payable[: me.stones], start=1):
        spare = without(spare, contribution.cards)
        yield (*way, *payable[:count])
        if not arrived.turn.contributed and (pulls := dragon_pulls(start, me.figure, spare)):
            yield (*way, *pulls, *payable[:count])


def _with_offerings(arrived: CityState, way: Plan, dice: Dice) -> Iterator[Plan]:
    """One offering, two and so on."""
    seat = arrived.turn.seat
    plan = way
    while arrived.seats[seat].figure in (COURTYARD, GOLDEN_TEMPLE) and not arrived.over:
        offerings = offers(arrived) if spare_stones(arrived, arrived.seats[seat]) else []
        if not offerings or arrived.turn.phase == "draw":
            return
        plan = (*plan, offerings[0])
        _, arrived = CITY.decide(arrived, seat, offerings[0], dice)
        yield plan

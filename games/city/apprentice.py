"""A fast builder that plays whole turns in a planner's playouts.

It decides like the builder, but with cheaper estimates: a planner plays hundreds of turns for each
decision, for itself and for its rivals.
"""

from msgspec import Struct
from msgspec.structs import replace

from games.city.builder import DELAY_PERCENT, stop_on_the_way
from games.city.components import (
    COURTYARD,
    DISCARDS_MAX,
    STEPS_PER_FLIT,
    STEPS_PER_TURN,
)
from games.city.ending import can_offer, city_is_finished
from games.city.glance import Glance
from games.city.grid import CENTRE, distance, geometry
from games.city.movement import FLIT_JUMP, FLIT_STEPS
from games.city.obelisk import offers
from games.city.pricing import without
from games.city.rulebook import CITY
from games.city.valuation import WORTH, WORTH_KEEPING, usefulness, wanted_colours
from games.city.visiting import Visit, spare_stones
from games.dice import Dice
from schemas.city.actions import Discard, Draw, Fly, Hasten, PlayAction, Walk
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Card, Cards

GOOD_ENOUGH = 150
"""When a goal gains this much, the apprentice stops searching."""


def play_turn(state: CityState, dice: Dice) -> CityState:
    """The rest of the acting seat's turn."""
    if city_is_finished(state):
        return _offer_last(state, dice)
    seat = state.turn.seat
    if state.turn.phase != "draw":
        state = follow(state, turn_actions(state, state.seats[seat]), dice)
        while not state.over and (offering := _offering(state)):
            _, state = CITY.decide(state, seat, offering, dice)
    return end_turn(state, dice)


def follow(state: CityState, actions: tuple[PlayAction, ...], dice: Dice) -> CityState:
    """Carry out the acting seat's actions in order, until the game is over."""
    seat = state.turn.seat
    for action in actions:
        _, state = CITY.decide(state, seat, action, dice)
        if state.over:
            break
    return state


def end_turn(state: CityState, dice: Dice) -> CityState:
    """Exchange and draw."""
    if state.over:
        return state
    me = state.seats[state.turn.seat]
    return follow(state, (*exchange(state, me), Draw()), dice)


def _offer_last(state: CityState, dice: Dice) -> CityState:
    """In the finished city: go to the courtyard and offer (C9.1)."""
    state = follow(state, _way_to_courtyard(state, state.seats[state.turn.seat]), dice)
    while not state.over and state.turn.phase != "draw" and (offerings := offers(state)):
        state = follow(state, (offerings[0],), dice)
    return state if state.over else follow(state, (Draw(),), dice)


def _way_to_courtyard(state: CityState, me: SeatState) -> tuple[PlayAction, ...]:
    """On foot, or with a Flit card if an offering follows."""
    assert me.figure is not None
    steps, away = state.turn.steps, distance(state.layout, me.figure, COURTYARD)
    if state.turn.phase != "movement" or away == 0:
        return ()
    if away > steps and can_offer(state, me):
        if FLIT_STEPS in me.hand and away <= steps + STEPS_PER_FLIT:
            return (Hasten(), Walk(COURTYARD))
        if FLIT_JUMP in me.hand:
            return (Fly(COURTYARD),)
    stop = stop_on_the_way(state, me, COURTYARD)
    return () if stop == me.figure else (Walk(stop),)


def _offering(state: CityState) -> PlayAction | None:
    if state.turn.phase == "draw" or not spare_stones(state, state.seats[state.turn.seat]):
        return None
    return next(iter(offers(state)), None)


# Movement and contributions


class _Goal(Struct, frozen=True):
    """A tile to go to, what is done there, and what that is worth now."""

    cell: int
    visit: Visit
    gain: int
    turns: int = 0
    """How many turns later the figure arrives."""
    flit: Card | None = None
    """The card that is needed to arrive in this turn."""


def turn_actions(state: CityState, me: SeatState) -> tuple[PlayAction, ...]:
    """The actions of a turn: dragon moves, the way to the best tile, and contributions there."""
    goal = _best_goal(state, me)
    tile, visit = state.layout[goal.cell], goal.visit
    assert tile is not None
    if goal.turns:
        stop = stop_on_the_way(state, me, tile)
        return () if stop == me.figure else (Walk(stop),)
    way: tuple[PlayAction, ...] = () if tile == me.figure else (Walk(tile),)
    if goal.flit is not None:
        way = (Fly(tile),) if goal.flit == FLIT_JUMP else (Hasten(), *way)
        # The Flit card cannot also pay: evaluate the visit without it.
        visit = Glance(state, replace(me, hand=without(me.hand, (goal.flit,)))).at(goal.cell)
    return (*way, *visit.pulls, *visit.contributions)


def _best_goal(state: CityState, me: SeatState) -> _Goal:
    assert me.figure is not None
    glance = Glance(state, me)
    here = state.layout.index(me.figure)
    best = _Goal(here, (stay := glance.at(here)), stay.gain)
    steps = state.turn.steps
    if state.turn.phase != "movement" or steps == 0:
        return best
    distances = geometry(state.layout).distance[here]
    for cell in (CENTRE, *geometry(state.layout).within[here][-1]):
        if best.gain >= GOOD_ENOUGH and distances[cell] > steps and cell != CENTRE:
            break
        visit = glance.at(cell, best.gain)
        if visit.gain > best.gain:
            goal = _goal(cell, visit, distances[cell], steps, me.hand)
            if goal.gain > best.gain:
                best = goal
    return best


def _goal(cell: int, visit: Visit, away: int, steps: int, hand: Cards) -> _Goal:
    """On foot, else with a Flit 2, else with a Flit 1, else in a later turn."""
    if away <= steps:
        return _Goal(cell, visit, visit.gain)
    if away <= steps + STEPS_PER_FLIT and FLIT_STEPS in hand:
        return _Goal(cell, visit, visit.gain - WORTH[FLIT_STEPS], flit=FLIT_STEPS)
    if FLIT_JUMP in hand:
        return _Goal(cell, visit, visit.gain - WORTH[FLIT_JUMP], flit=FLIT_JUMP)
    turns = -((steps - away) // STEPS_PER_TURN)
    gain = visit.gain
    for _ in range(turns):
        gain = gain * DELAY_PERCENT // 100
    return _Goal(cell, visit, gain, turns)


# The draw


def exchange(state: CityState, me: SeatState) -> tuple[Discard, ...]:
    """Discard the least useful cards, up to the limit of a turn (C8.1)."""
    left = DISCARDS_MAX - state.turn.discarded
    if left == 0:
        return ()
    colours = wanted_colours(state)
    ranked = sorted([(usefulness(card, colours), card) for card in me.hand])
    return tuple(Discard(card) for worth, card in ranked[:left] if worth < WORTH_KEEPING)

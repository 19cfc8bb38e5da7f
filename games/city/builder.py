"""A bot that plays Blue Moon City sensibly.

Each turn it picks the tile where it gains most, goes there, pulls dragons there with cards it can
spare, contributes or offers, and exchanges cards that the city no longer needs. It keeps no
state: its choice is still the best one after the first step towards it.
"""

from typing import TypeVar

from msgspec import Struct

from games.bots import Pick
from games.city.components import (
    ASSEMBLY,
    COURTYARD,
    DISCARDS_MAX,
    GOLDEN_TEMPLE,
    STEPS_PER_FLIT,
    STEPS_PER_TURN,
)
from games.city.ending import city_is_finished
from games.city.grid import CENTRE, geometry, tiles_within
from games.city.movement import FLIT_JUMP, FLIT_STEPS
from games.city.pricing import without
from games.city.valuation import VICTORY, WORTH, WORTH_KEEPING, usefulness, wanted_colours
from games.city.visiting import Visit, just_pulled, spare_stones, visit
from schemas.city.actions import (
    Contribute,
    DeclareStalemate,
    Discard,
    Draw,
    Fly,
    Hasten,
    Leap,
    Offer,
    PlayAction,
    Walk,
)
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Tile
from schemas.table import AnyTable

DELAY_PERCENT = 60
"""What a gain is worth when it comes a turn later."""

GOOD_TURN = 300
"""When a goal gains this much, the builder stops searching."""

Legal = tuple[PlayAction, ...]
Kind = TypeVar("Kind", bound=PlayAction)


class Goal(Struct, frozen=True):
    """A tile to go to, the next step on the way, what is done there and what it is worth now."""

    tile: Tile
    step: PlayAction | None
    visit: Visit
    gain: int
    turns: int = 0
    """How many turns later the figure arrives."""


def builder_bot(view: AnyTable, seat: int, legal: Legal, pick: Pick) -> PlayAction:
    """Choose by a plain heuristic, or at random among the legal actions if it has no preference."""
    assert view.play is not None, "bots act only in a running game"
    play: CityState = view.play
    me = play.seats[seat]
    if play.turn.phase == "movement" and city_is_finished(play):
        action = _last_offerings(play, me, legal)
    elif play.turn.phase == "movement":
        action = _movement(play, me, legal)
    elif play.turn.phase == "contribution":
        action = _contribution(play, me, legal)
    else:
        action = _exchange(play, me)
    return action if action in legal else legal[pick(len(legal))]


def _first(kind: type[Kind], legal: Legal) -> Kind | None:
    return next((action for action in legal if isinstance(action, kind)), None)


# Movement


def _movement(play: CityState, me: SeatState, legal: Legal) -> PlayAction:
    """Go there first: a dragon that is pulled earlier is lost if the builder changes its mind."""
    goal = _best_goal(play, me)
    if goal.step is not None:
        return goal.step
    if goal.turns == 0 and goal.visit.pulls:
        return goal.visit.pulls[0]
    return _contribution(play, me, legal)


def _last_offerings(play: CityState, me: SeatState, legal: Legal) -> PlayAction:
    """In the finished city only offerings gain anything, and Flit cards are good for nothing else.

    Under the duty of C9.1 the legal list has only ways that lead nearer to the courtyard.
    """
    assert me.figure is not None
    here = play.layout.index(me.figure)
    distances = geometry(play.layout).distance[here]
    temple = [cell for cell, tile in enumerate(play.layout) if tile == GOLDEN_TEMPLE]
    stay = visit(play, me, here, me.hand) if _first(Offer, legal) else Visit()
    best = Goal(me.figure, None, stay, stay.gain)
    for cell in (CENTRE, *temple):
        goal = _goal(play, me, cell, distances[cell])
        if goal.gain > best.gain and goal.turns == 0 and goal.step in legal:
            best = goal
    if best.gain > 0:
        return best.step or _contribution(play, me, legal)
    stop = Walk(stop_on_the_way(play, me, COURTYARD))
    return stop if stop in legal else _contribution(play, me, legal)


def intention(play: CityState, me: SeatState) -> tuple[PlayAction, ...]:
    """The moves and contributions that a builder plans for the rest of its turn."""
    assert me.figure is not None
    if play.turn.phase != "movement":
        return visit(play, me, play.layout.index(me.figure), me.hand).contributions
    goal = _best_goal(play, me)
    way: tuple[PlayAction, ...] = () if goal.step is None else (goal.step,)
    if goal.turns:
        return way
    if isinstance(goal.step, Hasten):
        way = (*way, Walk(goal.tile))
    return (*way, *goal.visit.pulls, *goal.visit.contributions)


def _best_goal(play: CityState, me: SeatState) -> Goal:
    """The goal that gains most; ties go to the courtyard, then to the nearest, then to the first.

    The courtyard is always considered, however far it is: an offering there may win.
    """
    assert me.figure is not None
    here = play.layout.index(me.figure)
    distances = geometry(play.layout).distance[here]
    best = Goal(me.figure, None, (stay := visit(play, me, here, me.hand)), stay.gain)
    if play.turn.steps == 0 or (stay.contributions and just_pulled(play, me)):
        return best
    for cell in (CENTRE, *geometry(play.layout).within[here][-1]):
        if cell != CENTRE and best.gain >= GOOD_TURN and distances[cell] > play.turn.steps:
            break
        goal = _goal(play, me, cell, distances[cell])
        if goal.gain > best.gain:
            best = goal
    if best.turns and (stop := stop_on_the_way(play, me, best.tile)) != me.figure:
        return Goal(best.tile, Walk(stop), best.visit, best.gain, best.turns)
    return best


def _goal(play: CityState, me: SeatState, cell: int, steps: int) -> Goal:
    """Reach a cell on foot, else with a Flit 2, else with a Flit 1, else in a later turn."""
    tile = play.layout[cell]
    assert tile is not None
    hand, left = me.hand, play.turn.steps
    if steps <= left:
        best_visit = visit(play, me, cell, hand)
        return Goal(tile, Walk(tile), best_visit, best_visit.gain)
    if steps <= left + STEPS_PER_FLIT and FLIT_STEPS in hand:
        best_visit = visit(play, me, cell, without(hand, (FLIT_STEPS,)))
        return Goal(tile, Hasten(), best_visit, best_visit.gain - WORTH[FLIT_STEPS])
    if FLIT_JUMP in hand:
        best_visit = visit(play, me, cell, without(hand, (FLIT_JUMP,)))
        return Goal(tile, Fly(tile), best_visit, best_visit.gain - WORTH[FLIT_JUMP])
    best_visit = visit(play, me, cell, hand)
    turns = -((left - steps) // STEPS_PER_TURN)
    gain = best_visit.gain
    for _ in range(turns):
        gain = gain * DELAY_PERCENT // 100
    return Goal(tile, None, best_visit, gain, turns)


def stop_on_the_way(play: CityState, me: SeatState, goal: Tile) -> Tile:
    """The tile nearest to the goal that the figure can walk to."""
    assert me.figure is not None
    distances = geometry(play.layout).distance[play.layout.index(goal)]
    tiles = [me.figure, *tiles_within(play.layout, me.figure, play.turn.steps)]
    return min(tiles, key=lambda tile: distances[play.layout.index(tile)])


# Contribution, offerings and what else ends a turn


def _contribution(play: CityState, me: SeatState, legal: Legal) -> PlayAction:
    assert me.figure is not None
    here = play.layout.index(me.figure)
    best_visit = visit(play, me, here, me.hand)
    if best_visit.contributions:
        return best_visit.contributions[0]
    wins = best_visit.gain >= VICTORY
    if (wins or spare_stones(play, me)) and (offering := _first(Offer, legal)):
        return offering
    if me.figure == ASSEMBLY:
        return Leap(_best_after(play, me))
    if stalemate := _first(DeclareStalemate, legal):
        # Nothing is worth doing: contribute at a loss, or agree to a stalemate.
        return _first(Contribute, legal) or stalemate
    return _exchange(play, me)


def _best_after(play: CityState, me: SeatState) -> Tile:
    """Where the next turn promises most, if it were to begin there."""
    cells = [cell for cell, tile in enumerate(play.layout) if tile not in (None, ASSEMBLY)]
    best = max(cells, key=lambda cell: visit(play, me, cell, me.hand).gain)
    tile = play.layout[best]
    assert tile is not None
    return tile


# The draw


def _exchange(play: CityState, me: SeatState) -> PlayAction:
    """Discard what the city needs least, then draw (C8.1)."""
    if play.turn.discarded < DISCARDS_MAX and me.hand:
        colours = wanted_colours(play)
        worst = min(me.hand, key=lambda card: usefulness(card, colours))
        if usefulness(worst, colours) < WORTH_KEEPING:
            return Discard(worst)
    return Draw()

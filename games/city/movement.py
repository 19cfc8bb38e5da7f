"""Movement (C3): the figure on foot and by Flit, the dragons by their peoples' cards."""

from typing import get_args

from games.city.components import (
    COURTYARD,
    DRAGON_OF_PEOPLE,
    PEOPLE_OF,
    STEPS_PER_DRAGON_CARD,
    STEPS_PER_FLIT,
    VALUE_OF,
)
from games.city.duty import duty_holds
from games.city.emitter import Emitter
from games.city.grid import distance, tiles_within
from games.city.illegal_action import CityActionError
from games.city.phases import require_card, require_phase
from schemas.city.actions import Fly, Hasten, MoveDragon, PlayAction, Walk
from schemas.city.events import DragonMoved, FigureMoved, StepsGained
from schemas.city.state import CityState
from schemas.city.terms import Card, Dragon, DragonCard, Tile

FLIT_JUMP: Card = "flit-1"
FLIT_STEPS: Card = "flit-2"
DRAGON_JUMP_VALUE = 1

TILES: tuple[Tile, ...] = get_args(Tile)
DRAGON_CARDS: tuple[DragonCard, ...] = get_args(DragonCard)
DRAGON_OF_CARD: dict[DragonCard, Dragon] = {
    card: DRAGON_OF_PEOPLE[PEOPLE_OF[card]] for card in DRAGON_CARDS
}

# Actions are immutable, so all games share them.
_WALKS = {tile: Walk(tile) for tile in TILES}
_FLIGHTS = {tile: Fly(tile) for tile in TILES}
_DRAGON_MOVES = {card: {tile: MoveDragon(card, tile) for tile in TILES} for card in DRAGON_CARDS}
_HASTEN = Hasten()


def walk(emitter: Emitter, action: Walk) -> None:
    require_phase(emitter.state, "movement", "Walking")
    start = set_out(emitter, action.to)
    steps = distance(emitter.state.layout, start, action.to)
    if steps > emitter.turn.steps:
        raise CityActionError(
            "too_far",
            f"{action.to} is {steps} steps away, but {emitter.turn.steps} are left.",
            needed=steps,
            left=emitter.turn.steps,
        )
    emitter.emit(FigureMoved(emitter.turn.seat, action.to, steps=steps))


def fly(emitter: Emitter, action: Fly) -> None:
    require_phase(emitter.state, "movement", "Flying")
    require_card(emitter, FLIT_JUMP)
    set_out(emitter, action.to)
    emitter.emit(FigureMoved(emitter.turn.seat, action.to, card=FLIT_JUMP))


def hasten(emitter: Emitter) -> None:
    require_phase(emitter.state, "movement", "Hastening")
    require_card(emitter, FLIT_STEPS)
    emitter.emit(StepsGained(emitter.turn.seat, FLIT_STEPS, STEPS_PER_FLIT))


def move_dragon(emitter: Emitter, action: MoveDragon) -> None:
    require_phase(emitter.state, "movement", "Moving a dragon")
    require_card(emitter, action.card)
    require_tile(emitter.state, action.to)
    dragon = DRAGON_OF_CARD[action.card]
    where: Tile | None = getattr(emitter.state.dragons, dragon)
    if where == action.to:
        raise CityActionError(
            "already_there", f"The {dragon} dragon is already at {action.to}.", at=action.to
        )
    if VALUE_OF[action.card] != DRAGON_JUMP_VALUE:
        if where is None:
            raise CityActionError(
                "dragon_outside",
                f"{action.card} moves a dragon in the city; the {dragon} dragon is outside.",
                dragon=dragon,
            )
        steps = distance(emitter.state.layout, where, action.to)
        if steps > STEPS_PER_DRAGON_CARD:
            raise CityActionError(
                "too_far",
                f"{action.to} is {steps} steps away, but {action.card} moves a dragon "
                f"{STEPS_PER_DRAGON_CARD}.",
                needed=steps,
                left=STEPS_PER_DRAGON_CARD,
            )
    emitter.emit(DragonMoved(emitter.turn.seat, dragon, action.to, action.card))


def require_tile(state: CityState, tile: Tile) -> None:
    if tile not in state.layout:
        raise CityActionError("no_such_tile", f"There is no {tile} in this city.", tile=tile)


def set_out(emitter: Emitter, to: Tile) -> Tile:
    """Check that the figure may go there, and return where it stands."""
    require_tile(emitter.state, to)
    start = emitter.active_seat.figure
    assert start is not None, "a seat in play has a figure"
    if start == to:
        raise CityActionError("already_there", f"The figure is already at {to}.", at=to)
    if duty_holds(emitter.state):
        layout = emitter.state.layout
        before, after = distance(layout, start, COURTYARD), distance(layout, to, COURTYARD)
        if after >= before:
            raise CityActionError(
                "not_towards_courtyard",
                f"In the finished city a figure moves towards the courtyard: it is {before} steps "
                f"away, and {to} is {after}.",
                before=before,
                after=after,
            )
    return start


def movements(state: CityState) -> list[PlayAction]:
    """Every movement the acting seat may make now."""
    if state.turn.phase != "movement":
        return []
    seat = state.seats[state.turn.seat]
    assert seat.figure is not None
    on_foot = tiles_within(state.layout, seat.figure, state.turn.steps)
    actions: list[PlayAction] = [_WALKS[tile] for tile in allowed(state, seat.figure, on_foot)]
    if FLIT_JUMP in seat.hand:
        actions += [
            _FLIGHTS[tile] for tile in allowed(state, seat.figure, others(state, seat.figure))
        ]
    if FLIT_STEPS in seat.hand:
        actions.append(_HASTEN)
    for card in DRAGON_CARDS:
        if card in seat.hand:
            moves = _DRAGON_MOVES[card]
            actions += [moves[tile] for tile in _dragon_targets(state, card)]
    return actions


def others(state: CityState, start: Tile) -> list[Tile]:
    """Every tile of the city except this one."""
    return [tile for tile in state.layout if tile is not None and tile != start]


def allowed(state: CityState, start: Tile, targets: list[Tile]) -> list[Tile]:
    """The targets where a figure may go: under the duty of C9.1 only nearer ones."""
    if not duty_holds(state):
        return targets
    away = distance(state.layout, start, COURTYARD)
    return [tile for tile in targets if distance(state.layout, tile, COURTYARD) < away]


def _dragon_targets(state: CityState, card: DragonCard) -> list[Tile]:
    where: Tile | None = getattr(state.dragons, DRAGON_OF_CARD[card])
    if VALUE_OF[card] == DRAGON_JUMP_VALUE:
        return [tile for tile in state.layout if tile is not None and tile != where]
    return [] if where is None else tiles_within(state.layout, where, STEPS_PER_DRAGON_CARD)

"""Set-up (C1, C10.1): the city is laid out, the deck shuffled, hands dealt."""

from msgspec import UnsetType

from games.city.components import COURTYARD, FACTS, HAND_CARDS
from games.city.emitter import Emitter
from games.city.grid import CELLS, CENTRE, CORNER_CELLS, CORNERS, PLACES, Layout
from games.city.options import CORNERS_PER_EXPANSION, buildings_in_play, whole_deck
from games.dice import Dice
from schemas.city.events import CityFounded, HandDealt, TurnBegan
from schemas.city.options import CityOptions
from schemas.city.terms import Building, Tile


def found_city(emitter: Emitter, dice: Dice) -> None:
    options = emitter.state.options
    deck = dice.shuffled("city/deck/1", whole_deck(options.split))
    start = dice.below("city/start", options.players)
    layout, corners = lay_out(options, dice)
    emitter.emit(CityFounded(layout, start, deck, corners))
    for turn in range(options.players):
        seat = (start + turn) % options.players
        emitter.emit(HandDealt(seat, emitter.state.deck[:HAND_CARDS]))
    emitter.emit(TurnBegan(start, 1))


def lay_out(options: CityOptions, dice: Dice) -> tuple[Layout, tuple[int, ...]]:
    """Return the layout and the order of the corners, so that every random result is recorded."""
    layout: list[Tile | None] = [None] * CELLS
    layout[CENTRE] = COURTYARD
    loose: list[Building] = []
    for tile in buildings_in_play(options):
        place = FACTS[tile].place
        if place is None or options.random_city:
            loose.append(tile)
        else:
            layout[PLACES[place]] = tile
    corners = _corners(options, dice)
    closed = set(corners[CORNERS_PER_EXPANSION * len(options.expansions) :])
    free = [cell for cell in range(CELLS) if layout[cell] is None and cell not in closed]
    for cell, building in zip(free, dice.shuffled("city/tiles", loose), strict=True):
        layout[cell] = building
    return tuple(layout), corners


def _corners(options: CityOptions, dice: Dice) -> tuple[int, ...]:
    """The corner cells, those to build on first: as the table chose them, or random (C10.1)."""
    if isinstance(options.corners, UnsetType):
        return dice.shuffled("city/corners", CORNERS)
    chosen = tuple(CORNER_CELLS[corner] for corner in options.corners)
    return (*chosen, *(cell for cell in CORNERS if cell not in chosen))

"""Describe the legal actions of Blue Moon City."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.city.components import DRAGON_OF_PEOPLE, PEOPLE_OF
from games.city.grid import distance
from games.city.names import card_name, dragon_name, tile_name
from games.city.obelisk import offering_cost
from games.city.skips import skips
from games.city.terminal.narration import CityNarrator
from games.city.terminal.phrases import describe_cards
from games.terminal import Choice
from games.terminal_kit.phrases import join_words, pluralize
from schemas.city.actions import (
    Contribute,
    DeclareStalemate,
    Discard,
    Draw,
    Fly,
    Hasten,
    Leap,
    MoveDragon,
    Offer,
    Walk,
)
from schemas.city.state import CityState
from schemas.city.terms import Tile
from schemas.table import AnyTable

PAYMENTS_SHOWN = 3
"""Payments listed for each box; the best come first."""

_ORDER: list[type] = [
    Walk,
    Hasten,
    Fly,
    MoveDragon,
    Contribute,
    Offer,
    Leap,
    DeclareStalemate,
    Discard,
    Draw,
]
"""Moves come first, actions that end the turn last."""
_PHASE_WORDS = {"movement": "moving", "contribution": "building"}


def list_choices(
    view: AnyTable, seat: int, actions: Sequence[Any], narrator: CityNarrator
) -> list[Choice]:
    assert view.play is not None, "there are legal actions only in a running game"
    choices = []
    skipped = {skip.action: skip.phases for skip in skips(view.play, tuple(actions))}
    payments: Counter[tuple[int, str | None]] = Counter()
    for action in sorted(actions, key=lambda action: _ORDER.index(type(action))):
        heading, words = _describe(view.play, seat, action, narrator)
        if isinstance(action, Discard) and (phases := skipped.get("discard")):
            heading += f" (skips {join_words(_PHASE_WORDS[phase] for phase in phases)})"
        if isinstance(action, Contribute):
            box = (action.box, action.colour)
            payments[box] += 1
            # Payments are long, so each has its own line.
            is_shown = payments[box] <= PAYMENTS_SHOWN
            choices.append(Choice(action, heading, words, "lines", is_shown))
        else:
            choices.append(Choice(action, heading, words))
    return choices


def _describe(play: CityState, seat: int, action: Any, narrator: CityNarrator) -> tuple[str, str]:
    """Return a heading and the text below it."""
    here = play.seats[seat].figure
    assert here is not None, "a seat with legal actions has a figure in the city"

    def name_of(tile: Tile) -> str:
        return tile_name(tile, narrator.language)

    match action:
        case Walk(to):
            return (
                "Walk to",
                f"{name_of(to)} ({distance(play.layout, here, to)})",
            )
        case Hasten():
            return "Discard Flit 2 for 2 more steps", ""
        case Fly(to):
            return "Discard Flit 1 and fly to", name_of(to)
        case MoveDragon(card, to):
            dragon = DRAGON_OF_PEOPLE[PEOPLE_OF[card]]
            moved = f"{dragon_name(dragon, narrator.language)}, the {dragon} dragon,"
            return f"Discard {card_name(card)} and move {moved} to", name_of(to)
        case Contribute(box, cards, colour):
            assert here != "courtyard", "the courtyard is not a building"
            in_colour = "" if colour is None else f" in {colour}"
            words = f"{narrator.box(here, box)}{in_colour} for {describe_cards(cards)}"
            return f"Build {narrator.tile(here)}", words
        case Offer(pillar):
            cost = pluralize(offering_cost(play, play.seats[seat], pillar), "crystal")
            return "Make an offering for", cost + (f" and {card_name(pillar)}" if pillar else "")
        case Leap(to):
            return "Leap to", name_of(to)
        case DeclareStalemate():
            return "Declare a stalemate", ""
        case Discard(card):
            return "Discard before drawing", card_name(card)
        case _:
            return "Draw and end the turn", ""

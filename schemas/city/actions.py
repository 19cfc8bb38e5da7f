"""What a seat of Blue Moon City can ask for.

Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Annotated

from msgspec import Meta

from schemas.city.options import CityOptions
from schemas.city.terms import Card, Cards, Colour, DragonCard, PillarCard, Tile
from schemas.record import Action
from schemas.table import OpenTable, TableAction


class Walk(Action):
    """Move the figure along orthogonal neighbours, by the shortest way (C3.1)."""

    to: Tile


class Hasten(Action):
    """Discard a Flit 2 for two more steps (C3.2)."""


class Fly(Action):
    """Discard a Flit 1 to put the figure on any tile (C3.2)."""

    to: Tile


class MoveDragon(Action):
    """Discard a Vulca, Terrah or Aqua 1 or 2 to move its dragon (C3.3)."""

    card: DragonCard
    to: Tile


class Contribute(Action):
    """Pay for one free box of the building where the figure stands (C4).

    `colour` names the colour for a palace box and is left out elsewhere (C4.8).
    """

    box: Annotated[int, Meta(ge=0, le=9)]
    cards: Annotated[Cards, Meta(min_length=1, max_length=80)]
    colour: Colour | None = None


class Offer(Action):
    """Make an offering; each further one of the turn needs a Pillar card (C7)."""

    pillar: PillarCard | None = None


class Leap(Action):
    """End the turn's actions in the Assembly Hall and jump to any other tile (C10.4)."""

    to: Tile


class DeclareStalemate(Action):
    """Declare to neither contribute nor offer (C9.2)."""


class Discard(Action):
    """Discard a card before the draw, to draw one more (C8.1)."""

    card: Card


class Draw(Action):
    """Draw and end the turn (C8)."""


PlayAction = (
    Walk | Hasten | Fly | MoveDragon | Contribute | Offer | Leap | DeclareStalemate | Discard | Draw
)
CityAction = OpenTable[CityOptions] | TableAction | PlayAction

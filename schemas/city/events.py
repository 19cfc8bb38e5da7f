"""What happens in a game of Blue Moon City.

Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from schemas.city.options import CityOptions, Reward
from schemas.city.state import CityState
from schemas.city.terms import Building, Card, Cards, Colour, Dragon, DragonCard, PillarCard, Tile
from schemas.record import Event, Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.table import GameEnded, TableEvent, TableOpened, TakenBack
from schemas.terms import Seat


class CityFounded(Event):
    """The city is laid out and the deck shuffled. `layout` is the 5 x 5 grid, row by row."""

    layout: tuple[Tile | None, ...]
    start: Seat
    deck: Annotated[Cards, SECRET_UNTIL_END]
    corners: tuple[int, ...]
    """The corner cells in the order the dice gave: the first ones are built on, the rest closed."""


class HandDealt(Event):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class TurnBegan(Event):
    seat: Seat
    number: int


class FigureMoved(Event):
    """On foot (`steps`), by a Flit 1 (`card`) or out of the Assembly Hall (neither)."""

    seat: Seat
    to: Tile
    steps: int = 0
    card: Card | None = None


class StepsGained(Event):
    seat: Seat
    card: Card
    steps: int


class DragonMoved(Event):
    seat: Seat
    dragon: Dragon
    to: Tile
    card: DragonCard


class StonePlaced(Event):
    """A contribution: the cards are discarded and a stone lies on the box."""

    seat: Seat
    tile: Building
    box: int
    cards: Cards
    colour: Colour


class RewardGained(Event):
    """What a seat gets from scoring `tile`; `source` is a finished neighbour or the tile itself.

    Cards follow in events of their own.
    """

    seat: Seat
    kind: Literal["star", "participant", "neighbour"]
    tile: Building
    source: Building
    reward: Reward


class ScalesGained(Event):
    """Scales for dragons at the first contribution of a turn (C4.9)."""

    seat: Seat
    tile: Building
    scales: int


class ScaleScore(Record):
    seat: Seat
    scales: int
    crystals: int


class ScalesScored(Event):
    """The last scale was taken: `scales` counts those owed but missing as well (C6)."""

    scores: tuple[ScaleScore, ...]


class BuildingFinished(Event):
    """All boxes are filled: the stones return to their seats, and the tile is finished (C5.5)."""

    tile: Building
    master_builder: Seat


class OfferingMade(Event):
    seat: Seat
    space: int
    crystals: int
    pillar: PillarCard | None = None
    marked: bool | UnsetType = UNSET
    """True: the seat had no stone left, so the space is only marked as its own (C7.3)."""


class StalemateDeclared(Event):
    seat: Seat


class CardDiscarded(Event):
    seat: Seat
    card: Card


class DeckShuffled(Event):
    """The discard pile became the new deck (C8.2)."""

    order: Annotated[Cards, SECRET_UNTIL_END]


class CardsDrawn(Event):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class CardsSetAside(Event):
    """Won in one's own turn: laid aside unseen until the turn's end (C5.6)."""

    seat: Seat
    cards: Annotated[Cards, SECRET_UNTIL_END]


class AsideTaken(Event):
    """The cards laid aside join the hand (C8.3)."""

    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class SeatWithdrawn(Event):
    """A seat resigned: its cards, now open, are on the discard pile (C9.5)."""

    seat: Seat
    cards: Cards


class TurnEnded(Event):
    seat: Seat


PlayEvent = (
    CityFounded
    | HandDealt
    | TurnBegan
    | FigureMoved
    | StepsGained
    | DragonMoved
    | StonePlaced
    | RewardGained
    | ScalesGained
    | ScalesScored
    | BuildingFinished
    | OfferingMade
    | StalemateDeclared
    | CardDiscarded
    | DeckShuffled
    | CardsDrawn
    | CardsSetAside
    | AsideTaken
    | SeatWithdrawn
    | TurnEnded
    | GameEnded
)

CityEvent = TableOpened[CityOptions] | TakenBack[CityState] | TableEvent | PlayEvent

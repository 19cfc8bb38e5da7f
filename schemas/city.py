"""The wire contract of Blue Moon City: components, options, actions, events, state.

Tiles stand for places: each tile exists once, so `to: "library"` says where.
Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Action, Event, Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.table import GameEnded, OpenTable, TableAction, TableEvent, TableOpened, TakenBack
from schemas.terms import Seat

# Components

People = Literal["vulca", "terrah", "aqua", "flit", "khind", "mimix", "hoax", "pillar"]
Colour = Literal["black", "red", "blue", "grey", "green", "brown", "white", "yellow"]
Dragon = Literal["red", "green", "blue"]
Card = Literal[
    "vulca-1",
    "vulca-2",
    "vulca-3",
    "terrah-1",
    "terrah-2",
    "terrah-3",
    "aqua-1",
    "aqua-2",
    "aqua-3",
    "flit-1",
    "flit-2",
    "flit-3",
    "khind-1",
    "mimix-1",
    "mimix-2",
    "mimix-3",
    "hoax-1",
    "hoax-2",
    "hoax-3",
    "pillar-1",
    "pillar-2",
    "pillar-3",
]
DragonCard = Literal["vulca-1", "vulca-2", "terrah-1", "terrah-2", "aqua-1", "aqua-2"]
PillarCard = Literal["pillar-1", "pillar-2"]
Building = Literal[
    "palace",
    "fire_temple",
    "earth_temple",
    "water_temple",
    "aqueduct",
    "hospice",
    "citadel",
    "watchtower",
    "great_hall",
    "university",
    "market_hall",
    "library",
    "trading_house",
    "flight_tower",
    "city_residence",
    "monastery_tower",
    "caravanserai",
    "thermae",
    "iron_foundry",
    "mill",
    "hospital",
    "assembly",
    "theatre",
    "golden_temple",
]
Tile = Literal["courtyard", Building]
Phase = Literal["movement", "contribution", "draw"]
Cards = tuple[Card, ...]


# Options

Count = Annotated[int, Meta(ge=0, le=9)]
BoxValue = Annotated[int, Meta(ge=1, le=9)]


class Reward(Record):
    crystals: Count = 0
    cards: Count = 0
    scales: Count = 0


class CardSplit(Record):
    """How many 1s, 2s and 3s each people but Khind has: ten cards together (C1.4)."""

    ones: Annotated[int, Meta(ge=0, le=6)] = 3
    twos: Annotated[int, Meta(ge=0, le=6)] = 4
    threes: Annotated[int, Meta(ge=0, le=6)] = 3


class TileNumbers(Record):
    """Other numbers for a tile. Fields that are left out keep their standard values."""

    tile: Building
    boxes: tuple[BoxValue, ...] | None = None
    star: Reward | None = None
    participant: Reward | None = None
    neighbour: Reward | None = None


class CityOptions(Record):
    players: Annotated[int, Meta(ge=2, le=4)]
    random_city: bool = False
    """Variant: all 20 buildings are shuffled, the temples and the palace too (C1.2)."""
    expansions: tuple[Literal[1, 2], ...] = ()
    """Which sets of extra tiles are in play (C10)."""
    split: CardSplit = CardSplit()
    tiles: tuple[TileNumbers, ...] = ()


# Actions


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


# Events


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


# State


class SeatState(Record):
    """What lies before a seat. `owed` are scales it was due that did not exist (C6.1)."""

    seat: Seat
    hand: Annotated[Cards, secret_to("seat")]
    crystals: Annotated[int, secret_to("seat")] = 0
    aside: Annotated[Cards, SECRET_UNTIL_END] = ()
    stones: int = 10
    scales: int = 0
    owed: int = 0
    offerings: int = 0
    figure: Tile | None = "courtyard"
    declared: bool = False
    out: bool = False


class Site(Record):
    """A building's boxes from left to right: whose stone lies there."""

    stones: tuple[Seat | None, ...]
    finished: bool = False


class Dragons(Record):
    red: Tile | None = None
    green: Tile | None = None
    blue: Tile | None = None


class Turn(Record):
    number: int
    seat: Seat
    phase: Phase = "movement"
    steps: int = 2
    contributed: bool = False
    offerings: int = 0
    discarded: int = 0
    leapt: bool = False


class CityState(Record):
    """A game of Blue Moon City. `layout` and `sites` are the 5 x 5 grid, row by row."""

    options: CityOptions
    layout: tuple[Tile | None, ...]
    sites: tuple[Site | None, ...]
    seats: tuple[SeatState, ...]
    turn: Turn
    deck: Annotated[Cards, SECRET_UNTIL_END]
    discard: Cards
    supply: int
    """Scales not held by anyone."""
    dragons: Dragons = Dragons()
    obelisk: tuple[Seat, ...] = ()
    """Whose stones lie on the obelisk, bottom up."""
    quiet_turns: int = 0
    """Turns in a row without a contribution or an offering (C9.2)."""
    shuffles: int = 1
    over: bool = False


CityEvent = TableOpened[CityOptions] | TakenBack[CityState] | TableEvent | PlayEvent

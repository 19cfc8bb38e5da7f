"""What a seat of Blue Moon can ask for.

Rule numbers (R7.4) refer to `docs/rules/duel.md`.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from schemas.duel.options import DuelOptions
from schemas.duel.terms import CardId, Element, HiddenCards, SomeCards
from schemas.record import Action, Record
from schemas.redaction import SECRET_UNTIL_END
from schemas.table import OpenTable, TableAction


class ChooseDeck(Action):
    """Choose a deck for the next game: 0 is the first one, then come the reserves (R16.3)."""

    deck: Annotated[int, Meta(ge=0, le=8), SECRET_UNTIL_END]


class Mulligan(Action):
    """Exchange none, some or all of the start cards (R2.4)."""

    exchange: Annotated[HiddenCards, SECRET_UNTIL_END]


class RetrieveCard(Action):
    """Take an active card with RETRIEVE back into hand (R22.8)."""

    card: CardId


class DiscardBluff(Action):
    """Give up one of your bluffs at the start of the turn (R25.6)."""

    bluff: CardId


class LandShip(Action):
    """Land an own ship with its load (R24.5)."""

    ship: CardId


class PlayCard(Action):
    """Put a card down, face up. Without `use_text` an optional text is left unused (R29.3)."""

    card: CardId
    use_text: bool = True
    cover: bool | UnsetType = UNSET
    """True: cover the gang instead of joining it (R22.21). Unset under `duel/1`."""


class PlayBluff(Action):
    """Put a character with BLUFF down, face down, as a support (R25.1)."""

    card: Annotated[CardId, SECRET_UNTIL_END]


class LoadShip(Action):
    """Load a card instead of playing a support (R24.2)."""

    card: CardId
    ship: CardId


class ReplaceCard(Action):
    """Discard a card with REPLACE and draw one, or none (R22.27)."""

    card: CardId
    draw: bool = True


class UseText(Action):
    """Use a text that waits for its owner; `count` where the text says "up to" (R3.8)."""

    card: CardId
    count: Annotated[int, Meta(ge=1, le=9)] | None = None


class PayDemand(Action):
    """Discard hand cards for an opposing demand (R28.2)."""

    demand: CardId
    cards: SomeCards


class Retreat(Action):
    """Leave the fight (R6.1)."""


class DeclineFight(Action):
    """Start no fight: discard one to three cards instead (R6.3)."""

    cards: SomeCards


class Target(Record):
    """A text that works on one own card, and the card chosen for it (R21.1)."""

    text: CardId
    card: CardId


class AnnouncePower(Action):
    """`element` only in the first turn of a fight; without `targets` the best ones are taken."""

    element: Element | None = None
    targets: Annotated[tuple[Target, ...], Meta(max_length=20)] = ()


class FinishPhase(Action):
    """Nothing more in this phase (R3.5)."""


class ChooseCards(Action):
    """Answer a decision about cards."""

    cards: Annotated[SomeCards, SECRET_UNTIL_END] = ()


class ChooseOption(Action):
    """Answer any other decision."""

    option: Annotated[str, Meta(max_length=40)]


class RewindTurn(Action):
    """Go back to the retreat phase of this turn, if nothing new became known (R17.4)."""


class Concede(Action):
    """Lose this game of the match (R15.8)."""


PlayAction = (
    ChooseDeck
    | Mulligan
    | RetrieveCard
    | DiscardBluff
    | LandShip
    | PlayCard
    | PlayBluff
    | LoadShip
    | ReplaceCard
    | UseText
    | PayDemand
    | Retreat
    | DeclineFight
    | AnnouncePower
    | FinishPhase
    | ChooseCards
    | ChooseOption
    | RewindTurn
    | Concede
)
DuelAction = OpenTable[DuelOptions] | TableAction | PlayAction

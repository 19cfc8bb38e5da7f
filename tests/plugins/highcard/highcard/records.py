"""The wire contract of High Card: options, actions, events, state, figures and pieces."""

from typing import Annotated

from msgspec import Meta

from schemas.record import Action, Event, Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.table import GameEnded, OpenTable, TableAction, TableEvent, TableOpened, TakenBack
from schemas.terms import Seat

HIGHEST_CARD = 24
Card = Annotated[int, Meta(ge=1, le=HIGHEST_CARD)]
Cards = tuple[Card, ...]


class HighCardOptions(Record):
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    hand: Annotated[int, Meta(ge=1, le=6)] = 4
    """Cards dealt to each player; also the number of rounds (H2)."""
    low: bool = False
    """The lowest card scores (H3)."""


# Actions


class PlayCard(Action):
    card: Card


class Pass(Action):
    pass


PlayAction = PlayCard | Pass
HighCardAction = OpenTable[HighCardOptions] | TableAction | PlayAction


# Events


class DeckShuffled(Event):
    order: Annotated[Cards, SECRET_UNTIL_END]


class CardsDealt(Event):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class CardPlayed(Event):
    seat: Seat
    card: Card


class SeatPassed(Event):
    seat: Seat


class RoundEnded(Event):
    winner: Seat | None
    """None if all passed."""


class PlayerLeft(Event):
    seat: Seat


PlayEvent = (
    DeckShuffled | CardsDealt | CardPlayed | SeatPassed | RoundEnded | PlayerLeft | GameEnded
)


# State


class Hand(Record):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")] = ()
    points: int = 0
    out: bool = False


class Play(Record):
    """What a seat did in this round. None: it passed."""

    seat: Seat
    card: Card | None


class HighCardState(Record):
    options: HighCardOptions
    hands: tuple[Hand, ...]
    deck: Annotated[Cards, SECRET_UNTIL_END] = ()
    plays: tuple[Play, ...] = ()
    """The current round, in order."""
    discard: Cards = ()
    """Cards of earlier rounds."""
    turn: Seat = 0
    round: int = 1
    over: bool = False


HighCardEvent = TableOpened[HighCardOptions] | TakenBack[HighCardState] | TableEvent | PlayEvent


# For clients


class HighCardFigures(Record):
    """Numbers that the rules derive from public information."""

    best: Card | None
    """The card that scores if the round ends now."""
    rounds_left: int


class HighCardPieces(Record, tag_field="game", tag="highcard"):
    cards: Cards

"""The wire contract of Hands."""

from typing import Annotated

from msgspec import Meta

from schemas.record import Action, Event, Record
from schemas.redaction import secret_to
from schemas.table import GameEnded, OpenTable, TableAction, TableEvent, TableOpened, TakenBack
from schemas.terms import Seat

HIGHEST_CARD = 40
Card = Annotated[int, Meta(ge=1, le=HIGHEST_CARD)]
Cards = tuple[Card, ...]


class HandsOptions(Record):
    deals: Annotated[int, Meta(ge=1, le=1_000_000)] = 1_000_000
    """More than any measurement plays."""


class PlayCard(Action):
    card: Card


HandsAction = OpenTable[HandsOptions] | TableAction | PlayCard


class CardsDealt(Event):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class CardPlayed(Event):
    seat: Seat
    card: Card


PlayEvent = CardsDealt | CardPlayed | GameEnded


class Hand(Record):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")] = ()


class HandsState(Record):
    deals: int
    """Deals that are left."""
    hands: tuple[Hand, ...]
    moves: int = 0
    over: bool = False


HandsEvent = TableOpened[HandsOptions] | TakenBack[HandsState] | TableEvent | PlayEvent


class HandsPieces(Record, tag_field="game", tag="hands"):
    cards: Cards

"""A small game's records for tests."""

from typing import Annotated

from schemas.record import Action, Event, Record
from schemas.redaction import secret_to


class Side(Record):
    seat: int
    hand: Annotated[tuple[str, ...], secret_to("seat")] = ()
    leader: Annotated[str, secret_to("seat")] = "moon"
    score: int = 0


class State(Record):
    sides: tuple[Side, ...]
    top_card: str | None = None
    is_over: bool = False


class PlayCard(Action):
    card: str


class Pass(Action):
    pass


class CardPlayed(Event):
    seat: int
    card: Annotated[str, secret_to("seat")]
    number: int = 1

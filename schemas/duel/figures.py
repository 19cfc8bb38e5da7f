"""Figures that the rules of Blue Moon derive for viewers. Nothing here is secret.

Rule numbers (R20.1) refer to `docs/rules/duel.md`.
"""

from typing import Literal

from schemas.duel.terms import CardId, CardType, Element, Icon
from schemas.record import Record
from schemas.terms import Seat

What = Literal[
    "ignored",
    "zeroed",
    "raised_to_sum",
    "raised_to_larger",
    "raised_to",
    "multiplied",
    "raised_power",
]
"""What a text does to a number: the card counts nothing (R19.2), a printed number counts 0
(R20.1), a value is raised to the sum or the larger of the printed ones (R20.2) or to a number, or
multiplied (R20.3); the last lifts the whole power (R20.6)."""


class Reason(Record):
    """A text that makes a number what it is, and what it was after that text."""

    card: CardId
    """Whose text it is."""
    seat: Seat
    """Whose card that is."""
    what: What
    fire: int | None
    earth: int | None
    """Null: the text left this one as it was."""
    best: bool = False
    """The text works on one character, and none was chosen: this one gives the most power
    (R21.6)."""


class PowerLine(Record):
    """An active card with numbers, or a bluff by its handle: what it counts, and why."""

    card: CardId
    kind: Literal[CardType, "bluff"]
    printed_fire: int | None
    printed_earth: int | None
    fire: int
    earth: int
    ignored: bool
    reasons: tuple[Reason, ...]
    """In the order in which they work."""


class CardStanding(Record):
    """What is left of a card on the table (R19)."""

    card: CardId
    ignored: bool
    """As a whole."""
    text_works: bool | None
    """Null: it has no text."""
    icons: tuple[Icon, ...]
    """Those that work."""
    protected: bool
    """Texts of the opponent do not touch it (R19.5)."""
    by: tuple[CardId, ...]
    """The opponent's cards whose texts take something of it away."""


class DemandFigures(Record):
    """What the seat has to meet in its turn (R28.1)."""

    card: CardId
    or_else: Literal["retreat", "dragon"]
    doubled: bool
    met: bool


class SeatFigures(Record):
    seat: Seat
    fire: int
    earth: int
    """Power as it stands (R20.5, R20.6)."""
    highest_fire: int
    highest_earth: int
    """What the seat could announce, with every choice made for the most power (R21.7)."""
    lines: tuple[PowerLine, ...]
    raised: tuple[Reason, ...]
    """Texts that lift the sum of the lines."""
    shields: tuple[Element, ...]
    """Elements in which the opponent's power need not be reached (R22.1)."""
    cards: tuple[CardStanding, ...]
    """Every card on the table whose text or icons may count."""
    bluffs_ignored: bool
    demands: tuple[DemandFigures, ...]
    """Empty but for the seat whose turn it is."""
    reward: int | None
    """Dragons gained if the other seat retreats now; null when there is no fight (R13.3)."""
    demanded: int
    """Dragons gained on top for demands that the other seat has not met (R28.13)."""
    wins_game: bool
    """Would these be the fourth dragon (R14.3)?"""
    crystals: int
    """What winning the game would score as the dragons stand now (R15.6)."""


class ToBeat(Record):
    """What the seat whose turn it is has to reach in an element it may still announce (R10.4)."""

    element: Element
    value: int
    highest: int
    """What it could announce now."""
    shielded: bool
    reached: bool
    """Could it announce as it stands?"""


class DuelFigures(Record, tag_field="game", tag="duel"):
    seats: tuple[SeatFigures, ...]
    to_beat: tuple[ToBeat, ...]
    """Both elements before a fight, the contested one during it; empty when no turn is on."""

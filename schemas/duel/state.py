"""The state of a match of Blue Moon.

Rule numbers (R7.4) refer to `docs/rules/duel.md`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from schemas.duel.deck import Deck
from schemas.duel.options import DuelOptions
from schemas.duel.terms import (
    CardId,
    Cards,
    DuelAmendment,
    Element,
    HiddenCards,
    Phase,
    Stage,
    Way,
)
from schemas.record import Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.terms import Seat


class Pile(Record):
    """Face up, but only the top card may be looked at, and the pile not counted (R1.6)."""

    top: CardId | None = None
    below: Annotated[HiddenCards, SECRET_UNTIL_END] = HiddenCards()


class Bluff(Record):
    """A card lying face down among the supports."""

    seat: Seat
    handle: CardId
    card: Annotated[CardId, secret_to("seat")]


class Vessel(Record):
    """A card of the influence area, with what is loaded on it."""

    card: CardId
    load: Cards = ()


class Choice(Record):
    """A stored target. It is lost when the card's being ignored changes (R21.5)."""

    text: CardId
    card: CardId
    ignored: bool


class Side(Record):
    """The zones of one player (R1.6)."""

    seat: Seat
    leader: CardId
    inquisitor: CardId | None = None
    hand: Annotated[Cards, secret_to("seat")] = ()
    revealed: Cards = ()
    """Hand cards that lie open (R29.9)."""
    deck: Annotated[Cards, SECRET_UNTIL_END] = ()
    discard: Pile = Pile()
    leadership: Pile = Pile()
    active: Cards = ()
    """Characters and boosters in force, in the order they were played."""
    covered: Cards = ()
    support: Cards = ()
    bluffs: tuple[Bluff, ...] = ()
    bluffs_made: int = 0
    influence: tuple[Vessel, ...] = ()
    landed: tuple[Vessel, ...] = ()
    achievements: Cards = ()
    choices: tuple[Choice, ...] = ()
    crystals: int = 0
    deck_number: int = 0
    """Which of its decks the seat plays with."""
    next_deck: Annotated[int | None, secret_to("seat")] = None
    chosen: bool = False
    """The deck, or the start cards to exchange, are chosen."""
    exchange: Annotated[HiddenCards, secret_to("seat")] = HiddenCards()


class PreparedDecks(Record):
    """The decks of a seat that are not those of the options: brought or drawn (R2.7, R2.8)."""

    seat: Seat
    decks: Annotated[tuple[Deck, ...], secret_to("seat")]


class Laid(Record):
    """A card put down that does not work yet: the opponent may intervene (R18.1)."""

    seat: Seat
    card: CardId
    source: CardId
    """`hand`, `deck`, or the landed ship it comes from."""
    way: Way
    use_text: bool = True
    stops: bool = False
    covers: bool = False


class Payment(Record):
    demand: CardId
    cards: Cards


class Turn(Record):
    """What has to be remembered of the turn that is running."""

    seat: Seat
    first: bool
    """The first turn of a fight (R3.6)."""
    number: int = 0
    """Counted through the whole match."""
    phase: Phase = "turn_start"
    stopped: bool = False
    acted: bool = False
    leadership: CardId | None = None
    """The leadership card whose text works until the turn ends (R5.3)."""
    played: int = 0
    into_combat: int = 0
    characters: int = 0
    regular_used: bool = False
    boosters: int = 0
    supports: int = 0
    """Those that count against the allowance (R8.7)."""
    booster_played: bool = False
    support_played: bool = False
    """Whether any was played, free ones included (R28.9)."""
    pair: CardId | None = None
    """The card just put down, if a second one may form a pair with it (R22.16)."""
    granted: CardId | None = None
    """The text that lets the next fight card be put down as if FREE (R32.1)."""
    source: CardId = "hand"
    """Where the card came from that was put down last."""
    waived: int = 0
    landed: bool = False
    hand_plays: int = 0
    """Fight cards played from hand after a landing (R24.12)."""
    used: Cards = ()
    """Texts that were used (R3.8)."""
    payments: tuple[Payment, ...] = ()
    taken: int = 0
    """Cards taken from the own draw deck (R30.10)."""
    announced: bool = False
    news: bool = False
    """Something became known since the retreat phase began (R17.6)."""


class Step(Record):
    """What is still to be done when a decision is made."""

    do: Literal["carry_out", "activate", "announced", "call_bluffs", "refill"]
    seat: Seat
    """Whom it concerns."""
    owner: Seat = 0
    """Whose text it is."""
    card: CardId | None = None


class Decision(Record):
    """A seat has to choose before the game goes on (R3.3).

    `reason` is the card whose text asks, or a word. Everyone sees `cards`. Only the deciding seat
    sees `hidden` and their number.
    """

    by: Seat
    kind: Literal["choose_cards", "choose_option"]
    reason: CardId
    owner: Seat
    """Whose text it is."""
    whose: Seat
    """Whose cards are chosen."""
    cards: Cards = ()
    hidden: Annotated[HiddenCards, secret_to("by")] = HiddenCards()
    options: tuple[str, ...] = ()
    subject: CardId | None = None
    """The card that the choice is about, if it is not `reason`."""
    least: int = 0
    most: int = 0
    rest: tuple[Step, ...] = ()


class Saved(Record):
    """The position at the beginning of the retreat phase (R17.5)."""

    sides: tuple[Side, ...]
    turn: Turn
    element: Element | None


class DuelState(Record):
    """A match of Blue Moon, and the game of it that is being played."""

    options: DuelOptions
    sides: tuple[Side, ...]
    stage: Stage = "mulligan"
    number: int = 0
    """The game of the match, from 1."""
    start: Seat = 0
    turn: Turn = Turn(0, first=True)
    fight: bool = False
    element: Element | None = None
    dragons: int = 0
    """Above zero they are seat 0's, below zero seat 1's, the rest is in the middle (R1.10)."""
    laid: tuple[Laid, ...] = ()
    decision: Decision | None = None
    emptied: tuple[Seat, ...] = ()
    """Whose hand ran empty, the latest last (R15.4)."""
    throws: int = 0
    """The number of random draws so far: each has its own stream of the dice."""
    saved: Annotated[Saved | None, SECRET_UNTIL_END] = None
    over: bool = False
    amendments: tuple[DuelAmendment, ...] | UnsetType = UNSET
    """The names of the amendments that the game is played under. Unset under `duel/1`."""
    prepared: tuple[PreparedDecks, ...] | UnsetType = UNSET
    """By seat. Unset if both seats play with the decks of the options."""

    def follows(self, amendment: DuelAmendment) -> bool:
        """Is the game played under this amendment?"""
        return not isinstance(self.amendments, UnsetType) and amendment in self.amendments

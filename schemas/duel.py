"""The wire contract of Blue Moon, the duel: options, actions, events, state.

A card is named by its id, which is unique within one player's deck; a bluff on the table by its
handle (`facedown-1`), so that its face stays hidden (R25.8). Rule numbers (R7.4) refer to
`docs/rules/duel.md`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.duel_deck import DeckList
from schemas.duel_terms import CardId, Element, People
from schemas.record import Action, Event, Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.table import GameEnded, OpenTable, TableAction, TableEvent, TableOpened, TakenBack
from schemas.terms import Seat

Cards = tuple[CardId, ...]
SomeCards = Annotated[Cards, Meta(max_length=40)]
Phase = Literal[
    "turn_start",
    "action",
    "retreat_or_decline",
    "character",
    "booster_support",
    "after_booster_support",
    "announce",
    "refill",
    "end_of_turn",
]
Stage = Literal["decks", "mulligan", "turn"]
Way = Literal["regular", "free", "pair", "gang", "extra", "action", "intervention", "text"]
"""How a card is put down: the first five ways are those of fight cards (R7.3, R8.7)."""


# Options


Deck = People | DeckList
"""One of the nine preset decks, or a custom one."""
Reserve = Annotated[tuple[Deck, ...], Meta(max_length=8)]


class DuelOptions(Record):
    decks: tuple[Deck, Deck] = ("vulca", "hoax")
    """The deck of each seat."""
    reserves: tuple[Reserve, Reserve] = ((), ())
    """More decks of each seat: a seat with some chooses a deck before each game (R16.3)."""
    mulligan: bool = True
    """Start cards may be exchanged once (R2.4)."""
    interventions: bool = False
    """Ask a seat each time it may intervene (R26.8)."""
    crystals_to_win: Annotated[int, Meta(ge=1, le=20)] = 5
    """The number of crystals that ends a match (R16.1)."""


# Cards whose number is hidden too


class HiddenCards(Record):
    """Cards whose number is secret too: when hidden, this is null instead of a count."""

    cards: Cards = ()


# Actions


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


# State


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


# Events


class DecksOffered(Event):
    """Before a game: seats with several decks choose one, both at the same time (R16.3)."""

    number: int
    start: Seat


class DeckChosen(Event):
    seat: Seat
    deck: Annotated[int, secret_to("seat")]


class DuelBegan(Event):
    """A game of the match: leaders and inquisitors lie open (R2.1)."""

    number: int
    start: Seat
    decks: tuple[int, int]
    leaders: Cards
    inquisitors: tuple[CardId | None, ...]


class DeckShuffled(Event):
    """The draw deck now has this order, the first card on top."""

    seat: Seat
    order: Annotated[Cards, SECRET_UNTIL_END]


class PileShuffled(Event):
    """The discard pile was mixed; the last card lies on top."""

    seat: Seat
    order: Annotated[HiddenCards, SECRET_UNTIL_END]


class HandShuffled(Event):
    """A hand was mixed to pick cards by chance (R29.8)."""

    seat: Seat
    order: Annotated[HiddenCards, SECRET_UNTIL_END]


class ExchangeChosen(Event):
    """The number is shown when both have chosen (R2.5)."""

    seat: Seat
    exchange: Annotated[HiddenCards, secret_to("seat")]


class HandExchanged(Event):
    """These start cards went into the draw deck."""

    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class TurnBegan(Event):
    seat: Seat
    first: bool
    number: int


class PhaseEntered(Event):
    phase: Phase


class CardPutDown(Event):
    """A card lies on the table and does not work yet (R18.1, step 1)."""

    seat: Seat
    card: CardId
    source: CardId
    way: Way
    use_text: bool = True
    stops: bool = False
    covers: bool = False


class CardCancelled(Event):
    """An intervention voided the card: as if it had never been put down (R18.4)."""

    seat: Seat
    card: CardId
    by: CardId


class CombatCovered(Event):
    seat: Seat
    cards: Cards


class CardActivated(Event):
    seat: Seat
    card: CardId


class BluffPutDown(Event):
    seat: Seat
    handle: CardId
    card: Annotated[CardId, secret_to("seat")]
    source: CardId
    way: Way


class CardLoaded(Event):
    """`source` is `hand` or `deck`; `counts`: it took the place of a support (R24.3)."""

    seat: Seat
    card: CardId
    ship: CardId
    source: CardId
    counts: bool
    way: Way = "text"


class ShipLanded(Event):
    seat: Seat
    ship: CardId


class CardReturned(Event):
    """From the table to its owner's hand."""

    seat: Seat
    card: CardId


class CardsDrawn(Event):
    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]
    source: Literal["deck", "discard"] = "deck"


class CardsShown(Event):
    """Cards on their way to the hand were seen by both."""

    seat: Seat
    cards: Cards


class CardsDiscarded(Event):
    """One after the other, in this order (R1.8)."""

    seat: Seat
    cards: Cards
    source: Literal["hand", "deck", "table", "laid"]
    blind: bool = False
    """Some of them were picked by chance (R29.8)."""


class BluffsShown(Event):
    """A bluff that leaves the table is shown first (R25.7)."""

    seat: Seat
    bluffs: Cards
    cards: Cards


class CardsRecycled(Event):
    """Cards that both have seen go into their owner's draw deck, to be shuffled."""

    seat: Seat
    cards: Cards
    source: Literal["table", "leadership"]


class HandRecycled(Event):
    """Hand cards go under their owner's draw deck, in this order."""

    seat: Seat
    cards: Annotated[Cards, secret_to("seat")]


class PileRecycled(Event):
    """The whole discard pile goes into the draw deck, to be shuffled."""

    seat: Seat


class DeckSearched(Event):
    """The owner looks through the draw deck or the discard pile."""

    seat: Seat
    pile: Literal["deck", "discard"]


class CardFound(Event):
    """The card taken from a searched pile is shown (R29.11); `to` is where it goes."""

    seat: Seat
    card: CardId
    pile: Literal["deck", "discard"]
    to: Literal["hand", "table"]


class HandRevealed(Event):
    seat: Seat
    cards: Cards


class CardReplaced(Event):
    """It follows as a discard; replacing is not playing (R22.28)."""

    seat: Seat
    card: CardId


class TextUsed(Event):
    seat: Seat
    card: CardId


class IconGranted(Event):
    """The next fight card of the turn is put down as if FREE."""

    seat: Seat
    card: CardId


class ConditionWaived(Event):
    """A mutant was put down without its condition (R23.6)."""

    seat: Seat
    card: CardId


class ElementChanged(Event):
    element: Element
    card: CardId


class DemandPaid(Event):
    """The cards follow as discards."""

    seat: Seat
    demand: CardId
    cards: Cards


class DemandFailed(Event):
    seat: Seat
    demand: CardId


class DecisionAsked(Event):
    decision: Decision


class DecisionMade(Event):
    seat: Seat


class ChoiceLost(Event):
    """A stored target counts no more (R21.5)."""

    seat: Seat
    text: CardId


class ChoiceMade(Event):
    seat: Seat
    choice: Choice


class PowerAnnounced(Event):
    seat: Seat
    element: Element
    power: int
    opposing: int
    shielded: bool
    choices: tuple[Choice, ...] = ()
    starts_fight: bool = False


class BluffsCalled(Event):
    """`seat` called; `honest`: every card showed the contested element (R25.11)."""

    seat: Seat
    bluffs: Cards
    cards: Cards
    honest: bool


class DragonGained(Event):
    seat: Seat
    reason: CardId
    """The card whose text gives it, or `retreat` or `bluff`."""
    dragons: int
    """Where the dragons are now, as in the state."""


class FightEnded(Event):
    winner: Seat
    how: Literal["retreat", "forced", "bluff"]
    reward: int


class FightDeclined(Event):
    seat: Seat


class TurnEnded(Event):
    seat: Seat


class TurnRewound(Event):
    """The position is that of the beginning of the retreat phase again (R17.5)."""

    seat: Seat


class DuelEnded(Event):
    """A game of the match is over; the winner scores the crystals (R15)."""

    winner: Seat
    reason: Literal["fourth_dragon", "no_cards", "conceded"]
    crystals: int


PlayEvent = (
    DecksOffered
    | DeckChosen
    | DuelBegan
    | DeckShuffled
    | PileShuffled
    | HandShuffled
    | ExchangeChosen
    | HandExchanged
    | TurnBegan
    | PhaseEntered
    | CardPutDown
    | CardCancelled
    | CombatCovered
    | CardActivated
    | BluffPutDown
    | CardLoaded
    | ShipLanded
    | CardReturned
    | CardsDrawn
    | CardsShown
    | CardsDiscarded
    | BluffsShown
    | CardsRecycled
    | HandRecycled
    | PileRecycled
    | DeckSearched
    | CardFound
    | HandRevealed
    | CardReplaced
    | TextUsed
    | IconGranted
    | ConditionWaived
    | ElementChanged
    | DemandPaid
    | DemandFailed
    | DecisionAsked
    | DecisionMade
    | ChoiceLost
    | ChoiceMade
    | PowerAnnounced
    | BluffsCalled
    | DragonGained
    | FightEnded
    | FightDeclined
    | TurnEnded
    | TurnRewound
    | DuelEnded
    | GameEnded
)
DuelEvent = TableOpened[DuelOptions] | TakenBack[DuelState] | TableEvent | PlayEvent

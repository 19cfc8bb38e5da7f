"""What happens in a match of Blue Moon.

Rule numbers (R7.4) refer to `docs/rules/duel.md`.
"""

from typing import Annotated, Literal

from schemas.duel.options import DuelOptions
from schemas.duel.state import Choice, Decision, DuelState
from schemas.duel.terms import CardId, Cards, Element, HiddenCards, People, Phase, Way
from schemas.record import Event
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.table import GameEnded, TableEvent, TableOpened, TakenBack
from schemas.terms import Seat


class DecksOffered(Event):
    """Before a game: seats with several decks choose one, both at the same time (R16.3)."""

    number: int
    start: Seat


class DeckChosen(Event):
    seat: Seat
    deck: Annotated[int, secret_to("seat")]


class LeadersDrawn(Event):
    """The random decks of the match, each drawn by its leader (R2.8)."""

    leaders: tuple[People | None, ...]
    """By seat. None: the seat plays with another deck."""


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
    LeadersDrawn
    | DecksOffered
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

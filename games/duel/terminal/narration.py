"""Narrate the events of Blue Moon.

In redacted events, hidden cards are a number and a single hidden card is None.
"""

from collections.abc import Callable, Sequence
from typing import Any

from games.duel.cards import CARDS
from games.duel.names import KIN_NAMES, Language, card_name
from games.duel.terminal.language import card_language
from games.terminal_kit.narrator import Narrator
from games.terminal_kit.phrases import join_words, pluralize
from schemas.duel.events import (
    BluffPutDown,
    BluffsCalled,
    BluffsShown,
    CardActivated,
    CardCancelled,
    CardFound,
    CardLoaded,
    CardPutDown,
    CardReplaced,
    CardReturned,
    CardsDiscarded,
    CardsDrawn,
    CardsRecycled,
    CardsShown,
    ChoiceLost,
    ChoiceMade,
    CombatCovered,
    ConditionWaived,
    DecisionAsked,
    DecisionMade,
    DeckChosen,
    DeckSearched,
    DeckShuffled,
    DecksOffered,
    DemandFailed,
    DemandPaid,
    DragonGained,
    DuelBegan,
    DuelEnded,
    ElementChanged,
    ExchangeChosen,
    FightDeclined,
    FightEnded,
    HandExchanged,
    HandRecycled,
    HandRevealed,
    HandShuffled,
    IconGranted,
    LeadersDrawn,
    PhaseEntered,
    PileRecycled,
    PileShuffled,
    PowerAnnounced,
    ShipLanded,
    TextUsed,
    TurnBegan,
    TurnEnded,
    TurnRewound,
)
from schemas.duel.state import Decision
from schemas.table import AnyTable


class DuelNarrator(Narrator):
    language: Language

    def __init__(self, view: AnyTable, language: str = "en") -> None:
        super().__init__(view, card_language(language))


def card(name: str, language: Language = "en") -> str:
    """Return the name of a card, or the number of a bluff."""
    if name in CARDS:
        return card_name(name, language)
    return f"bluff {name.rpartition('-')[2]}"


def cards(names: Sequence[str] | int, language: Language = "en") -> str:
    if isinstance(names, int):
        return pluralize(names, "card")
    return join_words(card(name, language) for name in names) if names else "no cards"


def _leaders_drawn(narrator: DuelNarrator, event: LeadersDrawn) -> str:
    drawn = [
        f"{narrator.name(seat)} draws {KIN_NAMES[people]}"
        for seat, people in enumerate(event.leaders)
        if people is not None
    ]
    return f"The decks are drawn by their leaders: {join_words(drawn)}."


def _decks_offered(narrator: DuelNarrator, event: DecksOffered) -> str:
    start = narrator.name(event.start)
    return f"Game {event.number} of the match: both players choose decks. {start} goes first."


def _deck_chosen(_: DuelNarrator, _event: DeckChosen) -> str:
    return "chooses a deck."


def _duel_began(narrator: DuelNarrator, event: DuelBegan) -> str:
    leaders = [
        f"{card(leader, narrator.language)} leads for {narrator.name(seat)}"
        for seat, leader in enumerate(event.leaders)
    ]
    start = narrator.name(event.start)
    return f"Game {event.number} of the match: {join_words(leaders)}. {start} goes first."


def _deck_shuffled(_: DuelNarrator, _event: DeckShuffled) -> str:
    return "shuffles the draw deck."


def _hand_shuffled(_: DuelNarrator, _event: HandShuffled) -> str:
    return "shuffles the hand to pick cards at random."


def _pile_shuffled(_: DuelNarrator, _event: PileShuffled) -> str:
    return "shuffles the discard pile."


def _exchange_chosen(_: DuelNarrator, _event: ExchangeChosen) -> str:
    return "chooses which starting cards to exchange."


def _hand_exchanged(narrator: DuelNarrator, event: HandExchanged) -> str:
    return f"exchanges {cards(event.cards, narrator.language)}."


def _turn_began(_: DuelNarrator, event: TurnBegan) -> str:
    fight = " and may start a fight" if event.first else ""
    return f"begins turn {event.number}{fight}."


def _card_put_down(narrator: DuelNarrator, event: CardPutDown) -> str:
    source = "" if event.source == "hand" else f" from {_source(event.source, narrator.language)}"
    icon = f" ({event.way.upper()})" if event.way in ("free", "pair", "gang") else ""
    unused = "" if event.use_text else " without using its text"
    return f"plays {_with_numbers(event.card, narrator.language)}{source}{icon}{unused}."


def _source(source: str, language: Language) -> str:
    return "the draw deck" if source == "deck" else card(source, language)


def _with_numbers(name: str, language: Language) -> str:
    """Return `Lavar the Powerful (5/4)`: fire, then earth."""
    facts = CARDS[name]
    if facts.fire is None and facts.earth is None:
        return card(name, language)
    return f"{card(name, language)} ({facts.fire or 0}/{facts.earth or 0})"


def _card_cancelled(narrator: DuelNarrator, event: CardCancelled) -> str:
    voided, by = card(event.card, narrator.language), card(event.by, narrator.language)
    return f"takes {voided} back because {by} voids it."


def _combat_covered(narrator: DuelNarrator, event: CombatCovered) -> str:
    return f"covers {cards(event.cards, narrator.language)}."


def _bluff_put_down(narrator: DuelNarrator, event: BluffPutDown) -> str:
    face: str | None = event.card
    shown = f" ({card(face, narrator.language)})" if face else ""
    return f"plays {card(event.handle)} face down{shown}."


def _card_loaded(narrator: DuelNarrator, event: CardLoaded) -> str:
    language = narrator.language
    return f"loads {card(event.card, language)} onto {card(event.ship, language)}."


def _ship_landed(narrator: DuelNarrator, event: ShipLanded) -> str:
    return f"lands {card(event.ship, narrator.language)}."


def _card_returned(narrator: DuelNarrator, event: CardReturned) -> str:
    return f"takes {card(event.card, narrator.language)} back into hand."


def _cards_drawn(narrator: DuelNarrator, event: CardsDrawn) -> str:
    source = " from the discard pile" if event.source == "discard" else ""
    return f"draws {cards(event.cards, narrator.language)}{source}."


def _cards_shown(narrator: DuelNarrator, event: CardsShown) -> str:
    return f"shows {cards(event.cards, narrator.language)}."


def _cards_discarded(narrator: DuelNarrator, event: CardsDiscarded) -> str:
    source = {"hand": " from hand", "deck": " from the draw deck"}.get(event.source, "")
    blind = ", chosen at random" if event.blind else ""
    return f"discards {cards(event.cards, narrator.language)}{source}{blind}."


def _bluffs_shown(narrator: DuelNarrator, event: BluffsShown) -> str:
    return f"turns the bluffs face up: {cards(event.cards, narrator.language)}."


def _cards_recycled(narrator: DuelNarrator, event: CardsRecycled) -> str:
    return f"returns {cards(event.cards, narrator.language)} to the draw deck."


def _hand_recycled(narrator: DuelNarrator, event: HandRecycled) -> str:
    return f"puts {cards(event.cards, narrator.language)} from hand on the bottom of the draw deck."


def _pile_recycled(_: DuelNarrator, _event: PileRecycled) -> str:
    return "returns the discard pile to the draw deck."


def _deck_searched(_: DuelNarrator, event: DeckSearched) -> str:
    return f"searches the {'draw deck' if event.pile == 'deck' else 'discard pile'}."


def _card_found(narrator: DuelNarrator, event: CardFound) -> str:
    return f"takes {card(event.card, narrator.language)} from it."


def _hand_revealed(narrator: DuelNarrator, event: HandRevealed) -> str:
    return f"reveals the hand: {cards(event.cards, narrator.language)}."


def _card_replaced(narrator: DuelNarrator, event: CardReplaced) -> str:
    return f"replaces {card(event.card, narrator.language)}."


def _text_used(narrator: DuelNarrator, event: TextUsed) -> str:
    return f"uses the text of {card(event.card, narrator.language)}."


def _icon_granted(narrator: DuelNarrator, event: IconGranted) -> str:
    source = card(event.card, narrator.language)
    return f"may play the next fight card as FREE, thanks to {source}."


def _condition_waived(narrator: DuelNarrator, event: ConditionWaived) -> str:
    return f"may ignore the condition, thanks to {card(event.card, narrator.language)}."


def _element_changed(narrator: DuelNarrator, event: ElementChanged) -> str:
    return f"{card(event.card, narrator.language)} changes the fight to {event.element}."


def _demand_paid(narrator: DuelNarrator, event: DemandPaid) -> str:
    demand, paid = card(event.demand, narrator.language), cards(event.cards, narrator.language)
    return f"pays {paid} for {demand}."


def _demand_failed(narrator: DuelNarrator, event: DemandFailed) -> str:
    return f"does not pay for {card(event.demand, narrator.language)}."


def _decision_asked(narrator: DuelNarrator, event: DecisionAsked) -> str:
    return f"{narrator.name(event.decision.by)} must choose {describe_decision(event.decision)}."


def describe_decision(decision: Decision, language: Language = "en") -> str:
    """Return what follows `choose`: `whether to call the bluffs`."""
    words = {
        "call_bluff": "whether to call the bluffs",
        "intervene": "whether to intervene",
        "achievements_clash": "which achievement to discard",
    }
    return words.get(decision.reason) or f"how to use {card(decision.reason, language)}"


def _choice_lost(narrator: DuelNarrator, event: ChoiceLost) -> str:
    return f"must choose again for {card(event.text, narrator.language)}."


def _choice_made(narrator: DuelNarrator, event: ChoiceMade) -> str:
    text, target = event.choice.text, event.choice.card
    return f"applies {card(text, narrator.language)} to {card(target, narrator.language)}."


def _power_announced(_: DuelNarrator, event: PowerAnnounced) -> str:
    against = "" if event.starts_fight else f" against {event.opposing}"
    shield = ", shielded" if event.shielded else ""
    begins = "starts a fight with" if event.starts_fight else "announces"
    return f"{begins} {event.power} {event.element}{against}{shield}."


def _bluffs_called(narrator: DuelNarrator, event: BluffsCalled) -> str:
    verdict = "honest" if event.honest else "false"
    return f"calls the bluffs: {cards(event.cards, narrator.language)}. They are {verdict}."


def _dragon_gained(narrator: DuelNarrator, event: DragonGained) -> str:
    reasons = {"retreat": "the fight", "bluff": "the bluff"}
    return (
        f"gains a dragon for {reasons.get(event.reason) or card(event.reason, narrator.language)}."
    )


def _fight_ended(narrator: DuelNarrator, event: FightEnded) -> str:
    loser = narrator.name(1 - event.winner)
    reason = {
        "retreat": "retreats",
        "forced": "is forced to retreat",
        "bluff": "loses the bluff",
    }[event.how]
    return f"{loser} {reason}: {narrator.name(event.winner)} wins the fight."


def _fight_declined(_: DuelNarrator, _event: FightDeclined) -> str:
    return "does not start a fight."


def _turn_rewound(_: DuelNarrator, _event: TurnRewound) -> str:
    return "rewinds the turn to the retreat phase."


def _duel_ended(narrator: DuelNarrator, event: DuelEnded) -> str:
    reason = {
        "fourth_dragon": "a fourth dragon",
        "no_cards": "the cards ran out",
        "conceded": "the opponent conceded",
    }[event.reason]
    crystals = pluralize(event.crystals, "crystal")
    return f"{narrator.name(event.winner)} wins the game ({reason}) and gets {crystals}."


SENTENCES: dict[type, Callable[[DuelNarrator, Any], str]] = {
    LeadersDrawn: _leaders_drawn,
    DecksOffered: _decks_offered,
    DeckChosen: _deck_chosen,
    DuelBegan: _duel_began,
    DeckShuffled: _deck_shuffled,
    PileShuffled: _pile_shuffled,
    HandShuffled: _hand_shuffled,
    ExchangeChosen: _exchange_chosen,
    HandExchanged: _hand_exchanged,
    TurnBegan: _turn_began,
    CardPutDown: _card_put_down,
    CardCancelled: _card_cancelled,
    CombatCovered: _combat_covered,
    BluffPutDown: _bluff_put_down,
    CardLoaded: _card_loaded,
    ShipLanded: _ship_landed,
    CardReturned: _card_returned,
    CardsDrawn: _cards_drawn,
    CardsShown: _cards_shown,
    CardsDiscarded: _cards_discarded,
    BluffsShown: _bluffs_shown,
    CardsRecycled: _cards_recycled,
    HandRecycled: _hand_recycled,
    PileRecycled: _pile_recycled,
    DeckSearched: _deck_searched,
    CardFound: _card_found,
    HandRevealed: _hand_revealed,
    CardReplaced: _card_replaced,
    TextUsed: _text_used,
    IconGranted: _icon_granted,
    ConditionWaived: _condition_waived,
    ElementChanged: _element_changed,
    DemandPaid: _demand_paid,
    DemandFailed: _demand_failed,
    DecisionAsked: _decision_asked,
    ChoiceLost: _choice_lost,
    ChoiceMade: _choice_made,
    PowerAnnounced: _power_announced,
    BluffsCalled: _bluffs_called,
    DragonGained: _dragon_gained,
    FightEnded: _fight_ended,
    FightDeclined: _fight_declined,
    TurnRewound: _turn_rewound,
    DuelEnded: _duel_ended,
}
SILENT_EVENTS = (PhaseEntered, CardActivated, DecisionMade, TurnEnded)
"""Events that are obvious from others: what a phase or a card does has its own events."""

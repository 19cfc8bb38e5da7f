"""Blue Moon told in plain words: what each of its events says.

As with City, hidden cards are a number, and a hidden card is nothing at all.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cli.phrases import counted, listed
from games.city.names import Language
from games.duel.cards import CARDS
from games.duel.names import Language as CardLanguage
from games.duel.names import card_name
from schemas import duel


class Teller(Protocol):
    language: Language

    def name(self, seat: int, /) -> str: ...


Telling = Callable[[Teller, Any], str]


def card_language(language: Language) -> CardLanguage:
    """Cards have their names in fewer languages than tiles."""
    return "de" if language == "de" else "en"


def card(name: str, language: Language = "en") -> str:
    """A card by its name; what is no card, a bluff, by its number."""
    if name in CARDS:
        return card_name(name, card_language(language))
    return f"bluff {name.rpartition('-')[2]}"


def cards(found: Sequence[str] | int, language: Language = "en") -> str:
    if isinstance(found, int):
        return counted(found, "card")
    return listed(card(one, language) for one in found) if found else "no card"


def _decks_offered(teller: Teller, event: duel.DecksOffered) -> str:
    return f"Game {event.number} of the match: decks are chosen, {teller.name(event.start)} begins."


def _deck_chosen(_: Teller, _event: duel.DeckChosen) -> str:
    return "has chosen a deck."


def _duel_began(teller: Teller, event: duel.DuelBegan) -> str:
    leaders = [
        f"{card(leader, teller.language)} leads for {teller.name(seat)}"
        for seat, leader in enumerate(event.leaders)
    ]
    begins = f"{teller.name(event.start)} begins"
    return f"Game {event.number} of the match: {listed([*leaders, begins])}."


def _deck_shuffled(_: Teller, _event: duel.DeckShuffled) -> str:
    return "shuffles the draw deck."


def _pile_shuffled(_: Teller, _event: duel.PileShuffled) -> str:
    return "mixes the discard pile."


def _exchange_chosen(_: Teller, _event: duel.ExchangeChosen) -> str:
    return "has chosen which start cards to exchange."


def _hand_exchanged(teller: Teller, event: duel.HandExchanged) -> str:
    return f"exchanges {cards(event.cards, teller.language)}."


def _turn_began(_: Teller, event: duel.TurnBegan) -> str:
    fight = " and may start a fight" if event.first else ""
    return f"begins turn {event.number}{fight}."


def _card_put_down(teller: Teller, event: duel.CardPutDown) -> str:
    source = "" if event.source == "hand" else f" from {_source(event.source, teller.language)}"
    way = f" ({event.way.upper()})" if event.way in ("free", "pair", "gang") else ""
    unused = "" if event.use_text else ", leaving its text unused"
    return f"plays {_with_numbers(event.card, teller.language)}{source}{way}{unused}."


def _source(source: str, language: Language) -> str:
    return "the draw deck" if source == "deck" else card(source, language)


def _with_numbers(name: str, language: Language) -> str:
    """`Lavar the Powerful (5/4)`: fire, then earth."""
    facts = CARDS[name]
    if facts.fire is None and facts.earth is None:
        return card(name, language)
    return f"{card(name, language)} ({facts.fire or 0}/{facts.earth or 0})"


def _card_cancelled(teller: Teller, event: duel.CardCancelled) -> str:
    voided, by = card(event.card, teller.language), card(event.by, teller.language)
    return f"takes {voided} back: {by} voids it."


def _combat_covered(teller: Teller, event: duel.CombatCovered) -> str:
    return f"covers {cards(event.cards, teller.language)}."


def _bluff_put_down(teller: Teller, event: duel.BluffPutDown) -> str:
    face: str | None = event.card
    shown = f" ({card(face, teller.language)})" if face else ""
    return f"lays {card(event.handle)} face down{shown}."


def _card_loaded(teller: Teller, event: duel.CardLoaded) -> str:
    language = teller.language
    return f"loads {card(event.card, language)} on {card(event.ship, language)}."


def _ship_landed(teller: Teller, event: duel.ShipLanded) -> str:
    return f"lands {card(event.ship, teller.language)}."


def _card_returned(teller: Teller, event: duel.CardReturned) -> str:
    return f"takes {card(event.card, teller.language)} back into hand."


def _cards_drawn(teller: Teller, event: duel.CardsDrawn) -> str:
    source = " from the discard pile" if event.source == "discard" else ""
    return f"draws {cards(event.cards, teller.language)}{source}."


def _cards_shown(teller: Teller, event: duel.CardsShown) -> str:
    return f"shows {cards(event.cards, teller.language)}."


def _cards_discarded(teller: Teller, event: duel.CardsDiscarded) -> str:
    source = {"hand": " from hand", "deck": " from the draw deck"}.get(event.source, "")
    blind = ", picked by chance" if event.blind else ""
    return f"discards {cards(event.cards, teller.language)}{source}{blind}."


def _bluffs_shown(teller: Teller, event: duel.BluffsShown) -> str:
    return f"turns up what lay face down: {cards(event.cards, teller.language)}."


def _cards_recycled(teller: Teller, event: duel.CardsRecycled) -> str:
    return f"puts {cards(event.cards, teller.language)} into the draw deck."


def _hand_recycled(teller: Teller, event: duel.HandRecycled) -> str:
    return f"puts {cards(event.cards, teller.language)} from hand under the draw deck."


def _pile_recycled(_: Teller, _event: duel.PileRecycled) -> str:
    return "puts the discard pile into the draw deck."


def _deck_searched(_: Teller, event: duel.DeckSearched) -> str:
    return f"looks through the {'draw deck' if event.pile == 'deck' else 'discard pile'}."


def _card_found(teller: Teller, event: duel.CardFound) -> str:
    return f"takes {card(event.card, teller.language)} from it."


def _hand_revealed(teller: Teller, event: duel.HandRevealed) -> str:
    return f"lays the hand open: {cards(event.cards, teller.language)}."


def _card_replaced(teller: Teller, event: duel.CardReplaced) -> str:
    return f"replaces {card(event.card, teller.language)}."


def _text_used(teller: Teller, event: duel.TextUsed) -> str:
    return f"uses the text of {card(event.card, teller.language)}."


def _icon_granted(teller: Teller, event: duel.IconGranted) -> str:
    return f"may play the next fight card as if FREE, by {card(event.card, teller.language)}."


def _condition_waived(teller: Teller, event: duel.ConditionWaived) -> str:
    return f"needs no condition, by {card(event.card, teller.language)}."


def _element_changed(teller: Teller, event: duel.ElementChanged) -> str:
    return f"{card(event.card, teller.language)} turns the fight to {event.element}."


def _demand_paid(teller: Teller, event: duel.DemandPaid) -> str:
    demand, paid = card(event.demand, teller.language), cards(event.cards, teller.language)
    return f"pays {paid} for {demand}."


def _demand_failed(teller: Teller, event: duel.DemandFailed) -> str:
    return f"does not pay for {card(event.demand, teller.language)}."


def _decision_asked(teller: Teller, event: duel.DecisionAsked) -> str:
    return f"{teller.name(event.decision.by)} has to choose: {asked(event.decision)}."


def asked(decision: duel.Decision, language: Language = "en") -> str:
    """What a decision is about."""
    words = {
        "call_bluff": "are the bluffs called",
        "intervene": "an intervention, or none",
        "achievements_clash": "which achievement goes",
    }
    return words.get(decision.reason) or f"by the text of {card(decision.reason, language)}"


def _choice_lost(teller: Teller, event: duel.ChoiceLost) -> str:
    return f"has to choose anew for {card(event.text, teller.language)}."


def _choice_made(teller: Teller, event: duel.ChoiceMade) -> str:
    text, chosen = event.choice.text, event.choice.card
    return f"puts {card(text, teller.language)} on {card(chosen, teller.language)}."


def _power_announced(_: Teller, event: duel.PowerAnnounced) -> str:
    against = "" if event.starts_fight else f" against {event.opposing}"
    shield = ", behind a shield" if event.shielded else ""
    begins = "starts a fight with" if event.starts_fight else "announces"
    return f"{begins} {event.power} {event.element}{against}{shield}."


def _bluffs_called(teller: Teller, event: duel.BluffsCalled) -> str:
    found = "honest" if event.honest else "a lie"
    return f"calls the bluffs: {cards(event.cards, teller.language)}; it was {found}."


def _dragon_gained(teller: Teller, event: duel.DragonGained) -> str:
    reasons = {"retreat": "the fight", "bluff": "the bluff"}
    return f"gains a dragon for {reasons.get(event.reason) or card(event.reason, teller.language)}."


def _fight_ended(teller: Teller, event: duel.FightEnded) -> str:
    loser = teller.name(1 - event.winner)
    why = {"retreat": "retreats", "forced": "is forced to retreat", "bluff": "has lied"}[event.how]
    return f"{loser} {why}: {teller.name(event.winner)} wins the fight."


def _fight_declined(_: Teller, _event: duel.FightDeclined) -> str:
    return "starts no fight."


def _turn_rewound(_: Teller, _event: duel.TurnRewound) -> str:
    return "goes back to where the fight could still be left."


def _duel_ended(teller: Teller, event: duel.DuelEnded) -> str:
    why = {
        "fourth_dragon": "a fourth dragon",
        "no_cards": "the cards have run out",
        "conceded": "the other gave up",
    }[event.reason]
    crystals = counted(event.crystals, "crystal")
    return f"{teller.name(event.winner)} wins the game ({why}) and gets {crystals}."


DUEL_TELLERS: dict[type, Telling] = {
    duel.DecksOffered: _decks_offered,
    duel.DeckChosen: _deck_chosen,
    duel.DuelBegan: _duel_began,
    duel.DeckShuffled: _deck_shuffled,
    duel.PileShuffled: _pile_shuffled,
    duel.ExchangeChosen: _exchange_chosen,
    duel.HandExchanged: _hand_exchanged,
    duel.TurnBegan: _turn_began,
    duel.CardPutDown: _card_put_down,
    duel.CardCancelled: _card_cancelled,
    duel.CombatCovered: _combat_covered,
    duel.BluffPutDown: _bluff_put_down,
    duel.CardLoaded: _card_loaded,
    duel.ShipLanded: _ship_landed,
    duel.CardReturned: _card_returned,
    duel.CardsDrawn: _cards_drawn,
    duel.CardsShown: _cards_shown,
    duel.CardsDiscarded: _cards_discarded,
    duel.BluffsShown: _bluffs_shown,
    duel.CardsRecycled: _cards_recycled,
    duel.HandRecycled: _hand_recycled,
    duel.PileRecycled: _pile_recycled,
    duel.DeckSearched: _deck_searched,
    duel.CardFound: _card_found,
    duel.HandRevealed: _hand_revealed,
    duel.CardReplaced: _card_replaced,
    duel.TextUsed: _text_used,
    duel.IconGranted: _icon_granted,
    duel.ConditionWaived: _condition_waived,
    duel.ElementChanged: _element_changed,
    duel.DemandPaid: _demand_paid,
    duel.DemandFailed: _demand_failed,
    duel.DecisionAsked: _decision_asked,
    duel.ChoiceLost: _choice_lost,
    duel.ChoiceMade: _choice_made,
    duel.PowerAnnounced: _power_announced,
    duel.BluffsCalled: _bluffs_called,
    duel.DragonGained: _dragon_gained,
    duel.FightEnded: _fight_ended,
    duel.FightDeclined: _fight_declined,
    duel.TurnRewound: _turn_rewound,
    duel.DuelEnded: _duel_ended,
}
DUEL_UNSAID = (duel.PhaseEntered, duel.CardActivated, duel.DecisionMade, duel.TurnEnded)
"""They go without saying: what was done in a phase, or by a card, is told."""

"""Describe the legal actions of Blue Moon: a heading and the words below it."""

from collections.abc import Sequence
from typing import Any

from games.duel.cards import CARDS
from games.duel.names import Language
from games.duel.terminal.card_face import icons
from games.duel.terminal.narration import card, cards, describe_decision
from games.terminal import Choice, ChoiceLayout
from schemas.duel.actions import (
    AnnouncePower,
    ChooseCards,
    ChooseDeck,
    ChooseOption,
    Concede,
    DeclineFight,
    DiscardBluff,
    FinishPhase,
    LandShip,
    LoadShip,
    Mulligan,
    PayDemand,
    PlayBluff,
    PlayCard,
    ReplaceCard,
    Retreat,
    RetrieveCard,
    RewindTurn,
    UseText,
)
from schemas.duel.state import DuelState

_ORDER: list[type] = [
    ChooseDeck,
    Mulligan,
    ChooseOption,
    ChooseCards,
    RetrieveCard,
    LandShip,
    DiscardBluff,
    PlayCard,
    PlayBluff,
    LoadShip,
    ReplaceCard,
    UseText,
    PayDemand,
    AnnouncePower,
    FinishPhase,
    DeclineFight,
    Retreat,
    RewindTurn,
    Concede,
]
"""Actions that advance the game come first, conceding comes last."""
_SETS_OF_CARDS = (Mulligan, ChooseCards, DeclineFight, PayDemand)
"""Their choices start with the smallest sets."""


def list_choices(play: DuelState, actions: Sequence[Any], language: Language) -> list[Choice]:
    choices = []
    for action in sorted(actions, key=lambda action: _ORDER.index(type(action))):
        heading, words = _describe(play, action, language)
        layout: ChoiceLayout = "ranked" if isinstance(action, _SETS_OF_CARDS) else "row"
        choices.append(Choice(action, heading, words, layout))
    return choices


def _describe(play: DuelState, action: Any, language: Language) -> tuple[str, str]:
    match action:
        case ChooseDeck(number):
            return "Play with", f"deck {number + 1}"
        case Mulligan(exchange):
            return "Exchange", cards(exchange.cards, language)
        case ChooseOption(option):
            return _decision_heading(play, language), option
        case ChooseCards(chosen):
            return _decision_heading(play, language), cards(chosen, language)
        case RetrieveCard(name):
            return "Take back into hand", card(name, language)
        case LandShip(ship):
            return "Land", card(ship, language)
        case DiscardBluff(bluff):
            return "Discard", card(bluff, language)
        case PlayCard(name, use_text, cover):
            how = "" if use_text else " without its text"
            how += " and cover the gang" if cover is True else ""
            return f"Play a {CARDS[name].type}", f"{_face(name, language)}{how}"
        case PlayBluff(name):
            return "Play face down", _face(name, language)
        case LoadShip(name, ship):
            return f"Load {card(ship, language)} with", card(name, language)
        case ReplaceCard(name, draw):
            return "Replace", card(name, language) + ("" if draw else " without drawing")
        case UseText(name, count):
            return "Use the text of", card(name, language) + (f", {count}" if count else "")
        case PayDemand(demand, paid):
            return f"Pay for {card(demand, language)} with", cards(paid, language)
        case AnnouncePower(element, targets):
            choices = [
                f"{card(target.text, language)} on {card(target.card, language)}"
                for target in targets
            ]
            where = f"in {element}" if element else "now"
            return "Announce your power", " with ".join([where, *choices])
        case FinishPhase():
            return "Finish this phase", ""
        case DeclineFight(discarded):
            return "Start no fight and discard", cards(discarded, language)
        case Retreat():
            return "Retreat", ""
        case RewindTurn():
            return "Rewind the turn to the retreat phase", ""
        case _:
            return "Concede this game", ""


def _decision_heading(play: DuelState, language: Language) -> str:
    assert play.decision is not None, "these actions are legal only during a decision"
    return f"Choose {describe_decision(play.decision, language)}"


def _face(name: str, language: Language) -> str:
    """Return `Lavar the Powerful 5/4 PAIR`."""
    facts = CARDS[name]
    words = [card(name, language)]
    if facts.fire is not None or facts.earth is not None:
        words.append(f"{facts.fire or 0}/{facts.earth or 0}")
    return " ".join([*words, icons(facts.icons)]).rstrip()

"""High Card in a terminal: the generic board, with sentences in English and German."""

from collections.abc import Mapping
from typing import Any

from games.terminal_kit.generic import GenericTerminal
from highcard.plugin import PLUGIN
from highcard.records import (
    CardPlayed,
    CardsDealt,
    DeckShuffled,
    PlayerLeft,
    RoundEnded,
    SeatPassed,
)
from schemas.table import AnyTable

SENTENCES: dict[type[Any], Mapping[str, str]] = {
    CardPlayed: {"en": "plays card {card}.", "de": "spielt Karte {card}."},
    SeatPassed: {"en": "passes.", "de": "passt."},
    PlayerLeft: {"en": "leaves the game.", "de": "verlässt das Spiel."},
}


class HighCardTerminal(GenericTerminal):
    end_reasons: Mapping[str, str] = {
        "last_round": "the last round is over",
        "resignation": "only one player is left",
    }

    def narrate(self, event: Any, view: AnyTable, language: str) -> str | None:
        if isinstance(event, DeckShuffled | CardsDealt):
            return None
        if isinstance(event, RoundEnded):
            return _narrate_round(event, view, language)
        sentence = SENTENCES.get(type(event))
        if sentence is None:
            return super().narrate(event, view, language)
        card = getattr(event, "card", None)
        return sentence.get(language, sentence["en"]).format(card=card)


def _narrate_round(event: RoundEnded, view: AnyTable, language: str) -> str:
    if event.winner is None:
        return "Niemand gewinnt die Runde." if language == "de" else "Nobody scores the round."
    player = view.seats[event.winner].player
    return f"{player} gewinnt die Runde." if language == "de" else f"{player} scores the round."


TERMINAL = HighCardTerminal(PLUGIN)

"""Names and labels in English and German."""

from highcard.rulebook import WHOLE_DECK

GAME_NAMES = {"en": "High Card", "de": "Hohe Karte"}
LABELS = {f"card-{card}": {"en": f"Card {card}", "de": f"Karte {card}"} for card in WHOLE_DECK}

"""Cards, peoples and rewards in words."""

from collections import Counter
from collections.abc import Sequence

from games.city.names import PEOPLE_NAMES, card_name
from games.city.terminal.palette import PEOPLE_OF_COLOUR
from games.terminal_kit.phrases import join_words, pluralize
from schemas.city.options import Reward
from schemas.city.terms import Colour


def describe_cards(cards: Sequence[str] | int) -> str:
    if isinstance(cards, int):
        return pluralize(cards, "card")
    if not cards:
        return "no cards"
    return join_words(
        card_name(card) if count == 1 else f"{count} × {card_name(card)}"  # noqa: RUF001
        for card, count in Counter(cards).items()
    )


def people_of_colour(colour: Colour) -> str:
    return PEOPLE_NAMES[PEOPLE_OF_COLOUR[colour]]


def describe_reward(reward: Reward) -> str:
    amounts = ((reward.crystals, "crystal"), (reward.scales, "scale"), (reward.cards, "card"))
    parts = [pluralize(amount, noun) for amount, noun in amounts if amount]
    return join_words(parts) if parts else "nothing"

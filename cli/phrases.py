"""Numbers, cards and rewards in words."""

from collections import Counter
from collections.abc import Iterable, Sequence

from cli.palette import PEOPLE_OF_COLOUR
from games.city.names import PEOPLE_NAMES, card_name
from schemas.city import Colour, Reward


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def count_of(cards: Sequence[str] | int) -> int:
    """How many cards; where they are hidden their number is all there is."""
    return cards if isinstance(cards, int) else len(cards)


def cards_in_words(cards: Sequence[str] | int) -> str:
    if isinstance(cards, int):
        return counted(cards, "card")
    if not cards:
        return "no cards"
    return listed(
        card_name(card) if count == 1 else f"{count} × {card_name(card)}"  # noqa: RUF001
        for card, count in Counter(cards).items()
    )


def people_of(colour: Colour) -> str:
    return PEOPLE_NAMES[PEOPLE_OF_COLOUR[colour]]


def reward_in_words(reward: Reward) -> str:
    amounts = ((reward.crystals, "crystal"), (reward.scales, "scale"), (reward.cards, "card"))
    found = [counted(amount, thing) for amount, thing in amounts if amount]
    return listed(found) if found else "nothing"

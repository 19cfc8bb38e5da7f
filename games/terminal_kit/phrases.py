"""Numbers and lists in words."""

from collections.abc import Iterable, Sequence


def join_words(words: Iterable[str]) -> str:
    """Return `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def pluralize(count: int, noun: str) -> str:
    """Return `1 card` or `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def count_cards(cards: Sequence[str] | int) -> int:
    """Return the number of cards. Redacted cards are a number already."""
    return cards if isinstance(cards, int) else len(cards)

"""What a payment counts if every card in it must pay (C4.8).

A card pays as itself, as half of a Mimix pair, as a Hoax that recolours at least one card, or as a
card that a Hoax recolours. A Khind card already counts in every colour, so a Hoax has nothing to
recolour in it.
"""

from collections.abc import Iterator
from functools import lru_cache

from games.city.components import COLOUR_OF, COLOURS, VALUE_OF
from games.city.payment import HOAX_GROUP, HOAX_GROUP_CARDS_MAX, HOAX_SINGLE, MIMIX_PAIR_POINTS
from schemas.city.terms import Cards, Colour

Foreign = dict[Colour, int]
"""How many cards of each other colour a Hoax has to recolour."""


def exact_points(cards: Cards, colour: Colour) -> int | None:
    """The most that the cards count together. None: one of them would pay for nothing."""
    return _exact_points(tuple(sorted(cards)), colour)


@lru_cache(maxsize=1 << 12)
def _exact_points(cards: Cards, colour: Colour) -> int | None:
    faces = sum(VALUE_OF[card] for card in cards)
    foreign = {
        other: sum(COLOUR_OF[card] == other for card in cards)
        for other in COLOURS
        if other not in (colour, "green")
    }
    return max(
        (
            faces + gained - groups * VALUE_OF[HOAX_GROUP] - singles * VALUE_OF[HOAX_SINGLE]
            for halves, gained in _pairings(cards)
            for groups in range(cards.count(HOAX_GROUP) + 1)
            for singles in range(cards.count(HOAX_SINGLE) + 1)
            if _recolours_all(_left(foreign, halves, groups + singles), groups, singles)
        ),
        default=None,
    )


def _pairings(cards: Cards) -> Iterator[tuple[int, int]]:
    """Each choice of Mimix cards that form pairs (C4.5), and what it gains over their faces."""
    for ones in range(cards.count("mimix-1") + 1):
        for twos in range(ones % 2, cards.count("mimix-2") + 1, 2):
            yield ones + twos, MIMIX_PAIR_POINTS * ((ones + twos) // 2) - ones - 2 * twos


def _left(foreign: Foreign, halves: int, hoaxes: int) -> list[int]:
    """What is left to recolour beside halves of pairs and Hoax cards that recolour."""
    paying: Foreign = {"brown": halves, "white": hoaxes}
    return [count - paying.get(other, 0) for other, count in foreign.items()]


def _recolours_all(foreign: list[int], groups: int, singles: int) -> bool:
    """Whether these Hoax cards can recolour all foreign cards, each of them at least one (C4.6)."""
    if sum(foreign) < groups + singles:
        return False
    for _ in range(groups):
        # The largest colour first: a Hoax serves only one.
        largest = foreign.index(max(foreign))
        foreign[largest] = max(0, foreign[largest] - HOAX_GROUP_CARDS_MAX)
    return sum(foreign) <= singles

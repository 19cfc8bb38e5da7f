"""A naive oracle for payments (C4.2 to C4.8).

It tries every role that the rule book allows for each card and takes the best total. It is slow and
short; `games.city.payment` is neither.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from games.city.components import COLOUR_OF, VALUE_OF
from schemas.city.terms import Card, Cards, Colour

ITSELF = -1
HALF_OF_A_PAIR = -2

Assigned = list[tuple[Card, int]]
"""Cards with their roles. A role of 0 or more is the place of the Hoax that recolours the card."""


@cache
def oracle(cards: Cards, colour: Colour) -> int:
    """The most that sorted cards count in a colour, over all roles that they can play."""
    return max(_total(assigned, colour) for assigned, _ in _readings(cards, colour))


@cache
def exact_oracle(cards: Cards, colour: Colour) -> int | None:
    """The most that sorted cards count in a colour if each of them pays (C4.8)."""
    totals = [
        _total(assigned, colour)
        for assigned, powers in _readings(cards, colour)
        if _each_pays(assigned, powers, colour)
    ]
    return max(totals, default=None)


def _readings(cards: Cards, colour: Colour) -> Iterator[tuple[Assigned, tuple[int, ...]]]:
    """Yield each way to read the cards: roles, and the places of the Hoax cards that recolour."""
    hoaxes = [place for place, card in enumerate(cards) if card in ("hoax-1", "hoax-2")]
    for number in range(len(hoaxes) + 1):
        for powers in combinations(hoaxes, number):
            others = [place for place in range(len(cards)) if place not in powers]
            for roles in product(*(_roles(cards[place], colour, powers) for place in others)):
                assigned = [(cards[place], role) for place, role in zip(others, roles, strict=True)]
                if _allowed(assigned, cards, powers):
                    yield assigned, powers


def _roles(card: Card, colour: Colour, powers: tuple[int, ...]) -> Iterator[int]:
    """As itself, as half of a pair, or recoloured by the Hoax card at one of the places."""
    yield ITSELF
    if card in ("mimix-1", "mimix-2"):
        yield HALF_OF_A_PAIR
    if COLOUR_OF[card] != colour:
        yield from powers


def _allowed(assigned: Assigned, cards: Cards, powers: tuple[int, ...]) -> bool:
    if sum(role == HALF_OF_A_PAIR for _, role in assigned) % 2:
        return False
    for power in powers:
        served = [card for card, role in assigned if role == power]
        if len({COLOUR_OF[card] for card in served}) > 1:
            return False
        if len(served) > {"hoax-1": 4, "hoax-2": 1}[cards[power]]:
            return False
    return True


def _total(assigned: Assigned, colour: Colour) -> int:
    total = 0
    halves = 0
    for card, role in assigned:
        if role == HALF_OF_A_PAIR:
            halves += 1
        elif role != ITSELF or COLOUR_OF[card] == colour:
            total += VALUE_OF[card]
        elif card == "khind-1":
            total += 1
    return total + halves // 2 * 3


def _each_pays(assigned: Assigned, powers: tuple[int, ...], colour: Colour) -> bool:
    """A Khind card counts in every colour: a Hoax that recolours one changes nothing."""
    for card, role in assigned:
        counts_as_itself = COLOUR_OF[card] == colour or card == "khind-1"
        if (role == ITSELF) != counts_as_itself and role != HALF_OF_A_PAIR:
            return False
    return all(any(role == power for _, role in assigned) for power in powers)

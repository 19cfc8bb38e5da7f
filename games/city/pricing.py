"""What boxes cost a hand: the payments that a builder would make, cheapest first."""

from functools import lru_cache

from games.city.components import COLOUR_OF, COLOURS, VALUE_OF
from games.city.payment import HOAX_GROUP, HOAX_SINGLE, MIMIX_PAIR_POINTS, payments
from games.city.valuation import worth_of_cards
from schemas.city.actions import Contribute
from schemas.city.terms import Cards, Colour

PAYMENTS_LOOKED_AT = 6
"""Payments come with the least waste first, so the cheapest is among the first few."""
HOAX_HAND_MAX = 12
"""Larger hands have too many ways to recolour, and can usually pay without a Hoax."""
CARD_VALUE_MAX = 3
CACHE_ENTRIES_MAX = 512
"""Hands repeat within a turn and hardly later: a larger cache would only use memory."""

Box = tuple[int, Colour | None, int]
"""Its number, colour and value."""
Price = tuple[int, Cards, Colour]
"""What a payment is worth to the hand, its cards, and the colour they are paid in."""


def affordable(hand: Cards, boxes: tuple[Box, ...]) -> tuple[Contribute, ...]:
    """Contributions in order of price, cheapest first, until the hand cannot pay."""
    return _affordable(hand if len(hand) <= HOAX_HAND_MAX else _without_hoax(hand), boxes)


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _affordable(hand: Cards, boxes: tuple[Box, ...]) -> tuple[Contribute, ...]:
    contributions: list[Contribute] = []
    while boxes:
        priced = [(price, box) for box in boxes if (price := _price(hand, box[1], box[2]))]
        if not priced:
            break
        (_, cards, colour), paid = min(priced, key=lambda entry: entry[0][0])
        contributions.append(Contribute(paid[0], cards, colour if paid[1] is None else None))
        hand = without(hand, cards)
        boxes = tuple(box for box in boxes if box is not paid)
    return tuple(contributions)


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _price(hand: Cards, printed: Colour | None, value: int) -> Price | None:
    """The payment for a box whose cards are worth least to the hand."""
    if printed is None:
        # A box of any colour needs no Hoax, and eight searches with one are slow.
        hand = _without_hoax(hand)
    most = _most_points(hand)
    prices = [
        (worth_of_cards(cards), cards, colour)
        for colour in (COLOURS if printed is None else (printed,))
        if most[colour] >= value
        for cards in payments(hand, colour, value)[:PAYMENTS_LOOKED_AT]
    ]
    return min(prices, key=lambda price: price[0]) if prices else None


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _most_points(hand: Cards) -> dict[Colour, int]:
    """An upper bound of what the hand can pay in each colour, to avoid the slow search."""
    points = dict.fromkeys(COLOURS, 0)
    for card in hand:
        points[COLOUR_OF[card]] += VALUE_OF[card]
    pairs = (hand.count("mimix-1") + hand.count("mimix-2")) // 2
    in_any_colour = hand.count("khind-1") + MIMIX_PAIR_POINTS * pairs
    in_any_colour += hand.count(HOAX_GROUP) * max(points.values())
    in_any_colour += hand.count(HOAX_SINGLE) * CARD_VALUE_MAX
    return {colour: own + in_any_colour for colour, own in points.items()}


def _without_hoax(hand: Cards) -> Cards:
    return tuple(card for card in hand if card not in (HOAX_GROUP, HOAX_SINGLE))


def without(hand: Cards, spent: Cards) -> Cards:
    left = list(hand)
    for card in spent:
        left.remove(card)
    return tuple(left)

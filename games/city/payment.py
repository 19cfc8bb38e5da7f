"""Which cards pay for a box (C4.2 to C4.8).

A bunch of cards is one integer with five bits for each kind of card, so that adding, removing and
checking whether cards are in the hand are single operations.

A payment consists of *parts*: a card of the colour, a Khind card, a Mimix pair, or a card that a
Hoax recolours. Parts are combined until the box is paid, and no further: removing any part must
leave too little. A payment is canonical if no card in it is superfluous. A bunch is valid if it
contains a canonical payment, because overpaying is allowed.
"""

from functools import lru_cache
from itertools import product

from msgspec import Struct

from games.city.components import CARDS, COLOUR_OF, COLOURS, VALUE_OF
from schemas.city.terms import Card, Cards, Colour

_FIELD_BITS = 5
_GUARD_BIT = 1 << (_FIELD_BITS - 1)
_COUNT_MASK = _GUARD_BIT - 1

_SHIFT = {card: _FIELD_BITS * place for place, card in enumerate(CARDS)}
_UNIT = {card: 1 << shift for card, shift in _SHIFT.items()}
_GUARDS = sum(unit * _GUARD_BIT for unit in _UNIT.values())

HOAX_SINGLE: Card = "hoax-2"
HOAX_GROUP: Card = "hoax-1"
HOAX_GROUP_CARDS_MAX = 4
MIMIX_PAIR_POINTS = 3
MIMIX_HALVES: Cards = ("mimix-1", "mimix-2")
_PAIRS = (2 * _UNIT["mimix-1"], _UNIT["mimix-1"] + _UNIT["mimix-2"], 2 * _UNIT["mimix-2"])

# White comes last: its cards may be recoloured only when no other colour needs them as Hoax.
_RECOLOURABLE: tuple[Colour, ...] = (
    *(colour for colour in COLOURS if colour not in ("green", "white")),
    "white",
)
_CARDS_OF_COLOUR = {
    colour: tuple(card for card in CARDS if COLOUR_OF[card] == colour) for colour in COLOURS
}
_MASK_OF_COLOUR: dict[Colour, int] = {
    colour: sum(_UNIT[card] * _COUNT_MASK for card in cards)
    for colour, cards in _CARDS_OF_COLOUR.items()
}
_MASK_MIMIX_HALVES = _COUNT_MASK * (_UNIT["mimix-1"] + _UNIT["mimix-2"])
_MASK_HOAX = _COUNT_MASK * (_UNIT[HOAX_GROUP] + _UNIT[HOAX_SINGLE])
_ONE_HOAX = frozenset(_UNIT[card] for card in _CARDS_OF_COLOUR["white"])
_MASK_PLAIN = {
    colour: mask | _MASK_MIMIX_HALVES | _MASK_OF_COLOUR["green"]
    for colour, mask in _MASK_OF_COLOUR.items()
}

Bunch = int


def payments(cards: Cards, colour: Colour, value: int) -> tuple[Cards, ...]:
    """Every canonical payment that the cards allow, least waste first."""
    bunch = bunch_of(cards)
    if not bunch & _MASK_HOAX:
        # Other colours cannot pay. Without them more hands share a cache entry.
        bunch &= _MASK_PLAIN[colour]
    return _payments(bunch, colour, value)


def payments_in_any_colour(cards: Cards, value: int) -> list[tuple[Cards, Colour]]:
    """Every canonical payment of a box that leaves the colour open (C4.8), least waste first.

    A payment that works in several colours is listed once, with the first of them. A card that one
    colour needs may be superfluous in another: a grey 3 pays in grey, and needs no Hoax to be blue.
    """
    bunch = bunch_of(cards)
    colour_of: dict[Bunch, Colour] = {}
    for colour in COLOURS:
        own = _MASK_OF_COLOUR[colour]
        for paid in _canonical(bunch, colour, value):
            # If all cards are recoloured, naming their own colour saves the Hoax.
            if paid & own or not paid & _MASK_HOAX:
                colour_of.setdefault(paid, colour)
    ordered = sorted([_sortable(paid) for paid in colour_of if _is_canonical_in_any(paid, value)])
    return [(paid_cards, colour_of[paid]) for _, paid, paid_cards in ordered]


def suffices(cards: Cards, colour: Colour, value: int) -> bool:
    """Whether these cards can count at least `value` in the colour."""
    return _pays(bunch_of(cards), colour, value)


def _pays(bunch: Bunch, colour: Colour, value: int) -> bool:
    if _points_at_most(bunch) < value:
        return False
    if _plain_payments(bunch & _MASK_PLAIN[colour], colour, value):
        return True
    return bool(bunch & _MASK_HOAX) and bool(_candidates(bunch, colour, value))


@lru_cache(maxsize=1 << 16)
def _points_at_most(bunch: Bunch) -> int:
    """An upper bound: no card counts more than its face, except that two Mimix 1s count 3."""
    return sum(VALUE_OF[card] for card in cards_of(bunch)) + _count(bunch, "mimix-1") // 2


def waste(cards: Cards) -> tuple[int, int]:
    """What a payment gives away: face values first, then the number of cards."""
    return sum(VALUE_OF[card] for card in cards), len(cards)


def bunch_of(cards: Cards) -> Bunch:
    return sum([_UNIT[card] for card in cards])


def cards_of(bunch: Bunch) -> Cards:
    cards: list[Card] = []
    while bunch:
        place = ((bunch & -bunch).bit_length() - 1) // _FIELD_BITS
        count = bunch >> place * _FIELD_BITS & _COUNT_MASK
        cards += [CARDS[place]] * count
        bunch -= count << place * _FIELD_BITS
    return tuple(cards)


def _count(bunch: Bunch, card: Card) -> int:
    return bunch >> _SHIFT[card] & _COUNT_MASK


def _contains(bunch: Bunch, part: Bunch) -> bool:
    return ((bunch | _GUARDS) - part) & _GUARDS == _GUARDS


@lru_cache(maxsize=1 << 12)
def _payments(bunch: Bunch, colour: Colour, value: int) -> tuple[Cards, ...]:
    ordered = sorted([_sortable(paid) for paid in _canonical(bunch, colour, value)])
    return tuple(cards for _, _, cards in ordered)


@lru_cache(maxsize=1 << 12)
def _canonical(bunch: Bunch, colour: Colour, value: int) -> tuple[Bunch, ...]:
    return tuple(
        paid
        for paid in dict.fromkeys(_candidates(bunch, colour, value))
        if not _has_two_readings(paid, colour) or _is_canonical(paid, colour, value)
    )


@lru_cache(maxsize=1 << 16)
def _sortable(paid: Bunch) -> tuple[tuple[int, int], Bunch, Cards]:
    """The sort key of a payment, its bunch and its cards."""
    cards = cards_of(paid)
    return waste(cards), paid, cards


def clear_payment_caches() -> None:
    """Clear the caches of whole hands, for measurements."""
    _payments.cache_clear()
    _canonical.cache_clear()


@lru_cache(maxsize=1 << 16)
def _is_canonical(paid: Bunch, colour: Colour, value: int) -> bool:
    """Whether every card of the payment is needed, whatever roles the others play."""
    return not any(_pays(paid - _UNIT[card], colour, value) for card in set(cards_of(paid)))


@lru_cache(maxsize=1 << 16)
def _is_canonical_in_any(paid: Bunch, value: int) -> bool:
    """Whether every card of the payment is needed, in every colour that may be named.

    Only colours of its cards need to be checked: what pays in another colour pays in these too.
    """
    if not paid & (_MASK_OF_COLOUR["white"] | _MASK_OF_COLOUR["brown"]):
        return True
    return all(
        _is_canonical(paid, colour, value) for colour in COLOURS if paid & _MASK_OF_COLOUR[colour]
    )


def _has_two_readings(paid: Bunch, colour: Colour) -> bool:
    """Whether the same cards may count in another way, so that one of them is superfluous.

    Brown cards can be halves of pairs, brown, or recoloured; white ones Hoax, white, or
    recoloured. All other cards count in one way only.
    """
    if colour in ("brown", "white"):
        return True
    hoaxes = paid & _MASK_OF_COLOUR["white"]
    if not hoaxes or paid & _MASK_OF_COLOUR["brown"]:
        return bool(hoaxes)
    return hoaxes not in _ONE_HOAX


def _candidates(bunch: Bunch, colour: Colour, value: int) -> list[Bunch]:
    """Bunches that pay the value. No part is superfluous in the reading that produced it."""
    payments = [paid for _, paid in _plain_payments(bunch & _MASK_PLAIN[colour], colour, value)]
    for recolouring in _recolourings(bunch, colour, value):
        owed = value - recolouring.points
        if owed <= 0:
            payments.append(recolouring.spent)
            continue
        rest = (bunch - recolouring.spent) & _MASK_PLAIN[colour]
        payments += [
            recolouring.spent + paid
            for excess, paid in _plain_payments(rest, colour, owed)
            if excess < recolouring.least
        ]
    return payments


# Plain parts: the colour itself, Khind, Mimix pairs


@lru_cache(maxsize=1 << 16)
def _plain_payments(available: Bunch, colour: Colour, owed: int) -> tuple[tuple[int, Bunch], ...]:
    """Payments without Hoax, each with its excess points."""
    parts = _plain_parts(available, colour)
    payments: list[tuple[int, Bunch]] = []

    def extend(start: int, left: Bunch, paid: Bunch, owed: int) -> None:
        # Parts come in falling order of points, so the last one added is the least.
        for index in range(start, len(parts)):
            points, part = parts[index]
            if not _contains(left, part):
                continue
            if points >= owed:
                payments.append((points - owed, paid + part))
            else:
                extend(index, left - part, paid + part, owed - points)

    extend(0, available, 0, owed)
    return tuple(payments)


def _plain_parts(available: Bunch, colour: Colour) -> list[tuple[int, Bunch]]:
    cards = dict.fromkeys((*_CARDS_OF_COLOUR[colour], *_CARDS_OF_COLOUR["green"]))
    parts = [(VALUE_OF[card], _UNIT[card]) for card in cards if _count(available, card)]
    parts += [(MIMIX_PAIR_POINTS, pair) for pair in _PAIRS if _contains(available, pair)]
    return sorted(parts, reverse=True)


# Recoloured parts


class _Recolouring(Struct, frozen=True):
    """Hoax cards with what they recolour. `least` are the points of its weakest card."""

    spent: Bunch
    points: int
    least: int


class _Hoaxes(Struct, frozen=True):
    """Hoax cards that may still be used: for one card each, for a group each."""

    singles: int
    groups: int


_NOTHING = _Recolouring(0, 0, 1 << 10)


def _recolourings(bunch: Bunch, colour: Colour, value: int) -> list[_Recolouring]:
    """Each way to recolour without a superfluous Hoax or recoloured card."""
    recolourings: list[_Recolouring] = []

    def widen(start: int, base: _Recolouring, hoaxes: _Hoaxes) -> None:
        for index in range(start, len(_RECOLOURABLE)):
            other = _RECOLOURABLE[index]
            left = (bunch - base.spent) & _MASK_OF_COLOUR[other]
            if other == colour or not left:
                continue
            for way, hoaxes_left in _ways(left, other, hoaxes):
                points = base.points + way.points
                least = base.least if base.least < way.least else way.least
                if points - least >= value:
                    continue
                wider = _Recolouring(base.spent + way.spent, points, least)
                recolourings.append(wider)
                if points < value and hoaxes_left is not None:
                    widen(index + 1, wider, hoaxes_left)

    if bunch & _MASK_HOAX:
        widen(0, _NOTHING, _Hoaxes(_count(bunch, HOAX_SINGLE), _count(bunch, HOAX_GROUP)))
    return recolourings


@lru_cache(maxsize=1 << 14)
def _ways(
    left: Bunch, colour: Colour, hoaxes: _Hoaxes
) -> tuple[tuple[_Recolouring, _Hoaxes | None], ...]:
    """Each way to recolour cards of one colour, with the Hoax cards that are left after it."""
    ways: list[tuple[_Recolouring, _Hoaxes | None]] = []
    for singles, groups in product(range(hoaxes.singles + 1), range(hoaxes.groups + 1)):
        if not singles and not groups:
            continue
        spent = singles * _UNIT[HOAX_SINGLE] + groups * _UNIT[HOAX_GROUP]
        rest = left - spent if colour == "white" else left
        after = _Hoaxes(hoaxes.singles - singles, hoaxes.groups - groups)
        hoaxes_left = after if after.singles or after.groups else None
        for points, least, recoloured in _recoloured(rest, colour, singles, groups):
            ways.append((_Recolouring(spent + recoloured, points, least), hoaxes_left))
    return tuple(ways)


def _recoloured(
    left: Bunch, colour: Colour, singles: int, groups: int
) -> list[tuple[int, int, Bunch]]:
    """Cards of one colour that need just these Hoax cards: points, least card, bunch."""
    most = singles + HOAX_GROUP_CARDS_MAX * groups
    fewest = most if singles else most - HOAX_GROUP_CARDS_MAX + 1
    choices: list[tuple[int, int, Bunch]] = [(0, 0, 0)]
    for card in _CARDS_OF_COLOUR[colour]:
        value, unit, held = VALUE_OF[card], _UNIT[card], _count(left, card)
        # Values rise from card to card, so the first one taken is the least.
        choices = [
            (points + more * value, least or value * (more > 0), taken + more * unit)
            for points, least, taken in choices
            for more in range(held + 1)
        ]
    return [entry for entry in choices if fewest <= len(cards_of(entry[2])) <= most]

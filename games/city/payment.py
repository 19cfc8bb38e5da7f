"""Which cards pay for a box (C4.2 to C4.8).

A bunch of cards is kept as one number with five bits for each kind of card, so that adding,
taking away and asking "are these in the hand?" are single operations on it.

What counts in a payment are its *parts*: a card of the colour, a Khind card, a Mimix pair, or a
card that a Hoax recolours. Parts are put together until the box is paid, and never more: taking
any part away must leave too little. A payment is canonical when no card in it is superfluous;
a bunch is valid when it contains a canonical payment, since overpaying is allowed.
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from games.city.components import CARDS, COLOUR_OF, COLOURS, VALUE_OF
from schemas.city import Card, Cards, Colour

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
        # The other colours pay for nothing: without them many hands ask the same question.
        bunch &= _MASK_PLAIN[colour]
    return _payments(bunch, colour, value)


def suffices(cards: Cards, colour: Colour, value: int) -> bool:
    """Do these cards count at least `value` in the colour, in whatever way is best?"""
    return any(_candidates(bunch_of(cards), colour, value))


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
    found = dict.fromkeys(_candidates(bunch, colour, value))
    canonical = [
        paid
        for paid in found
        if not _has_two_readings(paid, colour) or _is_canonical(paid, colour, value)
    ]
    ordered = sorted((waste(cards := cards_of(paid)), paid, cards) for paid in canonical)
    return tuple(cards for _, _, cards in ordered)


def forget_hands() -> None:
    """Forget what was worked out for whole hands, as if none had been seen: for measuring."""
    _payments.cache_clear()


@lru_cache(maxsize=1 << 16)
def _is_canonical(paid: Bunch, colour: Colour, value: int) -> bool:
    """Is every card of the payment needed, however the others are read?"""
    return not any(
        any(_candidates(paid - _UNIT[card], colour, value)) for card in set(cards_of(paid))
    )


def _has_two_readings(paid: Bunch, colour: Colour) -> bool:
    """May the same cards count in another way, so that one of them turns out superfluous?

    Brown cards can be halves of pairs, brown, or recoloured; white ones Hoax, white, or
    recoloured. All other cards can count in one way only.
    """
    if colour in ("brown", "white"):
        return True
    hoaxes = paid & _MASK_OF_COLOUR["white"]
    if not hoaxes or paid & _MASK_OF_COLOUR["brown"]:
        return bool(hoaxes)
    return hoaxes not in _ONE_HOAX


def _candidates(bunch: Bunch, colour: Colour, value: int) -> Iterator[Bunch]:
    """Bunches that pay the value; read in the one way they were found, no part is superfluous."""
    for recolouring in _recolourings(bunch, colour, value):
        owed = value - recolouring.points
        if owed <= 0:
            yield recolouring.spent
            continue
        rest = (bunch - recolouring.spent) & _MASK_PLAIN[colour]
        for excess, paid in _plain_payments(rest, colour, owed):
            if excess < recolouring.least:
                yield recolouring.spent + paid


# Plain parts: the colour itself, Khind, Mimix pairs


@lru_cache(maxsize=1 << 16)
def _plain_payments(available: Bunch, colour: Colour, owed: int) -> tuple[tuple[int, Bunch], ...]:
    """What pays without Hoax, with the points paid too many."""
    parts = _plain_parts(available, colour)
    found: list[tuple[int, Bunch]] = []

    def extend(start: int, left: Bunch, paid: Bunch, owed: int) -> None:
        # Parts come in falling order of points, so the last one added is the least.
        for index in range(start, len(parts)):
            points, part = parts[index]
            if not _contains(left, part):
                continue
            if points >= owed:
                found.append((points - owed, paid + part))
            else:
                extend(index, left - part, paid + part, owed - points)

    extend(0, available, 0, owed)
    return tuple(found)


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


_NOTHING = _Recolouring(0, 0, 1 << 10)


def _recolourings(bunch: Bunch, colour: Colour, value: int) -> Iterator[_Recolouring]:
    """Each way to recolour, without a Hoax or a recoloured card too many."""
    yield _NOTHING
    if bunch & _MASK_HOAX:
        singles, groups = _count(bunch, HOAX_SINGLE), _count(bunch, HOAX_GROUP)
        yield from _recolour_from(0, _NOTHING, (bunch, colour, value), singles, groups)


def _recolour_from(
    start: int,
    base: _Recolouring,
    question: tuple[Bunch, Colour, int],
    singles: int,
    groups: int,
) -> Iterator[_Recolouring]:
    """Extend a recolouring by colours from `start` on, with the Hoax cards that are left."""
    bunch, colour, value = question
    for index in range(start, len(_RECOLOURABLE)):
        other = _RECOLOURABLE[index]
        mask = _MASK_OF_COLOUR[other]
        if other == colour or not bunch & mask:
            continue
        for single in range(singles + 1):
            for group in range(groups + 1):
                if not single and not group:
                    continue
                hoaxes = single * _UNIT[HOAX_SINGLE] + group * _UNIT[HOAX_GROUP]
                left = (bunch - base.spent - hoaxes) & mask
                for points, least, recoloured in _recoloured(left, other, single, group):
                    total = base.points + points
                    weakest = min(base.least, least)
                    if total - weakest >= value:
                        continue
                    wider = _Recolouring(base.spent + hoaxes + recoloured, total, weakest)
                    yield wider
                    if total < value:
                        yield from _recolour_from(
                            index + 1, wider, question, singles - single, groups - group
                        )


@lru_cache(maxsize=1 << 14)
def _recoloured(
    left: Bunch, colour: Colour, singles: int, groups: int
) -> tuple[tuple[int, int, Bunch], ...]:
    """Cards of one colour that need just these Hoax cards: points, least card, bunch."""
    most = singles + HOAX_GROUP_CARDS_MAX * groups
    fewest = most if singles else most - HOAX_GROUP_CARDS_MAX + 1
    found: list[tuple[int, int, Bunch]] = [(0, 0, 0)]
    for card in _CARDS_OF_COLOUR[colour]:
        held = _count(left, card)
        found = [
            (points + VALUE_OF[card] * more, least or VALUE_OF[card] * (more > 0), bunch)
            for points, least, taken in found
            for more in range(min(held, most - _size(taken)) + 1)
            for bunch in (taken + more * _UNIT[card],)
        ]
    return tuple(entry for entry in found if fewest <= _size(entry[2]) <= most)


def _size(bunch: Bunch) -> int:
    return len(cards_of(bunch))

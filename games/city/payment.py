"""Which cards pay for a box (C4.2 to C4.8).

A bunch of cards is kept as one number with five bits for each kind of card, so that adding,
taking away and asking "are these in the hand?" are single operations on it.

A payment is searched for under each *plan*: which Hoax cards recolour which colour. Under a plan
every card or Mimix pair that counts is a *component* worth some points. Components are added in
falling order of points until the box is paid: so taking any of them away leaves too little.
A payment is canonical when no card in it is superfluous; any payment that contains one is valid.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from games.city.components import CARDS, COLOUR_OF, COLOURS, VALUE_OF
from schemas.city import Card, Cards, Colour

_FIELD_BITS = 5
_GUARD_BIT = 1 << (_FIELD_BITS - 1)
_COUNT_MASK = _GUARD_BIT - 1

UNIT: dict[Card, int] = {card: 1 << (_FIELD_BITS * place) for place, card in enumerate(CARDS)}
_SHIFT = {card: _FIELD_BITS * place for place, card in enumerate(CARDS)}
_GUARDS = sum(unit * _GUARD_BIT for unit in UNIT.values())

HOAX_SINGLE: Card = "hoax-2"
HOAX_GROUP: Card = "hoax-1"
HOAX_GROUP_CARDS_MAX = 4
MIMIX_PAIR_POINTS = 3
_PAIRS = (
    2 * UNIT["mimix-1"],
    UNIT["mimix-1"] + UNIT["mimix-2"],
    2 * UNIT["mimix-2"],
)

Bunch = int
Slot = tuple[Colour, int]
"""A recolouring: a colour, and how many cards of it may be recoloured."""
Plan = tuple[Slot, ...]

_MASK_OF_COLOUR: dict[Colour, int] = {
    colour: sum(UNIT[card] * _COUNT_MASK for card in CARDS if COLOUR_OF[card] == colour)
    for colour in COLOURS
}
_MASK_ANYWAY = _COUNT_MASK * (UNIT["khind-1"] + UNIT["mimix-1"] + UNIT["mimix-2"])


def bunch_of(cards: Cards) -> Bunch:
    return sum(UNIT[card] for card in cards)


def cards_of(bunch: Bunch) -> Cards:
    cards: list[Card] = []
    for card, shift in _SHIFT.items():
        if count := bunch >> shift & _COUNT_MASK:
            cards += [card] * count
    return tuple(cards)


def _contains(bunch: Bunch, part: Bunch) -> bool:
    return ((bunch | _GUARDS) - part) & _GUARDS == _GUARDS


def suffices(cards: Cards, colour: Colour, value: int) -> bool:
    """Do these cards count at least `value` in the colour, in whatever way is best?"""
    bunch = bunch_of(cards)
    return any(
        _search(rest & _relevant(colour, plan), colour, value, plan)
        for plan, rest in _plans(bunch, colour)
    )


def payments(cards: Cards, colour: Colour, value: int) -> tuple[Cards, ...]:
    """Every canonical payment that the cards allow, least waste first."""
    return _payments(_only_useful(bunch_of(cards), colour), colour, value)


def waste(cards: Cards) -> tuple[int, int]:
    """What a payment gives away: face values first, then the number of cards."""
    return sum(VALUE_OF[card] for card in cards), len(cards)


def _only_useful(bunch: Bunch, colour: Colour) -> Bunch:
    """Without a recolouring Hoax the other colours pay for nothing: leaving them out makes
    equal questions out of many different hands."""
    recolouring = _COUNT_MASK * (UNIT[HOAX_GROUP] + UNIT[HOAX_SINGLE])
    if bunch & recolouring:
        return bunch
    return bunch & _relevant(colour, ())


@lru_cache(maxsize=1 << 15)
def _payments(bunch: Bunch, colour: Colour, value: int) -> tuple[Cards, ...]:
    found: set[Bunch] = set()
    for plan, rest in _plans(bunch, colour):
        spent = bunch - rest
        for paid in _search(rest & _relevant(colour, plan), colour, value, plan):
            found.add(spent + paid)
    ordered = sorted(((cards_of(paid), paid) for paid in found), key=_by_waste)
    smallest_first = sorted(ordered, key=lambda entry: len(entry[0]))
    minimal: list[Bunch] = []
    for _, paid in smallest_first:
        if not any(_contains(paid, smaller) for smaller in minimal):
            minimal.append(paid)
    kept = set(minimal)
    return tuple(cards for cards, paid in ordered if paid in kept)


def _by_waste(entry: tuple[Cards, Bunch]) -> tuple[tuple[int, int], Cards]:
    return waste(entry[0]), entry[0]


@lru_cache(maxsize=1 << 10)
def _relevant(colour: Colour, plan: Plan) -> int:
    mask = _MASK_ANYWAY | _MASK_OF_COLOUR[colour]
    for recoloured, _ in plan:
        mask |= _MASK_OF_COLOUR[recoloured]
    return mask


def _plans(bunch: Bunch, colour: Colour) -> Iterator[tuple[Plan, Bunch]]:
    """Each way to use Hoax cards, none first, with the cards that are left."""
    groups = bunch >> _SHIFT[HOAX_GROUP] & _COUNT_MASK
    singles = bunch >> _SHIFT[HOAX_SINGLE] & _COUNT_MASK
    yield (), bunch
    if not groups and not singles:
        return
    others = [c for c in COLOURS if c not in (colour, "green") and bunch & _MASK_OF_COLOUR[c]]
    for single_count in range(singles + 1):
        for group_count in range(groups + 1):
            if not single_count and not group_count:
                continue
            rest = bunch - single_count * UNIT[HOAX_SINGLE] - group_count * UNIT[HOAX_GROUP]
            for single_colours in combinations_with_replacement(others, single_count):
                for group_colours in combinations_with_replacement(others, group_count):
                    plan = _plan(single_colours, group_colours)
                    if all(rest & _MASK_OF_COLOUR[recoloured] for recoloured, _ in plan):
                        yield plan, rest


@lru_cache(maxsize=1 << 15)
def _plan(singles: tuple[Colour, ...], groups: tuple[Colour, ...]) -> Plan:
    """Slots of one colour are one larger slot."""
    slots: dict[Colour, int] = {}
    for colour in singles:
        slots[colour] = slots.get(colour, 0) + 1
    for colour in groups:
        slots[colour] = slots.get(colour, 0) + HOAX_GROUP_CARDS_MAX
    return tuple(sorted(slots.items()))


@lru_cache(maxsize=1 << 16)
def _search(available: Bunch, colour: Colour, value: int, plan: Plan) -> tuple[Bunch, ...]:
    """Bunches that pay the value under the plan, without the Hoax cards it spends."""
    components = _components(available, colour, plan)
    found: list[Bunch] = []

    def extend(start: int, left: Bunch, paid: Bunch, owed: int, used: dict[Colour, int]) -> None:
        for index in range(start, len(components)):
            points, part, slot = components[index]
            if not _contains(left, part):
                continue
            if slot is not None:
                if used[slot] == 0:
                    continue
                used = used | {slot: used[slot] - 1}
            if points >= owed:
                found.append(paid + part)
            else:
                extend(index, left - part, paid + part, owed - points, used)
            if slot is not None:
                used = used | {slot: used[slot] + 1}

    extend(0, available, 0, value, dict(plan))
    return tuple(found)


Component = tuple[int, Bunch, Colour | None]


def _components(available: Bunch, colour: Colour, plan: Plan) -> list[Component]:
    """What may count, most points first; recoloured cards name the slot that they fill."""
    components: list[Component] = []
    for card, unit in UNIT.items():
        if not _contains(available, unit):
            continue
        if COLOUR_OF[card] == colour or card == "khind-1":
            components.append((VALUE_OF[card], unit, None))
        for recoloured, _ in plan:
            if COLOUR_OF[card] == recoloured:
                components.append((VALUE_OF[card], unit, recoloured))
    for pair in _PAIRS:
        if _contains(available, pair):
            components.append((MIMIX_PAIR_POINTS, pair, None))
    return sorted(components, key=lambda component: -component[0])

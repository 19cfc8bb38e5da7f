"""Values and power (R20), and the best choice of targets (R21.7)."""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from games.duel.cards import CARDS
from games.duel.effects import BoostValue, RaisePower, ZeroPrinted
from games.duel.reading import Reading
from schemas.duel_terms import CardId, CardType, Element

Numbers = tuple[int, int]
"""Fire and earth."""

BLUFF_NUMBERS: Numbers = (2, 2)
_AT: dict[Element, int] = {"fire": 0, "earth": 1}
_TARGETS: dict[str, tuple[str, ...]] = {
    "own_characters": ("character",),
    "own_boosters": ("booster",),
    "own_supports": ("support", "bluff"),
    "own_bluffs": ("bluff",),
    "one_own_character": (),
}
_ORDER = ("raise_to_printed_sum", "raise_to_printed_max", "raise_to", "multiply")
"""R20.2 before R20.3, raising before multiplying."""


class Line(NamedTuple):
    """An active card with numbers, as power counts it."""

    card: CardId
    kind: str
    numbers: Numbers
    ignored: bool


def printed(reading: Reading, seat: int, card: CardId, *, active: bool) -> Numbers:
    """Step 1: the numbers on a card, wherever it is (R20.1, R20.10)."""
    facts = CARDS[card]
    standing = reading.standing(seat, card, active=active)
    if standing.ignored:
        return 0, 0
    numbers = (facts.fire or 0, facts.earth or 0)
    return numbers if standing.safe else _zeroed(reading, seat, numbers, facts.type)


def _zeroed(reading: Reading, seat: int, numbers: Numbers, kind: CardType) -> Numbers:
    fire, earth = numbers
    for zeroing in zeroing_texts(reading, 1 - seat):
        if kind in zeroing.cards:
            odd = zeroing.parity == "odd"
            fire = 0 if fire % 2 == odd else fire
            earth = 0 if earth % 2 == odd else earth
    return fire, earth


def zeroing_texts(reading: Reading, seat: int) -> tuple[ZeroPrinted, ...]:
    return tuple(effect for _, effect in reading.texts_of_kind(seat, ZeroPrinted))


def lines(reading: Reading, seat: int) -> tuple[Line, ...]:
    """The active combat and support cards that have numbers (R20.5, R20.7)."""
    return reading.once(("lines", seat), lambda: tuple(_lines(reading, seat)))


def _lines(reading: Reading, seat: int) -> list[Line]:
    side = reading.side(seat)
    found = []
    for card in (*side.active, *side.support):
        facts = CARDS[card]
        if facts.fire is None and facts.earth is None:
            continue
        numbers = printed(reading, seat, card, active=True)
        ignored = reading.standing(seat, card, active=True).ignored
        found.append(Line(card, facts.type, numbers, ignored))
    for bluff in side.bluffs:
        ignored = reading.bluffs_ignored(seat)
        numbers = (0, 0) if ignored else _zeroed(reading, seat, BLUFF_NUMBERS, "support")
        found.append(Line(bluff.handle, "bluff", numbers, ignored))
    return found


def boosts(reading: Reading, seat: int) -> list[tuple[CardId, BoostValue]]:
    return reading.texts_of_kind(seat, BoostValue)


def targeted(reading: Reading, seat: int) -> list[tuple[CardId, BoostValue]]:
    """Texts that work on one character of their owner's choice (R21.1)."""
    return [
        (card, effect)
        for card, effect in boosts(reading, seat)
        if effect.target == "one_own_character"
    ]


def characters(reading: Reading, seat: int) -> list[CardId]:
    """What such a text may be put on: the active characters."""
    return [card for card in reading.side(seat).active if CARDS[card].type == "character"]


def _value(line: Line, element: Element, ops: list[BoostValue]) -> int:
    if line.ignored:
        return 0
    value = line.numbers[_AT[element]]
    for effect in sorted(ops, key=lambda boost: _ORDER.index(boost.op)):
        amount = effect.amount or 0
        match effect.op:
            case "raise_to_printed_sum":
                value = max(value, sum(line.numbers))
            case "raise_to_printed_max":
                value = max(value, *line.numbers)
            case "raise_to":
                value = max(value, amount)
            case "multiply":
                value *= amount
    return value


def power_with(
    reading: Reading, seat: int, element: Element, targets: Mapping[CardId, CardId]
) -> int:
    """Power with each targeted text on the card chosen for it."""
    working = [
        (text, effect)
        for text, effect in boosts(reading, seat)
        if effect.element in ("both", element)
    ]
    total = 0
    for line in lines(reading, seat):
        ops = [
            effect
            for text, effect in working
            if line.kind in _TARGETS[effect.target] or targets.get(text) == line.card
        ]
        total += _value(line, element, ops)
    for _, floor in reading.texts_of_kind(seat, RaisePower):
        if floor.element in ("any", element):
            total = max(total, floor.to)
    return total


def best_targets(
    reading: Reading, seat: int, element: Element, fixed: Mapping[CardId, CardId]
) -> dict[CardId, CardId]:
    """The choice that gives the highest power; of equal ones the card played first (R21.7)."""
    candidates = characters(reading, seat)
    free = [
        (text, effect.element in ("both", element))
        for text, effect in targeted(reading, seat)
        if text not in fixed
    ]
    if not candidates:
        return dict(fixed)
    best = dict(fixed) | {text: candidates[0] for text, _ in free}
    relevant = [text for text, matters in free if matters]
    if not relevant or len(candidates) == 1:
        return best
    highest = -1
    chosen = best
    for cards in product(candidates, repeat=len(relevant)):
        targets = best | dict(zip(relevant, cards, strict=True))
        power = power_with(reading, seat, element, targets)
        if power > highest:
            highest, chosen = power, targets
    return chosen


def highest_power(reading: Reading, seat: int, element: Element) -> int:
    """What the seat could announce."""
    return reading.once(
        ("highest", seat, element),
        lambda: power_with(reading, seat, element, best_targets(reading, seat, element, {})),
    )


def present_power(reading: Reading, seat: int, element: Element) -> int:
    """Power with the stored choices; those that are missing are the best ones (R21.6)."""
    stored = {choice.text: choice.card for choice in reading.side(seat).choices}
    return reading.once(
        ("present", seat, element),
        lambda: power_with(reading, seat, element, best_targets(reading, seat, element, stored)),
    )


def is_shielded(reading: Reading, seat: int, element: Element) -> bool:
    """An active card has a working shield of the element (R22.1)."""
    side = reading.side(seat)
    shield = "shield_fire" if element == "fire" else "shield_earth"
    return any(
        shield in reading.standing(seat, card, active=True).icons
        for card in (*side.active, *side.support)
    )


def may_announce(reading: Reading, seat: int, element: Element) -> bool:
    """R10.4."""
    reached = present_power(reading, 1 - seat, element)
    return highest_power(reading, seat, element) >= reached or is_shielded(reading, seat, element)


def announceable(reading: Reading, seat: int) -> list[Element]:
    """The elements the seat could announce now: of the fight, or either in a first turn."""
    elements: list[Element] = ["fire", "earth"]
    if reading.state.element is not None:
        elements = [reading.state.element]
    return [element for element in elements if may_announce(reading, seat, element)]

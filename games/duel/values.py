"""Values and power (R20), and the best choice of targets (R21.7)."""

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

from games.duel.best_targets import Target, best_places
from games.duel.cards import CARDS
from games.duel.effects import BoostValue, RaisePower, ZeroPrinted
from games.duel.reading import Reading
from schemas.duel.terms import CardId, CardType, Element

Numbers = tuple[int, int]
"""Fire and earth."""

BLUFF_NUMBERS: Numbers = (2, 2)
AT: dict[Element, int] = {"fire": 0, "earth": 1}
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
    for _, zeroing in zeroing_texts(reading, 1 - seat):
        numbers = zeroed(numbers, kind, zeroing)
    return numbers


def zeroed(numbers: Numbers, kind: CardType, zeroing: ZeroPrinted) -> Numbers:
    if kind not in zeroing.cards:
        return numbers
    odd = zeroing.parity == "odd"
    fire, earth = numbers
    return 0 if fire % 2 == odd else fire, 0 if earth % 2 == odd else earth


def zeroing_texts(reading: Reading, seat: int) -> list[tuple[CardId, ZeroPrinted]]:
    return reading.texts_of_kind(seat, ZeroPrinted)


def lines(reading: Reading, seat: int) -> tuple[Line, ...]:
    """The active combat and support cards that have numbers (R20.5, R20.7)."""
    key = ("lines", seat, reading.side(seat).bluffs)
    return reading.once_for_table(key, lambda: tuple(_lines(reading, seat)))


def _lines(reading: Reading, seat: int) -> list[Line]:
    side = reading.side(seat)
    lines = []
    for card in (*side.active, *side.support):
        facts = CARDS[card]
        if facts.fire is None and facts.earth is None:
            continue
        numbers = printed(reading, seat, card, active=True)
        ignored = reading.standing(seat, card, active=True).ignored
        lines.append(Line(card, facts.type, numbers, ignored))
    for bluff in side.bluffs:
        ignored = reading.bluffs_ignored(seat)
        numbers = (0, 0) if ignored else _zeroed(reading, seat, BLUFF_NUMBERS, "support")
        lines.append(Line(bluff.handle, "bluff", numbers, ignored))
    return lines


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
    """The possible targets of such a text: the active characters."""
    return [card for card in reading.side(seat).active if CARDS[card].type == "character"]


def boosts_in_order(reading: Reading, seat: int) -> list[tuple[CardId, BoostValue]]:
    texts = boosts(reading, seat)
    return sorted(texts, key=lambda text: _ORDER.index(text[1].op)) if len(texts) > 1 else texts


def works_on(
    text: tuple[CardId, BoostValue],
    line: Line,
    element: Element,
    targets: Mapping[CardId, CardId],
) -> bool:
    card, effect = text
    return effect.element in ("both", element) and (
        line.kind in _TARGETS[effect.target] or targets.get(card) == line.card
    )


def boosted(value: int, printed_numbers: Numbers, effect: BoostValue) -> int:
    """A value after one text (R20.2, R20.3)."""
    amount = effect.amount or 0
    match effect.op:
        case "raise_to_printed_sum":
            return max(value, sum(printed_numbers))
        case "raise_to_printed_max":
            return max(value, *printed_numbers)
        case "raise_to":
            return max(value, amount)
        case "multiply":
            return value * amount


def power_with(
    reading: Reading, seat: int, element: Element, targets: Mapping[CardId, CardId]
) -> int:
    """Power with each targeted text on the card chosen for it."""
    texts, at = boosts_in_order(reading, seat), AT[element]
    total = 0
    for line in lines(reading, seat):
        # An ignored card counts nothing, even if other texts change it (R20.4).
        if line.ignored:
            continue
        value = line.numbers[at]
        for text in texts:
            if works_on(text, line, element, targets):
                value = boosted(value, line.numbers, text[1])
        total += value
    for _, floor in floors(reading, seat):
        total = lifted(total, element, floor)
    return total


def floors(reading: Reading, seat: int) -> list[tuple[CardId, RaisePower]]:
    return reading.texts_of_kind(seat, RaisePower)


def lifted(total: int, element: Element, floor: RaisePower) -> int:
    """The power after a text that sets a floor under it (R20.6)."""
    return max(total, floor.to) if floor.element in ("any", element) else total


def best_targets(
    reading: Reading, seat: int, element: Element, fixed: Mapping[CardId, CardId]
) -> dict[CardId, CardId]:
    """The choice that gives the highest power; of equal ones the card played first (R21.7)."""
    free = [(text, effect) for text, effect in targeted(reading, seat) if text not in fixed]
    candidates = characters(reading, seat) if free else []
    if not candidates:
        return dict(fixed)
    first = dict(fixed) | {text: candidates[0] for text, _ in free}
    relevant = [(text, effect) for text, effect in free if effect.element in ("both", element)]
    if not relevant or len(candidates) == 1:
        return first
    best = first | _found_targets(reading, seat, element, fixed, relevant)
    # A text that raises the power itself can make all choices equal (R20.6).
    gains = power_with(reading, seat, element, best) > power_with(reading, seat, element, first)
    return best if gains else first


def _found_targets(
    reading: Reading,
    seat: int,
    element: Element,
    fixed: Mapping[CardId, CardId],
    relevant: list[tuple[CardId, BoostValue]],
) -> dict[CardId, CardId]:
    candidates = characters(reading, seat)
    raises = [at for at, (_, effect) in enumerate(relevant) if effect.op != "multiply"]
    texts = [relevant[at][1] for at in raises]
    places = best_places(
        [_target(reading, seat, element, card, fixed, texts) for card in candidates],
        prod(effect.amount or 0 for _, effect in relevant if effect.op == "multiply"),
        len(relevant),
        raises,
    )
    found = {text: candidates[places.multipliers] for text, _ in relevant}
    for at, place in zip(raises, places.raises, strict=True):
        found[relevant[at][0]] = candidates[place]
    return found


def _target(  # noqa: PLR0913, PLR0917 - whose card, for which texts
    reading: Reading,
    seat: int,
    element: Element,
    card: CardId,
    fixed: Mapping[CardId, CardId],
    raises: list[BoostValue],
) -> Target:
    """A character with the texts whose target is certain."""
    line = next((line for line in lines(reading, seat) if line.card == card), None)
    if line is None or line.ignored:
        return Target(0, 0, (0,) * len(raises))
    value, factor = line.numbers[AT[element]], 1
    for text in boosts_in_order(reading, seat):
        if not works_on(text, line, element, fixed):
            continue
        if text[1].op == "multiply":
            factor *= text[1].amount or 0
        else:
            value = boosted(value, line.numbers, text[1])
    return Target(value, factor, tuple(boosted(0, line.numbers, effect) for effect in raises))


def highest_power(reading: Reading, seat: int, element: Element) -> int:
    """What the seat could announce."""
    return reading.once_for_table(
        ("highest", seat, element, reading.side(seat).bluffs),
        lambda: power_with(reading, seat, element, best_targets(reading, seat, element, {})),
    )


def present_power(reading: Reading, seat: int, element: Element) -> int:
    if not reading.side(seat).choices:
        return highest_power(reading, seat, element)
    return reading.once(
        ("present", seat, element),
        lambda: power_with(reading, seat, element, present_targets(reading, seat, element)),
    )


def present_targets(reading: Reading, seat: int, element: Element) -> dict[CardId, CardId]:
    """The stored choices; those that are missing are the best ones (R21.6)."""
    return best_targets(reading, seat, element, stored_targets(reading, seat))


def stored_targets(reading: Reading, seat: int) -> dict[CardId, CardId]:
    return {choice.text: choice.card for choice in reading.side(seat).choices}


def is_shielded(reading: Reading, seat: int, element: Element) -> bool:
    """An active card has a working shield of the element (R22.1)."""
    return reading.once_for_table(
        ("shielded", seat, element), lambda: _is_shielded(reading, seat, element)
    )


def _is_shielded(reading: Reading, seat: int, element: Element) -> bool:
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


def open_elements(reading: Reading) -> list[Element]:
    """The element of the fight, or both in its first turn (R10.2, R10.3)."""
    element = reading.state.element
    return list(AT) if element is None else [element]


def announceable(reading: Reading, seat: int) -> list[Element]:
    """The elements the seat could announce now."""
    return [element for element in open_elements(reading) if may_announce(reading, seat, element)]

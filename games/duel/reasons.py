"""Explains each number by the steps of R20, with the text that caused each step.

`values.py` computes power. This module repeats the same steps for viewers.
"""

from collections.abc import Iterator

from games.duel.cards import CARDS
from games.duel.ignoring import ignored_by, ignores_bluffs
from games.duel.reading import Reading
from games.duel.values import (
    AT,
    BLUFF_NUMBERS,
    Line,
    Numbers,
    boosted,
    boosts_in_order,
    floors,
    lifted,
    lines,
    present_targets,
    stored_targets,
    works_on,
    zeroed,
    zeroing_texts,
)
from schemas.duel.figures import PowerLine, Reason, What
from schemas.duel.terms import CardId, CardType, Element

_WHAT: dict[str, What] = {
    "raise_to_printed_sum": "raised_to_sum",
    "raise_to_printed_max": "raised_to_larger",
    "raise_to": "raised_to",
    "multiply": "multiplied",
}
Targets = dict[Element, dict[CardId, CardId]]


def power_lines(reading: Reading, seat: int) -> tuple[PowerLine, ...]:
    """Every card that counts, with the stored targets, or the best ones where none are stored."""
    targets: Targets = {element: present_targets(reading, seat, element) for element in AT}
    return tuple(_power_line(reading, seat, line, targets) for line in lines(reading, seat))


def _power_line(reading: Reading, seat: int, line: Line, targets: Targets) -> PowerLine:
    bluff = line.kind == "bluff"
    facts = None if bluff else CARDS[line.card]
    reasons = (
        tuple(_ignored(reading, seat, line))
        if line.ignored
        else (*_zeroed(reading, seat, line), *_boosted(reading, seat, line, targets))
    )
    counted = list(line.numbers)
    for reason in reasons:
        for at, value in enumerate((reason.fire, reason.earth)):
            counted[at] = counted[at] if value is None else value
    return PowerLine(
        card=line.card,
        kind="bluff" if facts is None else facts.type,
        printed_fire=BLUFF_NUMBERS[0] if facts is None else facts.fire,
        printed_earth=BLUFF_NUMBERS[1] if facts is None else facts.earth,
        fire=counted[0],
        earth=counted[1],
        ignored=line.ignored,
        reasons=reasons,
    )


def _ignored(reading: Reading, seat: int, line: Line) -> Iterator[Reason]:
    opposing = reading.ignoring_texts(1 - seat)
    if line.kind == "bluff":
        texts = [text for text in opposing if ignores_bluffs(text.effect)]
    else:
        facts = CARDS[line.card]
        ignoring = ignored_by(facts, facts.type, opposing)
        texts = [text for text in ignoring if text.effect.what == "card"]
    for text in texts:
        yield Reason(text.card, text.seat, "ignored", 0, 0)


def _zeroed(reading: Reading, seat: int, line: Line) -> Iterator[Reason]:
    kind: CardType = "support"
    numbers = BLUFF_NUMBERS
    if line.kind != "bluff":
        facts = CARDS[line.card]
        kind, numbers = facts.type, (facts.fire or 0, facts.earth or 0)
        if reading.standing(seat, line.card, active=True).safe:
            return
    for card, effect in zeroing_texts(reading, 1 - seat):
        after = zeroed(numbers, kind, effect)
        if after != numbers:
            yield Reason(card, 1 - seat, "zeroed", *_changed(numbers, after))
        numbers = after


def _boosted(reading: Reading, seat: int, line: Line, targets: Targets) -> Iterator[Reason]:
    values, stored = line.numbers, stored_targets(reading, seat)
    for text in boosts_in_order(reading, seat):
        card, effect = text
        fire, earth = (
            boosted(values[at], line.numbers, effect)
            if works_on(text, line, element, targets[element])
            else values[at]
            for element, at in AT.items()
        )
        if (fire, earth) != values:
            best = effect.target == "one_own_character" and card not in stored
            changed = _changed(values, (fire, earth))
            yield Reason(card, seat, _WHAT[effect.op], *changed, best=best)
        values = fire, earth


def lifting_reasons(reading: Reading, seat: int, sums: Numbers) -> tuple[Reason, ...]:
    """The texts that lift the sums of the lines."""
    reasons = []
    for card, floor in floors(reading, seat):
        fire, earth = (lifted(sums[at], element, floor) for element, at in AT.items())
        if (fire, earth) != sums:
            reasons.append(Reason(card, seat, "raised_power", *_changed(sums, (fire, earth))))
        sums = fire, earth
    return tuple(reasons)


def _changed(before: Numbers, after: Numbers) -> tuple[int | None, int | None]:
    fire, earth = (new if new != old else None for old, new in zip(before, after, strict=True))
    return fire, earth

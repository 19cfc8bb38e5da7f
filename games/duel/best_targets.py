"""The best cards for texts that each raise or multiply the value of one card (R21.7).

Trying every combination takes cards ** texts steps. This search uses two facts:

- All multipliers are best on the same card. If they were on two cards, moving those of the card
  with the smaller value to the other one would gain power, or all values would be zero.
- Of several raises on one card only the highest counts, and raising comes before multiplying
  (R20.2). So each card needs at most one of them, and those that no card needs may lie anywhere.

So it tries each card for the multipliers, and for each of them finds the best cards for the raises
with at most cards * 2 ** raises * raises steps. The card pool has four raises for an element.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Target(NamedTuple):
    """A card that the texts could work on."""

    value: int
    """With everything that is certain to raise it."""
    factor: int
    """The product of everything that is certain to multiply it."""
    raised: tuple[int, ...]
    """The value that each raise would give it; lower values do not count."""


class Places(NamedTuple):
    """Indices of targets: for each raise, and for all multipliers."""

    raises: tuple[int, ...]
    multipliers: int


class Preference(NamedTuple):
    """Decides between choices of equal power: the first text that differs takes the first card."""

    weights: tuple[int, ...]
    """Of each raise; the earlier text weighs more than all later ones together."""
    multipliers_weight: int
    one_power: int
    """Weighs more than all preferences together."""


def best_places(
    targets: Sequence[Target], multiplier: int, texts: int, raises: Sequence[int]
) -> Places:
    """The places that give the most power, and of equal ones those of the cards played first.

    `multiplier` is the product of all multipliers. `raises` says which of the texts are raises, in
    the order of `Target.raised`.
    """
    preference = _preference(len(targets), texts, raises)
    best: tuple[int, Places] | None = None
    for at in range(len(targets)) if len(raises) < texts else (0,):
        changed = [
            target._replace(factor=target.factor * multiplier) if at == index else target
            for index, target in enumerate(targets)
        ]
        score, places = _best_raises(changed, preference)
        score -= preference.multipliers_weight * at
        if best is None or score > best[0]:
            best = score, Places(places, at)
    assert best is not None, "there is a card to choose"
    return best[1]


def _preference(targets: int, texts: int, raises: Sequence[int]) -> Preference:
    weights = [targets ** (texts - 1 - text) for text in range(texts)]
    of_raises = tuple(weights[text] for text in raises)
    return Preference(of_raises, sum(weights) - sum(of_raises), targets**texts)


def _best_raises(targets: Sequence[Target], preference: Preference) -> tuple[int, tuple[int, ...]]:
    """The highest score, and the target of each raise. A raise that no target needs is on the
    first one."""
    count = len(preference.weights)
    # For each set of raises that lie on the targets so far: the highest score and their places.
    reached: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, (0,) * count)}
    for index, target in enumerate(targets):
        gains = [
            (
                1 << text,
                text,
                (value - target.value) * target.factor * preference.one_power
                - preference.weights[text] * index,
            )
            for text, value in enumerate(target.raised)
            if value > target.value and target.factor
        ]
        for used, (score, places) in list(reached.items()):
            for bit, text, gain in gains:
                if used & bit:
                    continue
                after = score + gain
                known = reached.get(used | bit)
                if known is None or after > known[0]:
                    reached[used | bit] = (
                        after,
                        (*places[:text], index, *places[text + 1 :]),
                    )
    certain = sum(target.value * target.factor for target in targets)
    score, places = max(reached.values(), key=lambda found: found[0])
    return certain * preference.one_power + score, places

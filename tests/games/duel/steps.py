"""Counts the steps of a decision of the duel, without what earlier ones left in caches."""

from collections.abc import Callable

from games.duel.costs import is_split
from games.duel.texts_in_force import texts_in_force
from tests.games import steps
from tests.games.steps import STEPS_MAX

__all__ = ["STEPS_MAX", "steps_of"]


def steps_of(work: Callable[[], object]) -> int:
    # What was found for other positions with the same cards is kept.
    texts_in_force.cache_clear()
    is_split.cache_clear()
    return steps.steps_of(work)

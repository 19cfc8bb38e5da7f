"""Measure on a noisy machine: run all candidates in turn, repeat, and take the median of each."""

import statistics
import time
from collections.abc import Callable

from msgspec import Struct

ROUNDS = 5

Work = Callable[[], int]
"""Do some work and return the number of items processed."""


class Rate(Struct, frozen=True):
    name: str
    per_second: float


def measure(works: dict[str, Work], rounds: int = ROUNDS) -> dict[str, Rate]:
    """Return the items per second of each, measured in turn so that noise affects all alike.

    Uses CPU time, which depends less on other processes than wall-clock time.
    """
    rates_by_name: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            items = work()
            rates_by_name[name].append(items / (time.process_time() - start))
    return {name: Rate(name, statistics.median(rates)) for name, rates in rates_by_name.items()}

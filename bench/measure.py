"""Measuring on a noisy machine: rounds of all candidates in turn, the median of each."""

import statistics
import time
from collections.abc import Callable

from msgspec import Struct

ROUNDS = 5

Work = Callable[[], int]
"""Does some work and says how many things it did."""


class Rate(Struct, frozen=True):
    name: str
    per_second: float


def measure(works: dict[str, Work], rounds: int = ROUNDS) -> dict[str, Rate]:
    """Things a second of each, measured in turn so that noise falls on all alike.

    What counts is the time the process was given, so that neighbours on the machine, who take
    turns on the same cores, take less away.
    """
    seen: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            things = work()
            seen[name].append(things / (time.process_time() - start))
    return {name: Rate(name, statistics.median(rates)) for name, rates in seen.items()}

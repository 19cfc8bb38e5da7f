"""Does a command cost more in a long game? Games of 500 commits, side by side from the first on.

What is compared is CPU time, of engine and server together: on a busy machine time on the clock
says more about the neighbours.
"""

import statistics
import time
from itertools import pairwise

from bench import pipeline
from bench.children import POLL_SECONDS, embedded_bench
from bench.load import finish
from bench.recorded import SHARDS, Deal, city_deals, commands_of, empty_deals
from bench.results import Rows, goal, report

ROUNDS = 3
COMMITS = 500
PARTS = 5
GAMES_PER_SHARD = 4
DEALS = 12
GROWTH_MAX = 1.1

Costs = list[float]
"""Microseconds a command, part by part."""


def run() -> list[str]:
    deals = {"City": city_deals(DEALS, "random", COMMITS), "empty rules": empty_deals(COMMITS)}
    costs: dict[str, Costs] = {}
    for name, games in deals.items():
        rounds = [_costs(games, f"flat{number}") for number in range(ROUNDS)]
        costs[name] = [statistics.median(part) for part in zip(*rounds, strict=True)]
    step = COMMITS // PARTS
    header = ("commits", *(f"{part * step + 1}-{(part + 1) * step}" for part in range(PARTS)))
    rows: Rows = [(name, *(f"{cost:.0f}" for cost in parts)) for name, parts in costs.items()]
    return [
        report("CPU us a command as a game grows, engine and server", header, rows),
        *(
            goal(f"last part to first, {name}", parts[-1] / parts[0], GROWTH_MAX, below=True)
            for name, parts in costs.items()
        ),
    ]


def _costs(deals: tuple[Deal, ...], name: str) -> Costs:
    with embedded_bench() as bench:
        sent = commands_of(deals, GAMES_PER_SHARD, name)
        bench.load(sent)
        samples: list[tuple[int, float]] = []
        part = len(sent) // PARTS
        # The engine starts when all is queued, so that queueing is not in the first part.
        with pipeline.engine(bench) as child:
            while len(samples) <= PARTS:
                done = bench.outcomes()
                if done >= max(SHARDS, part * len(samples)):
                    samples.append((done, child.cpu_seconds() + bench.cpu_seconds()))
                time.sleep(POLL_SECONDS / 4)
            finish(bench, sent)
    return [
        (after[1] - before[1]) / (after[0] - before[0]) * 1e6 for before, after in pairwise(samples)
    ]

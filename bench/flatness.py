"""Cost of a command as a history grows: tables with 500 commits, played at the same time.

The cost is the CPU time of engine and server together. On a busy machine, wall-clock time would
depend on other processes.
"""

import statistics
import time
from itertools import pairwise

from bench import pipeline
from bench.children import POLL_SECONDS, embedded_bench
from bench.load import check_and_clear
from bench.recorded import SHARDS, Recording, commands_of, record_empty, record_games
from bench.results import Rows, goal, report
from bench.workloads import recorded_game

ROUNDS = 3
COMMITS = 500
PARTS = 5
TABLES_PER_SHARD = 4
RECORDINGS = 12
GROWTH_MAX = 1.1

Costs = list[float]
"""Microseconds per command, for each part of the history."""


def run() -> list[str]:
    recordings_by_game = {
        recorded_game().name: record_games(RECORDINGS, "random", COMMITS),
        "empty rules": record_empty(COMMITS),
    }
    costs: dict[str, Costs] = {}
    for name, recordings in recordings_by_game.items():
        rounds = [_costs(recordings, f"flat{number}") for number in range(ROUNDS)]
        costs[name] = [statistics.median(part) for part in zip(*rounds, strict=True)]
    step = COMMITS // PARTS
    header = ("commits", *(f"{part * step + 1}-{(part + 1) * step}" for part in range(PARTS)))
    rows: Rows = [
        (name, *(f"{cost:.0f}" for cost in part_costs)) for name, part_costs in costs.items()
    ]
    return [
        report("CPU us per command as a history grows, engine and server", header, rows),
        *(
            goal(
                f"last part to first, {name}",
                part_costs[-1] / part_costs[0],
                GROWTH_MAX,
                below=True,
            )
            for name, part_costs in costs.items()
        ),
    ]


def _costs(recordings: tuple[Recording, ...], name: str) -> Costs:
    with embedded_bench() as bench:
        commands = commands_of(recordings, TABLES_PER_SHARD, name)
        bench.load(commands)
        samples: list[tuple[int, float]] = []
        part = len(commands) // PARTS
        # The engine starts after everything is queued, so that queueing is not part of the cost.
        with pipeline.engine(bench) as child:
            while len(samples) <= PARTS:
                done = bench.outcomes()
                if done >= max(SHARDS, part * len(samples)):
                    samples.append((done, child.cpu_seconds() + bench.cpu_seconds()))
                time.sleep(POLL_SECONDS / 4)
            check_and_clear(bench, commands)
    return [
        (after[1] - before[1]) / (after[0] - before[0]) * 1e6 for before, after in pairwise(samples)
    ]

"""A round of a benchmark: queue commands, let engines process them, measure speed and cost."""

import statistics
import time
from collections.abc import Callable

from msgspec import Struct

from bench.children import POLL_SECONDS, Bench, Child
from bench.recorded import LoadCommand

ROUND_SECONDS_MAX = 120.0
ROUNDS_MIN = 3
SECONDS_MAX = 50.0


class Run(Struct, frozen=True):
    per_second: float
    engine_us: float = 0.0
    """CPU per command of the deciding processes."""
    server_us: float = 0.0
    """CPU per command of the server, including queueing."""


def process_commands(bench: Bench, children: list[Child], commands: list[LoadCommand]) -> Run:
    """Queue commands for running engines and measure from the first outcome to the last."""
    engine_before = sum(child.cpu_seconds() for child in children)
    server_before = bench.cpu_seconds()
    bench.load(commands)
    deadline = time.monotonic() + ROUND_SECONDS_MAX
    while (done := bench.outcomes()) < len(commands):
        if time.monotonic() > deadline:
            raise TimeoutError(
                f"only {done} of {len(commands)} commands decided in {ROUND_SECONDS_MAX:g} s"
            )
        time.sleep(POLL_SECONDS)
    seconds = bench.outcome_seconds()
    engine = sum(child.cpu_seconds() for child in children) - engine_before
    server = bench.cpu_seconds() - server_before
    check_and_clear(bench, commands)
    return Run(len(commands) / seconds, engine / len(commands) * 1e6, server / len(commands) * 1e6)


def check_and_clear(bench: Bench, commands: list[LoadCommand]) -> None:
    """Check that every command was accepted once, then delete the tables."""
    tables = {(command.shard, command.table_id) for command in commands}
    commits = bench.commits(tables)
    assert commits == len(commands), f"{len(commands)} legal commands gave {commits} commits"
    bench.clear(tables)


def measure_in_turn(works: dict[str, Callable[[str], Run]], rounds: int) -> dict[str, Run]:
    """Measure each once per round, so that noise affects all alike; return the medians.

    After `SECONDS_MAX`, stop early, but do at least `ROUNDS_MIN` rounds.
    """
    runs_by_name: dict[str, list[Run]] = {name: [] for name in works}
    start = time.monotonic()
    for number in range(rounds):
        if number >= ROUNDS_MIN and time.monotonic() - start > SECONDS_MAX:
            break
        for name, work in works.items():
            runs_by_name[name].append(work(f"r{number}"))
    return {name: _median(runs) for name, runs in runs_by_name.items()}


def _median(runs: list[Run]) -> Run:
    return Run(
        statistics.median(run.per_second for run in runs),
        statistics.median(run.engine_us for run in runs),
        statistics.median(run.server_us for run in runs),
    )

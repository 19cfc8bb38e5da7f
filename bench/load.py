"""A round: queue commands, let the engines work them off, say how fast and at what cost."""

import statistics
import time
from collections.abc import Callable

from msgspec import Struct

from bench.children import POLL_SECONDS, Bench, Child
from bench.recorded import Sent

ROUND_SECONDS_MAX = 120.0
ROUNDS_MIN = 3
SECONDS_MAX = 50.0


class Run(Struct, frozen=True):
    per_second: float
    engine_us: float = 0.0
    """CPU a command in the processes that decide."""
    server_us: float = 0.0
    """CPU a command in the server, queueing it included."""


def work_off(bench: Bench, children: list[Child], sent: list[Sent]) -> Run:
    """The engines run already; time goes from the first outcome to the last."""
    engine_before = sum(child.cpu_seconds() for child in children)
    server_before = bench.cpu_seconds()
    bench.load(sent)
    deadline = time.monotonic() + ROUND_SECONDS_MAX
    while (done := bench.outcomes()) < len(sent):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{done} of {len(sent)} commands answered")
        time.sleep(POLL_SECONDS)
    seconds = bench.outcome_seconds()
    engine = sum(child.cpu_seconds() for child in children) - engine_before
    server = bench.cpu_seconds() - server_before
    finish(bench, sent)
    return Run(len(sent) / seconds, engine / len(sent) * 1e6, server / len(sent) * 1e6)


def finish(bench: Bench, sent: list[Sent]) -> None:
    """What was recorded as legal must have been accepted, once; then it is thrown away."""
    games = {(one.shard, one.game) for one in sent}
    commits = bench.commits(games)
    assert commits == len(sent), f"{len(sent)} legal commands gave {commits} commits"
    bench.tidy(games)


def in_turn(works: dict[str, Callable[[str], Run]], rounds: int) -> dict[str, Run]:
    """Each once a round, so that noise falls on all alike; the median of each figure.

    On a machine so busy that it takes too long, fewer rounds have to do.
    """
    seen: dict[str, list[Run]] = {name: [] for name in works}
    start = time.monotonic()
    for number in range(rounds):
        if number >= ROUNDS_MIN and time.monotonic() - start > SECONDS_MAX:
            break
        for name, work in works.items():
            seen[name].append(work(f"r{number}"))
    return {name: _median(runs) for name, runs in seen.items()}


def _median(runs: list[Run]) -> Run:
    return Run(
        statistics.median(run.per_second for run in runs),
        statistics.median(run.engine_us for run in runs),
        statistics.median(run.server_us for run in runs),
    )

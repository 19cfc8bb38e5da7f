"""Commands per second through the whole pipeline: queued, read, decided, appended, published.

One run measures in turn: real and empty rules, the engine and a hand-written loop, each durability
setting, and the server's upper limit. Then it measures one, two and three engines.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path

from bench.ceiling import xadd_ceiling
from bench.children import Bench, Child, embedded_bench
from bench.load import Run, measure_in_turn, process_commands
from bench.recorded import Recording, commands_of, record_empty, record_games
from bench.results import Rows, goal, report
from bench.workloads import recorded_game

ROUNDS = 5
ENGINE_ROUNDS = 3
ENGINES_MAX = 3
TABLES_PER_SHARD = 8
COMMANDS_PER_TABLE = 120
RECORDINGS = 24

GAME = recorded_game().name
REAL, EMPTY = f"engine, {GAME}", "engine, empty rules"
HAND_REAL, HAND_EMPTY = f"hand-written loop, {GAME}", "hand-written loop, empty rules"
CEILING = "bare pipelined XADD"
ALWAYS, EVERYSEC, NEVER = "appendfsync always", "appendfsync everysec", "appendfsync no"
WAITAOF = "everysec + WAITAOF per batch"

HEADER = ("", "per s", "to first row", "engine us", "server us")


def engine(bench: Bench, *options: str) -> Child:
    return Child("bench.engine_process", bench.url, *options)


def run() -> list[str]:
    games = record_games(RECORDINGS, "default", COMMANDS_PER_TABLE)
    empty = record_empty(COMMANDS_PER_TABLE)
    commit_bytes = sum(recording.commit_bytes for recording in games)
    entry_bytes = commit_bytes // (RECORDINGS * COMMANDS_PER_TABLE)
    with embedded_bench() as ours, engine(ours) as child:
        ours.wait_for_owners(1)
        with (
            embedded_bench() as by_hand,
            embedded_bench() as waiting,
            Child("bench.hand_loop", by_hand.url) as hand,
            engine(waiting, "--waitaof") as waiter,
        ):
            by_hand.wait_for_owners(1)
            waiting.wait_for_owners(1)
            runs = measure_in_turn(
                {
                    REAL: _works(ours, [child], games),
                    EMPTY: _works(ours, [child], empty),
                    HAND_REAL: _works(by_hand, [hand], games),
                    HAND_EMPTY: _works(by_hand, [hand], empty),
                    CEILING: lambda _: xadd_ceiling(ours, entry_bytes),
                    EVERYSEC: _works(ours, [child], games, "everysec"),
                    NEVER: _works(ours, [child], games, "no"),
                    WAITAOF: _works(waiting, [waiter], games, "everysec"),
                },
                ROUNDS,
            )
        engines = _engines(ours, child, games)
    return [*_pipeline(runs), _durability(runs), engines]


def capacity(bench: Bench, child: Child) -> float:
    """Return the commands per second of one engine, to load it with a part of that."""
    games = record_games(RECORDINGS, "default", COMMANDS_PER_TABLE)
    return measure_in_turn({REAL: _works(bench, [child], games)}, ENGINE_ROUNDS)[REAL].per_second


def profile(stats: Path) -> None:
    """Profile an engine that processes recorded commands."""
    games = record_games(RECORDINGS, "default", COMMANDS_PER_TABLE)
    with embedded_bench() as bench, engine(bench, "--profile", str(stats)) as child:
        bench.wait_for_owners(1)
        measure_in_turn({REAL: _works(bench, [child], games)}, ENGINE_ROUNDS)


def _works(
    bench: Bench, children: list[Child], recordings: tuple[Recording, ...], fsync: str = "always"
) -> Callable[[str], Run]:
    def work(name: str) -> Run:
        bench.client.config_set("appendfsync", fsync)
        name = f"{name}-{fsync}-{len(children)}"
        run = process_commands(bench, children, commands_of(recordings, TABLES_PER_SHARD, name))
        bench.client.config_set("appendfsync", "always")
        return run

    return work


def _engines(bench: Bench, first: Child, games: tuple[Recording, ...]) -> str:
    runs: dict[str, Run] = {}
    children = [first]
    with contextlib.ExitStack() as stack:
        for count in range(1, ENGINES_MAX + 1):
            while len(children) < count:
                children.append(stack.enter_context(engine(bench)))
            bench.wait_for_owners(count)
            name = f"{count} engine{'s' if count > 1 else ''}"
            runs[name] = measure_in_turn({name: _works(bench, children, games)}, ENGINE_ROUNDS)[
                name
            ]
    return report(f"{GAME}, several engines on one server", HEADER, _rows(runs))


def _pipeline(runs: dict[str, Run]) -> list[str]:
    names = (REAL, EMPTY, HAND_REAL, HAND_EMPTY, CEILING)
    title = "Whole pipeline, one engine, durability `always`"
    return [
        report(title, HEADER, _rows({name: runs[name] for name in names})),
        goal(f"{GAME} to empty rules", runs[REAL].per_second / runs[EMPTY].per_second, 0.5),
        goal(
            f"the engine to the hand-written loop, {GAME}",
            runs[REAL].per_second / runs[HAND_REAL].per_second,
            0.8,
        ),
        goal(
            "the engine to the hand-written loop, empty rules",
            runs[EMPTY].per_second / runs[HAND_EMPTY].per_second,
            0.8,
        ),
        "By CPU time of engine and server together: "
        f"{GAME} to empty rules {_cpu(runs, REAL, EMPTY):.2f}; "
        f"the engine to the hand-written loop {_cpu(runs, REAL, HAND_REAL):.2f} with {GAME} and "
        f"{_cpu(runs, EMPTY, HAND_EMPTY):.2f} with empty rules.\n",
    ]


def _cpu(runs: dict[str, Run], first: str, other: str) -> float:
    """Return the ratio of speeds if only CPU time counted."""
    return (runs[other].engine_us + runs[other].server_us) / (
        runs[first].engine_us + runs[first].server_us
    )


def _durability(runs: dict[str, Run]) -> str:
    runs_by_durability = {ALWAYS: runs[REAL]} | {
        name: runs[name] for name in (EVERYSEC, NEVER, WAITAOF)
    }
    return report(f"{GAME}, one engine, by durability", HEADER, _rows(runs_by_durability))


def _rows(runs: dict[str, Run]) -> Rows:
    first = next(iter(runs.values())).per_second
    return [
        (
            name,
            f"{run.per_second:,.0f}",
            f"{run.per_second / first:.2f}",
            f"{run.engine_us:.0f}" if run.engine_us else "",
            f"{run.server_us:.0f}",
        )
        for name, run in runs.items()
    ]

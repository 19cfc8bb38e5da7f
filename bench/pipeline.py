"""Commands a second through the whole pipeline: queued, read, decided, appended, told.

Everything is measured in turn within one run: real rules and empty ones, the engine and a loop
written by hand, each durability setting, and what the server could take at most. Then one engine,
two and three.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path

from bench.ceiling import xadd_ceiling
from bench.children import Bench, Child, embedded_bench
from bench.load import Run, in_turn, work_off
from bench.recorded import Deal, city_deals, commands_of, empty_deals
from bench.results import Rows, goal, report

ROUNDS = 5
ENGINE_ROUNDS = 3
ENGINES_MAX = 3
GAMES_PER_SHARD = 8
COMMANDS_PER_GAME = 120
DEALS = 24

REAL, EMPTY = "engine, City", "engine, empty rules"
HAND_REAL, HAND_EMPTY = "loop by hand, City", "loop by hand, empty rules"
CEILING = "bare pipelined XADD"
ALWAYS, EVERYSEC, NEVER = "appendfsync always", "appendfsync everysec", "appendfsync no"
WAITAOF = "everysec + WAITAOF a batch"

HEADER = ("", "per s", "to the first", "engine us", "server us")


def engine(bench: Bench, *options: str) -> Child:
    return Child("bench.engine_process", bench.url, *options)


def run() -> list[str]:
    city, empty = city_deals(DEALS, "builder", COMMANDS_PER_GAME), empty_deals(COMMANDS_PER_GAME)
    entry_bytes = sum(deal.commit_bytes for deal in city) // (DEALS * COMMANDS_PER_GAME)
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
            runs = in_turn(
                {
                    REAL: _works(ours, [child], city),
                    EMPTY: _works(ours, [child], empty),
                    HAND_REAL: _works(by_hand, [hand], city),
                    HAND_EMPTY: _works(by_hand, [hand], empty),
                    CEILING: lambda _: xadd_ceiling(ours, entry_bytes),
                    EVERYSEC: _works(ours, [child], city, "everysec"),
                    NEVER: _works(ours, [child], city, "no"),
                    WAITAOF: _works(waiting, [waiter], city, "everysec"),
                },
                ROUNDS,
            )
        engines = _engines(ours, child, city)
    return [*_pipeline(runs), _durability(runs), engines]


def capacity(bench: Bench, child: Child) -> float:
    """Commands of City a second that one engine does, to load it with a part of that."""
    city = city_deals(DEALS, "builder", COMMANDS_PER_GAME)
    return in_turn({REAL: _works(bench, [child], city)}, ENGINE_ROUNDS)[REAL].per_second


def profile(stats: Path) -> None:
    """A profile of an engine that works off City commands."""
    city = city_deals(DEALS, "builder", COMMANDS_PER_GAME)
    with embedded_bench() as bench, engine(bench, "--profile", str(stats)) as child:
        bench.wait_for_owners(1)
        in_turn({REAL: _works(bench, [child], city)}, ENGINE_ROUNDS)


def _works(
    bench: Bench, children: list[Child], deals: tuple[Deal, ...], fsync: str = "always"
) -> Callable[[str], Run]:
    def work(name: str) -> Run:
        bench.client.config_set("appendfsync", fsync)
        name = f"{name}-{fsync}-{len(children)}"
        done = work_off(bench, children, commands_of(deals, GAMES_PER_SHARD, name))
        bench.client.config_set("appendfsync", "always")
        return done

    return work


def _engines(bench: Bench, first: Child, city: tuple[Deal, ...]) -> str:
    runs: dict[str, Run] = {}
    children = [first]
    with contextlib.ExitStack() as stack:
        for count in range(1, ENGINES_MAX + 1):
            while len(children) < count:
                children.append(stack.enter_context(engine(bench)))
            bench.wait_for_owners(count)
            name = f"{count} engine{'s' if count > 1 else ''}"
            runs[name] = in_turn({name: _works(bench, children, city)}, ENGINE_ROUNDS)[name]
    return report("City, engines on one server", HEADER, _rows(runs))


def _pipeline(runs: dict[str, Run]) -> list[str]:
    names = (REAL, EMPTY, HAND_REAL, HAND_EMPTY, CEILING)
    title = "The whole pipeline, one engine, durability `always`"
    return [
        report(title, HEADER, _rows({name: runs[name] for name in names})),
        goal("City to empty rules", runs[REAL].per_second / runs[EMPTY].per_second, 0.5),
        goal(
            "the engine to the loop by hand, City",
            runs[REAL].per_second / runs[HAND_REAL].per_second,
            0.8,
        ),
        goal(
            "the engine to the loop by hand, empty rules",
            runs[EMPTY].per_second / runs[HAND_EMPTY].per_second,
            0.8,
        ),
        f"By CPU of engine and server together: City to empty rules {_cpu(runs, REAL, EMPTY):.2f}; "
        f"the engine to the loop by hand {_cpu(runs, REAL, HAND_REAL):.2f} with City and "
        f"{_cpu(runs, EMPTY, HAND_EMPTY):.2f} with empty rules.\n",
    ]


def _cpu(runs: dict[str, Run], one: str, other: str) -> float:
    """The first's speed to the other's if nothing counted but the CPU that they take."""
    return (runs[other].engine_us + runs[other].server_us) / (
        runs[one].engine_us + runs[one].server_us
    )


def _durability(runs: dict[str, Run]) -> str:
    found = {ALWAYS: runs[REAL]} | {name: runs[name] for name in (EVERYSEC, NEVER, WAITAOF)}
    return report("City, one engine, each durability", HEADER, _rows(found))


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

"""python -m bench [PART ...]: measure, print, and append to bench/results.md.

Parts are rules, pipeline, latency, flatness, memory, sockets and browser; without one, all of them.
python -m bench --profile           where the time goes in the rules
python -m bench --profile-engine    where the time goes in an engine
python -m bench --profile-notifier  where the time goes in a notifier
"""

import cProfile
import pstats
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import browser, flatness, latency, memory, pipeline, rules, sockets
from bench.results import append

PROFILE_LINES = 25

PARTS: dict[str, Callable[[], list[str]]] = {
    "rules": rules.reports,
    "pipeline": pipeline.run,
    "latency": latency.run,
    "flatness": flatness.run,
    "memory": memory.run,
    "sockets": sockets.run,
    "browser": browser.run,
}


def main(arguments: list[str]) -> int:
    if len(arguments) == 1 and (profile := PROFILES.get(arguments[0])):
        profile()
        return 0
    if unknown := [argument for argument in arguments if argument not in PARTS]:
        print(
            f"expected one of {', '.join(PROFILES)} or some of {', '.join(PARTS)}; "
            f"got: {' '.join(unknown)}",
            file=sys.stderr,
        )
        return 2
    found: list[str] = []
    for part in arguments or PARTS:
        print(f"measuring: {part} ...", file=sys.stderr)
        found += (reports := PARTS[part]())
        print("\n".join(reports))
    append(found)
    print("appended to bench/results.md")
    return 0


def profile_rules() -> None:
    """Where the time goes when deciding with the legal list."""
    for crew in rules.CREWS:
        played = rules.histories(crew)
        profiler = cProfile.Profile()
        rules.forget()
        profiler.enable()
        for history in played:
            rules.decide_with_list(crew.game, history)
        profiler.disable()
        print(f"== {crew.name}")
        _show(pstats.Stats(profiler))


def profile_engine() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stats = Path(folder) / "engine"
        pipeline.profile(stats)
        _show(pstats.Stats(str(stats)))


def profile_notifier() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stats = Path(folder) / "notifier"
        sockets.run("--profile", str(stats))
        _show(pstats.Stats(str(stats)))


PROFILES: dict[str, Callable[[], None]] = {
    "--profile": profile_rules,
    "--profile-engine": profile_engine,
    "--profile-notifier": profile_notifier,
}


def _show(stats: pstats.Stats) -> None:
    stats.strip_dirs().sort_stats("tottime").print_stats(PROFILE_LINES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

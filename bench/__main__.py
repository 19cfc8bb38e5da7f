"""python -m bench [PART ...]: run benchmarks, print the results and record them.

Results go to bench/results.md. Without a PART, all parts run.

Parts:
rules      the rules alone: decide, list, commit, replay, audit
decisions  the slowest single decisions and legal lists
pipeline   commands per second through the streams
latency    time from a command to its outcome
flatness   cost of a command as a history grows
memory     memory of an idle table
sockets    2,000 live connections
browser    load time and frame times of the page

python -m bench peers [OPTION ...]: measure Blue Moon beside other systems. It runs only when named,
because it needs Node and installs them; `python -m bench peers --help` lists its options.

python -m bench many [OPTION ...]: measure long histories and thousands of tables. It runs only when
named, because it takes minutes; `python -m bench many --help` lists its options.

python -m bench --help              print this text
python -m bench --profile           profile the rules
python -m bench --profile-engine    profile an engine
python -m bench --profile-notifier  profile a notifier
"""

import cProfile
import pstats
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import browser, decisions, flatness, latency, memory, pipeline, rules, sockets, workloads
from bench.many import run as many
from bench.peers import run as peers
from bench.results import record_run

PROFILE_LINES = 25

PARTS: dict[str, Callable[[], list[str]]] = {
    "rules": rules.reports,
    "decisions": decisions.reports,
    "pipeline": pipeline.run,
    "latency": latency.run,
    "flatness": flatness.run,
    "memory": memory.run,
    "sockets": sockets.run,
    "browser": browser.run,
}


def main(arguments: list[str]) -> int:
    if arguments == ["--help"]:
        print(__doc__)
        return 0
    if arguments[:1] == ["peers"]:
        return peers.main(arguments[1:])
    if arguments[:1] == ["many"]:
        return many.main(arguments[1:])
    if len(arguments) == 1 and (profile := PROFILES.get(arguments[0])):
        profile()
        return 0
    if unknown := [argument for argument in arguments if argument not in PARTS]:
        print(
            f"Unknown argument: {' '.join(unknown)}. "
            f"Give parts ({', '.join(PARTS)}), peers, many, or one of --help, "
            f"{', '.join(PROFILES)}.",
            file=sys.stderr,
        )
        return 2
    all_reports: list[str] = []
    for part in arguments or PARTS:
        print(f"==> measuring {part}", file=sys.stderr)
        all_reports += (reports := PARTS[part]())
        print("\n".join(reports))
    record_run(all_reports)
    print("Recorded in bench/results.md.")
    return 0


def profile_rules() -> None:
    """Profile deciding with the legal list."""
    for lineup in workloads.lineups():
        histories = rules.play_histories(lineup)
        profiler = cProfile.Profile()
        workloads.clear_caches()
        profiler.enable()
        for history in histories:
            rules.decide_with_list(lineup.plugin.rulebook, history)
        profiler.disable()
        print(f"== {lineup.name}")
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

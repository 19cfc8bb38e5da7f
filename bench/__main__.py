"""python -m bench [--profile]: measure, print, and append to bench/results.md."""

import cProfile
import pstats
import sys

from bench import rules
from bench.results import Rows, append, report
from games.city.payment import forget_hands

GOAL_PER_SECOND = 10_000
PROFILE_LINES = 25


def main(arguments: list[str]) -> int:
    if arguments == ["--profile"]:
        profile()
        return 0
    if arguments:
        print(f"expected no argument or --profile, got: {' '.join(arguments)}", file=sys.stderr)
        return 2
    reports = []
    for crew in rules.CREWS:
        print(f"measuring the rules of City with {crew.name} ...", file=sys.stderr)
        rates = rules.run(crew)
        baseline = rates[rules.BASELINE].per_second
        rows: Rows = [
            (rate.name, f"{rate.per_second:,.0f}", f"{rate.per_second / baseline:.2f}")
            for rate in rates.values()
        ]
        reports.append(
            report(f"City, rules alone, {crew.name}", ("", "per s", "to baseline"), rows)
        )
        listed = rates["decide + legal list"].per_second
        verdict = "reached" if listed >= GOAL_PER_SECOND else "MISSED"
        ratio = rates["replay from bytes"].per_second / rates["decode a commit"].per_second
        reports.append(
            f"Goal of {GOAL_PER_SECOND:,} commands a second with the legal list: {verdict} "
            f"({listed:,.0f}). Replay to decode-only: {ratio:.2f} (goal 0.20).\n"
        )
        print("\n".join(reports[-2:]))
    append(reports)
    print("appended to bench/results.md")
    return 0


def profile() -> None:
    """Where the time goes when deciding with the legal list."""
    for crew in rules.CREWS:
        played = rules.histories(crew)
        profiler = cProfile.Profile()
        forget_hands()
        profiler.enable()
        for history in played:
            rules.decide_with_list(history)
        profiler.disable()
        print(f"== {crew.name}")
        pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(PROFILE_LINES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

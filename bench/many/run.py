"""`python -m bench many`: measure, print the tables and a verdict for each must and goal."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.many.crowds import measure_crowds
from bench.many.failure import ManyError
from bench.many.histories import measure_histories
from bench.many.options import Options, parse_options
from bench.many.reports import crowds_reports, histories_reports
from bench.peers.failure import PeersError
from bench.peers.hands_site import install_hands
from bench.peers.options import Options as SystemOptions
from bench.peers.processes import Cores
from bench.peers.system import running_system
from bench.results import record_run


def main(arguments: Sequence[str]) -> int:
    options = parse_options(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="bluemoon-many-") as folder:
            reports = _measure(Path(folder), options)
    except (ManyError, PeersError) as error:
        print(f"many: {error}", file=sys.stderr)
        return 1
    print("\n" + "\n".join(reports))
    if options.record:
        record_run(reports)
        print("Recorded in bench/results.md.")
    return 0


def _measure(folder: Path, options: Options) -> list[str]:
    """Measure with all server processes on one core and this process on another, if there are two.

    So the load never takes the time of what it measures."""
    affinity = os.sched_getaffinity(0)
    cores = Cores(pin=len(affinity) > 1)
    hands_site = install_hands(folder)
    if cores.client is not None:
        os.sched_setaffinity(0, {cores.client})
    try:
        return _measure_on(folder, hands_site, cores.server, options)
    finally:
        os.sched_setaffinity(0, affinity)


def _measure_on(folder: Path, hands_site: Path, core: int | None, options: Options) -> list[str]:
    settings = SystemOptions()
    names = ("long", "small", "full")
    long, small, full = (folder / name for name in names)
    for path in (long, small, full):
        path.mkdir()
    with running_system(long, hands_site, core, settings, fixed_dice=False) as system:
        reports = histories_reports(asyncio.run(measure_histories(system, options)), options)
    with (
        running_system(small, hands_site, core, settings, fixed_dice=False) as few,
        running_system(full, hands_site, core, settings, fixed_dice=False) as many,
    ):
        reports += crowds_reports(asyncio.run(measure_crowds(few, many, options)), options)
    return reports

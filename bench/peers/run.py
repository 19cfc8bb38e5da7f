"""`python -m bench peers`: measure all, print a JSON line for each and the tables."""

import platform
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

import msgspec

from bench.peers import catalogue
from bench.peers.failure import PeersError
from bench.peers.hands_site import install_hands
from bench.peers.installation import PACKAGES, REQUIREMENTS, install, require_tools
from bench.peers.library import LibraryRow, measure_library
from bench.peers.machine import node_version, processor
from bench.peers.measurement import Measurement
from bench.peers.measuring import Bench, measure
from bench.peers.options import Options, parse_options
from bench.peers.page import write_figures
from bench.peers.processes import Cores
from bench.peers.reports import run_reports
from bench.results import record_run, run_heading


def main(arguments: Sequence[str]) -> int:
    options = parse_options(arguments, catalogue.names())
    selected = options.only or tuple(catalogue.default_names())
    # So that what was started is ended.
    signal.signal(signal.SIGTERM, _exit)
    try:
        require_tools(pin=options.pin)
        _emit(options, surroundings(options))
        measurements, library = _measure_all(options, selected)
    except PeersError as error:
        print(f"peers: {error}", file=sys.stderr)
        return 1
    reports = run_reports(measurements, library, pinned=options.pin)
    print("\n" + "\n".join(reports))
    if failures := list(_failures(measurements)):
        print("\n".join(failures), file=sys.stderr)
        return 1
    if options.record:
        record_run(reports)
        if options.is_complete:
            write_figures(f"{run_heading()}, {processor()}", reports)
        print("Recorded in bench/results.md.")
    return 0


def _exit(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def surroundings(options: Options) -> dict[str, object]:
    packages = msgspec.json.decode(PACKAGES.read_bytes())["dependencies"]
    return {
        "processor": processor(),
        "kernel": platform.release(),
        "pinned": options.pin,
        "node": node_version(),
        "python": platform.python_version(),
        "packages": packages,
        "requirements": REQUIREMENTS.read_text().split(),
    }


def _measure_all(
    options: Options, selected: Sequence[str]
) -> tuple[list[Measurement], list[LibraryRow]]:
    measurements: list[Measurement] = []
    library: list[LibraryRow] = []
    with tempfile.TemporaryDirectory(prefix="bluemoon-hands-") as folder:
        hands_site = install_hands(Path(folder))
        bench = Bench(options, Cores(pin=options.pin), install(), hands_site)
        for games in options.games:
            for peer in catalogue.all_peers():
                if peer.name not in selected:
                    continue
                print(f"==> measuring {peer.name}, {games} games", file=sys.stderr)
                measurements.append(measured := measure(bench, peer, games))
                _emit(options, msgspec.to_builtins(measured))
        if catalogue.LIBRARY in selected:
            print(f"==> measuring {catalogue.LIBRARY}", file=sys.stderr)
            library = measure_library(bench.installation, bench.cores.server)
            for row in library:
                _emit(options, {"peer": catalogue.LIBRARY, **msgspec.to_builtins(row)})
    return measurements, library


def _failures(measurements: Sequence[Measurement]) -> Iterator[str]:
    """Moves that were lost, out of order, unanswered or wrongly refused make a run worthless."""
    for measured in measurements:
        load = measured.load
        if load.errors or not load.moves:
            problem = f"; the first problem: {load.first_problem}" if load.first_problem else ""
            yield (
                f"peers: {measured.peer}, {measured.games} games: {load.moves} moves, "
                f"{load.out_of_order} out of order, {load.unanswered} unanswered, "
                f"{load.diverged} matches diverged, {load.failed} commands failed, "
                f"refuses illegal moves: {load.refuses_illegal_moves}{problem}"
            )


def _emit(options: Options, line: dict[str, object]) -> None:
    text = msgspec.json.encode(line).decode()
    print(text, flush=True)
    if options.out is not None:
        with options.out.open("a") as file:
            file.write(text + "\n")

"""Format measurements and record them in bench/results.md."""

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).parent / "results.md"
RUNS_MAX = 10
INTRODUCTION = """# Results of `make bench`

Absolute figures depend on the machine; compare ratios within one run. Newest run first.
"""
RUN_HEADING = "\n## "

Rows = list[tuple[str, ...]]


def report(title: str, header: tuple[str, ...], rows: Rows) -> str:
    """Return a Markdown table that is also readable in a terminal."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = [
        f"### {title}",
        "",
        _line(header, widths),
        _line(tuple("-" * w for w in widths), widths),
    ]
    lines += [_line(row, widths) for row in rows]
    return "\n".join(lines) + "\n"


def goal(name: str, measured: float, target: float, *, below: bool = False) -> str:
    """Return a line that says whether a goal was reached."""
    reached = measured < target if below else measured >= target
    sign = "<" if below else ">="
    verdict = "reached" if reached else "MISSED"
    shown = f"{measured:,.0f}" if measured >= 100 else f"{measured:.2f}"
    return f"Goal, {name}: {verdict} ({shown}, goal {sign} {target:,g}).\n"


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = [
        cell.ljust(width) if column == 0 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"| {' | '.join(padded)} |"


def record_run(reports: list[str], path: Path = RESULTS) -> None:
    """Put a run at the top of the results file and drop the oldest beyond `RUNS_MAX`."""
    run = f"{run_heading()}\n\n" + "\n".join(reports)
    with _exclusive(path):
        _, *runs = path.read_text().split(RUN_HEADING) if path.exists() else [""]
        kept = [run.strip("\n") + "\n" for run in (run, *runs)[:RUNS_MAX]]
        _replace(path, RUN_HEADING.join((INTRODUCTION, *kept)))


def run_heading() -> str:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    # A load above the number of cores means that other processes disturbed the measurement.
    return (
        f"{now} (Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"{platform.machine()}, load {os.getloadavg()[1]:.1f})"
    )


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Wait for other runs that record their results at the same time."""
    with path.with_name(path.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _replace(path: Path, text: str) -> None:
    """Replace a file in one step, so that readers see the old or the new content."""
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text)
    temporary.replace(path)

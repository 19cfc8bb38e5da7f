"""Prints what was measured and appends it to bench/results.md."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).parent / "results.md"

Rows = list[tuple[str, ...]]


def report(title: str, header: tuple[str, ...], rows: Rows) -> str:
    """A Markdown table that also reads well in a terminal."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = [
        f"### {title}",
        "",
        _line(header, widths),
        _line(tuple("-" * w for w in widths), widths),
    ]
    lines += [_line(row, widths) for row in rows]
    return "\n".join(lines) + "\n"


def goal(what: str, found: float, wanted: float, *, below: bool = False) -> str:
    """A line that says whether a goal is reached."""
    reached = found < wanted if below else found >= wanted
    sign = "<" if below else ">="
    verdict = "reached" if reached else "MISSED"
    shown = f"{found:,.0f}" if found >= 100 else f"{found:.2f}"
    return f"Goal, {what}: {verdict} ({shown}, wanted {sign} {wanted:,g}).\n"


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = [
        cell.ljust(width) if column == 0 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"| {' | '.join(padded)} |"


def append(reports: list[str]) -> None:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    # A load above the number of cores means neighbours, and figures to be read with care.
    machine = (
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}, "
        f"load {os.getloadavg()[1]:.1f}"
    )
    with RESULTS.open("a") as results:
        results.write(f"\n## {now} ({machine})\n\n" + "\n".join(reports))

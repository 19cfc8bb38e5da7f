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


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = [
        cell.ljust(width) if column == 0 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"| {' | '.join(padded)} |"


def append(reports: list[str]) -> None:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    with RESULTS.open("a") as results:
        results.write(f"\n## {now} ({machine})\n\n" + "\n".join(reports))

"""The tables and verdicts of a run."""

from collections.abc import Sequence

from bench.many.crowds import CrowdsResult
from bench.many.histories import HistoriesResult
from bench.many.memory import ALL, SERVER_DATA, MemoryReading, growth
from bench.many.options import Options
from bench.many.segment import Segment
from bench.peers.reports import HOPS, OTHERS_PERCENT_MAX
from bench.peers.verdict import Criterion
from bench.results import Rows, report

SPEED = (0.9, 0.95)
"""Must and goal of a ratio of moves/s."""
CPU = (1.1, 1.05)
P99 = (1.25, 1.1)
"""Wider: the p99 repeats less than the speed."""
MEMORY = (1.1, 1.05)
ENGINE_KIB = (6.0, 5.0)
MEMORY_ROLES = ("engine", "notifier", "projector", "gateway", "server", SERVER_DATA, ALL)

KIB = 1024


def histories_reports(result: HistoriesResult, options: Options) -> list[str]:
    window = options.window
    names = [
        f"{number * window + 1:,}-{(number + 1) * window:,}" for number in range(len(result.tenths))
    ]
    last_moves = f"{options.moves - window + 1:,}-{options.moves:,}"
    compared = {f"moves 1-{window:,} of a new table": result.first}
    compared[f"moves {last_moves} of an old one"] = result.last
    tables = f"{options.long_tables} tables"
    return [
        report(
            f"One table as it grows: {tables} at the same time",
            ("moves of the table", *_SPEED_HEADER),
            [(name, *_speed_cells(part)) for name, part in zip(names, result.tenths, strict=True)],
        ),
        _compared(f"Old tables beside new ones, measured in turn, {tables} each", compared),
        *_disturbed({"long histories": (*result.tenths, result.first, result.last)}),
        _memory("Bytes per move as a table grows", result.memory, 1, "bytes"),
        *_verdicts(f"moves {last_moves} to the first {window:,}", result.first, result.last),
        _memory_verdict("memory per move", result.memory),
    ]


def crowds_reports(result: CrowdsResult, options: Options) -> list[str]:
    few, many = f"{options.moving:,} tables", f"{options.tables:,} tables"
    idle_few, idle_many = result.idle_percent
    return [
        _compared(
            f"{options.moving:,} moving tables, alone and among {many}, measured in turn",
            {few: result.few, many: result.many},
        ),
        *_disturbed({few: (result.few,), many: (result.many,)}),
        _memory("KiB per running table", result.memory, KIB, "KiB"),
        f"While nobody moves: {idle_few:.1f} % of a core with {few}, {idle_many:.1f} % with "
        f"{many}.\n",
        *_verdicts(f"{many} to {few}", result.few, result.many),
        _memory_verdict("memory per table", result.memory),
        Criterion("KiB of a table in the engine", *ENGINE_KIB, below=True).verdict(
            growth(result.memory[0], result.memory[-1], "engine") / KIB
        ),
    ]


_SPEED_HEADER = ("moves/s", "p50 ms", "p99 ms", "us CPU per move", "others %")


def _speed_cells(segment: Segment) -> tuple[str, ...]:
    return (
        f"{segment.moves_per_s:,.0f}",
        f"{segment.p50_ms:.1f}",
        f"{segment.p99_ms:.1f}",
        f"{segment.cpu_us():.0f}",
        f"{segment.others_percent:.0f}",
    )


def _compared(title: str, segments: dict[str, Segment]) -> str:
    """Return a table with a column for each of two segments and one for their ratio."""
    first, second = segments.values()
    figures: list[tuple[str, float, float]] = [
        ("moves/s", first.moves_per_s, second.moves_per_s),
        ("p50 ms", first.p50_ms, second.p50_ms),
        ("p99 ms", first.p99_ms, second.p99_ms),
        *((f"us CPU per move: {role}", first.cpu_us(role), second.cpu_us(role)) for role in HOPS),
        ("us CPU per move: all", first.cpu_us(), second.cpu_us()),
    ]
    rows: Rows = [
        (name, f"{before:,.1f}", f"{after:,.1f}", f"{after / before:.2f}" if before else "")
        for name, before, after in figures
    ]
    return report(title, ("", *segments, "ratio"), rows)


def _disturbed(parts: dict[str, Sequence[Segment]]) -> list[str]:
    names = [
        name
        for name, segments in parts.items()
        if any(segment.others_percent > OTHERS_PERCENT_MAX for segment in segments)
    ]
    if not names:
        return []
    return [
        f"Disturbed by other processes, so measure again: {', '.join(names)} had more than "
        f"{OTHERS_PERCENT_MAX:g} % of a core beside them.\n"
    ]


Readings = tuple[MemoryReading, MemoryReading, MemoryReading]


def _memory(title: str, readings: Readings, unit_bytes: int, unit: str) -> str:
    first, half, last = readings
    rows: Rows = [
        (
            role,
            f"{growth(first, half, role) / unit_bytes:.1f}",
            f"{growth(half, last, role) / unit_bytes:.1f}",
            f"{last.bytes_by_role.get(role, 0) / 2**20:.0f}",
        )
        for role in MEMORY_ROLES
    ]
    spans = [
        f"{unit}, {before.count:,} to {after.count:,}"
        for before, after in ((first, half), (half, last))
    ]
    return report(title, ("", *spans, "MiB at the end"), rows)


def _memory_verdict(name: str, readings: Readings) -> str:
    first, half, last = readings
    ratio = growth(half, last, ALL) / growth(first, half, ALL)
    criterion = Criterion(f"{name} of all processes, second half to first,", *MEMORY, below=True)
    return criterion.verdict(ratio)


def _verdicts(name: str, before: Segment, after: Segment) -> list[str]:
    return [
        Criterion(f"moves/s, {name},", *SPEED).verdict(after.moves_per_s / before.moves_per_s),
        Criterion(f"p99, {name},", *P99, below=True).verdict(after.p99_ms / before.p99_ms),
        Criterion(f"CPU per move, {name},", *CPU, below=True).verdict(
            after.cpu_us() / before.cpu_us()
        ),
    ]

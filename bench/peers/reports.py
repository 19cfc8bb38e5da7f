"""The tables of a run."""

from collections.abc import Iterable, Mapping

from bench.peers import verdict
from bench.peers.catalogue import BASELINE, TOY_GAME, BlueMoonPeer, all_peers
from bench.peers.library import LibraryRow
from bench.peers.measurement import Hops, Measurement
from bench.results import Rows, report

CALLS_SHOWN_MIN = 0.05
"""Calls per move below which a command is not worth a line."""
OTHERS_PERCENT_MAX = 15.0
"""CPU of other processes from which a measurement is disturbed."""
HOPS = ("gateway", "engine", "notifier", "projector", "server", "other")

Rowed = Mapping[tuple[str, int], Measurement]
"""Measurements by name and games."""


def run_reports(
    measurements: Iterable[Measurement], library: list[LibraryRow], *, pinned: bool
) -> list[str]:
    rows = {(measured.peer, measured.games): measured for measured in measurements}
    where = "all server processes on one core" if pinned else "not pinned"
    return [
        *([_speeds(rows, where)] if rows else []),
        *_disturbed(rows),
        *([_half_loads(rows)] if any(row.load.half_load for row in rows.values()) else []),
        *_hop_reports(rows),
        *([_library(library)] if library else []),
        *verdicts(rows, pinned=pinned),
    ]


def _speeds(rows: Rowed, where: str) -> str:
    header = (
        "",
        "stored",
        "games",
        "moves/s",
        "to bgio-sqlite",
        "p50 ms",
        "p99 ms",
        "p99 to bgio-sqlite",
        "server %",
        "moves/server CPU s",
        "server MiB",
        "client %",
        "others %",
        "B/move",
        "errors",
    )
    cells: Rows = [
        (
            row.peer,
            row.store,
            str(row.games),
            f"{row.load.moves_per_s:,.0f}",
            _ratio(rows, row, "moves_per_s"),
            f"{row.load.p50_ms:.1f}",
            f"{row.load.p99_ms:.1f}",
            _ratio(rows, row, "p99_ms"),
            f"{row.server_percent:.0f}",
            f"{row.moves_per_cpu_s:,.0f}",
            f"{row.server_mib:.0f}",
            f"{row.client_percent:.0f}",
            f"{row.others_percent:.0f}",
            f"{row.load.bytes_per_move:,.0f}",
            str(row.load.errors),
        )
        for row in rows.values()
    ]
    return report(f"Beside its peers: moves in a closed loop, {where}", header, cells)


def _disturbed(rows: Rowed) -> list[str]:
    names = [
        f"{row.peer} ({row.games} games)"
        for row in rows.values()
        if row.others_percent > OTHERS_PERCENT_MAX
    ]
    if not names:
        return []
    return [
        f"Disturbed by other processes, so measure again: {', '.join(names)} had more than "
        f"{OTHERS_PERCENT_MAX:g} % of a core beside them.\n"
    ]


def _half_loads(rows: Rowed) -> str:
    cells: Rows = [
        (
            row.peer,
            str(row.games),
            f"{half.moves_per_s:,.0f}",
            f"{half.p50_ms:.1f}",
            f"{half.p99_ms:.1f}",
        )
        for row in rows.values()
        if (half := row.load.half_load) is not None
    ]
    return report(
        "ms from send to outcome at half of the closed loop's rate",
        ("", "games", "moves/s", "p50", "p99"),
        cells,
    )


def _hop_reports(rows: Rowed) -> list[str]:
    hops = {f"{row.peer}, {row.games}": row.hops for row in rows.values() if row.hops is not None}
    if not hops:
        return []
    names = dict.fromkeys(
        name
        for hop in hops.values()
        for name, calls in hop.calls.items()
        if calls >= CALLS_SHOWN_MIN
    )
    header = ("", *hops)
    return [
        report(
            "us of CPU per move by process",
            header,
            [
                *(
                    _line(role, (hop.cpu_us.get(role, 0.0) for hop in hops.values()), 0)
                    for role in HOPS
                ),
                _line("all", (sum(hop.cpu_us.values()) for hop in hops.values()), 0),
            ],
        ),
        report(
            "Context switches per move by process",
            header,
            [
                *(
                    _line(role, (hop.switches.get(role, 0.0) for hop in hops.values()))
                    for role in HOPS
                ),
                _line("all", (sum(hop.switches.values()) for hop in hops.values())),
            ],
        ),
        report(
            "Calls of the server per move, those inside scripts included",
            header,
            [
                *(
                    _line(name, (hop.calls.get(name, 0.0) for hop in hops.values()))
                    for name in names
                ),
                _line("(reads from sockets)", (hop.reads for hop in hops.values())),
                _line("(writes to sockets)", (hop.writes for hop in hops.values())),
            ],
        ),
        report(
            "us of these calls per move",
            header,
            [_line(name, (_call_us(hop, name) for hop in hops.values()), 1) for name in names],
        ),
    ]


def _call_us(hop: Hops, name: str) -> float:
    return hop.call_us.get(name, 0.0)


def _line(name: str, values: Iterable[float], digits: int = 2) -> tuple[str, ...]:
    return (name, *(f"{value:,.{digits}f}" for value in values))


def _library(rows: list[LibraryRow]) -> str:
    cells: Rows = [
        (
            f"eventsourcing, {row.work}",
            row.store,
            f"{row.per_second:,.0f} {row.unit}",
            f"{row.p50_us:,.0f}",
            f"{row.p99_us:,.0f}",
        )
        for row in rows
    ]
    return report(
        "The library alone: no network, nothing broadcast",
        ("", "stored", "per s", "p50 us", "p99 us"),
        cells,
    )


def verdicts(rows: Rowed, *, pinned: bool) -> list[str]:
    """Return a line for each must that this run can judge."""
    lines: list[str] = []
    toy_peers = {peer.name: peer for peer in _blue_moons() if peer.game == TOY_GAME}
    for row in rows.values():
        baseline = rows.get((BASELINE, row.games))
        if row.peer in toy_peers and baseline is not None:
            for criterion, measured in (
                (
                    verdict.speed(row.peer, row.games, pinned=pinned),
                    ratio(row, baseline, "moves_per_s"),
                ),
                (verdict.p99(row.peer, row.games, pinned=pinned), ratio(row, baseline, "p99_ms")),
            ):
                if criterion is not None:
                    lines.append(criterion.verdict(measured))
        if pinned and (half := row.load.half_load) is not None:
            p50, p99 = verdict.half_load(row.peer, row.games)
            lines += [p50.verdict(half.p50_ms), p99.verdict(half.p99_ms)]
    for peer in _blue_moons():
        for (name, games), row in rows.items():
            toy = rows.get((f"bluemoon-{peer.transport}", games))
            if name == peer.name and peer.game != TOY_GAME and toy is not None:
                criterion = verdict.other_game(name, games)
                lines.append(criterion.verdict(ratio(row, toy, "moves_per_s")))
    return lines


def _blue_moons() -> list[BlueMoonPeer]:
    return [peer for peer in all_peers() if isinstance(peer, BlueMoonPeer)]


def ratio(row: Measurement, to: Measurement, figure: str) -> float:
    divisor: float = getattr(to.load, figure)
    dividend: float = getattr(row.load, figure)
    return dividend / divisor if divisor else 0.0


def _ratio(rows: Rowed, row: Measurement, figure: str) -> str:
    baseline = rows.get((BASELINE, row.games))
    return f"{ratio(row, baseline, figure):.2f}" if baseline else ""

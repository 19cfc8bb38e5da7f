"""The parts of the comparison that need no other system."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.peers import catalogue, verdict
from bench.peers.measurement import HalfLoad, LoadResult, Measurement
from bench.peers.options import Options, parse_options
from bench.peers.page import BEGIN, END, PAGE, write_figures
from bench.peers.reports import run_reports, verdicts
from bench.peers.run import main
from bench.peers.server_calls import calls_per_move, microseconds_per_move, parse_calls
from bench.peers.usage import cpu_percent, read_usage, role_of
from bench.workloads import peer_games

STATS = {"total_reads_processed": 10, "total_writes_processed": 9}


def load(moves_per_s: float, p99_ms: float, half: HalfLoad | None = None) -> LoadResult:
    return LoadResult(1000, moves_per_s, p99_ms / 2, p99_ms, 500, 0, 0, 0, 0, None, half)


def measured(
    peer: str, games: int, moves_per_s: float, p99_ms: float, half: HalfLoad | None = None
) -> Measurement:
    return Measurement(peer, "", games, load(moves_per_s, p99_ms, half), 50, 100, 20, 0)


# Options


def test_defaults_are_a_complete_run() -> None:
    assert parse_options([], catalogue.names()) == Options()
    assert Options().is_complete


def test_options_select_what_is_measured() -> None:
    words = "--games 5,10 --seconds 3 --only bgio-sqlite,bluemoon-http --no-pin --no-record"
    options = parse_options(words.split(), catalogue.names())

    assert options.games == (5, 10)
    assert options.only == ("bgio-sqlite", "bluemoon-http")
    assert (options.seconds, options.pin, options.record) == (3.0, False, False)
    assert not options.is_complete


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--only colossus", "expected some of floor"),
        ("--games 0", "expected numbers from 1, such as 50,200; got '0'"),
        ("--games few", "expected numbers from 1, such as 50,200; got 'few'"),
    ],
)
def test_a_wrong_option_is_refused(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_options(words.split(), catalogue.names())
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tools", "message"),
    [((), "needs node"), (("node", "npm", "bash"), "Use --no-pin")],
)
def test_a_missing_tool_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tools: tuple[str, ...],
    message: str,
) -> None:
    for tool in tools:
        (tmp_path / tool).write_text("#!/bin/sh\n")
        (tmp_path / tool).chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert main(["--no-record"]) == 1
    assert message in capsys.readouterr().err


# What is measured


def test_all_games_with_a_workload_are_played_in_place_of_the_toy_game() -> None:
    assert peer_games()
    for game, recorded in peer_games().items():
        assert f"bluemoon-{game}-socket" in catalogue.default_names()
        assert {recorded.plugin.rulebook.seats(options) for options in recorded.options} == {2}
    assert set(catalogue.default_names()) <= set(catalogue.names())


# Readings


@pytest.mark.parametrize(
    ("command_line", "role"),
    [
        ("/venv/bin/python\0-P\0-m\0cli\0gateway\0--attached\0", "gateway"),
        ("/venv/bin/python\0-P\0-m\0cli\0engine\0--attached\0", "engine"),
        ("/venv/lib/valkey-server 127.0.0.1:20001\0\0", "server"),
        ("/bin/sh\0-c\0exec\0sh\0/venv/lib/valkey-server\0--port\0", "other"),
        ("/venv/bin/python\0-P\0-m\0cli\0up\0--no-bots\0", "other"),
        ("", "other"),
    ],
)
def test_processes_are_told_apart_by_their_command_line(command_line: str, role: str) -> None:
    assert role_of(command_line) == role


def test_usage_of_this_process_is_read() -> None:
    begin = read_usage(os.getpid())
    sum(range(3_000_000))
    end = read_usage(os.getpid())

    assert os.getpid() in end.processes
    assert end.processes[os.getpid()].resident_bytes > 0
    assert cpu_percent(begin, end) > 0


def test_calls_are_counted_per_move() -> None:
    begin = parse_calls({"cmdstat_xadd": {"calls": 10, "usec": 100}}, STATS)
    commandstats = {
        "cmdstat_xadd": {"calls": 40, "usec": 500},
        "cmdstat_xinfo|stream": {"calls": 100, "usec": 50},
    }
    end = parse_calls(commandstats, STATS | {"total_reads_processed": 110})

    assert calls_per_move(begin, end, 100) == {"xinfo stream": 1.0, "xadd": 0.3}
    assert microseconds_per_move(begin, end, 100) == {"xadd": 4.0, "xinfo stream": 0.5}
    assert end.reads - begin.reads == 100


# Verdicts


@pytest.mark.parametrize(
    ("value", "start"),
    [
        (1.0, "PASS must >= 1; goal >= 1.7 missed"),
        (1.7, "PASS must >= 1; goal >= 1.7 reached"),
        (0.99, "FAIL must >= 1; goal >= 1.7 missed"),
    ],
)
def test_more_is_better_for_speed(value: float, start: str) -> None:
    criterion = verdict.speed("bluemoon-socket", 50, pinned=True)
    assert criterion is not None
    assert criterion.verdict(value).startswith(start)


@pytest.mark.parametrize(
    ("value", "start"),
    [(0.7, "PASS must <= 1; goal <= 0.7 reached"), (1.01, "FAIL must <= 1; goal <= 0.7 missed")],
)
def test_less_is_better_for_p99(value: float, start: str) -> None:
    criterion = verdict.p99("bluemoon-socket", 50, pinned=True)
    assert criterion is not None
    assert criterion.verdict(value).startswith(start)


def test_a_run_is_judged_by_what_it_measured() -> None:
    half = HalfLoad(1000, 10_000, 4.0, 30.0)
    rows = [
        measured("bgio-sqlite", 50, 2000, 40),
        measured("bluemoon-socket", 50, 3000, 30, half),
        measured("bluemoon-city-socket", 50, 1500, 60),
    ]
    lines = verdicts({(row.peer, row.games): row for row in rows}, pinned=True)

    assert [line.partition(";")[0] for line in lines] == [
        "PASS must >= 1",
        "PASS must <= 1",
        "PASS must <= 5",
        "FAIL must <= 25",
        "FAIL must >= 0.6",
    ]
    assert "moves/s of bluemoon-socket to the baseline, 50 games, one core, is 1.50" in lines[0]


def test_without_pinning_only_speed_on_all_cores_is_judged() -> None:
    rows = [measured("bgio-sqlite", 50, 2000, 40), measured("bluemoon-socket", 50, 3000, 30)]
    lines = verdicts({(row.peer, row.games): row for row in rows}, pinned=False)

    assert [line.partition(":")[0] for line in lines] == [
        "PASS must >= 1.2; goal >= 2.5 missed",
    ]


def test_nothing_is_judged_without_the_baseline() -> None:
    rows = {("bluemoon-socket", 50): measured("bluemoon-socket", 50, 3000, 30)}
    assert verdicts(rows, pinned=True) == []


def test_the_tables_show_ratios_within_the_run() -> None:
    rows = [measured("bgio-sqlite", 50, 2000, 40), measured("bluemoon-socket", 50, 3000, 30)]
    speeds = run_reports(rows, [], pinned=True)[0].splitlines()

    cells = [cell.strip() for cell in speeds[-1].split("|")]
    assert cells[1] == "bluemoon-socket"
    assert cells[4:6] == ["3,000", "1.50"]
    assert "0.75" in cells


def test_a_disturbed_row_is_named() -> None:
    quiet = measured("floor", 50, 2000, 40)
    disturbed = replace(measured("colyseus", 50, 2000, 40), others_percent=16.0)

    reports = run_reports([quiet, disturbed], [], pinned=True)

    assert "Disturbed by other processes, so measure again: colyseus (50 games)" in reports[1]
    assert len(run_reports([quiet], [], pinned=True)) == 1


@pytest.mark.parametrize("field", ["out_of_order", "unanswered", "diverged", "failed"])
def test_a_lost_move_is_an_error(field: str) -> None:
    assert load(1, 1).errors == 0
    assert replace(load(1, 1), **{field: 1}).errors == 1


def test_an_accepted_illegal_move_is_an_error() -> None:
    assert replace(load(1, 1), refuses_illegal_moves=False).errors == 1


# The page


def test_a_complete_run_replaces_the_figures_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "peers.md"
    page.write_text(PAGE.read_text())
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]

    write_figures("a day", ["figures of one day"], page)
    write_figures("another day", ["figures of another"], page)

    text = page.read_text()
    assert text.startswith(before)
    assert text.endswith(after)
    assert "figures of another" in text
    assert "figures of one day" not in text

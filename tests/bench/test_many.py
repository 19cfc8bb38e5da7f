"""Long histories and many tables: the arithmetic, and one small run on a real system."""

from collections.abc import Sequence

import pytest

from bench.many.crowds import CrowdsResult
from bench.many.histories import HistoriesResult
from bench.many.memory import ALL, SERVER_DATA, MemoryReading, growth
from bench.many.options import Options, parse_options
from bench.many.reports import crowds_reports, histories_reports
from bench.many.run import main
from bench.many.segment import Segment, joined

MIB = 2**20


def segment(
    moves: int = 1000, seconds: float = 1.0, wait_ms: float = 4.0, others: float = 0.0
) -> Segment:
    cpu = {"engine": 0.1 * seconds, "server": 0.2 * seconds}
    return Segment(moves, seconds, (wait_ms,) * moves, cpu, others)


def readings(
    totals: Sequence[int], counts: Sequence[int] = (1_000, 5_500, 10_000)
) -> tuple[MemoryReading, MemoryReading, MemoryReading]:
    first, half, last = (
        MemoryReading(count, {"engine": total // 2, ALL: total, SERVER_DATA: total // 4})
        for count, total in zip(counts, totals, strict=True)
    )
    return first, half, last


def verdicts(reports: Sequence[str]) -> list[str]:
    return [text for text in reports if text.startswith(("PASS", "FAIL"))]


# Options


def test_the_defaults_are_ten_thousand_tables_and_moves() -> None:
    options = parse_options([])
    assert options == Options()
    assert (options.tables, options.moves, options.moving) == (10_000, 10_000, 200)


@pytest.mark.parametrize("words", ["--moving 9", "--moving 200 --tables 1999", "--moves 99"])
def test_sizes_that_show_nothing_are_refused(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_options(words.split())
    assert "expected" in capsys.readouterr().err


# Segments


def test_joined_segments_are_one() -> None:
    both = joined([segment(moves=1000, seconds=1.0), segment(moves=500, seconds=2.0)])

    assert (both.moves, both.seconds, len(both.waits)) == (1500, 3.0, 1500)
    assert both.moves_per_s == 500
    assert both.cpu_us("engine") == pytest.approx(200)
    assert both.cpu_us() == pytest.approx(600)


def test_growth_is_counted_per_table() -> None:
    first, half, _last = readings((0, 45 * MIB, 0))
    assert growth(first, half, ALL) == pytest.approx(45 * MIB / 4_500)


# Verdicts


def test_an_equal_cost_passes() -> None:
    memory = readings((10 * MIB, 55 * MIB, 100 * MIB))
    crowds = CrowdsResult(segment(), segment(), (1.0, 1.0), memory)
    histories = HistoriesResult((segment(),) * 9, segment(), segment(), memory)

    reports = crowds_reports(crowds, Options()) + histories_reports(histories, Options())

    assert len(verdicts(reports)) == 9
    assert not [text for text in verdicts(reports) if text.startswith("FAIL")]
    assert not [text for text in reports if text.startswith("Disturbed")]


def test_a_cost_that_grows_fails_by_name() -> None:
    memory = readings((10 * MIB, 55 * MIB, 150 * MIB))
    slow = segment(moves=800, wait_ms=6.0)
    crowds = CrowdsResult(segment(), slow, (1.0, 1.0), memory)

    failed = [text for text in verdicts(crowds_reports(crowds, Options())) if "FAIL" in text]

    names = ("moves/s", "p99", "CPU per move", "memory per table", "KiB of a table in the engine")
    assert [name in text for name, text in zip(names, failed, strict=True)] == [True] * len(names)


def test_a_disturbed_run_says_so() -> None:
    memory = readings((10 * MIB, 55 * MIB, 100 * MIB))
    crowds = CrowdsResult(segment(), segment(others=0.5), (1.0, 1.0), memory)

    (notice,) = (text for text in crowds_reports(crowds, Options()) if text.startswith("Disturbed"))

    assert "10,000 tables had more than 15 %" in notice


@pytest.mark.slow
def test_a_small_run_plays_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = "--tables 100 --moving 10 --seconds 0.5 --rounds 1 --moves 100 --no-record"

    assert main(sizes.split()) == 0

    output = capsys.readouterr()
    assert "10 moving tables, alone and among 100 tables" in output.out
    assert "moves 91-100 of an old one" in output.out
    assert "==> opening tables: 100" in output.err

"""bench/results.md holds complete runs only, the newest first."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.results import RESULTS, RUNS_MAX, record_run, report

ROWS = 5_000
WRITER = f"""
import sys
from pathlib import Path
from bench.results import record_run
path, name, runs = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for number in range(runs):
    title = f"{{name}}-{{number}}"
    record_run([f"### {{title}}\\n\\n" + f"row of {{title}}\\n" * {ROWS}], path)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.md"


def titles(path: Path) -> list[str]:
    return re.findall(r"^### (.*)$", path.read_text(), re.MULTILINE)


def test_puts_the_newest_run_first(path: Path) -> None:
    for name in ("first", "second", "third"):
        record_run([report(name, ("", "per s"), [("decide", "10")])], path)
    assert titles(path) == ["third", "second", "first"]
    assert path.read_text().startswith("# Results of `make bench`\n")


def test_keeps_all_reports_of_a_run_together(path: Path) -> None:
    record_run([report("rules", ("",), []), report("memory", ("",), [])], path)
    record_run([report("latency", ("",), [])], path)
    assert titles(path) == ["latency", "rules", "memory"]
    assert len(re.findall(r"^## ", path.read_text(), re.MULTILINE)) == 2


def test_keeps_ten_runs(path: Path) -> None:
    for number in range(RUNS_MAX + 2):
        record_run([f"### run {number}\n"], path)
    assert titles(path) == [f"run {number}" for number in range(RUNS_MAX + 1, 1, -1)]


def test_concurrent_runs_do_not_mix_or_get_lost(path: Path) -> None:
    with contextlib.ExitStack() as stack:
        writers = [
            stack.enter_context(start_writer(path, name, RUNS_MAX // 2)) for name in ("a", "b")
        ]
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write("go\n")
            writer.stdin.flush()
        while any(writer.poll() is None for writer in writers):
            if path.exists():
                assert_runs_are_complete(path)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert_runs_are_complete(path)
    expected = {f"{name}-{number}" for name in "ab" for number in range(RUNS_MAX // 2)}
    assert set(titles(path)) == expected


@contextlib.contextmanager
def start_writer(path: Path, name: str, runs: int) -> Iterator[subprocess.Popen[str]]:
    """A process that records runs as soon as it reads a line."""
    command = [sys.executable, "-c", WRITER, str(path), name, str(runs)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        yield writer


def assert_runs_are_complete(path: Path) -> None:
    _, *runs = path.read_text().split("\n## ")
    assert runs
    for run in runs:
        [title] = re.findall(r"^### (.*)$", run, re.MULTILINE)
        assert run.count(f"row of {title}\n") == ROWS
        assert run.count("row of ") == ROWS


def test_leaves_no_temporary_file_behind(path: Path) -> None:
    record_run(["### run\n"], path)
    assert {file.name for file in path.parent.iterdir()} == {"results.md", "results.md.lock"}


def test_the_recorded_results_are_complete_runs() -> None:
    """Each part of the benchmark appears once in a run."""
    _, *runs = RESULTS.read_text().split("\n## ")
    assert 0 < len(runs) <= RUNS_MAX
    for run in runs:
        reports = re.findall(r"^### (.*)$", run, re.MULTILINE)
        assert reports
        assert len(reports) == len(set(reports))
        assert "\n## " not in run
        for block in re.split(r"\n\n", run):
            rows = [line for line in block.splitlines() if line.startswith("|")]
            # A table has its header and the line below it, and rows of one width.
            assert not rows or set(rows[1]) <= set("|- "), block
            assert len({len(row) for row in rows}) <= 1, block

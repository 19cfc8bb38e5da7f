"""progress.sh: a counting line on a terminal, few lines in a log."""

import os
import pty
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.cli.up_process import all_ended
from tests.waiting import DEADLINE_SECONDS, wait_until

PROGRESS = Path(__file__).parents[2] / "deploy" / "progress.sh"
PACKAGES = "for n in 1 2 3; do echo Collecting $n; done"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", PROGRESS, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE_SECONDS,
    )


def run_on_terminal(*arguments: str, on_output: Callable[[str], None]) -> str:
    """Run it on a terminal and return its output. `on_output` gets the output so far."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("bash", ["bash", str(PROGRESS), *arguments])
    output = b""
    # When the other side has closed the terminal, Linux raises an error and macOS returns nothing.
    try:
        while chunk := os.read(terminal, 65_536):
            output += chunk
            on_output(output.decode())
    except OSError:
        pass
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return output.decode()


def test_counts_on_one_line_on_a_terminal(tmp_path: Path) -> None:
    has_counted = tmp_path / "has_counted"
    script = f"echo Collecting 0; until [ -e {has_counted} ]; do sleep 0.1; done; echo Collecting 1"

    def go_on(output: str) -> None:
        if "1 of 2" in output:
            has_counted.touch()

    output = run_on_terminal(
        *("--count", "^Collecting", "--of", "2", "installing", "sh", "-c", script),
        on_output=go_on,
    )
    counts = re.findall(r"==> installing: (\d) of 2 packages, \d+ s", output)
    assert counts == sorted(counts)
    assert "1" in counts
    assert counts[-1] == "2"
    assert output.count("\n") == 1


def test_writes_one_line_to_a_log() -> None:
    result = run("--count", "^Collecting", "installing", "sh", "-c", PACKAGES)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "==> installing\n")


def test_shows_the_output_of_a_failed_command() -> None:
    result = run("installing", "sh", "-c", "echo no room; exit 3")
    assert result.returncode == 3
    assert "no room\n" in result.stderr
    assert result.stderr.endswith("==> installing: failed with exit code 3\n")


def read_pid(path: Path) -> int | None:
    """Return the process id in the file, or None while there is none."""
    return int(path.read_text() or 0) or None if path.exists() else None


def test_ctrl_c_ends_the_command(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    process = subprocess.Popen(
        ["bash", PROGRESS, "installing", "sh", "-c", f"echo $$ >{pid_file}; exec sleep 600"],
        stderr=subprocess.DEVNULL,
        process_group=0,
    )
    pid = wait_until(lambda: read_pid(pid_file), "the command has started")
    assert all_ended(pid) is None
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(DEADLINE_SECONDS) != 0
    assert wait_until(lambda: all_ended(pid), "the command has ended")

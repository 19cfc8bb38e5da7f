"""web/e2e/chromium.sh finds a browser or says what to do."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "web" / "e2e" / "chromium.sh"


def run(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script with only the commands in the folder."""
    bash = shutil.which("bash")
    assert bash is not None
    return subprocess.run(
        [bash, SCRIPT],
        env={"PATH": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def install(path: Path) -> Path:
    path.touch(mode=0o755)
    return path


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_finds_a_browser_on_the_path(tmp_path: Path, name: str) -> None:
    browser = install(tmp_path / name)
    assert run(tmp_path).stdout == f"{browser}\n"


def test_prefers_the_given_browser(tmp_path: Path) -> None:
    install(tmp_path / "chromium")
    given = install(tmp_path / "my-chrome")
    assert run(tmp_path, CHROMIUM=str(given)).stdout == f"{given}\n"


def test_says_what_to_do_without_a_browser_and_a_package_manager(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    for hint in ("apt-get install chromium", "set CHROMIUM", "make test ARGS=tests"):
        assert hint in result.stderr

"""The Makefile builds the browser client where it can, when it has to, and never in vain."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[1] / "Makefile"


class Clone:
    """A folder with the Makefile, a browser client of one file, and a Node.js that only notes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (
            "web/src/main.tsx",
            "web/public/favicon.svg",
            "web/index.html",
            "web/package.json",
            "web/package-lock.json",
            "schemas/openapi.json",
            "schemas/json/city.view.json",
        ):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        shutil.copy(MAKEFILE, folder)
        (folder / "bin").mkdir()
        self._command("npm", f'echo "$@" >>{folder}/npm.log; mkdir -p node_modules dist')
        for tool in ("bash", "make", "find", "touch", "echo", "mkdir"):
            found = shutil.which(tool)
            assert found is not None
            (folder / "bin" / tool).symlink_to(found)

    def _command(self, name: str, does: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/bash\n{does}\n")
        path.chmod(0o755)

    def node(self, says: str) -> None:
        """What it makes of the question whether it is new enough."""
        self._command("node", f"echo {says}")

    def make(self, target: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", "--silent", target],
            cwd=self.folder,
            env={"PATH": str(self.folder / "bin")},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def npm(self) -> list[str]:
        """What was asked of npm, since last time."""
        log = self.folder / "npm.log"
        said = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.split()[0] for line in said]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


@pytest.mark.parametrize("target", ["web", "web-if-possible"])
def test_it_is_built_once_and_again_when_something_has_changed(clone: Clone, target: str) -> None:
    clone.node("fit")
    first = clone.make(target)
    assert first.returncode == 0, first.stderr
    assert clone.npm == ["ci", "run"]
    assert clone.make(target).returncode == 0
    assert clone.npm == []
    built = (clone.folder / "web/dist/.built").stat().st_mtime
    for name, asked in (("web/src/main.tsx", ["run"]), ("web/package-lock.json", ["ci", "run"])):
        _touch(clone.folder / name, built := built + 10)
        assert clone.make(target).returncode == 0
        assert clone.npm == asked
        for stamp in ("web/node_modules/.installed", "web/dist/.built"):
            _touch(clone.folder / stamp, built := built + 10)


def _touch(path: Path, at: float) -> None:
    os.utime(path, (at, at))


@pytest.mark.parametrize("node", [None, "this one is v18.19.0"])
def test_without_a_fit_node_the_system_runs_all_the_same(clone: Clone, node: str | None) -> None:
    if node is not None:
        clone.node(node)
    reason = node or "there is no node with npm here"
    result = clone.make("web-if-possible")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("\n") == 1
    assert "no browser client" in result.stderr
    assert reason in result.stderr
    refused = clone.make("web")
    assert refused.returncode != 0
    assert f"Node.js 20 or newer, and {reason}." in refused.stderr
    assert clone.npm == []

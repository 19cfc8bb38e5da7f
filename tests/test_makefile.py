"""The Makefile builds the browser client only if Node.js is available and sources changed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[1] / "Makefile"


class Clone:
    """A folder with the Makefile, a minimal browser client, and a fake npm that logs its calls."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (
            "web/src/main.tsx",
            "web/public/favicon.svg",
            "web/index.html",
            "web/package.json",
            "web/package-lock.json",
            "schemas/metrics.json",
            "schemas/openapi.json",
            "schemas/json/city.view.json",
        ):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        shutil.copy(MAKEFILE, folder)
        shutil.copytree(MAKEFILE.parent / "deploy", folder / "deploy")
        (folder / "bin").mkdir()
        self._command("npm", f'echo "$@" >>{folder}/npm.log; mkdir -p node_modules dist')
        for tool in (
            "bash",
            "make",
            "find",
            "touch",
            "echo",
            "mkdir",
            "mktemp",
            "grep",
            "sleep",
            "rm",
        ):
            program = shutil.which(tool)
            assert program is not None
            (folder / "bin" / tool).symlink_to(program)

    def _command(self, name: str, script: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def node(self, output: str) -> None:
        """Install a fake node that prints whether its version is sufficient."""
        self._command("node", f"echo {output}")

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
    def npm_commands(self) -> list[str]:
        """The npm commands since the last call."""
        log = self.folder / "npm.log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.split()[0] for line in lines]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


@pytest.mark.parametrize("target", ["web", "web-if-possible"])
def test_builds_once_and_again_after_changes(clone: Clone, target: str) -> None:
    clone.node("fit")
    first = clone.make(target)
    assert first.returncode == 0, first.stderr
    assert clone.npm_commands == ["ci", "run"]
    assert clone.make(target).returncode == 0
    assert clone.npm_commands == []
    built = (clone.folder / "web/dist/.built").stat().st_mtime
    for name, commands in (("web/src/main.tsx", ["run"]), ("web/package-lock.json", ["ci", "run"])):
        _touch(clone.folder / name, built := built + 10)
        assert clone.make(target).returncode == 0
        assert clone.npm_commands == commands
        for stamp in ("web/node_modules/.installed", "web/dist/.built"):
            _touch(clone.folder / stamp, built := built + 10)


def _touch(path: Path, at: float) -> None:
    os.utime(path, (at, at))


@pytest.mark.parametrize("node", [None, "the installed version is v18.19.0"])
def test_skips_the_browser_client_without_a_suitable_node(clone: Clone, node: str | None) -> None:
    if node is not None:
        clone.node(node)
    reason = node or "node or npm is not installed"
    result = clone.make("web-if-possible")
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("\n") == 1
    assert "skipping the browser client" in result.stderr
    assert reason in result.stderr
    failed = clone.make("web")
    assert failed.returncode != 0
    assert f"Node.js 20 or newer, and {reason}." in failed.stderr
    assert clone.npm_commands == []

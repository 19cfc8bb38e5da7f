"""`make release` refuses an incomplete release and says why."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "deploy" / "release.py"
VERSION = "0.2.0"
FOLDER = f"tests/history/{VERSION}"
RECORDER = f"""
from pathlib import Path

folder = Path("{FOLDER}")
folder.mkdir(parents=True)
(folder / "SHA256SUMS").touch()
"""
PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "released"
version = "{version}"

[tool.setuptools]
py-modules = []
"""


class Repository:
    """A repository that is ready for the release."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("pyproject.toml", PROJECT.format(version=VERSION))
        self.write("web/package.json", json.dumps({"version": VERSION}))
        self.write("CHANGELOG.md", f"# Changelog\n\n## [{VERSION}] - 2027-01-02\n\n- A change.\n")
        self.write("tests/__init__.py", "")
        self.write("tests/history/__init__.py", "")
        self.write("tests/history/record.py", RECORDER)
        self.write(f"{FOLDER}/SHA256SUMS", "")
        self.write(".gitignore", "dist/\n*.egg-info/\n")
        (folder / "deploy").mkdir()
        shutil.copy(SCRIPT, folder / "deploy")
        self.git("init", "--quiet")
        self.commit()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def git(self, *arguments: str) -> str:
        identity = ("-c", "user.name=Tests", "-c", "user.email=tests@example.org")
        return subprocess.run(
            ["git", *identity, *arguments],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change")

    def release(self, version: str = VERSION) -> subprocess.CompletedProcess[str]:
        names = {
            f"GIT_{role}_{field}": "tests@example.org"
            for role in ("AUTHOR", "COMMITTER")
            for field in ("NAME", "EMAIL")
        }
        return subprocess.run(
            [sys.executable, "deploy/release.py", version],
            cwd=self.folder,
            env=os.environ | names | {"PYTHONDONTWRITEBYTECODE": "1"},
            check=False,
            capture_output=True,
            text=True,
        )

    def refusal(self, version: str = VERSION) -> str:
        result = self.release(version)
        assert result.returncode == 1
        assert self.git("tag") in ("", f"v{VERSION}\n")
        assert not (self.folder / "dist").exists()
        return result.stderr.removeprefix("Not released: ").strip()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_builds_and_tags(repository: Repository) -> None:
    result = repository.release()

    assert result.returncode == 0, result.stderr
    assert {path.name for path in (repository.folder / "dist").iterdir()} == {
        f"released-{VERSION}.tar.gz",
        f"released-{VERSION}-py3-none-any.whl",
    }
    assert repository.git("cat-file", "-t", f"v{VERSION}") == "tag\n"
    assert f"git push origin v{VERSION}" in result.stdout


@pytest.mark.parametrize("version", ["", "1", "1.2", "v1.2.3", "01.2.3", "1.2.3rc1"])
def test_refuses_a_version_that_is_none(repository: Repository, version: str) -> None:
    assert repository.refusal(version) == (
        f"VERSION is {version!r}, expected a version such as 0.2.0"
    )


def test_refuses_uncommitted_changes(repository: Repository) -> None:
    repository.write("new.txt", "")
    assert repository.refusal() == "there are uncommitted changes:\n?? new.txt"


def test_refuses_a_released_version(repository: Repository) -> None:
    repository.git("tag", f"v{VERSION}")
    assert repository.refusal() == f"the tag v{VERSION} exists: a version is released once"


def test_refuses_another_version_of_the_project(repository: Repository) -> None:
    assert repository.refusal("0.3.0") == f"pyproject.toml has version {VERSION}, expected 0.3.0"
    repository.write("web/package.json", '{"version": "0.1.0"}')
    repository.commit()
    assert repository.refusal() == f"web/package.json has version 0.1.0, expected {VERSION}"


@pytest.mark.parametrize(
    ("changelog", "reason"),
    [
        ("# Changelog\n\n## [Unreleased]\n", "has no section"),
        (f"# Changelog\n\n## [{VERSION}]\n\n- A change.\n", "has no section"),
        (f"# Changelog\n\n## [{VERSION}] - 2027-01-02\n\n## [0.1.0] - 2026-01-01\n", "is empty"),
    ],
)
def test_refuses_without_a_changelog(repository: Repository, changelog: str, reason: str) -> None:
    repository.write("CHANGELOG.md", changelog)
    repository.commit()
    assert reason in repository.refusal()


def test_records_a_missing_history_first(repository: Repository) -> None:
    repository.git("rm", "--quiet", f"{FOLDER}/SHA256SUMS")
    repository.commit()

    assert repository.refusal() == f"recorded {FOLDER}: commit it, then release again"
    assert "there are uncommitted changes" in repository.refusal()
    repository.commit()
    assert repository.release().returncode == 0

"""Check that a release is complete, build it and tag it. `make release VERSION=0.2.0` runs this.

Nothing is published: the last line says how to push the tag.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]


class RefusedError(Exception):
    """The release cannot be made, and why."""


def git(*arguments: str) -> str:
    result = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


def check_version_is_valid(version: str) -> None:
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise RefusedError(f"VERSION is {version!r}, expected a version such as 0.2.0")


def check_tree_is_clean(_version: str) -> None:
    if changed := git("status", "--porcelain"):
        raise RefusedError(f"there are uncommitted changes:\n{changed}")


def check_tag_is_new(version: str) -> None:
    if git("tag", "--list", tag(version)):
        raise RefusedError(f"the tag {tag(version)} exists: a version is released once")


def check_project_has_the_version(version: str) -> None:
    declared = {
        "pyproject.toml": tomllib.loads(read("pyproject.toml"))["project"]["version"],
        "web/package.json": json.loads(read("web/package.json"))["version"],
    }
    for file, declared_version in declared.items():
        if declared_version != version:
            raise RefusedError(f"{file} has version {declared_version}, expected {version}")


def check_changelog_has_the_version(version: str) -> None:
    sections = re.split(r"^## ", read("CHANGELOG.md"), flags=re.MULTILINE)[1:]
    title = re.compile(rf"\[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n")
    section = next((text for text in sections if title.match(text)), None)
    if section is None:
        raise RefusedError(f"CHANGELOG.md has no section `## [{version}] - YYYY-MM-DD`")
    if not section.partition("\n")[2].strip():
        raise RefusedError(f"the section of {version} in CHANGELOG.md is empty")


def check_history_is_recorded(version: str) -> None:
    """Later releases are tested against what this one recorded."""
    folder = f"tests/history/{version}"
    if not (ROOT / folder / "SHA256SUMS").exists():
        run(sys.executable, "-m", "tests.history.record")
        raise RefusedError(f"recorded {folder}: commit it, then release again")
    if not git("ls-files", f"{folder}/SHA256SUMS"):
        raise RefusedError(f"{folder} is not committed")


CHECKS: tuple[Callable[[str], None], ...] = (
    check_version_is_valid,
    check_tree_is_clean,
    check_tag_is_new,
    check_project_has_the_version,
    check_changelog_has_the_version,
    check_history_is_recorded,
)


def tag(version: str) -> str:
    return f"v{version}"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def run(*command: str) -> None:
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise RefusedError(f"`{' '.join(command)}` failed")


def release(version: str) -> None:
    for check in CHECKS:
        check(version)
    # The wheel is built from the sdist, so it has no leftovers of the working copy.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist")
    git("tag", "--annotate", tag(version), "--message", f"Blue Moon {version}")


def main(arguments: list[str]) -> int:
    (version,) = arguments
    try:
        release(version)
    except RefusedError as refused:
        sys.stderr.write(f"Not released: {refused}\n")
        return 1
    sys.stdout.write(
        f"Built dist/ and tagged {tag(version)}. Publish with: git push origin {tag(version)}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

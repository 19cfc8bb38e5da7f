"""Links between the pages of the documentation lead somewhere."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pages() -> list[Path]:
    skipped = {".venv", ".pytest_cache", "node_modules", "dist"}
    return sorted(
        path
        for path in ROOT.rglob("*.md")
        if not skipped.intersection(path.relative_to(ROOT).parts)
    )


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its headings, as GitHub names them, and explicit ids."""
    text = page.read_text()
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="(\w+)">', text))


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_exist(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(), flags=re.DOTALL)
    links = [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'src="([^"]+)"', text)]
    for link in links:
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_files_named_by_the_architecture_pages_exist() -> None:
    """A path in code style with a folder is a path from the root of the project."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    named = {
        name
        for page in pages()
        if page.name != "CHANGELOG.md"
        for name in re.findall(
            r"`((?:schemas|games|services|client|cli|bench|tests|deploy|docs|web)/[\w/.-]+\.\w+)`",
            page.read_text(),
        )
    }
    assert named
    missing = {name for name in named if name not in tracked or not (ROOT / name).exists()}
    assert missing == set()

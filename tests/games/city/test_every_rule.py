"""Every numbered rule of Blue Moon City is cited by at least one test."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def rules_of_the_book() -> set[str]:
    """Return the numbers (`C4.3`) that begin a rule."""
    book = (ROOT / "docs" / "rules" / "city.md").read_text()
    return set(re.findall(r"^(?:\| )?(C\d+\.\d+) ", book, re.MULTILINE))


def rules_cited_by_tests() -> set[str]:
    """`test_c4_3_...` cites C4.3."""
    cited = set()
    for path in (ROOT / "tests" / "games" / "city").glob("test_*.py"):
        for chapter, number in re.findall(r"def test_c(\d+)_(\d+)_", path.read_text()):
            cited.add(f"C{chapter}.{number}")
    return cited


def test_every_rule_is_cited_by_a_test() -> None:
    book = rules_of_the_book()
    assert len(book) == 57
    assert book - rules_cited_by_tests() == set()


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert rules_cited_by_tests() - rules_of_the_book() == set()

"""Every numbered rule of Blue Moon is cited by at least one test or scenario."""

import re
from pathlib import Path

from tests.games.duel.scenarios import scenarios

ROOT = Path(__file__).parents[3]


def rules_of_the_book() -> set[str]:
    """Return the numbers (`R4.3`) that begin a rule."""
    book = (ROOT / "docs" / "rules" / "duel.md").read_text()
    return set(re.findall(r"^(?:\| )?(R\d+\.\d+) ", book, re.MULTILINE))


def rules_cited() -> set[str]:
    """`test_r4_3_...` cites R4.3, and a scenario lists its rules."""
    cited = {rule for scenario in scenarios() for rule in scenario.rules}
    for path in (ROOT / "tests" / "games" / "duel").glob("test_*.py"):
        for chapter, number in re.findall(r"def test_r(\d+)_(\d+)_", path.read_text()):
            cited.add(f"R{chapter}.{number}")
    return cited


def test_every_rule_is_cited_by_a_test_or_a_scenario() -> None:
    book = rules_of_the_book()
    assert len(book) > 300
    assert book - rules_cited() == set()


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    assert rules_cited() - rules_of_the_book() == set()

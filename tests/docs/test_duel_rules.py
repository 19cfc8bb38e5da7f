"""docs/rules/duel.md is the rule book that code and tests cite."""

import re
from pathlib import Path
from typing import get_args

from games.duel.deck_building import violations
from games.duel.decks import DECKS
from games.duel.effects import Effect
from schemas.duel.deck import DeckList, ViolationCode

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs" / "rules" / "duel.md").read_text()
RULES = re.findall(r"^(?:\| )?(R\d+\.\d+) ", BOOK, re.MULTILINE)
CHAPTERS = re.findall(r"^## (R\d+) ", BOOK, re.MULTILINE)


def cited(text: str) -> set[str]:
    """Return the cited rules (`R7.4`, `R19.10d`) and chapters (`R33`)."""
    return set(re.findall(r"\bR\d+(?:\.\d+)?(?=[a-g]?\b)", text))


def test_numbers_chapters_and_rules_without_gaps() -> None:
    assert [f"R{number}" for number in range(1, 38)] == CHAPTERS
    for chapter in CHAPTERS:
        numbers = [rule for rule in RULES if rule.startswith(f"{chapter}.")]
        assert numbers == [f"{chapter}.{number + 1}" for number in range(len(numbers))]
    assert len(RULES) == 333


def test_refers_only_to_rules_that_exist() -> None:
    assert cited(BOOK) - {*RULES, *CHAPTERS} == set()


def test_code_cites_only_rules_that_exist() -> None:
    sources = [*(ROOT / "games" / "duel").rglob("*.py"), *(ROOT / "schemas").glob("duel*.py")]
    assert len(sources) > 15
    for path in sources:
        assert cited(path.read_text()) - {*RULES, *CHAPTERS} == set(), path


def test_tests_cite_only_rules_that_exist() -> None:
    for path in (ROOT / "tests" / "games" / "duel").rglob("test_*.py"):
        for chapter, number in re.findall(r"def test_r(\d+)_(\d+)_", path.read_text()):
            assert f"R{chapter}.{number}" in RULES, path


def test_lists_every_deck_building_code_with_its_message() -> None:
    invalid_deck = DeckList(
        leader="x",
        inquisitor="vulca-01",
        cards=("flit-01", "flit-01", "tutu-pampam", "vulca-00"),
    )
    overloaded_deck = DeckList(leader="vulca-00", cards=DECKS["flit"].cards)
    by_code = {
        violation.code: violation
        for violation in (*violations(invalid_deck), *violations(overloaded_deck))
    }
    assert set(by_code) == set(get_args(ViolationCode))
    chapter = BOOK.split("## R33 ")[1].split("## R34 ")[0]
    patterns = dict(re.findall(r'`([a-z_]+)`: "([^"]+)"', chapter))
    assert set(patterns) == set(by_code)
    for code, violation in by_code.items():
        pattern = re.sub(r"\\\{[a-z]+\\\}", ".+", re.escape(patterns[code]))
        assert re.fullmatch(pattern, violation.message), (pattern, violation.message)


def test_every_effect_cites_its_rules() -> None:
    without_rule = [kind.__name__ for kind in get_args(Effect) if not cited(kind.__doc__ or "")]
    assert without_rule == []

"""docs/rules/duel.md is the book that code and tests cite."""

import re
from pathlib import Path
from typing import get_args

from games.duel.deck_building import violations
from games.duel.decks import DECKS
from games.duel.effects import Effect
from schemas.duel_deck import DeckList, ViolationCode

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs" / "rules" / "duel.md").read_text()
RULES = re.findall(r"^(?:\| )?(R\d+\.\d+) ", BOOK, re.MULTILINE)
CHAPTERS = re.findall(r"^## (R\d+) ", BOOK, re.MULTILINE)


def cited(text: str) -> set[str]:
    """`R7.4`, `R19.10d` and whole chapters, `R33`."""
    return set(re.findall(r"\bR\d+(?:\.\d+)?(?=[a-g]?\b)", text))


def test_chapters_and_rules_are_numbered_in_order_and_without_a_gap() -> None:
    assert [f"R{number}" for number in range(1, 38)] == CHAPTERS
    for chapter in CHAPTERS:
        numbers = [rule for rule in RULES if rule.startswith(f"{chapter}.")]
        assert numbers == [f"{chapter}.{number + 1}" for number in range(len(numbers))]
    assert len(RULES) == 325


def test_the_book_refers_to_rules_that_stand_in_it() -> None:
    assert cited(BOOK) - {*RULES, *CHAPTERS} == set()


def test_code_cites_rules_that_stand_in_the_book() -> None:
    sources = [*(ROOT / "games" / "duel").rglob("*.py"), *(ROOT / "schemas").glob("duel*.py")]
    assert len(sources) > 15
    for path in sources:
        assert cited(path.read_text()) - {*RULES, *CHAPTERS} == set(), path


def test_tests_cite_rules_that_stand_in_the_book() -> None:
    for path in (ROOT / "tests" / "games" / "duel").rglob("test_*.py"):
        for chapter, number in re.findall(r"def test_r(\d+)_(\d+)_", path.read_text()):
            assert f"R{chapter}.{number}" in RULES, path


def test_the_book_has_every_code_of_deck_building_with_its_words() -> None:
    worst = DeckList(
        leader="x",
        inquisitor="vulca-01",
        cards=("flit-01", "flit-01", "tutu-pampam", "vulca-00"),
    )
    overloaded = DeckList(leader="vulca-00", cards=DECKS["flit"].cards)
    told = {found.code: found for found in (*violations(worst), *violations(overloaded))}
    assert set(told) == set(get_args(ViolationCode))
    chapter = BOOK.split("## R33 ")[1].split("## R34 ")[0]
    patterns = dict(re.findall(r'`([a-z_]+)`: "([^"]+)"', chapter))
    assert set(patterns) == set(told)
    for code, violation in told.items():
        pattern = re.sub(r"\\\{[a-z]+\\\}", ".+", re.escape(patterns[code]))
        assert re.fullmatch(pattern, violation.message), (pattern, violation.message)


def test_effects_cite_the_rules_that_carry_them() -> None:
    silent = [kind.__name__ for kind in get_args(Effect) if not cited(kind.__doc__ or "")]
    assert silent == []

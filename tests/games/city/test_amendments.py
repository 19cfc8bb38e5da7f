"""The versions of the rules: what distinguishes them is named, described and checked."""

import re
from pathlib import Path
from typing import get_args

from msgspec import UNSET

from games.city.amendments import FIRST, SECOND, names
from games.city.plugin import PLUGIN
from games.city.rulebook import CITY, CITY_1, CITY_2
from schemas.city.options import CityOptions
from schemas.city.terms import CityAmendment

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules" / "city.md").read_text()


def test_the_current_rules_come_first() -> None:
    assert PLUGIN.rulebooks == (CITY_2, CITY_1)
    assert CITY is CITY_2
    assert [rulebook.rules for rulebook in PLUGIN.rulebooks] == ["city/2", "city/1"]


def test_every_amendment_has_a_name_that_the_rules_can_check() -> None:
    assert names(SECOND) == get_args(CityAmendment)
    assert FIRST == ()


def test_the_state_says_which_amendments_a_game_is_played_under() -> None:
    assert CITY_1.initial(CityOptions(2)).amendments is UNSET
    for name in get_args(CityAmendment):
        assert CITY_2.initial(CityOptions(2)).follows(name)
        assert not CITY_1.initial(CityOptions(2)).follows(name)


def test_every_amendment_is_checked_by_the_rules() -> None:
    sources = [path.read_text() for path in (ROOT / "games" / "city").glob("*.py")]
    rules = "".join(source for source in sources if "SECOND: tuple" not in source)
    assert [name for name in get_args(CityAmendment) if f'"{name}"' not in rules] == []


def test_the_rules_page_lists_every_amendment_with_its_rule() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| (C\d+\.\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert listed == [(known.name, known.rule, known.change) for known in SECOND]

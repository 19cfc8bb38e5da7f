"""docs/format.md: the example computes the hashes of recorded commits, and the fields match."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import Commit, RecordedCommand, canonical

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text()


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    players = (("Ämber", BOTS["random"]), ("\x1f\x7f\u2028🌙", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/docs", "table")
    return [canonical(commit) for commit, _ in play_out(playout)]


def test_the_example_computes_the_recorded_hashes(lines: list[bytes]) -> None:
    [example] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - the example is what is tested
    hash_of: Callable[[bytes], str] = names["hash_of"]
    for line in lines:
        assert hash_of(line) == json.loads(line)["hash"]


@pytest.mark.parametrize(
    ("heading", "record"),
    [("| field | type | meaning |", Commit), ("| field of `command` |", RecordedCommand)],
)
def test_lists_every_field(heading: str, record: Any) -> None:
    table = PAGE.split(heading)[1].split("\n\n")[0]
    listed = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert listed == set(record.__struct_fields__)


def test_only_the_first_commit_names_the_format(lines: list[bytes]) -> None:
    formats = [json.loads(line).get("format") for line in lines]
    assert formats == [1] + [None] * (len(lines) - 1)

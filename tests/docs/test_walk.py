"""`docs/walk.md` names functions that exist, in steps without a gap."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STEPS = re.findall(
    r"^\| (\d+) \| `([^`]+)` \| `([#\w]+)`", (ROOT / "docs/walk.md").read_text(), re.MULTILINE
)
DEFINITIONS = {
    ".py": r"def {}\(",
    ".lua": r"function {}\(",
    ".ts": r"^ *(?:export |async )*(?:function )?{}(?:\(| =)",
    ".tsx": r"\bconst {} =",
}


def test_numbers_its_steps_without_a_gap() -> None:
    assert [int(number) for number, _, _ in STEPS] == [*range(1, len(STEPS) + 1)]
    assert len(STEPS) > 20


@pytest.mark.parametrize(("file", "name"), [(file, name) for _, file, name in STEPS])
def test_names_functions_that_exist(file: str, name: str) -> None:
    path = ROOT / file
    definition = DEFINITIONS[path.suffix].format(re.escape(name))
    assert re.search(definition, path.read_text(), re.MULTILINE)

"""docs/security.md: every test that the threat table names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
TABLE = PAGE.split("## Threats\n")[1].split("\n## ")[0]
ROWS = re.findall(r"^\| (?!who|---)(.*) \|$", TABLE, re.MULTILINE)


def test_every_threat_names_a_test() -> None:
    assert len(ROWS) > 10
    for row in ROWS:
        assert re.search(r"`tests/[\w/]+\.py(::\w+)?`", row.split(" | ")[-1]), row


def test_the_named_tests_exist() -> None:
    for path, name in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE):
        defined = re.findall(r"^(?:async )?def (\w+)", (ROOT / path).read_text(), re.MULTILINE)
        assert not name or name in defined, f"{path}::{name}"

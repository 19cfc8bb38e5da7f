"""Names of definitions do not depend on Python modules."""

import re

import pytest

from schemas.definition_names import rename_definitions, stable_name
from schemas.generate import FOLDER

REFERENCE = "#/$defs/{name}"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Seat", "Seat"),
        ("TableOpened_CityOptions_", "TableOpened_CityOptions_"),
        ("Commit_typing.Union_schemas.table.TakeSeat__schemas.city.Walk__", "Commit"),
        ("schemas.city.TurnBegan", "CityTurnBegan"),
        ("schemas.city.events.TurnBegan", "CityTurnBegan"),
        ("elsewhere.TurnBegan", "TurnBegan"),
    ],
)
def test_name_has_no_module(name: str, expected: str) -> None:
    assert stable_name(name, ("city", "duel")) == expected


def test_references_and_titles_follow() -> None:
    definitions = {
        "a.b.Turn": {"title": "Turn", "properties": {"next": {"$ref": "#/$defs/a.b.Turn"}}},
        "Seat": {"title": "A seat"},
    }

    assert rename_definitions(definitions, {"a.b.Turn": "Turn", "Seat": "Seat"}, REFERENCE) == {
        "Turn": {"title": "Turn", "properties": {"next": {"$ref": "#/$defs/Turn"}}},
        "Seat": {"title": "A seat"},
    }


def test_two_definitions_never_share_a_name() -> None:
    with pytest.raises(ValueError, match="same name"):
        rename_definitions({"a.Turn": {}, "b.Turn": {}}, {"a.Turn": "Turn", "b.Turn": "Turn"}, "")


def test_generated_schemas_name_no_module() -> None:
    for file in (*FOLDER.glob("*.json"), FOLDER.parent / "asyncapi.json"):
        assert not re.search(r"\bschemas\.[a-z]", file.read_text(encoding="utf-8")), file.name

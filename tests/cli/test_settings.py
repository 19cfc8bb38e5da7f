"""`bluemoon settings`: everything that can be set, with what is in force."""

import json

from services.runtime.settings import described
from tests.cli.calling import call


def test_every_setting_is_listed_with_default_value_and_meaning() -> None:
    rows = json.loads(call("settings", "--json", env={"BLUEMOON_SHARDS": "4"}).stdout)

    assert [(row["name"], row["default"], row["meaning"]) for row in rows] == described()
    assert {row["name"]: row["value"] for row in rows}["BLUEMOON_SHARDS"] == "4"


def test_a_password_is_never_printed() -> None:
    settings = {"BLUEMOON_SERVER": "redis://user:secret@host:1/0", "COLUMNS": "150"}
    for options in ((), ("--json",)):
        result = call("settings", *options, env=settings)
        assert "redis://user:***@host:1/0" in result.stdout
        assert "secret" not in result.output


def test_the_table_shows_them_to_people() -> None:
    output = call("settings", env={"COLUMNS": "150"}).stdout

    for name, _, _ in described():
        assert name in output

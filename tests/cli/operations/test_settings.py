"""`bluemoon settings`: all settings with their values."""

import json

from services.runtime.operations.settings import describe_settings
from tests.cli.runner import call


def test_every_setting_is_listed_with_default_value_and_meaning() -> None:
    rows = json.loads(call("settings", "--json", env={"BLUEMOON_SHARDS": "4"}).stdout)

    assert [(row["name"], row["default"], row["meaning"]) for row in rows] == describe_settings()
    assert {row["name"]: row["value"] for row in rows}["BLUEMOON_SHARDS"] == "4"


def test_a_password_is_never_printed() -> None:
    settings = {"BLUEMOON_SERVER": "redis://user:secret@host:1/0", "COLUMNS": "150"}
    for options in ((), ("--json",)):
        result = call("settings", *options, env=settings)
        assert "redis://user:***@host:1/0" in result.stdout
        assert "secret" not in result.output


def test_table_lists_every_setting() -> None:
    output = call("settings", env={"COLUMNS": "150"}).stdout

    for name, _, _ in describe_settings():
        assert name in output

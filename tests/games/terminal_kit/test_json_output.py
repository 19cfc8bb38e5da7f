"""JSON for terminals: unprintable characters are escaped, the value stays the same."""

import json

import msgspec
import pytest

from games.terminal_kit.json_output import echo_json, escape_json, unescape_json


@pytest.mark.parametrize(
    "name", ["Ämber 🌙", "\u202eRebma", "a\x9bm", "a\u2066b\u2069", "\U000e0041", 'q"\\\x1b[31m']
)
def test_escapes_what_could_control_a_terminal(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    echo_json({"name": name})
    line = capsys.readouterr().out
    assert line.endswith("\n")
    assert line[:-1].isprintable()
    assert json.loads(line) == {"name": name}


def test_keeps_letters_readable(capsys: pytest.CaptureFixture[str]) -> None:
    echo_json("Ämber 🌙")
    assert capsys.readouterr().out == '"Ämber 🌙"\n'


@pytest.mark.parametrize(
    "value",
    [
        "\u202eRebma",
        "a\x9bm\x7f",
        "\U000e0041",
        'q"\\\x1b[31m\n',
        "\\u202e",
        "\u202e\x00\u202e",
        "Ämber 🌙",
    ],
)
def test_unescaping_restores_every_byte(value: str) -> None:
    recorded = msgspec.json.encode({"name": value}).decode()
    assert unescape_json(escape_json(recorded)) == recorded


def test_escapes_that_are_no_characters_stay() -> None:
    assert unescape_json('"\\u12 \\n \\\\u202e"') == '"\\u12 \\n \\\\u202e"'

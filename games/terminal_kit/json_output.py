"""JSON on standard output, safe to read in a terminal."""

import json
import re

import msgspec
import typer

_ESCAPES = re.compile(r"(?P<characters>(?:\\u[0-9a-f]{4})+)|\\.")
_ASCII_MAX = "\x7e"


def echo_json(value: object) -> None:
    """Print a value as one line of JSON, with invisible and direction-changing characters escaped:
    text of others must not control the terminal or show something else than it is."""
    typer.echo(escape_json(msgspec.json.encode(value).decode()))


def unescape_json(text: str) -> str:
    """Return the text that `escape_json` was given, if that was JSON with no more escapes than
    necessary."""
    return _ESCAPES.sub(_unescape, text)


def _unescape(match: re.Match[str]) -> str:
    if match["characters"] is None:
        return match[0]
    return "".join(
        character if character > _ASCII_MAX else json.dumps(character)[1:-1]
        for character in json.loads(f'"{match["characters"]}"')
    )


def escape_json(text: str) -> str:
    """Return the same JSON value with every unprintable character as an escape sequence."""
    # Outside of strings JSON has only printable characters, so every other one is in a string.
    return "".join(
        character if character.isprintable() else json.dumps(character)[1:-1] for character in text
    )

"""JSON on standard output, safe to read in a terminal."""

import json

import msgspec
import typer


def echo_json(value: object) -> None:
    """Print a value as one line of JSON, with invisible and direction-changing characters escaped:
    text of others must not control the terminal or show something else than it is."""
    typer.echo(escape_json(msgspec.json.encode(value).decode()))


def escape_json(text: str) -> str:
    """Return the same JSON value with every unprintable character as an escape sequence."""
    # Outside of strings JSON has only printable characters, so every other one is in a string.
    return "".join(
        character if character.isprintable() else json.dumps(character)[1:-1] for character in text
    )

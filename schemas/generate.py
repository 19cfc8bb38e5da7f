"""Writes the wire contract as JSON Schema files, for clients in other languages.

python -m schemas.generate            write schemas/json/
python -m schemas.generate --check    exit 1 and name the files that are stale
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from games.codec import commit_type, redacted_commit_type, view_type
from games.plugin import AnyGamePlugin
from games.registry import plugins
from schemas.commit import Command
from schemas.definition_names import rename_definitions, stable_name
from schemas.live import FromClient, ToClient
from schemas.outcome import Outcome
from schemas.rejection import Rejection
from schemas.strict import strict_type
from schemas.webhook import WebhookMessage

FOLDER = Path(__file__).parent / "json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/{name}"

COMMON: dict[str, tuple[Any, str]] = {
    "rejection": (Rejection, "Why a command was refused."),
    "outcome": (Outcome, "What became of a command: its commit, or why it was refused."),
    "live.from_client": (
        strict_type(FromClient),
        "A frame that a client sends over its live connection.",
    ),
    "live.to_client": (ToClient, "A frame that a client gets over its live connection."),
    "webhook.message": (WebhookMessage, "The body of a request that a platform's webhook gets."),
}


def of_game(plugin: AnyGamePlugin) -> dict[str, tuple[Any, str]]:
    """The contract of one game, under its current rules."""
    options_type: Any = plugin.rulebook.options_type
    rulebook, game, name = plugin.rulebook, plugin.game, plugin.names["en"]
    return {
        f"{game}.options": (strict_type(options_type), f"Options of a table of {name}."),
        f"{game}.command": (
            strict_type(Command[rulebook.action_type]),  # type: ignore[name-defined]
            "A command, as it is put on the command stream.",
        ),
        f"{game}.commit": (commit_type(rulebook), "A commit as recorded, with nothing hidden."),
        f"{game}.commit.redacted": (
            redacted_commit_type(rulebook),
            "A commit as a viewer receives it: hidden cards as their count, other secrets as null.",
        ),
        f"{game}.view": (
            view_type(rulebook),
            "A table as a viewer sees it: hidden cards as their count, other secrets as null.",
        ),
        f"{game}.figures": (
            rulebook.figures_type,
            f"Numbers that the rules derive from a view of {name}.",
        ),
        f"{game}.pieces": (
            type(plugin.pieces),
            f"What is printed on the components of {name}.",
        ),
    }


def contract() -> dict[str, tuple[Any, str]]:
    """File name without extension -> type and description, for all installed games."""
    types = dict(COMMON)
    for plugin in plugins().values():
        types |= of_game(plugin)
    return types


def rendered(name: str, record_type: Any, description: str) -> str:
    schemas, definitions = msgspec.json.schema_components([record_type], ref_template=REFERENCE)
    names = {long: stable_name(long) for long in definitions}
    root = rename_definitions({**definitions, "": schemas[0]}, {**names, "": ""}, REFERENCE)
    document = {"$schema": DIALECT, "title": name, "description": description, **root.pop("")}
    if root:
        document["$defs"] = root
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def all_files() -> dict[str, str]:
    """File name -> text."""
    return {
        f"{name}.json": rendered(name, record_type, description)
        for name, (record_type, description) in contract().items()
    }


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(f"expected no argument or --check, got: {' '.join(arguments)}", file=sys.stderr)
        return 2
    expected = all_files()
    present = {path.name: path.read_text() for path in FOLDER.glob("*.json")}
    stale = sorted(name for name in expected | present if expected.get(name) != present.get(name))
    if arguments == ["--check"]:
        for name in stale:
            print(f"schemas/json/{name} is stale: run `make schemas`", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        if name in expected:
            (FOLDER / name).write_text(expected[name])
            print(f"wrote schemas/json/{name}")
        else:
            (FOLDER / name).unlink()
            print(f"removed schemas/json/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

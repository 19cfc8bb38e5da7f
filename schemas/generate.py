"""Writes the wire contract as JSON Schema files, for clients in other languages.

python -m schemas.generate            write schemas/json/
python -m schemas.generate --check    exit 1 and name the files that are stale
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from schemas.city import CityAction, CityEvent, CityOptions, CityState
from schemas.city_figures import CityFigures
from schemas.city_pieces import CityPieces
from schemas.commit import Command, Commit, RedactedCommit
from schemas.duel import DuelAction, DuelEvent, DuelOptions, DuelState
from schemas.duel_figures import DuelFigures
from schemas.duel_pieces import DuelPieces
from schemas.live import FromClient, ToClient
from schemas.outcome import Outcome
from schemas.redaction import redacted_type
from schemas.rejection import Rejection
from schemas.strict import strict_type
from schemas.table import Table
from schemas.webhook import WebhookMessage

FOLDER = Path(__file__).parent / "json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

CONTRACT: dict[str, tuple[Any, str]] = {
    "rejection": (Rejection, "Why a command was refused."),
    "outcome": (Outcome, "What became of a command: its commit, or why it was refused."),
    "live.from_client": (
        strict_type(FromClient),
        "A frame that a client sends over its live connection.",
    ),
    "live.to_client": (ToClient, "A frame that a client gets over its live connection."),
    "webhook.message": (WebhookMessage, "The body of a request that a platform's webhook gets."),
    "city.options": (strict_type(CityOptions), "Options of a table of Blue Moon City."),
    "city.command": (
        strict_type(Command[CityAction]),
        "A command, as it is put on the command stream.",
    ),
    "city.commit": (Commit[CityAction, CityEvent], "A commit as recorded, with nothing hidden."),
    "city.commit.redacted": (
        redacted_type(RedactedCommit[CityAction, CityEvent]),
        "A commit as a viewer receives it: hidden cards as their count, other secrets as null.",
    ),
    "city.view": (
        redacted_type(Table[CityOptions, CityState]),
        "A table as a viewer sees it: hidden cards as their count, other secrets as null.",
    ),
    "city.figures": (CityFigures, "Numbers that the rules derive from a view of Blue Moon City."),
    "city.pieces": (CityPieces, "What is printed on the components of Blue Moon City."),
    "duel.options": (strict_type(DuelOptions), "Options of a table of Blue Moon."),
    "duel.command": (
        strict_type(Command[DuelAction]),
        "A command, as it is put on the command stream.",
    ),
    "duel.commit": (Commit[DuelAction, DuelEvent], "A commit as recorded, with nothing hidden."),
    "duel.commit.redacted": (
        redacted_type(RedactedCommit[DuelAction, DuelEvent]),
        "A commit as a viewer receives it: hidden cards as their count, other secrets as null.",
    ),
    "duel.view": (
        redacted_type(Table[DuelOptions, DuelState]),
        "A table as a viewer sees it: hidden cards as their count, other secrets as null.",
    ),
    "duel.figures": (DuelFigures, "Numbers that the rules derive from a view of Blue Moon."),
    "duel.pieces": (DuelPieces, "What is printed on the cards of Blue Moon."),
}


def rendered(name: str) -> str:
    record_type, description = CONTRACT[name]
    schema = msgspec.json.schema(record_type)
    document = {"$schema": DIALECT, "title": name, "description": description, **schema}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def stale_files() -> list[str]:
    """Return the files that are missing, out of date or obsolete."""
    expected = {f"{name}.json": rendered(name) for name in CONTRACT}
    present = {path.name: path.read_text() for path in FOLDER.glob("*.json")}
    return sorted(name for name in expected | present if expected.get(name) != present.get(name))


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(f"expected no argument or --check, got: {' '.join(arguments)}", file=sys.stderr)
        return 2
    stale = stale_files()
    if arguments == ["--check"]:
        for name in stale:
            print(f"schemas/json/{name} is stale: run `make schemas`", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        path = FOLDER / name
        if name.removesuffix(".json") in CONTRACT:
            path.write_text(rendered(name.removesuffix(".json")))
            print(f"wrote schemas/json/{name}")
        else:
            path.unlink()
            print(f"removed schemas/json/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

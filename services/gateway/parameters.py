"""What may stand in a path or a query, each with its type: read strictly, and described alike."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from schemas.exchange import ClientId
from schemas.table import GameId, PlayerName
from schemas.terms import Seat
from schemas.webhook import WebhookName
from services.gateway.raw_path import decoded_name
from services.runtime.problems import ProblemError


class Parameter(Struct, frozen=True):
    kind: Any
    meaning: str


IN_PATH = {
    "game": Parameter(GameId, "The table's id."),
    "seat": Parameter(Seat, "A seat's number, from 0."),
    "command": Parameter(ClientId, "The client's own id of a command."),
    "player": Parameter(PlayerName, "A player's name."),
    "name": Parameter(WebhookName, "A webhook's name, chosen by its platform."),
    "kind": Parameter(str, "Which game: `city` or `duel`."),
}


def read_path(given: Mapping[str, str]) -> dict[str, Any]:
    """What can't be the name of anything is not found."""
    found = {}
    for name, raw in given.items():
        try:
            text = decoded_name(raw)
        except UnicodeDecodeError as error:
            raise ProblemError("not_found", f"{raw[:80]!r} is no {name}: {error}.") from error
        try:
            found[name] = _read(text, IN_PATH[name])
        except msgspec.ValidationError as error:
            raise ProblemError("not_found", f"{text[:80]!r} is no {name}: {error}.") from error
    return found


def read_query(given: Mapping[str, str], known: Mapping[str, Parameter]) -> dict[str, Any]:
    found = {}
    for name, text in given.items():
        if name not in known:
            raise ProblemError(
                "malformed",
                f"Unknown in the query: {name[:80]!r}; known: {', '.join(known) or 'nothing'}.",
            )
        try:
            found[name] = _read(text, known[name])
        except msgspec.ValidationError as error:
            raise ProblemError("malformed", f"{name} in the query: {error}.") from error
    return found


def _read(text: str, parameter: Parameter) -> Any:
    return msgspec.convert(text, parameter.kind, strict=False)

"""Path and query parameters: their types, descriptions and validation."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.registry import plugins
from schemas.http import ClientId
from schemas.table import PlayerId, TableId
from schemas.terms import Seat
from schemas.webhook import WebhookName
from services.gateway.raw_path import decode_segment
from services.runtime.web.problems import ProblemError


class Parameter(Struct, frozen=True):
    type: Any
    description: str


@cache
def path_parameters() -> Mapping[str, Parameter]:
    games = " or ".join(f"`{game}`" for game in plugins())
    return {
        "table": Parameter(TableId, "The table's id."),
        "seat": Parameter(Seat, "The seat's number, from 0."),
        "command": Parameter(ClientId, "The command id chosen by the client."),
        "player": Parameter(PlayerId, "The player's id."),
        "name": Parameter(WebhookName, "The webhook's name, chosen by its platform."),
        "game": Parameter(str, f"The game: {games}."),
    }


def read_path(raw_values: Mapping[str, str]) -> dict[str, Any]:
    """Validate path parameters. An impossible value is `not_found`."""
    values = {}
    parameters = path_parameters()
    for name, raw in raw_values.items():
        try:
            text = decode_segment(raw)
        except UnicodeDecodeError as error:
            raise ProblemError(
                "not_found", f"{raw[:80]!r} is not a valid {name}: {error}."
            ) from error
        try:
            values[name] = _convert(text, parameters[name])
        except msgspec.ValidationError as error:
            raise ProblemError(
                "not_found", f"{text[:80]!r} is not a valid {name}: {error}."
            ) from error
    return values


def read_query(raw_values: Mapping[str, str], known: Mapping[str, Parameter]) -> dict[str, Any]:
    values = {}
    for name, text in raw_values.items():
        if name not in known:
            raise ProblemError(
                "malformed",
                f"Unknown query parameter {name[:80]!r}. Known: {', '.join(known) or 'none'}.",
            )
        try:
            values[name] = _convert(text, known[name])
        except msgspec.ValidationError as error:
            raise ProblemError("malformed", f"Query parameter {name!r}: {error}.") from error
    return values


def _convert(text: str, parameter: Parameter) -> Any:
    return msgspec.convert(text, parameter.type, strict=False)

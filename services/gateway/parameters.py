"""Path and query parameters: one record per set of parameters, with its validation."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from schemas.http import ClientId, PageCursor
from schemas.names import ReportId
from schemas.platform import PlatformName
from schemas.table import PlayerId, Stage, TableId
from schemas.terms import Seat
from schemas.webhook import WebhookName
from services.gateway.raw_path import decode_segment
from services.runtime.web.problems import ProblemError

COMMITS_MAX = 500
ROWS_MAX = 200
ROWS_DEFAULT = 50
SKIP_MAX = 1_000_000
DAYS_MAX = 400
TIME_MS_MAX = 10**14
"""In the year 5138."""
DAYS_DEFAULT = 30

SEQ_MAX = 2**53 - 1
"""The largest integer that every JSON reader represents exactly."""

Seq = Annotated[int, Meta(ge=0, le=SEQ_MAX)]
Time = Annotated[int, Meta(ge=0, le=TIME_MS_MAX)]
Rows = Annotated[int, Meta(ge=1, le=ROWS_MAX, description="Maximum number of rows.")]
ViewedAs = Annotated[
    Seat | Literal["spectator"],
    Meta(
        description="Viewer to redact for. Default: the token's own. Any viewer once the game is "
        "over."
    ),
]


class Parameters(Struct, frozen=True):
    """Parameters of a path or query; the base has none.

    Left-out parameters are unset, not None: text such as `null` must not pass for a missing one.
    """


class TablePath(Parameters, frozen=True):
    table: Annotated[TableId, Meta(description="The table's id.")]


class SeatPath(TablePath, frozen=True):
    seat: Seat


class CommandPath(TablePath, frozen=True):
    command: Annotated[ClientId, Meta(description="The command id chosen by the client.")]


class PlayerPath(Parameters, frozen=True):
    player: Annotated[PlayerId, Meta(description="The player's id.")]


class ReportPath(Parameters, frozen=True):
    report: ReportId


class WebhookPath(Parameters, frozen=True):
    name: Annotated[WebhookName, Meta(description="The webhook's name, chosen by its platform.")]


class PlatformPath(Parameters, frozen=True):
    platform: Annotated[PlatformName, Meta(description="The platform's name.")]


class GamePath(Parameters, frozen=True):
    game: Annotated[str, Meta(description="A game that `GET /v1/games` lists.")]


class ViewQuery(Parameters, frozen=True, rename={"viewer": "as"}):
    at: Annotated[Seq, Meta(description="The seq. Default: the latest.")] | UnsetType = UNSET
    viewer: ViewedAs | UnsetType = UNSET


class CommitsQuery(Parameters, frozen=True, rename={"viewer": "as"}):
    after: Annotated[Seq, Meta(description="Only commits after this seq.")] = 0
    limit: Annotated[int, Meta(ge=1, le=COMMITS_MAX, description="Maximum number of commits.")] = (
        COMMITS_MAX
    )
    viewer: ViewedAs | UnsetType = UNSET


class PlayerTablesQuery(Parameters, frozen=True):
    game: (
        Annotated[str, Meta(description="Only tables of this game, which `GET /v1/games` lists.")]
        | UnsetType
    ) = UNSET
    stage: Annotated[Stage, Meta(description="Only tables at this stage.")] | UnsetType = UNSET
    limit: Rows = ROWS_DEFAULT
    after: (
        Annotated[PageCursor, Meta(description="The `after` value of the previous page.")]
        | UnsetType
    ) = UNSET
    since: (
        Annotated[
            Time, Meta(description="Only tables opened at this time or later, in milliseconds.")
        ]
        | UnsetType
    ) = UNSET
    until: (
        Annotated[Time, Meta(description="Only tables opened before this time, in milliseconds.")]
        | UnsetType
    ) = UNSET


class TablesQuery(PlayerTablesQuery, frozen=True):
    player: (
        Annotated[PlayerId, Meta(description="Only tables where this player has a seat.")]
        | UnsetType
    ) = UNSET
    metadata: (
        Annotated[
            str,
            Meta(
                max_length=241,
                description="Only the platform's own tables with this metadata: `name:value`.",
            ),
        ]
        | UnsetType
    ) = UNSET


class StandingsQuery(Parameters, frozen=True):
    platform: (
        Annotated[
            str,
            Meta(
                max_length=64,
                description="A platform that shares its lobby. Default: the first one. With a "
                "platform key: the platform itself.",
            ),
        ]
        | UnsetType
    ) = UNSET
    limit: Rows = ROWS_DEFAULT
    skip: Annotated[int, Meta(ge=0, le=SKIP_MAX, description="Number of rows to skip.")] = 0


class ActivityQuery(Parameters, frozen=True):
    days: Annotated[int, Meta(ge=1, le=DAYS_MAX, description="Number of days.")] = DAYS_DEFAULT


P = TypeVar("P", bound=Parameters)


def read_path(raw_values: Mapping[str, str], path_type: type[P]) -> P:
    """Validate path parameters. An impossible value is `not_found`."""
    texts = {}
    for name, raw in raw_values.items():
        try:
            texts[name] = decode_segment(raw)
        except UnicodeDecodeError as error:
            raise ProblemError(
                "not_found", f"{raw[:80]!r} is not a valid {name}: {error}."
            ) from error
    try:
        return _convert(texts, path_type)
    except msgspec.ValidationError as error:
        message, name = _message_and_name(error)
        raise ProblemError(
            "not_found", f"{texts[name][:80]!r} is not a valid {name}: {message}."
        ) from error


def read_query(raw_values: Mapping[str, str], query_type: type[P]) -> P:
    known = query_type.__struct_encode_fields__
    for name in raw_values:
        if name not in known:
            raise ProblemError(
                "malformed",
                f"Unknown query parameter {name[:80]!r}. Known: {', '.join(known) or 'none'}.",
            )
    try:
        return _convert(raw_values, query_type)
    except msgspec.ValidationError as error:
        message, name = _message_and_name(error)
        raise ProblemError("malformed", f"Query parameter {name!r}: {message}.") from error


def _convert(texts: Mapping[str, str], parameters_type: type[P]) -> P:
    """Raises msgspec.ValidationError. A number has one spelling: not `1e9`, `007` or `+5`."""
    parameters = msgspec.convert(dict(texts), parameters_type, strict=False)
    for name, field in zip(
        parameters_type.__struct_encode_fields__, parameters_type.__struct_fields__, strict=True
    ):
        value = getattr(parameters, field)
        if name in texts and isinstance(value, int) and str(value) != texts[name]:
            raise msgspec.ValidationError(f"Expected a decimal integer - at `$.{name}`")
    return parameters


def _message_and_name(error: msgspec.ValidationError) -> tuple[str, str]:
    """Split msgspec's "Expected `int` >= 1 - at `$.limit`"."""
    message, _, location = str(error).rpartition(" - at `$.")
    return message, location.rstrip("`")

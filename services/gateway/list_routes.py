"""Routes for tables, players, standings and activity."""

from typing import Annotated, Literal

from msgspec import Meta

from games.registry import plugins
from schemas.http import (
    ActivityResponse,
    PageCursor,
    PlayerResponse,
    StandingsResponse,
    TablesResponse,
)
from schemas.read_models import TableRow
from schemas.table import PlayerId, Stage
from services.gateway.endpoints import Endpoint
from services.gateway.lists import DAYS_DEFAULT, ROWS_DEFAULT, ListHandlers
from services.gateway.parameters import Parameter

ROWS_MAX = 200
DAYS_MAX = 400
SKIP_MAX = 1_000_000

_LIMIT = Parameter(
    Annotated[int, Meta(ge=1, le=ROWS_MAX)], f"Maximum number of rows. Default: {ROWS_DEFAULT}."
)


def list_endpoints(lists: ListHandlers) -> tuple[Endpoint, ...]:
    game_type = Literal[tuple(plugins())]  # type: ignore[valid-type] # the installed games
    tables_query = {
        "game": Parameter(game_type, "Only tables of this game."),
        "stage": Parameter(Stage, "Only tables at this stage."),
        "limit": _LIMIT,
        "after": Parameter(PageCursor, "The `after` value of the previous page."),
    }
    return (
        Endpoint(
            "list_tables",
            "GET",
            "/v1/tables",
            "List tables, newest first. A platform also sees its own unlisted tables.",
            lists.tables,
            "anyone",
            {200: TablesResponse},
            query=tables_query
            | {"player": Parameter(PlayerId, "Only tables where this player has a seat.")},
        ),
        Endpoint(
            "get_table",
            "GET",
            "/v1/tables/{table}",
            "Get the current row of a table. It never lags behind.",
            lists.table,
            "anyone",
            {200: TableRow},
        ),
        Endpoint(
            "get_player",
            "GET",
            "/v1/players/{player}",
            "Get a player's table counts and results.",
            lists.player,
            "anyone",
            {200: PlayerResponse},
        ),
        Endpoint(
            "list_player_tables",
            "GET",
            "/v1/players/{player}/tables",
            "List a player's tables, newest first.",
            lists.player_tables,
            "anyone",
            {200: TablesResponse},
            query=tables_query,
        ),
        Endpoint(
            "get_standings",
            "GET",
            "/v1/standings/{game}",
            "Get the rating list of a game. Only tables with two or more seats are rated.",
            lists.standings,
            "anyone",
            {200: StandingsResponse},
            query={
                "limit": _LIMIT,
                "skip": Parameter(
                    Annotated[int, Meta(ge=0, le=SKIP_MAX)], "Number of rows to skip."
                ),
            },
        ),
        Endpoint(
            "get_activity",
            "GET",
            "/v1/activity",
            "Get daily activity counts (UTC) up to and including today.",
            lists.activity,
            "anyone",
            {200: ActivityResponse},
            query={
                "days": Parameter(
                    Annotated[int, Meta(ge=1, le=DAYS_MAX)],
                    f"Number of days. Default: {DAYS_DEFAULT}.",
                ),
            },
        ),
    )

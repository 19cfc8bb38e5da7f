"""What the gateway offers of lists."""

from typing import Annotated, Literal

from msgspec import Meta

from games.registry import GAMES
from schemas.exchange import (
    ActivityAnswer,
    PageCursor,
    PlayerAnswer,
    StandingsAnswer,
    TablesAnswer,
)
from schemas.reading import TableRow
from schemas.table import PlayerName, Stage
from services.gateway.lists import DAYS_DEFAULT, ROWS_DEFAULT, ListDesk
from services.gateway.operations import Operation
from services.gateway.parameters import Parameter

ROWS_MAX = 200
DAYS_MAX = 400
SKIP_MAX = 1_000_000

GameKind = Literal[tuple(GAMES)]  # type: ignore[valid-type] # the registry says which there are

_LIMIT = Parameter(
    Annotated[int, Meta(ge=1, le=ROWS_MAX)], f"At most so many; {ROWS_DEFAULT} when left out."
)
_TABLES = {
    "game": Parameter(GameKind, "Only tables of this game."),
    "stage": Parameter(Stage, "Only tables at this stage."),
    "limit": _LIMIT,
    "after": Parameter(PageCursor, "What the page before gave as `after`."),
}


def list_operations(lists: ListDesk) -> tuple[Operation, ...]:
    return (
        Operation(
            "list_tables",
            "GET",
            "/v1/tables",
            "Listed tables, newest first; for a platform its own that are not listed, too.",
            lists.tables,
            "anyone",
            {200: TablesAnswer},
            query=_TABLES | {"player": Parameter(PlayerName, "Only tables where they sit.")},
        ),
        Operation(
            "get_table",
            "GET",
            "/v1/tables/{game}",
            "One table as lists show it, never late.",
            lists.table,
            "anyone",
            {200: TableRow},
        ),
        Operation(
            "get_player",
            "GET",
            "/v1/players/{player}",
            "How a player is doing: tables they sit at, and what came of their games.",
            lists.player,
            "anyone",
            {200: PlayerAnswer},
        ),
        Operation(
            "list_player_tables",
            "GET",
            "/v1/players/{player}/tables",
            "A player's tables, newest first.",
            lists.player_tables,
            "anyone",
            {200: TablesAnswer},
            query=_TABLES,
        ),
        Operation(
            "get_standings",
            "GET",
            "/v1/standings/{kind}",
            "Who is how good at a game; ratings are made for games of several players.",
            lists.standings,
            "anyone",
            {200: StandingsAnswer},
            query={
                "limit": _LIMIT,
                "skip": Parameter(
                    Annotated[int, Meta(ge=0, le=SKIP_MAX)], "Without the first so many."
                ),
            },
        ),
        Operation(
            "get_activity",
            "GET",
            "/v1/activity",
            "What happened on each of the last days (UTC), today included.",
            lists.activity,
            "anyone",
            {200: ActivityAnswer},
            query={
                "days": Parameter(
                    Annotated[int, Meta(ge=1, le=DAYS_MAX)],
                    f"So many days; {DAYS_DEFAULT} when left out.",
                ),
            },
        ),
    )

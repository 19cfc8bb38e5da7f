"""Routes for tables, players, standings and activity."""

from services.gateway.endpoints import Endpoint
from services.gateway.lists import ListHandlers


def list_endpoints(lists: ListHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "list_tables",
            "GET",
            "/v1/tables",
            "List tables, newest first: a platform's own, or the shared lobbies without a key.",
            lists.tables,
            "anyone",
            problems=("not_allowed",),
        ),
        Endpoint(
            "get_table",
            "GET",
            "/v1/tables/{table}",
            "Get the current row of a table. It never lags behind.",
            lists.table,
            "anyone",
        ),
        Endpoint(
            "get_player",
            "GET",
            "/v1/players/{player}",
            "Get a player's table counts and results.",
            lists.player,
            "anyone",
        ),
        Endpoint(
            "list_player_tables",
            "GET",
            "/v1/players/{player}/tables",
            "List a player's tables, newest first.",
            lists.player_tables,
            "anyone",
        ),
        Endpoint(
            "get_standings",
            "GET",
            "/v1/standings/{game}",
            "Get a platform's ratings of people at a game, from tables that are rated.",
            lists.standings,
            "anyone",
        ),
        Endpoint(
            "get_activity",
            "GET",
            "/v1/activity",
            "Get daily activity counts (UTC) up to and including today.",
            lists.activity,
            "anyone",
        ),
    )

"""Rows of the tables read model, and the index that lists read."""

from collections.abc import Iterator
from typing import Any, Final, Literal
from urllib.parse import quote

import msgspec
from msgspec import UnsetType

from games import table as tables
from games.clocks import deadline, terms_of
from games.history import Position
from schemas.read_models import TableRow
from schemas.redaction import SPECTATOR, redact
from schemas.table import Stage
from services.runtime.readmodels.generations import Generation

ALL_TABLES = "every"
"""Scope of lists with all tables, for operators and statistics."""

ANY: Final = ""


def rows_key(generation: Generation) -> str:
    """Key of the hash: table -> row."""
    return generation.key("rows")


def index_key(generation: Generation) -> str:
    """Key of the sorted set with all lists: entries start with the list name, then sort by age."""
    return generation.key("index")


def changes_key(generation: Generation) -> str:
    """Key of the stream of changed rows."""
    return generation.key("changes")


decode_row = msgspec.json.Decoder(TableRow).decode


def table_row(position: Position, opened_at: int, updated_at: int) -> TableRow:
    """Return the row of a table. It contains only public data."""
    table = position.table
    assert table is not None, "a position without a table has no row"
    # Custom decks are secret until the end, and rows are for everyone.
    public_options = redact(table.options, SPECTATOR, over=table.stage == "over")
    options: dict[str, Any] = msgspec.to_builtins(public_options)
    return TableRow(
        table=position.table_id,
        game=table.game,
        rules=table.rules,
        stage=table.stage,
        player_ids=tuple(table_seat.player for table_seat in table.seats),
        players=(None,) * len(table.seats),
        to_act=tables.to_act(position.rulebook, table),
        seq=position.seq,
        opened_at=opened_at,
        updated_at=updated_at,
        deadline=deadline(table),
        options=options,
        terms=terms_of(table),
        results=table.results,
        reason=table.reason,
        external_id=None if isinstance(table.external_id, UnsetType) else table.external_id,
    )


def platform_scope(platform: str, *, listed: bool) -> str:
    """Return the scope of a platform's listed or unlisted tables."""
    return f"{'listed' if listed else 'unlisted'}={quote(platform, safe='')}"


def list_prefix(
    scope: str, player: str = ANY, game: str = ANY, stage: Stage | Literal[""] = ANY
) -> str:
    return f"{scope}|{quote(player, safe='')}|{quote(game, safe='')}|{stage}|"


def sort_key(row: TableRow) -> str:
    """Return the sort key of a row in every list: by opening time, then by table id."""
    return f"{time_key(row.opened_at)}.{row.table}"


def time_key(milliseconds: int) -> str:
    """Return what the sort key of a table opened at this time begins with."""
    return f"{milliseconds:015}"


def index_entries(row: TableRow) -> Iterator[str]:
    """Yield the index entry of each list that contains the table."""
    suffix = sort_key(row)
    yield list_prefix(ALL_TABLES, stage=row.stage) + suffix
    scope = platform_scope(row.terms.platform, listed=row.terms.listed)
    for player in (ANY, *(player for player in row.player_ids if player is not None)):
        for game in (ANY, row.game):
            yield list_prefix(scope, player, game) + suffix
            yield list_prefix(scope, player, game, row.stage) + suffix

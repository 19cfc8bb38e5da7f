"""A table as lists show it, made from a game's position, and where lists look it up."""

from collections.abc import Iterator
from typing import Any, Final, Literal
from urllib.parse import quote

import msgspec

from games import table as tables
from games.clocks import deadline, terms_of
from games.history import Position
from schemas.reading import TableRow
from schemas.table import Stage
from services.runtime.generations import Generation

EVERY = "every"
"""The audience of those who look after all tables; everyone else sees the listed ones."""
LISTED = "listed"

ANY: Final = ""


def rows_key(generation: Generation) -> str:
    """Table -> its row."""
    return generation.key("rows")


def index_key(generation: Generation) -> str:
    """One sorted set for all lists: an entry begins with the name of its list, then by age."""
    return generation.key("index")


def changes_key(generation: Generation) -> str:
    """The stream of rows as they change."""
    return generation.key("changes")


decode_row = msgspec.json.Decoder(TableRow).decode


def table_row(position: Position, opened_at: int, updated_at: int) -> TableRow:
    """Nothing in it is secret: options, terms, names and results are everyone's."""
    table = position.table
    assert table is not None, "a position without a table has no row"
    options: dict[str, Any] = msgspec.to_builtins(table.options)
    return TableRow(
        table=position.id,
        game=table.game,
        rules=table.rules,
        stage=table.stage,
        players=tuple(chair.player for chair in table.chairs),
        to_act=tables.to_act(position.game, table),
        seq=position.seq,
        opened_at=opened_at,
        updated_at=updated_at,
        deadline=deadline(table),
        options=options,
        terms=terms_of(table),
        results=table.results,
        reason=table.reason,
    )


def platform_audience(platform: str) -> str:
    """A platform's own tables that are not listed."""
    return f"platform={quote(platform, safe='')}"


def list_prefix(
    audience: str, player: str = ANY, game: str = ANY, stage: Stage | Literal[""] = ANY
) -> str:
    return f"{audience}|{quote(player, safe='')}|{quote(game, safe='')}|{stage}|"


def place_of(row: TableRow) -> str:
    """Its place in every list: by the moment it was opened, then by name."""
    return f"{row.opened_at:015}.{row.table}"


def index_entries(row: TableRow) -> Iterator[str]:
    """One for every list that the table stands in."""
    place = place_of(row)
    yield list_prefix(EVERY, stage=row.stage) + place
    audience = LISTED if row.terms.listed else platform_audience(row.terms.platform)
    for player in (ANY, *(player for player in row.players if player is not None)):
        for game in (ANY, row.game):
            yield list_prefix(audience, player, game) + place
            yield list_prefix(audience, player, game, row.stage) + place

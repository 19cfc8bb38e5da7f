"""The tables: a row for each, the lists they stand in, and the stream of rows that change."""

from collections.abc import Sequence

from msgspec import Struct

from schemas.commit import canonical
from schemas.reading import TableRow
from services.projector.folding import Folded, Told
from services.projector.writing import Write
from services.runtime.connection import Client
from services.runtime.generations import Generation, ModelName
from services.runtime.table_changes import CHANGES_MAX
from services.runtime.table_rows import (
    changes_key,
    index_entries,
    index_key,
    rows_key,
    table_row,
)


class RowChanged(Struct, frozen=True, gc=False):
    before: TableRow | None
    after: TableRow


class Tables:
    name: ModelName = "tables"

    def news(self, told: Told) -> Sequence[RowChanged]:
        before, after = _row(told.before), _row(told.last)
        return () if after is None or after == before else (RowChanged(before, after),)

    async def writes(
        self, _client: Client, generation: Generation, news: Sequence[RowChanged]
    ) -> list[Write]:
        found = []
        index = index_key(generation)
        for change in news:
            row = canonical(change.after)
            found.append(Write("HSET", rows_key(generation), (change.after.table, row)))
            left = set(index_entries(change.before)) if change.before else set()
            joined = set(index_entries(change.after))
            found += [Write("ZADD", index, (0, entry)) for entry in sorted(joined - left)]
            found += [Write("ZREM", index, (entry,)) for entry in sorted(left - joined)]
            cut = ("MAXLEN", "~", CHANGES_MAX)
            found.append(Write("XADD", changes_key(generation), (*cut, "*", "row", row)))
        return found

    def place(self, _news: RowChanged) -> None:
        return None


def _row(folded: Folded | None) -> TableRow | None:
    if folded is None:
        return None
    return table_row(folded.position, folded.opened_at, folded.updated_at)

"""The tables read model: rows, list indexes and the stream of changed rows."""

from collections.abc import Sequence

from msgspec import Struct

from schemas.commit import canonical
from schemas.read_models import TableRow
from services.projector.folding import FoldedCommits, FoldedTable
from services.runtime.readmodels.generations import ModelName
from services.runtime.readmodels.table_changes import CHANGES_MAX
from services.runtime.readmodels.table_rows import (
    changes_key,
    index_entries,
    index_key,
    rows_key,
    table_row,
)
from services.runtime.readmodels.writer import Write, Writer


class RowChanged(Struct, frozen=True, gc=False):
    before: TableRow | None
    after: TableRow


class Tables:
    name: ModelName = "tables"

    def changes(self, commits: FoldedCommits) -> Sequence[RowChanged]:
        before, after = _row(commits.before), _row(commits.last)
        return () if after is None or after == before else (RowChanged(before, after),)

    async def writes(self, writer: Writer, changes: Sequence[RowChanged]) -> list[Write]:
        writes = []
        generation = writer.generation
        index = index_key(generation)
        for change in changes:
            row = canonical(change.after)
            writes.append(Write("HSET", rows_key(generation), (change.after.table, row)))
            old_entries = set(index_entries(change.before)) if change.before else set()
            new_entries = set(index_entries(change.after))
            writes += [
                Write("ZADD", index, (0, entry)) for entry in sorted(new_entries - old_entries)
            ]
            writes += [
                Write("ZREM", index, (entry,)) for entry in sorted(old_entries - new_entries)
            ]
            trim = ("MAXLEN", "~", CHANGES_MAX)
            writes.append(Write("XADD", changes_key(generation), (*trim, "*", "row", row)))
        return writes

    def sort_key(self, _change: RowChanged) -> None:
        return None


def _row(folded: FoldedTable | None) -> TableRow | None:
    if folded is None:
        return None
    return table_row(folded.position, folded.opened_at, folded.updated_at)

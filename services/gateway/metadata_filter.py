"""Lists of a platform's tables that have some metadata."""

from msgspec import Struct

from schemas.read_models import TableRow
from services.gateway.access import Caller
from services.runtime.readmodels.table_lists import TableLists, TablePage, TableQuery
from services.runtime.readmodels.table_rows import ANY, sort_key, time_key
from services.runtime.store.table_metadata import TableMetadata
from services.runtime.web.problems import ProblemError

SCANS_MAX = 10
"""Pages of the index that one request reads. If few of its tables match the other filters, the
response has fewer rows than asked for, and a cursor."""
_LAST = "~"


class MetadataFilter(Struct, frozen=True):
    platform: str
    name: str
    value: str


def parse_filter(caller: Caller, text: str) -> MetadataFilter:
    """Read `name:value`. Raises ProblemError."""
    if caller.platform is None:
        raise ProblemError("not_allowed", "Only platforms can filter by metadata.")
    name, separator, value = text.partition(":")
    if not separator:
        raise ProblemError("malformed", "Query parameter 'metadata': expected name:value.")
    return MetadataFilter(caller.platform, name, value)


class FilteredLists:
    def __init__(self, metadata: TableMetadata, tables: TableLists) -> None:
        self._metadata = metadata
        self._tables = tables

    async def page(
        self, wanted: MetadataFilter, query: TableQuery, limit: int, after: str | None
    ) -> TablePage:
        """Return a page of tables that match both. Raises NotBuiltError."""
        fresh_ms = await self._tables.fresh_ms()
        end = _LAST if query.until_ms is None else time_key(query.until_ms)
        newest, oldest = min(after or _LAST, end), time_key(query.since_ms)
        rows: list[TableRow] = []
        for _ in range(SCANS_MAX):
            page = await self._metadata.find(
                wanted.platform, wanted.name, wanted.value, newest=newest, oldest=oldest
            )
            found = await self._tables.rows(page.table_ids)
            candidates = (found[table_id] for table_id in page.table_ids if table_id in found)
            rows += [row for row in candidates if _matches(row, wanted.platform, query)]
            if len(rows) > limit:
                return TablePage(tuple(rows[:limit]), sort_key(rows[limit - 1]), fresh_ms)
            if page.after is None:
                return TablePage(tuple(rows), None, fresh_ms)
            newest = page.after
        return TablePage(tuple(rows), newest, fresh_ms)


def _matches(row: TableRow, platform: str, query: TableQuery) -> bool:
    return (
        row.terms.platform == platform
        and query.game in {ANY, row.game}
        and query.stage in {ANY, row.stage}
        and (query.player == ANY or query.player in row.player_ids)
    )

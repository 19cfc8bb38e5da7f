"""What never changes about a table: its rules and its platform.

Checking a command needs only these, so sending one does not read the table's history."""

from collections import OrderedDict

import msgspec
from msgspec import Struct

from services.runtime.access.platforms import HOUSE
from services.runtime.store.event_log import EventLog


class TableFacts(Struct, frozen=True, gc=False):
    rules: str
    platform: str


class _Terms(Struct, frozen=True):
    platform: str = HOUSE


class _TableOpened(Struct):
    terms: _Terms = _Terms()


class _FirstCommit(Struct):
    rules: str
    events: tuple[_TableOpened, ...]


_decoder = msgspec.json.Decoder(_FirstCommit)


class TableFactsReader:
    """Reads the facts of a table once, while it is among the last ones used."""

    def __init__(self, event_log: EventLog, tables_max: int) -> None:
        self._log = event_log
        self._tables_max = tables_max
        self._facts: OrderedDict[str, TableFacts] = OrderedDict()

    def known(self, table_id: str) -> TableFacts | None:
        """Return the facts of a table that was read before."""
        facts = self._facts.get(table_id)
        if facts is not None:
            self._facts.move_to_end(table_id)
        return facts

    async def of(self, table_id: str) -> TableFacts | None:
        """Return the facts, or None if the table does not exist."""
        facts = self.known(table_id)
        if facts is not None:
            return facts
        line = await self._log.commit(table_id, 1)
        if line is None:
            return None
        first = _decoder.decode(line)
        facts = self._facts[table_id] = TableFacts(first.rules, first.events[0].terms.platform)
        if len(self._facts) > self._tables_max:
            self._facts.popitem(last=False)
        return facts

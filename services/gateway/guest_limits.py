"""Bounds the unfinished tables of guests: per network and in total."""

import time

from games.codec import read_commit
from schemas.commit import AnyCommit
from schemas.table import GameEnded, TableAborted, TableVoided
from services.runtime.access.guest_tables import GuestTables
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from services.runtime.web.problems import ProblemError

FORGET_SECONDS = 60.0
"""Ended tables are looked for at most this often, because that reads all of them. A network at its
limit looks only at its own."""


class GuestLimits:
    def __init__(self, guest_tables: GuestTables, event_log: EventLog, settings: Settings) -> None:
        self._tables = guest_tables
        self._log = event_log
        self._per_address_max = settings.guest_tables_per_address_max
        self._total_max = settings.guest_tables_max
        self._forgotten_at = float("-inf")

    async def require_room(self, network: str) -> None:
        """Raise ProblemError if the network, or all guests together, have too many tables."""
        networks = await self._tables.networks()
        if time.monotonic() - self._forgotten_at > FORGET_SECONDS:
            self._forgotten_at = time.monotonic()
            networks = await self._without_ended(networks, set(networks))
        own = {table_id for table_id, owner in networks.items() if owner == network}
        if len(own) >= self._per_address_max:
            networks = await self._without_ended(networks, own)
            if len(own & set(networks)) >= self._per_address_max:
                raise ProblemError(
                    "too_many",
                    f"Your address has {self._per_address_max} unfinished tables. Finish or leave "
                    "one first.",
                    allowed=self._per_address_max,
                )
        if len(networks) >= self._total_max:
            raise ProblemError(
                "too_many",
                "Guests have too many unfinished tables on this server. Try again later.",
                allowed=self._total_max,
            )

    async def count(self, table_id: str, network: str) -> None:
        """Count a new table for the network."""
        await self._tables.add(table_id, network)

    async def _without_ended(
        self, networks: dict[str, str], candidates: set[str]
    ) -> dict[str, str]:
        ended = [table_id for table_id in candidates if await self._has_ended(table_id)]
        await self._tables.forget(ended)
        return {table: network for table, network in networks.items() if table not in ended}

    async def _has_ended(self, table_id: str) -> bool:
        line = await self._log.last_commit(table_id)
        return line is None or _ends_table(read_commit(line))


def _ends_table(commit: AnyCommit) -> bool:
    return any(isinstance(event, GameEnded | TableAborted | TableVoided) for event in commit.events)

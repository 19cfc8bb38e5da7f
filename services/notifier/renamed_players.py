"""Shows new names in the live table list, which keeps the names of its rows."""

import asyncio

import structlog
from msgspec.structs import replace

from schemas.table import PlayerId, PlayerName
from services.notifier.live_tables import BATCH_SECONDS, LiveTables
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.readmodels.table_changes import TableChanges
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.cursor import BEGINNING

POLL_SECONDS = 0.5

log = structlog.get_logger()


async def follow_renamed_players(players: PlayerDirectory, live_tables: LiveTables) -> None:
    """Update the list until cancelled."""
    loop = asyncio.get_running_loop()
    # What changed before the start is read, too: the list may already hold older names.
    cursor = BEGINNING
    recent: set[PlayerId] = set()
    while True:
        try:
            cursor, changed = await players.changes(cursor)
            # Once more than needed: a row may arrive with a name that was read before the change.
            names = await players.names(changed | recent)
            recent = changed
            if names and rename(live_tables, names):
                loop.call_later(BATCH_SECONDS, live_tables.publish)
        except CONNECTION_ERRORS as error:
            log.warning("cannot read the names of players", error=str(error))
        await asyncio.sleep(POLL_SECONDS)


def rename(live_tables: LiveTables, names: dict[PlayerId, PlayerName]) -> bool:
    """Put the names into the rows. Return True if that starts a new batch."""
    renamed = []
    for row in live_tables.rows_with(names.keys()):
        shown = tuple(
            name if player_id is None else names.get(player_id, name)
            for player_id, name in zip(row.player_ids, row.players, strict=True)
        )
        if shown != row.players:
            renamed.append(replace(row, players=shown))
    if not renamed:
        return False
    return live_tables.apply(TableChanges(live_tables.cursor, False, tuple(renamed)))

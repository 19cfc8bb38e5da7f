"""The player directory: who is behind the random player ids in histories.

Histories never hold names. Erasing a person here leaves every hash of every history intact; the
player is then shown as `ANONYMOUS`.

A name that was replaced by an operator or the platform does not come back when the player is seated
under it again.
"""

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from schemas.read_models import TableRow
from schemas.record import Record
from schemas.table import DECEPTIVE_CHARACTERS, AnyTable, PlayerId, PlayerName
from services.runtime.access.name_folding import folded
from services.runtime.access.random_ids import random_id
from services.runtime.server.client import RedisClient
from services.runtime.server.compare_and_set import CompareAndSet
from services.runtime.store.cursor import Cursor, added_ms, entry_cursor, following_id
from services.runtime.store.keys import PLAYER_CHANGES, PLAYERS, player_refs

ID_BYTES = 12
ANONYMOUS = "Anonymous"
REPLACED_NAMES_MAX = 10
"""Kept for each player: the newest."""
CHANGES_MS = 3_600_000
CHANGES_PER_READ = 500


class PlayerEntry(Record):
    """What the directory knows about a player id."""

    platform: str
    player: str
    """The platform's own id of the player; a guest's is empty."""
    name: str
    """As it was given. Older releases accepted names that a `PlayerName` excludes."""
    replaced_names: tuple[str, ...] = ()
    """Names that an operator or the platform has replaced, newest first."""


_deceptive = re.compile(f"[{DECEPTIVE_CHARACTERS}]")
_decode = msgspec.json.Decoder(PlayerEntry).decode


class PlayerDirectory:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._compare_and_set = CompareAndSet(client)

    async def identify(self, platform: str, player: str, name: str) -> PlayerId:
        """Return the id of a platform's player, created at the first call, and store the name."""
        refs = player_refs(platform)
        await self._client.hsetnx(refs, player, _new_id())
        stored_id = await self._client.hget(refs, player)
        if stored_id is None:
            # The player was erased between the two calls, and is a new one now.
            return await self.identify(platform, player, name)
        player_id: PlayerId = stored_id.decode()
        while True:
            stored = await self._client.hget(PLAYERS, player_id)
            known = PlayerEntry(platform, player, name) if stored is None else _decode(stored)
            entry = known if _is_replaced(name, known) else replace(known, name=name)
            if await self._compare_and_set(PLAYERS, player_id, stored, msgspec.json.encode(entry)):
                return player_id

    async def add_guest(self, platform: str, name: str) -> PlayerId:
        """Return a new id: a guest's name proves nothing, so no two visits share an id."""
        player_id = _new_id()
        await self._store(player_id, PlayerEntry(platform, "", name))
        return player_id

    async def add(self, player_id: PlayerId, entry: PlayerEntry) -> None:
        """Store an entry under an id that already exists in histories."""
        await self._store(player_id, entry)

    async def entries(self, player_ids: Iterable[PlayerId | None]) -> dict[PlayerId, PlayerEntry]:
        """Return what is known about these players; erased ones are missing."""
        unique_ids = sorted({player_id for player_id in player_ids if player_id is not None})
        if not unique_ids:
            return {}
        stored = await self._client.hmget(PLAYERS, unique_ids)
        return {
            player_id: _decode(entry)
            for player_id, entry in zip(unique_ids, stored, strict=True)
            if entry is not None
        }

    async def names(self, player_ids: Iterable[PlayerId | None]) -> dict[PlayerId, PlayerName]:
        """Return the names of these players; erased ones are `ANONYMOUS`."""
        unique_ids = {player_id for player_id in player_ids if player_id is not None}
        entries = await self.entries(unique_ids)
        return {
            player_id: shown_name(entries[player_id].name) if player_id in entries else ANONYMOUS
            for player_id in unique_ids
        }

    async def names_at(self, table: AnyTable) -> dict[PlayerId, PlayerName]:
        """Return the names of everyone who sits at a table."""
        return await self.names(seat.player for seat in table.seats)

    async def rename(self, player_id: PlayerId, name: PlayerName) -> PlayerEntry | None:
        """Replace a player's name everywhere. Return None if there is no such player."""
        while True:
            stored = await self._client.hget(PLAYERS, player_id)
            if stored is None:
                return None
            entry = _renamed(_decode(stored), name)
            if await self._compare_and_set(PLAYERS, player_id, stored, msgspec.json.encode(entry)):
                await self._publish_change(player_id)
                return entry

    async def changes(self, after: Cursor) -> tuple[Cursor, set[PlayerId]]:
        """Return players who were renamed or erased since, and the cursor to go on from."""
        entries = await self._client.xrange(
            PLAYER_CHANGES, min=following_id(after), count=CHANGES_PER_READ
        )
        if entries:
            after = entry_cursor(entries[-1][0])
        return after, {fields[b"player"].decode() for _, fields in entries}

    async def erase(self, player_id: PlayerId) -> bool:
        """Forget a player. Returns whether there was an entry."""
        entry = (await self.entries([player_id])).get(player_id)
        if entry is None:
            return False
        await self._client.hdel(PLAYERS, player_id)
        if entry.player:
            await self._client.hdel(player_refs(entry.platform), entry.player)
        await self._publish_change(player_id)
        return True

    async def _publish_change(self, player_id: PlayerId) -> None:
        added = entry_cursor(await self._client.xadd(PLAYER_CHANGES, {"player": player_id}))
        oldest_ms = added_ms(added) - CHANGES_MS
        await self._client.xtrim(PLAYER_CHANGES, minid=str(oldest_ms), approximate=True)

    async def _store(self, player_id: PlayerId, entry: PlayerEntry) -> None:
        await self._client.hset(PLAYERS, player_id, msgspec.json.encode(entry))


async def rows_with_names(
    players: PlayerDirectory, rows: Iterable[TableRow]
) -> tuple[TableRow, ...]:
    """Return rows of the table read model with the players' current names filled in."""
    table_rows = tuple(rows)
    names = await players.names(player_id for row in table_rows for player_id in row.player_ids)
    return tuple(
        replace(
            row,
            players=tuple(
                None if player_id is None else names[player_id] for player_id in row.player_ids
            ),
        )
        for row in table_rows
    )


def shown_name(name: str) -> PlayerName:
    """Return the name with a visible sign in place of each character that a name may not have."""
    return _deceptive.sub("\N{REPLACEMENT CHARACTER}", name)


def _is_replaced(name: str, entry: PlayerEntry) -> bool:
    return folded(name) in map(folded, entry.replaced_names)


def _renamed(entry: PlayerEntry, name: PlayerName) -> PlayerEntry:
    """A name that is chosen again is no longer a replaced one."""
    replaced = (entry.name, *entry.replaced_names)
    others = [former for former in dict.fromkeys(replaced) if folded(former) != folded(name)]
    return replace(entry, name=name, replaced_names=tuple(others[:REPLACED_NAMES_MAX]))


def _new_id() -> PlayerId:
    return random_id(ID_BYTES)

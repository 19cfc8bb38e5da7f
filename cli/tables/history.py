"""Read a table's history from the server."""

import msgspec
from msgspec import Struct

from games.terminal_kit.errors import CommandLineError
from schemas.table import TableId
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.store.event_log import EventLog
from services.runtime.stores import Stores


class _SeatEvent(Struct):
    type: str
    player: str | None = None


class _SeatEvents(Struct):
    events: tuple[_SeatEvent, ...]


_seat_events = msgspec.json.Decoder(_SeatEvents)


def parse_table_id(text: str) -> str:
    """Raises CommandLineError if the text cannot be a table id."""
    try:
        return msgspec.convert(text, TableId)
    except msgspec.ValidationError as error:
        raise CommandLineError(
            f"{text!r} is not a table id: expected 1 to 64 letters, digits, _ or -"
        ) from error


async def read_named_history(
    stores: Stores, table_id: str
) -> tuple[list[tuple[int, bytes]], dict[str, str]]:
    """Return the stored commits, numbered from 1, and the names of the players."""
    lines = await read_history(stores.event_log, table_id)
    return lines, await read_names(stores.players, lines)


async def read_names(players: PlayerDirectory, lines: list[tuple[int, bytes]]) -> dict[str, str]:
    """Return the names of everyone who ever sat at a table, by player id."""
    player_ids = {
        event.player
        for _, line in lines
        for event in _seat_events.decode(line).events
        if event.type == "seat_taken" and event.player is not None
    }
    return await players.names(player_ids)


async def read_history(log: EventLog, table_id: str) -> list[tuple[int, bytes]]:
    """Return the stored commits, numbered from 1. Raises CommandLineError if there are none."""
    lines = [line async for line in log.read(parse_table_id(table_id))]
    if not lines:
        raise CommandLineError(f"there is no table {table_id}: run `bluemoon table ls` for a list")
    return list(enumerate(lines, start=1))

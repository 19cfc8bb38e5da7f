"""The player directory, when two callers meet."""

import msgspec
import pytest

from schemas.table import PlayerName
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.server.client import Value
from services.runtime.store.cursor import BEGINNING
from services.runtime.store.keys import player_refs
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio


async def test_a_player_who_is_erased_while_being_identified_gets_a_new_id(
    client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = PlayerDirectory(client)
    first_id = await players.identify("own", "p1", "Amber")
    read = client.hget
    erasures = [first_id]

    async def erase_first(name: str, key: Value) -> bytes | None:
        if name == player_refs("own") and erasures:
            assert await players.erase(erasures.pop())
        return await read(name, key)

    monkeypatch.setattr(client, "hget", erase_first)
    second_id = await players.identify("own", "p1", "Amber")

    assert second_id != first_id
    assert await players.names([first_id, second_id]) == {
        first_id: "Anonymous",
        second_id: "Amber",
    }


async def test_shows_what_older_releases_accepted_in_names(client: FullClient) -> None:
    players = PlayerDirectory(client)
    player_id = await players.identify("own", "p1", "\u202eAm\x1bber\u2028")
    names = await players.names([player_id])
    assert names == {player_id: "\ufffdAm\ufffdber\ufffd"}
    assert msgspec.convert(names[player_id], PlayerName) == "\ufffdAm\ufffdber\ufffd"


async def test_a_replaced_name_does_not_come_back(client: FullClient) -> None:
    players = PlayerDirectory(client)
    player_id = await players.identify("own", "p1", "Vile")
    assert await players.rename("nobody", "Amber") is None
    renamed = await players.rename(player_id, "Amber")
    assert renamed is not None
    assert renamed.replaced_names == ("Vile",)

    for name in ("Vile", "v1le"):
        assert await players.identify("own", "p1", name) == player_id
        assert await players.names([player_id]) == {player_id: "Amber"}
    await players.identify("own", "p1", "Basalt")
    assert await players.names([player_id]) == {player_id: "Basalt"}
    await players.identify("own", "p1", "Vile")
    assert await players.names([player_id]) == {player_id: "Basalt"}


async def test_a_name_that_is_restored_is_no_longer_replaced(client: FullClient) -> None:
    players = PlayerDirectory(client)
    player_id = await players.identify("own", "p1", "Amber")
    for name in ("Basalt", "Amber"):
        await players.rename(player_id, name)
    entry = (await players.entries([player_id]))[player_id]
    assert (entry.name, entry.replaced_names) == ("Amber", ("Basalt",))


async def test_tells_who_was_renamed_or_erased(client: FullClient) -> None:
    players = PlayerDirectory(client)
    cursor = BEGINNING
    renamed, erased = [await players.identify("own", ref, "Amber") for ref in ("p1", "p2")]
    assert await players.changes(cursor) == (cursor, set())
    await players.rename(renamed, "Basalt")
    await players.erase(erased)
    cursor, changed = await players.changes(cursor)
    assert changed == {renamed, erased}
    assert await players.changes(cursor) == (cursor, set())

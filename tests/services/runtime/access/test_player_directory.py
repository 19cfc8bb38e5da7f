"""The player directory, when two callers meet."""

import msgspec
import pytest

from schemas.table import PlayerName
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.server.client import Value
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

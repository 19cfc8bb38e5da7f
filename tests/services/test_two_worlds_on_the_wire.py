"""No byte sent to a viewer depends on what the viewer must not know.

Two games are played with the same commands; they differ in two cards that the viewer has not seen.
Each is stored on a real server, with a real engine, gateway and notifier. Everything sent to the
viewer must be the same in both: bodies, headers, sizes, rejections.
"""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import CITY
from games.dice import Dice
from games.history import Position, advance, replay
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from games.testing.two_worlds import History, TwoWorlds, refusal, shows_difference
from schemas.city.actions import Discard, Fly, Hasten, Offer, Walk
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, canonical
from schemas.redaction import SPECTATOR, Viewer
from services.runtime.operations.settings import Settings
from services.runtime.server.client import Value
from services.runtime.store.event_log import EventLog
from tests.games.city.test_contract import TestContract as CityContract
from tests.services.engines import Engines
from tests.services.full_client import client_of
from tests.services.gateway.conftest import serve_gateway
from tests.services.notifier.conftest import KEY
from tests.services.notifier.live_client import Notifier

pytestmark = pytest.mark.anyio

TABLE_ID = "worlds"
PLAYERS = 3
DIFFERING_COMMITS_MIN = 10
"""A pair of worlds must differ for at least this many commits to be worth comparing."""

CHANGES = 48
CITY_CONTRACT = CityContract()
PROBES = (Walk("mill"), Fly("palace"), Hasten(), Offer(), Discard("khind-1"), Discard("hoax-1"))

World = list[AnyCommit]


def play_game() -> History:
    bots = tuple((name, random_bot) for name in ("Amber", "Basalt", "Coral"))
    options = CityOptions(PLAYERS, expansions=(1, 2))
    return list(play_out(Playout(CITY, options, bots, "wire", TABLE_ID)))


def other_world(history: History) -> Iterator[tuple[AnyCommit, Position]]:
    """Yield the game with the same commands and the changed dice, while they are legal."""
    position = Position(CITY, TABLE_ID)
    seed = history[0][0].events[0].seed
    for commit, _ in history:
        try:
            other_commit, position = advance(position, commit.command, commit.at, seed)
        except IllegalActionError:
            return
        yield other_commit, position


def pair(history: History, viewer: Viewer) -> tuple[int, World, World]:
    """Return for how many commits both worlds differ, and both, up to where the viewer sees it."""
    original: World = []
    changed: World = []
    differing = 0
    for (commit, position), (other, other_position) in zip(
        history, other_world(history), strict=False
    ):
        assert position.table is not None
        assert other_position.table is not None
        if "over" in {position.table.stage, other_position.table.stage}:
            break
        if shows_difference(commit, other, viewer, CITY_CONTRACT.shows_to):
            break
        original.append(commit)
        changed.append(other)
        differing += position.table != other_position.table
    return differing, original, changed


def worlds(viewer: Viewer, patch: pytest.MonkeyPatch) -> tuple[World, World]:
    """Return the pair of worlds that differs longest without the viewer seeing it."""
    history = play_game()
    pick = Dice.of_text("wire").picker("swaps")
    two_worlds = TwoWorlds(CITY, history, lambda dice_of: patch.setattr(tables, "dice_of", dice_of))
    pairs = []
    for change in two_worlds.changes(CITY_CONTRACT.is_hidden, CHANGES, pick):
        with two_worlds.changed(change):
            pairs.append(pair(history, viewer))
    differing, original, changed = max(pairs, key=lambda candidate: candidate[0])
    assert differing > DIFFERING_COMMITS_MIN
    assert [commit.hash for commit in original] != [commit.hash for commit in changed]
    return original, changed


def rejected_probes(world: World, viewer: Viewer) -> list[Any]:
    """Return actions that the viewer may not take. An accepted one would record the time."""
    position = Position(CITY, TABLE_ID)
    for commit in world:
        position = replay(position, commit)
    assert position.table is not None
    if viewer == SPECTATOR:
        return list(PROBES)
    probes = [
        probe for probe in PROBES if refusal(CITY, position.table, viewer, probe) != b"accepted"
    ]
    assert probes
    return probes


class Wire:
    """Records everything that is sent to one viewer of one world."""

    def __init__(
        self, event_log: EventLog, engines: Engines, settings: Settings, viewer: Viewer
    ) -> None:
        self._log = event_log
        self._engines = engines
        self._settings = settings
        self._viewer = viewer
        self.received: list[Any] = []

    async def record(self, world: World) -> list[Any]:
        await client_of(self._log).flushdb()
        half = len(world) // 2
        await self._write(world[:half])
        engine = await self._engines.start()
        notifier = await Notifier(self._settings, self._log).start()
        token = notifier.token(TABLE_ID, self._viewer)
        try:
            async with notifier.connect() as live_client:
                await live_client.subscribe(TABLE_ID, token)
                for _ in range(half):
                    self.received.append(await live_client.socket.recv())
                async with serve_gateway(self._settings, self._log) as gateway:
                    gateway.http.headers["Authorization"] = f"Bearer {token}"
                    for commit in world[half:]:
                        await self._write([commit])
                        self.received.append(await live_client.socket.recv())
                        # Views list legal actions only at the latest seq.
                        self._note(await gateway.http.get(f"/v1/tables/{TABLE_ID}/view"))
                    await self._request(gateway.http, world)
            await self._stream(notifier, token, len(world))
        finally:
            await notifier.stop()
            await engine.stop()
        return self.received

    async def _write(self, commits: World) -> None:
        """Store commits like an engine."""
        shard = self._log.shard(TABLE_ID)
        for commit in commits:
            line = canonical(commit)
            await client_of(self._log).xadd(
                shard.table(TABLE_ID), {"commit": line}, id=f"{commit.seq}-0"
            )
            await client_of(self._log).hset(shard.tables, TABLE_ID, commit.seq)
            fields: dict[str, Value] = {"table": TABLE_ID, "seq": commit.seq, "commit": line}
            await client_of(self._log).xadd(shard.feed, fields)

    async def _request(self, http: httpx.AsyncClient, world: World) -> None:
        table = f"/v1/tables/{TABLE_ID}"
        for path in ("", "/view", "/commits", "/commits?after=7&limit=5"):
            self._note(await http.get(table + path))
        for seq in range(0, len(world) + 2, 7):
            self._note(await http.get(f"{table}/view?at={seq}"))
        for number, action in enumerate(rejected_probes(world, self._viewer)):
            command = f"probe{number}"
            body = canonical({"id": command, "action": action})
            response = await http.post(f"{table}/commands", content=body)
            assert response.status_code in {httpx.codes.CONFLICT, httpx.codes.FORBIDDEN}
            self._note(response)
            self._note(await http.get(f"{table}/commands/{command}"))

    def _note(self, response: httpx.Response) -> None:
        headers = sorted(
            (name, value)
            for name, value in response.headers.multi_items()
            # They depend on the clock alone.
            if name.lower() not in {"date", "ratelimit"}
        )
        self.received.append((str(response.url), response.status_code, headers, response.content))

    async def _stream(self, notifier: Notifier, token: str, commits: int) -> None:
        url = f"{notifier.http}/v1/tables/{TABLE_ID}/events?token={token}"
        lines = 0
        async with httpx.AsyncClient() as http, http.stream("GET", url) as response:
            async for line in response.aiter_lines():
                self.received.append(line)
                lines += '"commit_update"' in line
                if lines == commits:
                    return


def _lists_actions(item: Any) -> bool:
    return isinstance(item, tuple) and b'"actions":[{' in item[-1]


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
async def test_c1_9_responses_do_not_depend_on_hidden_cards(
    viewer: Viewer,
    event_log: EventLog,
    engines: Engines,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    original, changed = worlds(viewer, monkeypatch)
    keys = {"token_keys": (f"test:{KEY}",), "platform_keys": ("test:unused",)}
    settings = replace(settings, **keys)

    first = await Wire(event_log, engines, settings, viewer).record(original)
    second = await Wire(event_log, engines, settings, viewer).record(changed)

    assert len(first) > 2 * len(original)
    assert any(_lists_actions(item) for item in first) == (viewer != SPECTATOR)
    for item, other_item in zip(first, second, strict=True):
        assert item == other_item

"""No byte that is sent to a viewer depends on what it must not know.

Two worlds are played with the same commands; they differ in two cards that the viewer has not seen.
Each is put on a real server, with a real engine, gateway and notifier before it. Whatever the
viewer asks for, and whatever is sent to it, has to be the same in both: bodies, heads, sizes,
refusals.
"""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from games import table as tables
from games.bots import random_bot
from games.city.game import CITY
from games.dice import Dice
from games.history import Position, advance, replay
from games.illegal import Illegal
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical
from schemas.secrecy import SPECTATOR, Viewer
from services.runtime.event_log import EventLog
from services.runtime.settings import Settings
from tests.games.city.test_two_worlds import (
    PROBES,
    History,
    Shuffle,
    SwappedDice,
    refusal,
    shuffles_of,
    swaps,
)
from tests.services.engines import Engines
from tests.services.gateway.conftest import serving
from tests.services.notifier.conftest import KEY
from tests.services.notifier.watching import Notifier

pytestmark = pytest.mark.anyio

GAME = "worlds"
PLAYERS = 3
FEW_COMMITS = 10
"""So long at least the worlds differ before a pair of them is worth a comparison."""

World = list[AnyCommit]


def played() -> History:
    bots = tuple((name, random_bot) for name in ("Amber", "Basalt", "Coral"))
    options = CityOptions(PLAYERS, expansions=(1, 2))
    return list(play_out(Playout(CITY, options, bots, "wire", GAME)))


def other_world(history: History) -> Iterator[tuple[AnyCommit, Position]]:
    """The same commands with the dice of the moment, for as long as they are possible."""
    position = Position(CITY, GAME)
    seed = history[0][0].events[0].seed
    for commit, _ in history:
        try:
            made, position = advance(position, commit.command, commit.at, seed)
        except Illegal:
            return
        yield made, position


def pair(history: History, viewer: Viewer, shuffle: Shuffle, swap: tuple[int, int]) -> Any:
    """Both worlds up to where the viewer could tell them apart, and for how long they differ."""
    end = min(shuffle.seen_by(viewer, place) for place in swap)
    here: World = []
    there: World = []
    differing = 0
    for at, ((commit, position), (other, other_position)) in enumerate(
        zip(history, other_world(history), strict=False)
    ):
        assert position.table is not None
        assert other_position.table is not None
        if at >= end or "over" in {position.table.stage, other_position.table.stage}:
            break
        here.append(commit)
        there.append(other)
        differing += position.table != other_position.table
    return differing, here, there


def worlds(viewer: Viewer, patch: pytest.MonkeyPatch) -> tuple[World, World]:
    """The pair, of many, that differs longest without the viewer seeing it."""
    history = played()
    pick = Dice.of_text("wire").picker("swaps")
    real_dice = tables.dice_of
    found = []
    with patch.context() as patched:
        for shuffle in shuffles_of(history)[:2]:
            for swap in swaps(shuffle, pick):
                patched.setattr(
                    tables,
                    "dice_of",
                    lambda table, label=shuffle.label, swap=swap: SwappedDice(
                        real_dice(table), label, swap
                    ),
                )
                found.append(pair(history, viewer, shuffle, swap))
    differing, here, there = max(found, key=lambda one: one[0])
    assert differing > FEW_COMMITS
    assert [commit.hash for commit in here] != [commit.hash for commit in there]
    return here, there


def refused(world: World, viewer: Viewer) -> list[Any]:
    """What is refused when the viewer tries it. An accepted command would note the time of day."""
    position = Position(CITY, GAME)
    for commit in world:
        position = replay(position, commit)
    assert position.table is not None
    if viewer == SPECTATOR:
        return list(PROBES)
    found = [probe for probe in PROBES if refusal(position.table, viewer, probe) != b"accepted"]
    assert found
    return found


class Wire:
    """Everything that comes over the wire to one viewer of one world."""

    def __init__(
        self, event_log: EventLog, engines: Engines, settings: Settings, viewer: Viewer
    ) -> None:
        self._log = event_log
        self._engines = engines
        self._settings = settings
        self._viewer = viewer
        self.heard: list[Any] = []

    async def hear(self, world: World) -> list[Any]:
        await self._log.client.flushdb()
        half = len(world) // 2
        await self._write(world[:half])
        engine = await self._engines.start()
        notifier = await Notifier(self._settings, self._log).start()
        token = notifier.token(GAME, self._viewer)
        try:
            async with notifier.watcher() as watcher:
                await watcher.follow(GAME, token)
                for _ in range(half):
                    self.heard.append(await watcher.socket.recv())
                await self._write(world[half:])
                for _ in range(len(world) - half):
                    self.heard.append(await watcher.socket.recv())
            async with serving(self._settings, self._log) as gateway:
                gateway.http.headers["Authorization"] = f"Bearer {token}"
                await self._ask(gateway.http, world)
            await self._stream(notifier, token, len(world))
        finally:
            await notifier.stop()
            await engine.stop()
        return self.heard

    async def _write(self, commits: World) -> None:
        """As an engine would have."""
        shard = self._log.shard(GAME)
        for commit in commits:
            line = canonical(commit)
            await self._log.client.xadd(shard.game(GAME), {"commit": line}, id=f"{commit.seq}-0")
            await self._log.client.hset(shard.games, GAME, commit.seq)
            fields = {"game": GAME, "seq": commit.seq, "commit": line}
            await self._log.client.xadd(shard.feed, fields)

    async def _ask(self, http: httpx.AsyncClient, world: World) -> None:
        table = f"/v1/tables/{GAME}"
        for path in ("", "/view", "/commits", "/legal", "/commits?after=7&limit=5"):
            self._note(await http.get(table + path))
        for at in range(0, len(world) + 2, 7):
            self._note(await http.get(f"{table}/view?at={at}"))
        for number, action in enumerate(refused(world, self._viewer)):
            command = f"probe{number}"
            body = canonical({"id": command, "action": action})
            answer = await http.post(f"{table}/commands", content=body)
            assert answer.status_code in {httpx.codes.CONFLICT, httpx.codes.FORBIDDEN}, answer.text
            self._note(answer)
            self._note(await http.get(f"{table}/commands/{command}"))

    def _note(self, answer: httpx.Response) -> None:
        heads = sorted((k, v) for k, v in answer.headers.multi_items() if k.lower() != "date")
        self.heard.append((str(answer.url), answer.status_code, heads, answer.content))

    async def _stream(self, notifier: Notifier, token: str, versions: int) -> None:
        url = f"{notifier.http}/v1/tables/{GAME}/events?token={token}"
        lines = 0
        async with httpx.AsyncClient() as http, http.stream("GET", url) as answer:
            async for line in answer.aiter_lines():
                self.heard.append(line)
                lines += '"commit_seen"' in line
                if lines == versions:
                    return


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
async def test_c1_9_the_wire_tells_a_viewer_nothing_it_must_not_know(
    viewer: Viewer,
    event_log: EventLog,
    engines: Engines,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = worlds(viewer, monkeypatch)
    keys = {"token_keys": (f"test:{KEY}",), "platform_keys": ("test:of no use here",)}
    settings = replace(settings, **keys)

    one = await Wire(event_log, engines, settings, viewer).hear(here)
    other = await Wire(event_log, engines, settings, viewer).hear(there)

    assert len(one) > 2 * len(here)
    for mine, yours in zip(one, other, strict=True):
        assert mine == yours

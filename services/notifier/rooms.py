"""Games that somebody follows. One reader of each shard's feed serves all who do."""

import asyncio

import structlog

from games.codec import Unreadable, read_commit
from schemas.secrecy import SPECTATOR, Viewer
from schemas.terms import Terms
from services.notifier.audience import Audience, DelayedAudience
from services.notifier.histories import Histories
from services.runtime.event_log import EventLog
from services.runtime.spectators import delay_ms, ends_game
from services.runtime.telemetry import GAME, SEQ

log = structlog.get_logger()


class Room:
    """What is known of a game while somebody follows it."""

    def __init__(self, game: str, rooms: "Rooms") -> None:
        self.game = game
        self.head = 0
        self.over = False
        self.terms = Terms()
        self.guests = 0
        self._rooms = rooms
        self._audiences: dict[Viewer, Audience] = {}
        self._loaded = False
        self._loading = asyncio.Lock()

    async def load(self) -> None:
        """Once, for all who come at the same time. What the feed tells meanwhile counts too."""
        async with self._loading:
            if self._loaded:
                return
            found = await self._rooms.histories.about(self.game)
            if found is not None:
                self.terms, commit = found
                self.head = max(self.head, commit.seq)
                self.over = self.over or ends_game(commit)
                self._loaded = True

    async def audience(self, viewer: Viewer) -> Audience:
        async with self._loading:
            audience = self._audiences.get(viewer)
            if audience is None:
                audience = await self._gather(viewer)
                self._audiences[viewer] = audience
            return audience

    async def _gather(self, viewer: Viewer) -> Audience:
        delay = delay_ms(self.terms) if viewer == SPECTATOR else 0
        if delay:
            shown = await self._rooms.histories.shown(self.game, self.terms)
            if not self.over:
                return DelayedAudience(self.game, viewer, shown, delay, self._rooms.event_log)
        return Audience(self.game, viewer, self.head)

    async def page(self, after: int) -> list[tuple[int, bytes]]:
        return await self._rooms.histories.page(self.game, after)

    def tell(self, seq: int, line: bytes) -> None:
        """A commit has come over the feed."""
        if seq <= self.head:
            return
        commit = read_commit(line)
        self.head = seq
        self.over = self.over or ends_game(commit)
        for audience in self._audiences.values():
            audience.hear(commit, over=self.over)

    async def compare(self, version: int) -> None:
        """What the truth says the version is, for when the feed has missed something out."""
        if version < self.head:
            # Only a server that came back without its last second makes a history shorter.
            self.fail("no_such_version", "the game has lost its newest versions: start over")
            self._loaded, self.head, self.over = False, 0, False
        elif version > self.head:
            commit = await self._rooms.histories.newest(self.game)
            if commit is not None and commit.seq > self.head:
                self.head = commit.seq
                self.over = self.over or ends_game(commit)
                for audience in self._audiences.values():
                    audience.show(self.head, over=self.over)

    def fail(self, code: str, message: str) -> None:
        """Nobody can follow the game any further."""
        audiences, self._audiences = self._audiences, {}
        for audience in audiences.values():
            audience.close()
            for member in tuple(audience.members):
                member.fail(code, message)

    def leave(self) -> None:
        """One of its guests goes; the last one closes it."""
        self.guests -= 1
        if self.guests == 0:
            self._rooms.forget(self)
            for audience in self._audiences.values():
                audience.close()


class Rooms:
    def __init__(self, event_log: EventLog) -> None:
        self.event_log = event_log
        self.histories = Histories(event_log)
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def enter(self, game: str) -> Room:
        """Whoever enters leaves again. From now on the room hears what comes."""
        room = self._rooms.get(game)
        if room is None:
            room = self._rooms[game] = Room(game, self)
        room.guests += 1
        return room

    def forget(self, room: Room) -> None:
        del self._rooms[room.game]

    def tell(self, game: str, seq: int, line: bytes) -> None:
        room = self._rooms.get(game)
        if room is None:
            return
        try:
            room.tell(seq, line)
        except Unreadable as error:
            # Newer rules than ours, or a broken history: other games go on.
            log.error("a commit can't be read", error=str(error), **{GAME: game, SEQ: seq})
            room.fail("unavailable", "the game can't be read by this service")

    def of_shard(self, number: int) -> list[Room]:
        return [
            room
            for game, room in self._rooms.items()
            if self.event_log.shard(game).number == number
        ]

"""One subscription to a game: from any version, without a gap and without a repetition."""

import asyncio

import structlog

from games.codec import Unreadable, read_commit
from schemas.commit import AnyCommit
from schemas.live import CommitSeen
from services.notifier.audience import Audience
from services.notifier.client import Client, TopicKind
from services.notifier.frames import Frame, frame_of
from services.notifier.rooms import Room
from services.runtime.sittings import who_sat_down
from services.runtime.telemetry import GAME

TURN_COMMITS = 10
"""After so many, whoever follows as it happens gets its turn."""

log = structlog.get_logger()


class GameSubscription:
    """Knows one number: the version it was told last. The next one is passed on as it happens;
    when that is not the next one, everything in between is read from the truth."""

    __slots__ = (
        "_audience",
        "_catching_up",
        "_client",
        "_room",
        "_sitting",
        "_sure_until",
        "_told",
        "id",
        "kind",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - what it stands between
        self,
        subscription_id: str,
        client: Client,
        room: Room,
        audience: Audience,
        after: int,
        sitting: str = "",
    ) -> None:
        """`sitting` is that of a guest, who has the seat until somebody else sits down there."""
        self.id = subscription_id
        self.kind: TopicKind = "game"
        self._client = client
        self._room = room
        self._audience = audience
        self._told = after
        self._sitting = sitting
        self._sure_until = audience.shown
        self._catching_up: asyncio.Task[None] | None = None
        audience.members.add(self)

    def tell(self, seq: int, frame: Frame) -> None:
        if self._catching_up is not None or seq <= self._told:
            return
        if seq == self._told + 1:
            self._told = seq
            self._client.send(frame)
        else:
            self.catch_up()

    def make_way(self, commit: AnyCommit) -> None:
        if not self._sitting or commit.seq <= self._sure_until:
            return
        if who_sat_down(commit, self._audience.viewer) not in {None, self._sitting}:
            self.fail("not_allowed", "somebody else sits on that seat now")

    def catch_up(self) -> None:
        behind = self._told < self._audience.shown and self in self._audience.members
        if behind and self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up())

    def fail(self, code: str, message: str) -> None:
        self._client.end_subscription(self.id, code, message)

    def end(self) -> None:
        self._audience.members.discard(self)
        self._room.leave()
        if self._catching_up is not None:
            self._catching_up.cancel()

    async def _catch_up(self) -> None:
        """What the audience comes to know meanwhile is read too, so nothing is held for later."""
        try:
            while self._told < self._audience.shown:
                page = await self._room.page(self._told)
                if not page:
                    self.fail("no_such_version", "the game has lost its newest versions")
                    return
                await self._send(page)
        except Unreadable as error:
            log.error("a commit can't be read", error=str(error), **{GAME: self._room.game})
            self.fail("unavailable", "the game can't be read by this service")
            return
        self._catching_up = None

    async def _send(self, page: list[tuple[int, bytes]]) -> None:
        for place, (seq, line) in enumerate(page, start=1):
            if seq > self._audience.shown:
                return
            await self._client.room()
            if place % TURN_COMMITS == 0:
                await asyncio.sleep(0)
            commit = read_commit(line)
            self.make_way(commit)
            if self not in self._audience.members:
                return
            seen = self._audience.encoded(commit, over=self._room.over)
            self._told = seq
            self._client.send(frame_of(CommitSeen(self.id, seq, seen), str(seq)))

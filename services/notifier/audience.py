"""All who see a game through the same eyes: what they are told of a commit is made once."""

import asyncio
import time
from typing import Protocol

import structlog
from msgspec import Raw

from games.codec import Unreadable, read_commit
from schemas.commit import AnyCommit, canonical, seen
from schemas.live import CommitSeen
from schemas.secrecy import SPECTATOR, Viewer
from services.notifier.frames import Frame, frame_of
from services.notifier.histories import RETRY_SECONDS
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.telemetry import GAME

SLEEP_SECONDS_MAX = 60.0
"""A clock that is set while we wait is noticed after this long."""

log = structlog.get_logger()


class Member(Protocol):
    id: str

    def tell(self, seq: int, frame: Frame) -> None:
        """The next version, as it becomes known to the audience."""

    def make_way(self, commit: AnyCommit) -> None:
        """The commit may seat somebody else where the member sat; then it is not for its eyes."""

    def catch_up(self) -> None:
        """The audience knows more than it was told one by one: the truth has it."""

    def fail(self, code: str, message: str) -> None:
        """The game can't be followed any further."""


class Audience:
    def __init__(self, game: str, viewer: Viewer, shown: int) -> None:
        self.game = game
        self.viewer = viewer
        self.shown = shown
        """The newest version that its members may know."""
        self.members: set[Member] = set()

    def hear(self, commit: AnyCommit, *, over: bool) -> None:
        """A commit has come over the feed."""
        self.tell(commit, over=over, arrived_ms=commit.command.at)

    def tell(self, commit: AnyCommit, *, over: bool, arrived_ms: int | None = None) -> None:
        self.shown = commit.seq
        if self.viewer != SPECTATOR:
            for member in tuple(self.members):
                member.make_way(commit)
        if not self.members:
            return
        encoded = self.encoded(commit, over=over)
        frames: dict[str, Frame] = {}
        # Whoever turns out to be too slow leaves at once.
        for member in tuple(self.members):
            frame = frames.get(member.id)
            if frame is None:
                message = CommitSeen(member.id, commit.seq, encoded)
                frames[member.id] = frame = frame_of(message, str(commit.seq), arrived_ms)
            member.tell(commit.seq, frame)

    def encoded(self, commit: AnyCommit, *, over: bool) -> Raw:
        """The commit as this audience may know it."""
        return Raw(canonical(seen(commit, self.viewer, over=over)))

    def show(self, seq: int, *, over: bool) -> None:  # noqa: ARG002 - others wait for it
        """The truth has more than came over the feed; members read it there."""
        self.shown = seq
        for member in tuple(self.members):
            member.catch_up()

    def close(self) -> None:
        """Nobody is left."""


class DelayedAudience(Audience):
    """Spectators of a game that is shown later. Holds a version, not what happened since."""

    def __init__(self, game: str, viewer: Viewer, shown: int, delay_ms: int, log: EventLog) -> None:
        super().__init__(game, viewer, shown)
        self._delay_ms = delay_ms
        self._log = log
        self._news = asyncio.Event()
        self._pacing = asyncio.create_task(self._pace())

    def hear(self, commit: AnyCommit, *, over: bool) -> None:
        self.show(commit.seq, over=over)

    def show(self, seq: int, *, over: bool) -> None:
        if over:
            # There is nothing to wait for any more.
            self.close()
            super().show(seq, over=over)
        else:
            self._news.set()

    def close(self) -> None:
        self._pacing.cancel()

    async def _pace(self) -> None:
        while True:
            self._news.clear()
            try:
                line = await self._log.commit(self.game, self.shown + 1)
            except LOST as error:
                log.warning("no word from the server", error=str(error), **{GAME: self.game})
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if line is None:
                await self._news.wait()
                continue
            try:
                commit = read_commit(line)
            except Unreadable as error:
                log.error("a commit can't be read", error=str(error), **{GAME: self.game})
                for member in tuple(self.members):
                    member.fail("unavailable", "the game can't be read by this service")
                return
            while (wait := (commit.at + self._delay_ms) / 1000 - time.time()) > 0:
                await asyncio.sleep(min(wait, SLEEP_SECONDS_MAX))
            self.tell(commit, over=False)

"""Subscribers that share a viewer. Each commit is redacted and encoded once for the whole group."""

import asyncio
import time
from typing import Protocol

import structlog
from msgspec import Raw

from games.codec import UnreadableRecordError, read_commit
from schemas.commit import AnyCommit, canonical, redact_commit
from schemas.live import CommitUpdate, EndCode
from schemas.redaction import SPECTATOR, Viewer
from services.notifier.frames import Frame, encode_frame
from services.notifier.histories import RETRY_SECONDS
from services.notifier.refusal import unreadable_table
from services.runtime.operations.telemetry import TABLE
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.event_log import EventLog

SLEEP_SECONDS_MAX = 60.0
"""Upper bound of one sleep, so that a change of the system clock takes effect."""

log = structlog.get_logger()


class GroupMember(Protocol):
    id: str

    def deliver(self, seq: int, frame: Frame) -> None:
        """Deliver the commit with this seq."""

    def check_sitting(self, commit: AnyCommit) -> None:
        """End the subscription before or after this commit if it ends the member's sitting."""

    def catch_up(self) -> None:
        """Read from the table stream what the group has not delivered."""

    def fail(self, code: EndCode, message: str) -> None:
        """End the subscription: the table cannot be followed any further."""


class ViewerGroup:
    def __init__(self, table_id: str, viewer: Viewer, visible_seq: int) -> None:
        self.table_id = table_id
        self.viewer = viewer
        self.visible_seq = visible_seq
        """The newest commit that the members may see."""
        self.members: set[GroupMember] = set()

    def receive(self, commit: AnyCommit, *, is_over: bool) -> None:
        """Handle a commit from the feed."""
        self.deliver(commit, is_over=is_over, arrived_ms=commit.command.at)

    def deliver(self, commit: AnyCommit, *, is_over: bool, arrived_ms: int | None = None) -> None:
        self.visible_seq = commit.seq
        if self.viewer != SPECTATOR:
            for member in tuple(self.members):
                member.check_sitting(commit)
        if not self.members:
            return
        encoded = self.encode(commit, is_over=is_over)
        frames: dict[str, Frame] = {}
        # Copied, because a member that is too slow leaves the group during the loop.
        for member in tuple(self.members):
            frame = frames.get(member.id)
            if frame is None:
                message = CommitUpdate(member.id, commit.seq, encoded)
                frames[member.id] = frame = encode_frame(message, str(commit.seq), arrived_ms)
            member.deliver(commit.seq, frame)

    def encode(self, commit: AnyCommit, *, is_over: bool) -> Raw:
        """Redact the commit for this group's viewer and encode it."""
        return Raw(canonical(redact_commit(commit, self.viewer, over=is_over)))

    def advance(self, seq: int, *, is_over: bool) -> None:  # noqa: ARG002 - used by the subclass
        """Let members read up to `seq` from the table stream; the feed skipped some commits."""
        self.visible_seq = seq
        for member in tuple(self.members):
            member.catch_up()

    def close(self) -> None:
        """Stop background work. Called when the table is no longer followed."""


class DelayedViewerGroup(ViewerGroup):
    """Spectators of a table with a spectator delay. Keeps a seq, not the delayed commits."""

    def __init__(
        self, table_id: str, viewer: Viewer, visible_seq: int, delay_ms: int, event_log: EventLog
    ) -> None:
        super().__init__(table_id, viewer, visible_seq)
        self._delay_ms = delay_ms
        self._log = event_log
        self._has_new_commits = asyncio.Event()
        self._delivery_task = asyncio.create_task(self._deliver_delayed())

    def receive(self, commit: AnyCommit, *, is_over: bool) -> None:
        self.advance(commit.seq, is_over=is_over)

    def advance(self, seq: int, *, is_over: bool) -> None:
        if is_over:
            # A finished game has no secrets: show the rest at once.
            self.close()
            super().advance(seq, is_over=is_over)
        else:
            self._has_new_commits.set()

    def close(self) -> None:
        self._delivery_task.cancel()

    async def _deliver_delayed(self) -> None:
        while True:
            self._has_new_commits.clear()
            try:
                line = await self._log.commit(self.table_id, self.visible_seq + 1)
            except CONNECTION_ERRORS as error:
                log.warning("server unreachable", error=str(error), **{TABLE: self.table_id})
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if line is None:
                await self._has_new_commits.wait()
                continue
            try:
                commit = read_commit(line)
            except UnreadableRecordError as error:
                refusal = unreadable_table(self.table_id, error)
                for member in tuple(self.members):
                    member.fail(refusal.code, refusal.message)
                return
            while (delay := (commit.at + self._delay_ms) / 1000 - time.time()) > 0:
                await asyncio.sleep(min(delay, SLEEP_SECONDS_MAX))
            self.deliver(commit, is_over=False)

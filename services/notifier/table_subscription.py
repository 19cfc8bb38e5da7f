"""A subscription to a table, from any seq, without gaps or repetitions."""

import asyncio

import structlog

from games.codec import UnreadableRecordError, read_commit
from schemas.commit import AnyCommit
from schemas.live import CommitUpdate, EndCode
from services.notifier.client import Client, TopicKind
from services.notifier.followed_tables import FollowedTable
from services.notifier.frames import Frame, encode_frame
from services.notifier.refusal import unreadable_table
from services.notifier.viewer_groups import ViewerGroup
from services.runtime.access.sittings import sitting_begun, sitting_ended
from services.runtime.access.tokens import TokenClaims

YIELD_COMMITS = 10
"""Catching up yields to the event loop after this many commits."""

FORMER_SITTING = "the token's player has left this seat, or its tokens were revoked"

log = structlog.get_logger()


class TableSubscription:
    """Remembers only the last seq it delivered.

    Delivers the next commit as it arrives. After a gap it reads the missing commits from the table
    stream.
    """

    __slots__ = (
        "_catch_up_task",
        "_client",
        "_cursor",
        "_group",
        "_last_seq",
        "_sitting_checked_seq",
        "_table",
        "claims",
        "id",
        "kind",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - it connects these
        self,
        subscription_id: str,
        client: Client,
        table: FollowedTable,
        group: ViewerGroup,
        after: int,
        claims: TokenClaims,
    ) -> None:
        """The subscription of a seat ends with the sitting that the claims name."""
        self.id = subscription_id
        self.kind: TopicKind = "table"
        self._client = client
        self._table = table
        self._group = group
        self._cursor = after
        self.claims = claims
        self._sitting_checked_seq = max(group.visible_seq, table.sittings_seq)
        self._last_seq: int | None = None
        """The commit with which the player left the seat: the last one delivered."""
        self._catch_up_task: asyncio.Task[None] | None = None
        group.members.add(self)

    @property
    def platform(self) -> str:
        """The platform of the table."""
        return self._table.terms.platform

    def deliver(self, seq: int, frame: Frame) -> None:
        if self._catch_up_task is not None or seq <= self._cursor:
            return
        if seq == self._cursor + 1:
            self._cursor = seq
            self._client.send(frame)
            self._end_with_sitting(seq)
        else:
            self.catch_up()

    def check_sitting(self, commit: AnyCommit) -> None:
        if self.claims.sitting is None or commit.seq <= self._sitting_checked_seq:
            return
        if sitting_begun(commit, self._group.viewer) not in {None, self.claims.sitting}:
            self.fail("former_sitting", FORMER_SITTING)
        elif sitting_ended(commit, self._group.viewer):
            self._last_seq = commit.seq

    def catch_up(self) -> None:
        is_behind = self._cursor < self._group.visible_seq and self in self._group.members
        if is_behind and self._catch_up_task is None:
            self._catch_up_task = asyncio.create_task(self._catch_up())

    def fail(self, code: EndCode, message: str) -> None:
        self._client.end_subscription(self.id, code, message)

    def _end_with_sitting(self, seq: int) -> None:
        if seq == self._last_seq:
            self.fail("former_sitting", FORMER_SITTING)

    def end(self) -> None:
        self._group.members.discard(self)
        self._table.release()
        if self._catch_up_task is not None:
            self._catch_up_task.cancel()

    async def _catch_up(self) -> None:
        """Read up to the group's seq, including commits that arrive meanwhile."""
        try:
            while self._cursor < self._group.visible_seq:
                page = await self._table.read_page(self._cursor)
                if not page:
                    self.fail(
                        "no_such_seq", "the newest commits of the table were lost: start over"
                    )
                    return
                await self._send(page)
        except UnreadableRecordError as error:
            refusal = unreadable_table(self._table.table_id, error)
            self.fail(refusal.code, refusal.message)
            return
        self._catch_up_task = None

    async def _send(self, page: list[tuple[int, bytes]]) -> None:
        for number, (seq, line) in enumerate(page, start=1):
            if seq > self._group.visible_seq:
                return
            await self._client.wait_for_capacity()
            if number % YIELD_COMMITS == 0:
                await asyncio.sleep(0)
            commit = read_commit(line)
            self.check_sitting(commit)
            if self not in self._group.members:
                return
            encoded = self._group.encode(commit, is_over=self._table.is_over)
            self._cursor = seq
            self._client.send(encode_frame(CommitUpdate(self.id, seq, encoded), str(seq)))
            self._end_with_sitting(seq)

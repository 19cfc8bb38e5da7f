"""Tables with at least one subscriber. One reader per shard feed serves all subscribers."""

import asyncio

import structlog

from games.codec import UnknownRulesError, UnreadableRecordError, read_commit
from games.registry import rulebook_with_rules
from schemas.commit import AnyCommit
from schemas.live import EndCode
from schemas.redaction import SPECTATOR, Viewer
from schemas.terms import Terms
from services.notifier.histories import Histories
from services.notifier.refusal import unreadable_table
from services.notifier.viewer_groups import DelayedViewerGroup, ViewerGroup
from services.runtime.access.sittings import CurrentSittings
from services.runtime.access.spectators import delay_ms, ends_game
from services.runtime.access.tokens import TokenClaims
from services.runtime.store.event_log import EventLog

log = structlog.get_logger()


class FollowedTable:
    """What the notifier knows of a table while somebody follows it."""

    def __init__(self, table_id: str, tables: "FollowedTables") -> None:
        self.table_id = table_id
        self.seq = 0
        self.is_over = False
        self.terms = Terms()
        self.users = 0
        """Subscriptions, and requests that are about to become one."""
        self._tables = tables
        self._groups: dict[Viewer, ViewerGroup] = {}
        self._sittings: CurrentSittings | None = None
        """Loaded for the first seat that subscribes."""
        self._is_loaded = False
        self._load_lock = asyncio.Lock()

    async def load(self) -> None:
        """Load terms and seq, once for all concurrent requests. The feed may already be ahead."""
        async with self._load_lock:
            if self._is_loaded:
                return
            loaded = await self._tables.histories.load_head(self.table_id)
            if loaded is not None:
                self.terms, commit = loaded
                self.seq = max(self.seq, commit.seq)
                self.is_over = self.is_over or ends_game(commit)
                self._require_known_secrets(commit)
                self._is_loaded = True

    def _require_known_secrets(self, commit: AnyCommit) -> None:
        """Raise UnknownRulesError if rules that are unknown here may keep something secret now."""
        if not self.is_over and rulebook_with_rules(commit.rules) is None:
            raise UnknownRulesError(commit.rules)

    async def catch_up(self) -> None:
        """Read how far the table is: its feed may be behind what a client has seen elsewhere."""
        stored_seq = await self._tables.histories.last_seq(self.table_id)
        if stored_seq > self.seq:
            await self.reconcile(stored_seq)

    @property
    def sittings_seq(self) -> int:
        """The seq up to which sittings were checked; 0 if they never were."""
        return 0 if self._sittings is None else self._sittings.seq

    async def is_former_sitting(self, claims: TokenClaims) -> bool:
        """Return whether the sitting that the token was issued for has ended."""
        if claims.viewer == SPECTATOR:
            return False
        async with self._load_lock:
            # Commits may arrive while the history is read: one of them may end the sitting.
            while self._sittings is None or self._sittings.seq < self.seq:
                self._sittings = await self._tables.histories.sittings(self.table_id)
            return self._sittings.is_former(claims)

    async def viewer_group(self, viewer: Viewer) -> ViewerGroup:
        async with self._load_lock:
            group = self._groups.get(viewer)
            if group is None:
                group = await self._create_group(viewer)
                self._groups[viewer] = group
            return group

    async def _create_group(self, viewer: Viewer) -> ViewerGroup:
        delay = delay_ms(self.terms) if viewer == SPECTATOR else 0
        if delay:
            visible_seq = await self._tables.histories.spectator_seq(self.table_id, self.terms)
            if not self.is_over:
                return DelayedViewerGroup(
                    self.table_id, viewer, visible_seq, delay, self._tables.event_log
                )
        return ViewerGroup(self.table_id, viewer, self.seq)

    async def read_page(self, after: int) -> list[tuple[int, bytes]]:
        return await self._tables.histories.read_page(self.table_id, after)

    def receive(self, seq: int, line: bytes) -> None:
        """Handle a commit from the feed."""
        if seq <= self.seq:
            return
        commit = read_commit(line)
        self.seq = seq
        self.is_over = self.is_over or ends_game(commit)
        if self._sittings is not None and self._sittings.seq == seq - 1:
            self._sittings.apply(commit)
        for group in self._groups.values():
            group.receive(commit, is_over=self.is_over)

    async def reconcile(self, stored_seq: int) -> None:
        """Catch up with the stored seq, or end all subscriptions if commits were lost."""
        if stored_seq < self.seq:
            # Happens only when the server comes back without its last second of writes.
            self.fail("no_such_seq", "the newest commits were lost: start over")
            self._is_loaded, self.seq, self.is_over = False, 0, False
            self._sittings = None
        elif stored_seq > self.seq:
            commit = await self._tables.histories.last_commit(self.table_id)
            if commit is not None and commit.seq > self.seq:
                self.seq = commit.seq
                self.is_over = self.is_over or ends_game(commit)
                for group in self._groups.values():
                    group.advance(self.seq, is_over=self.is_over)

    def fail(self, code: EndCode, message: str) -> None:
        """End all subscriptions to this table."""
        groups, self._groups = self._groups, {}
        for group in groups.values():
            group.close()
            for member in tuple(group.members):
                member.fail(code, message)

    def release(self) -> None:
        """Give up one use. The last release closes the table."""
        self.users -= 1
        if self.users == 0:
            self._tables.forget(self)
            for group in self._groups.values():
                group.close()


class FollowedTables:
    def __init__(self, event_log: EventLog) -> None:
        self.event_log = event_log
        self.histories = Histories(event_log)
        self._tables: dict[str, FollowedTable] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def acquire(self, table_id: str) -> FollowedTable:
        """Return the table and start following it. Every caller must `release` it."""
        table = self._tables.get(table_id)
        if table is None:
            table = self._tables[table_id] = FollowedTable(table_id, self)
        table.users += 1
        return table

    def forget(self, table: FollowedTable) -> None:
        del self._tables[table.table_id]

    def receive(self, table_id: str, seq: int, line: bytes) -> None:
        """Pass a commit from the feed to its table, if somebody follows it."""
        table = self._tables.get(table_id)
        if table is None:
            return
        try:
            table.receive(seq, line)
        except UnreadableRecordError as error:
            # Rules newer than ours or a damaged history. Other tables are not affected.
            refusal = unreadable_table(table_id, error)
            table.fail(refusal.code, refusal.message)

    def in_shard(self, number: int) -> list[FollowedTable]:
        return [
            table
            for table_id, table in self._tables.items()
            if self.event_log.shard(table_id).number == number
        ]

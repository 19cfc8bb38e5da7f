"""What a batch knows of each of its commands, and of each of their tables."""

import msgspec
from msgspec import Struct

from games.clocks import deadline
from games.history import Position
from schemas.commit import canonical
from services.engine.deciding import QueuedCommand, UnstoredOutcome
from services.engine.memory import LoadedPosition
from services.engine.table_lifetimes import TableLifetimes
from services.runtime.store.command_stream import CommandEntry
from services.runtime.store.event_log import ANY_HEAD, NO_COMMITS, AppendRequest, head


class BrokenStreamError(RuntimeError):
    """A table's stream refuses the next commit because entries were deleted from it."""


class BatchTable(Struct, gc=False):
    """A table of a batch, as its commands see it one after the other."""

    id: str
    is_broken: bool = False
    """Its stream refused a commit."""
    is_archived: bool = False
    """It has left the server."""
    loaded: LoadedPosition = None
    """The position the next command is decided on, or why there is none."""
    seq_loaded: int = 0
    """The seq before the first command."""
    advanced: Position | None = None
    """The position after the last accepted command. None: no command was accepted."""
    is_stale: bool = False
    """Another commit came first."""

    def load(self, position: LoadedPosition) -> None:
        """Start a round from a stored position."""
        self.loaded = position
        self.seq_loaded = position.seq if isinstance(position, Position) else 0
        self.advanced = None
        self.is_stale = False

    @property
    def position(self) -> Position | None:
        """None if the table does not exist. Raises the reason if it cannot be used."""
        if isinstance(self.loaded, Exception):
            raise self.loaded
        if self.is_broken:
            raise BrokenStreamError(f"the stream of table {self.id} refuses commits")
        return self.loaded


class CommandLabels(Struct, frozen=True, gc=False):
    """The labels a decided command is counted under."""

    action_type: str
    outcome: str
    code: str = ""
    events: int = 0


DEAD_LETTER = CommandLabels("unknown", "dead_letter", "internal")


class BatchEntry(Struct, gc=False):
    """An entry of a batch on its way to its outcome."""

    entry: CommandEntry
    request: AppendRequest | None = None
    """Its outcome, to be appended. None: it has none yet."""
    labels: CommandLabels = DEAD_LETTER
    result: str = ""
    """What the append script returned for the request."""

    @property
    def needs_retry(self) -> bool:
        """Whether the command was decided on a position that is not the table's last one."""
        return self.result in {"again", "broken", "archived"}


class BatchCommand(BatchEntry, kw_only=True, gc=False):
    """An entry that holds a command of this shard."""

    command: QueuedCommand
    table: BatchTable
    arrived_at: int
    failures: int = 0
    """How often the engine failed to decide it."""

    def set_outcome(self, outcome: UnstoredOutcome, lifetimes: TableLifetimes) -> None:
        """Prepare the outcome for the append script; the next command is decided after it."""
        table, position = self.table, self.table.position
        base = head(position.seq, position.hash) if position else NO_COMMITS
        ids = (self.entry.id, table.id, self.command.id, base)
        if outcome.commit is not None and outcome.after is not None:
            self.request = AppendRequest(
                *ids,
                canonical(outcome.commit),
                outcome.commit.hash,
                deadline=_deadline(outcome.after),
                expiry=lifetimes.expiry(outcome.after),
            )
            events = len(outcome.commit.events)
            self.labels = CommandLabels(outcome.action_type, "accepted", events=events)
            table.loaded = table.advanced = outcome.after
        else:
            assert outcome.rejection is not None, "a command is accepted or rejected"
            self.request = AppendRequest(*ids, rejection=canonical(outcome.rejection))
            self.labels = CommandLabels(outcome.action_type, "rejected", outcome.rejection.code)

    def reject(self, rejection: bytes, dead_letter: bytes = b"") -> None:
        """Reject the command at whatever head its table has."""
        self.request = AppendRequest(
            self.entry.id,
            self.table.id,
            self.command.id,
            ANY_HEAD,
            rejection=rejection,
            dead_letter=dead_letter,
        )
        self.labels = DEAD_LETTER

    def mark_table(self) -> None:
        """Note what the result says about the table."""
        is_repeated_commit = self.result == "repeated" and self.labels.outcome == "accepted"
        self.table.is_stale |= self.needs_retry or is_repeated_commit
        self.table.is_broken |= self.result == "broken"
        self.table.is_archived |= self.result == "archived"

    def reset(self) -> None:
        """Return to the state before the first attempt."""
        self.request, self.failures = None, 0


def _deadline(after: Position) -> int | None:
    assert after.table is not None, "every commit leaves a table"
    if isinstance(after.table.clocks, msgspec.UnsetType):
        return None
    return deadline(after.table) or 0

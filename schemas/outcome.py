"""The outcome of a command: accepted or rejected."""

from schemas.commit import CommandId, Seq
from schemas.record import Record
from schemas.rejection import Rejection
from schemas.table import TableId


class Outcome(Record):
    """Accepted as commit `seq`, or rejected with a reason."""

    command: CommandId
    table: TableId
    seq: Seq | None = None
    rejection: Rejection | None = None

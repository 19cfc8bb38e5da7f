"""What became of a command, for whoever waits for it."""

from schemas.commit import CommandId, Seq
from schemas.rejection import Rejection
from schemas.strict import Record
from schemas.table import GameId


class Outcome(Record):
    """Accepted as commit `seq`, or refused with a rejection."""

    command: CommandId
    game: GameId
    seq: Seq | None = None
    rejection: Rejection | None = None

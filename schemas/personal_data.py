"""Personal data of a player: what is stored about them, and its erasure."""

from schemas.read_models import PlayerRow, TableRow
from schemas.record import Record
from schemas.table import PlayerId


class PlayerExport(Record):
    """Everything that is stored about a player."""

    id: PlayerId
    """The random id that histories hold."""
    platform: str
    player: str
    """The platform's own id of the player; a guest's is empty."""
    name: str
    record: PlayerRow
    tables: tuple[TableRow, ...]
    """Newest first. Names of other players are left out."""
    replaced_names: tuple[str, ...] = ()
    """Names that an operator or the platform has replaced."""


class PlayerErasedResponse(Record):
    player: PlayerId
    webhook_messages: int
    """Number of waiting webhook messages that the player was removed from."""

"""Selects the tables of a list."""

from msgspec import Struct

from schemas.read_models import TableRow
from schemas.table import Stage


class TableFilter(Struct, frozen=True):
    game: str | None = None
    stage: Stage | None = None
    player: str | None = None
    platform: str | None = None
    """The platform that asks. It also sees its own unlisted tables."""

    def matches(self, row: TableRow) -> bool:
        terms = row.terms
        if not terms.listed and (self.platform is None or terms.platform != self.platform):
            return False
        return (
            (self.game is None or row.game == self.game)
            and (self.stage is None or row.stage == self.stage)
            and (self.player is None or self.player in row.player_ids)
        )

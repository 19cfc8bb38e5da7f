"""Which tables a list is about."""

from msgspec import Struct

from schemas.reading import TableRow
from schemas.table import Stage


class TableFilter(Struct, frozen=True):
    game: str | None = None
    stage: Stage | None = None
    player: str | None = None
    platform: str | None = None
    """Who asks: a platform also sees those of its own tables that are not listed."""

    def takes(self, row: TableRow) -> bool:
        terms = row.terms
        if not terms.listed and (self.platform is None or terms.platform != self.platform):
            return False
        return (
            (self.game is None or row.game == self.game)
            and (self.stage is None or row.stage == self.stage)
            and (self.player is None or self.player in row.players)
        )

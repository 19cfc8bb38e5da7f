"""Selects the tables of a list."""

from msgspec import Struct

from schemas.read_models import TableRow
from schemas.table import Stage
from services.runtime.access.platforms import Platforms


class TableFilter(Struct, frozen=True):
    platforms: Platforms
    platform: str | None = None
    """The platform that asks, if one does. It sees its own tables, unlisted ones included."""
    game: str | None = None
    stage: Stage | None = None
    player: str | None = None

    def matches(self, row: TableRow) -> bool:
        terms = row.terms
        if terms.listed:
            if terms.platform not in self.platforms.visible_to(self.platform):
                return False
        elif self.platform is None or terms.platform != self.platform:
            return False
        return (
            (self.game is None or row.game == self.game)
            and (self.stage is None or row.stage == self.stage)
            and (self.player is None or self.player in row.player_ids)
        )

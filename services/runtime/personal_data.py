"""Export and erasure of a player's personal data.

Histories hold random player ids only. Erasure removes what links an id to a person: the entry of
the player directory, and the platform's own id in webhook messages that still wait. No history
changes, so no hash breaks; read models hold no names either, so their rows become anonymous.
"""

from msgspec.structs import replace

from schemas.personal_data import PlayerErasedResponse, PlayerExport
from schemas.read_models import TableRow
from schemas.table import PlayerId
from services.runtime.access.name_reports import NameReports
from services.runtime.access.player_directory import PlayerDirectory, PlayerEntry
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.readmodels.table_lists import PAGE_ROWS, TableQuery
from services.runtime.webhooks.deliveries import Deliveries
from services.runtime.webhooks.registry import Webhooks, webhook_keys


class PersonalData:
    def __init__(
        self,
        players: PlayerDirectory,
        name_reports: NameReports,
        read_models: ReadModels,
        webhooks: Webhooks,
        deliveries: Deliveries,
    ) -> None:
        self._players = players
        self._name_reports = name_reports
        self._read_models = read_models
        self._webhooks = webhooks
        self._deliveries = deliveries

    async def find(self, player_id: PlayerId) -> PlayerEntry | None:
        return (await self._players.entries([player_id])).get(player_id)

    async def export(self, player_id: PlayerId, entry: PlayerEntry) -> PlayerExport:
        """Return everything that is stored about a player. Raises NotBuiltError."""
        record = await self._read_models.player(entry.platform, player_id)
        return PlayerExport(
            id=player_id,
            platform=entry.platform,
            player=entry.player,
            name=entry.name,
            replaced_names=entry.replaced_names,
            record=replace(record.row, name=entry.name),
            tables=tuple(await self._tables(player_id, entry.platform)),
        )

    async def erase(self, player_id: PlayerId, entry: PlayerEntry) -> PlayerErasedResponse:
        """Forget a player. Repeat it if it was interrupted: the directory forgets last."""
        changed = 0
        if entry.player:
            for webhook in await self._webhooks.of_platform(entry.platform):
                keys = webhook_keys(webhook)
                changed += await self._deliveries.forget_player(keys, entry.player)
        await self._name_reports.forget_player(entry.platform, player_id)
        await self._players.erase(player_id)
        return PlayerErasedResponse(player_id, changed)

    async def _tables(self, player_id: PlayerId, platform: str) -> list[TableRow]:
        query = TableQuery((platform,), (platform,), player=player_id)
        rows: list[TableRow] = []
        after: str | None = None
        while True:
            page = await self._read_models.tables.page(query, PAGE_ROWS, after)
            rows += page.rows
            after = page.after
            if after is None:
                return rows

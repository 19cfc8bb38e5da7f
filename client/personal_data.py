"""Calls for personal data of a platform's players."""

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.personal_data import PlayerErasedResponse, PlayerExport


class PersonalDataCalls(ApiCalls):
    async def export_player(self, player: str) -> PlayerExport:
        """Return everything that is stored about a player."""
        return decode(await self._get(f"/v1/players/{player}/export"), PlayerExport)

    async def erase_player(self, player: str) -> PlayerErasedResponse:
        """Erase a player's identity. Histories stay as they are, without a name."""
        return decode(await self._send("DELETE", f"/v1/players/{player}"), PlayerErasedResponse)

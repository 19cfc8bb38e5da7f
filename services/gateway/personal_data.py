"""Handlers for personal data of a platform's players: export and erasure."""

from schemas.personal_data import PlayerErasedResponse, PlayerExport
from schemas.table import PlayerId
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest
from services.gateway.parameters import Parameters, PlayerPath
from services.runtime.access.player_directory import PlayerEntry
from services.runtime.personal_data import PersonalData
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.store.audit_log import AuditLog
from services.runtime.web.problems import ProblemError

_PlayerRequest = ApiRequest[PlayerPath, Parameters, None]


class PersonalDataHandlers:
    def __init__(self, personal_data: PersonalData, audit_log: AuditLog) -> None:
        self._personal_data = personal_data
        self._audit_log = audit_log

    async def export(self, request: _PlayerRequest) -> PlayerExport:
        player_id = request.path.player
        entry = await self._own_player(request.caller, player_id)
        await self._audit_log.record(_actor(request.caller), "player_exported", player_id)
        try:
            return await self._personal_data.export(player_id, entry)
        except NotBuiltError as error:
            raise ProblemError("unavailable", f"The read model is unavailable: {error}.") from error

    async def erase(self, request: _PlayerRequest) -> PlayerErasedResponse:
        player_id = request.path.player
        entry = await self._own_player(request.caller, player_id)
        await self._audit_log.record(_actor(request.caller), "player_erased", player_id)
        return await self._personal_data.erase(player_id, entry)

    async def _own_player(self, caller: Caller, player_id: PlayerId) -> PlayerEntry:
        """Raise ProblemError if it is not a player of the calling platform."""
        entry = await self._personal_data.find(player_id)
        if entry is None or entry.platform != caller.platform:
            raise ProblemError("not_found", f"Player {player_id!r} does not exist.")
        return entry


def _actor(caller: Caller) -> str:
    return f"platform:{caller.platform}"

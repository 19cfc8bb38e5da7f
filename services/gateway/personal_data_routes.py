"""Routes for personal data."""

from services.gateway.endpoints import Endpoint
from services.gateway.personal_data import PersonalDataHandlers

PLAYER = "/v1/players/{player}"


def personal_data_endpoints(personal_data: PersonalDataHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "export_player",
            "GET",
            f"{PLAYER}/export",
            "Export everything that is stored about a player of the platform.",
            personal_data.export,
            "platform",
        ),
        Endpoint(
            "erase_player",
            "DELETE",
            PLAYER,
            "Erase a player's identity. Histories stay as they are, without a name.",
            personal_data.erase,
            "platform",
        ),
    )

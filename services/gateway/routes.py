"""Routes of the gateway. Lists every endpoint."""

from typing import Any, Union

from games.registry import plugins
from schemas.http import CommandQueuedResponse
from services.gateway.bulk import BulkHandlers
from services.gateway.bulk_routes import bulk_endpoints
from services.gateway.catalogue import CatalogueHandlers
from services.gateway.endpoints import Endpoint
from services.gateway.guest_routes import guest_endpoints
from services.gateway.guests import GuestHandlers
from services.gateway.list_routes import list_endpoints
from services.gateway.lists import ListHandlers
from services.gateway.metadata import MetadataHandlers
from services.gateway.metadata_routes import metadata_endpoints
from services.gateway.moderation import ModerationHandlers
from services.gateway.moderation_routes import moderation_endpoints
from services.gateway.operations import OperationsHandlers
from services.gateway.personal_data import PersonalDataHandlers
from services.gateway.personal_data_routes import personal_data_endpoints
from services.gateway.platform_admin import PlatformHandlers
from services.gateway.platform_routes import platform_endpoints
from services.gateway.play import PlayHandlers
from services.gateway.tables import TableHandlers
from services.gateway.webhook_routes import webhook_endpoints
from services.gateway.webhooks import WebhookHandlers

TABLE = "/v1/tables/{table}"
COMMANDS = f"{TABLE}/commands"
PIECES_MAX_AGE_SECONDS = 3600
CATALOGUE_MAX_AGE_SECONDS = 300
"""Both change only with a release."""


def all_endpoints(  # noqa: PLR0913, PLR0917 - one argument per group of handlers
    catalogue: CatalogueHandlers,
    tables: TableHandlers,
    play: PlayHandlers,
    webhooks: WebhookHandlers,
    lists: ListHandlers,
    guests: GuestHandlers,
    operations: OperationsHandlers,
    platforms: PlatformHandlers,
    personal_data: PersonalDataHandlers,
    bulk: BulkHandlers,
    metadata: MetadataHandlers,
    moderation: ModerationHandlers,
) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            "get_health",
            "GET",
            "/v1/health",
            "Check whether the event log is reachable.",
            catalogue.health,
            "anyone",
        ),
        Endpoint(
            "get_operations",
            "GET",
            "/v1/operations",
            "Get live metrics of the deployment: services, server, tables and dead letters.",
            operations.get,
            "operator",
        ),
        Endpoint(
            "list_games",
            "GET",
            "/v1/games",
            "List the games with their options, names, languages and bots.",
            catalogue.games,
            "anyone",
            max_age_seconds=CATALOGUE_MAX_AGE_SECONDS,
        ),
        Endpoint(
            "get_pieces",
            "GET",
            "/v1/games/{game}/pieces",
            "Get the printed contents of a game's components, for rendering them.",
            catalogue.pieces,
            "anyone",
            response_type=_pieces_type(),
            max_age_seconds=PIECES_MAX_AGE_SECONDS,
        ),
        Endpoint(
            "check_options",
            "POST",
            "/v1/games/{game}/check",
            "Validate the options of a table without opening it.",
            catalogue.check,
            "anyone",
            problems=("not_allowed",),
        ),
        Endpoint(
            "open_table",
            "POST",
            "/v1/tables",
            "Open a table.",
            tables.open,
            "platform",
            status=201,
            problems=("rejected",),
            accepts_idempotency_key=True,
        ),
        Endpoint(
            "take_seat",
            "POST",
            f"{TABLE}/seats/{{seat}}",
            "Seat a player and get the token for that seat.",
            tables.take_seat,
            "platform",
            problems=("rejected",),
            accepts_idempotency_key=True,
        ),
        Endpoint(
            "leave_seat",
            "DELETE",
            f"{TABLE}/seats/{{seat}}",
            "Remove a player from a seat before the game starts.",
            tables.leave_seat,
            "platform",
            problems=("rejected",),
        ),
        Endpoint(
            "revoke_seat",
            "POST",
            f"{TABLE}/seats/{{seat}}/revoke",
            "Revoke all tokens of a seat. The player stays seated; mint a new token for them.",
            tables.revoke,
            "platform",
            problems=("rejected",),
        ),
        Endpoint(
            "start_game",
            "POST",
            f"{TABLE}/start",
            "Start the game. Every seat must be taken.",
            tables.start,
            "platform",
            problems=("rejected",),
        ),
        Endpoint(
            "abort_table",
            "POST",
            f"{TABLE}/abort",
            "Close a table whose game has not started.",
            tables.abort,
            "platform",
            problems=("rejected",),
        ),
        Endpoint(
            "void_table",
            "POST",
            f"{TABLE}/void",
            "End an open or running table without a result. It is never rated.",
            tables.void,
            "platform",
            problems=("rejected",),
        ),
        Endpoint(
            "mint_token",
            "POST",
            f"{TABLE}/tokens",
            "Create a token for a seat or a spectator.",
            tables.mint,
            "platform",
            status=201,
            problems=("rejected",),
            accepts_idempotency_key=True,
        ),
        Endpoint(
            "renew_token",
            "POST",
            f"{TABLE}/token",
            "Renew the caller's token.",
            tables.renew,
            "viewer",
            status=201,
        ),
        Endpoint(
            "send_command",
            "POST",
            COMMANDS,
            "Send a command for the token's seat. Retries with the same id get the first outcome.",
            play.send,
            "seat",
            status_of={CommandQueuedResponse: 202},
            problems=("rejected",),
            is_seat_command=True,
        ),
        Endpoint(
            "get_outcome",
            "GET",
            f"{TABLE}/commands/{{command}}",
            "Get the outcome of a command sent earlier.",
            play.outcome,
            "seat",
            problems=("rejected",),
        ),
        Endpoint(
            "get_view",
            "GET",
            f"{TABLE}/view",
            "Get a table as the token's viewer sees it, with the legal actions, or at a seq.",
            play.view,
            "viewer",
            problems=("no_such_seq", "not_yet"),
        ),
        Endpoint(
            "get_commits",
            "GET",
            f"{TABLE}/commits",
            "Get the redacted history of a table, or the full history once the game is over.",
            play.commits,
            "viewer",
            problems=("not_yet",),
        ),
        *webhook_endpoints(webhooks),
        *list_endpoints(lists),
        *guest_endpoints(guests),
        *platform_endpoints(platforms),
        *personal_data_endpoints(personal_data),
        *bulk_endpoints(bulk),
        *metadata_endpoints(metadata),
        *moderation_endpoints(moderation),
    )


def _pieces_type() -> Any:
    """The pieces of any installed game."""
    return Union[tuple(type(plugin.pieces) for plugin in plugins().values())]  # noqa: UP007 - made of a tuple

"""Everything the gateway offers, in one list."""

from typing import Any, Literal, Union

from games.registry import GAMES
from schemas.exchange import (
    Catalogue,
    CommandQueued,
    CommandToSend,
    CommitsAnswer,
    Health,
    LegalAnswer,
    OptionsChecked,
    OptionsToCheck,
    Seated,
    Seating,
    TableOpenedAnswer,
    TableToOpen,
    TokenGiven,
    TokenWanted,
    ViewAnswer,
)
from schemas.outcome import Outcome
from schemas.terms import Seat
from schemas.upkeep import OperationsAnswer
from services.gateway.catalogue import CatalogueDesk
from services.gateway.guest_offer import guest_operations
from services.gateway.guests import GuestDesk
from services.gateway.list_offer import list_operations
from services.gateway.lists import ListDesk
from services.gateway.operations import Operation
from services.gateway.parameters import Parameter
from services.gateway.play import CommitsWanted, PlayDesk, Version
from services.gateway.tables import TableDesk
from services.gateway.upkeep import UpkeepDesk
from services.gateway.webhook_offer import webhook_operations
from services.gateway.webhooks import WebhookDesk

TABLE = "/v1/tables/{game}"
ANY_PIECES: Any = Union[tuple(type(game.pieces) for game in GAMES.values())]  # noqa: UP007 - made of a tuple
PIECES_KEEP_SECONDS = 3600
CATALOGUE_KEEP_SECONDS = 300
"""They change with a new release only."""
_AS = Parameter(
    Seat | Literal["spectator"],
    "With whose eyes: the token's own when left out, any once the game is over.",
)


def operations(  # noqa: PLR0913, PLR0917 - a desk for each concern
    catalogue: CatalogueDesk,
    tables: TableDesk,
    play: PlayDesk,
    webhooks: WebhookDesk,
    lists: ListDesk,
    guests: GuestDesk,
    upkeep: UpkeepDesk,
) -> tuple[Operation, ...]:
    return (
        Operation(
            "get_health",
            "GET",
            "/v1/health",
            "Whether the games can be reached.",
            catalogue.health,
            "anyone",
            {200: Health},
        ),
        Operation(
            "get_operations",
            "GET",
            "/v1/operations",
            "How the deployment is doing: what its services measure, the server, the games.",
            upkeep.operations,
            "platform",
            {200: OperationsAnswer},
        ),
        Operation(
            "list_games",
            "GET",
            "/v1/games",
            "The games that can be played: options, names, languages, bots.",
            catalogue.games,
            "anyone",
            {200: Catalogue},
            keep_seconds=CATALOGUE_KEEP_SECONDS,
        ),
        Operation(
            "get_pieces",
            "GET",
            "/v1/games/{kind}/pieces",
            "All that is printed on a game's components, for those who draw them.",
            catalogue.pieces,
            "anyone",
            {200: ANY_PIECES},
            keep_seconds=PIECES_KEEP_SECONDS,
        ),
        Operation(
            "check_options",
            "POST",
            "/v1/games/{kind}/check",
            "All that is wrong with the options of a table, without opening one.",
            catalogue.check,
            "anyone",
            {200: OptionsChecked},
            body=OptionsToCheck,
        ),
        Operation(
            "open_table",
            "POST",
            "/v1/tables",
            "Open a table.",
            tables.open,
            "platform",
            {201: TableOpenedAnswer},
            body=TableToOpen,
            problems=("rejected",),
        ),
        Operation(
            "take_seat",
            "POST",
            f"{TABLE}/seats/{{seat}}",
            "Seat a player, and get the token that lets them play.",
            tables.take_seat,
            "platform",
            {200: Seated},
            body=Seating,
            problems=("rejected",),
        ),
        Operation(
            "leave_seat",
            "DELETE",
            f"{TABLE}/seats/{{seat}}",
            "Let a player get up before the start.",
            tables.leave_seat,
            "platform",
            {200: Outcome},
            problems=("rejected",),
        ),
        Operation(
            "start_game",
            "POST",
            f"{TABLE}/start",
            "Start the game: every seat is taken.",
            tables.start,
            "platform",
            {200: Outcome},
            problems=("rejected",),
        ),
        Operation(
            "abort_table",
            "POST",
            f"{TABLE}/abort",
            "Close a table whose game has not started.",
            tables.abort,
            "platform",
            {200: Outcome},
            problems=("rejected",),
        ),
        Operation(
            "mint_token",
            "POST",
            f"{TABLE}/tokens",
            "A new token for a seat or a spectator.",
            tables.mint,
            "platform",
            {201: TokenGiven},
            body=TokenWanted,
        ),
        Operation(
            "renew_token",
            "POST",
            f"{TABLE}/token",
            "The same viewer's token, good for as long as a new one.",
            tables.renew,
            "viewer",
            {201: TokenGiven},
        ),
        Operation(
            "send_command",
            "POST",
            f"{TABLE}/commands",
            "Send a command for the token's seat; the same id again gets the first outcome again.",
            play.send,
            "seat",
            {200: Outcome, 202: CommandQueued},
            body=CommandToSend,
            problems=("rejected",),
            to_game=True,
        ),
        Operation(
            "get_outcome",
            "GET",
            f"{TABLE}/commands/{{command}}",
            "The outcome of a command that was sent before.",
            play.outcome,
            "seat",
            {200: Outcome},
            problems=("rejected",),
        ),
        Operation(
            "get_view",
            "GET",
            f"{TABLE}/view",
            "The game as the token's viewer sees it, now or at a version.",
            play.view,
            "viewer",
            {200: ViewAnswer},
            query={"at": Parameter(Version, "The version; the newest when left out."), "as": _AS},
            problems=("no_such_version", "not_yet"),
        ),
        Operation(
            "get_commits",
            "GET",
            f"{TABLE}/commits",
            "The history as the viewer may know it; the full log once the game is over.",
            play.commits,
            "viewer",
            {200: CommitsAnswer},
            query={
                "after": Parameter(Version, "Only commits after this version; 0 when left out."),
                "limit": Parameter(CommitsWanted, "At most so many."),
                "as": _AS,
            },
            problems=("not_yet",),
        ),
        Operation(
            "get_legal",
            "GET",
            f"{TABLE}/legal",
            "What the token's seat may do now, payments in order of least waste.",
            play.legal,
            "seat",
            {200: LegalAnswer},
        ),
        *webhook_operations(webhooks),
        *list_operations(lists),
        *guest_operations(guests),
    )

"""`bluemoon player`: personal data and names of players."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
import typer

from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from cli.operations.name_reports import close_report, reports
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import escape_json
from games.terminal_kit.phrases import pluralize
from schemas.audit_log import Intervention
from schemas.table import PlayerName
from services.runtime.access.player_directory import PlayerEntry
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.stores import Stores

T = TypeVar("T")

app = typer.Typer(
    name="player",
    help="Export or erase the personal data of players, rename them, and list reported names.",
    no_args_is_help=True,
)
app.command()(reports)
app.command()(close_report)

PlayerIdArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The player's id in lists and standings.")
]


def _with_player(
    player_id: str,
    intervention: Intervention,
    work: Callable[[Stores, PlayerEntry], Awaitable[T]],
) -> T:
    """Record an intervention, then do it. Raises CommandLineError."""

    async def recorded(stores: Stores) -> T:
        entry = await stores.personal_data.find(player_id)
        if entry is None:
            raise CommandLineError(f"there is no player {player_id!r}, or the player was erased")
        await stores.audit_log.record(cli_actor(), intervention, player_id)
        return await work(stores, entry)

    return with_stores(recorded)


@app.command()
def export(player_id: PlayerIdArgument) -> None:
    """Print everything that is stored about a player, as JSON."""
    try:
        exported = _with_player(
            player_id,
            "player_exported",
            lambda stores, entry: stores.personal_data.export(player_id, entry),
        )
    except NotBuiltError as error:
        raise CommandLineError(str(error)) from error
    content = escape_json(msgspec.json.encode(exported).decode())
    typer.echo(msgspec.json.format(content))


@app.command()
def erase(player_id: PlayerIdArgument) -> None:
    """Erase a player's identity. Histories stay as they are, without a name."""
    erased = _with_player(
        player_id,
        "player_erased",
        lambda stores, entry: stores.personal_data.erase(player_id, entry),
    )
    messages = pluralize(erased.webhook_messages, "waiting webhook message")
    typer.echo(f"{player_id} is erased, also from {messages}")


@app.command()
def rename(
    player_id: PlayerIdArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name to show from now on.")],
) -> None:
    """Replace the name of a player everywhere. Histories stay as they are."""
    try:
        msgspec.convert(name, PlayerName)
    except msgspec.ValidationError as error:
        raise CommandLineError(f"name: {error}") from error
    _with_player(
        player_id, "player_renamed", lambda stores, _entry: stores.players.rename(player_id, name)
    )
    typer.echo(f"{player_id} is now {printable(name)}")

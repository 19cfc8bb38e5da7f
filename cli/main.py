"""The entry point of `bluemoon`: registers the commands."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cli.arguments import KNOWN_GAMES
from cli.bots.bot import bot
from cli.history.audit import audit_histories
from cli.history.replay import replay
from cli.operations.audit_log import audit_log
from cli.operations.dead_letters import app as dead_letters
from cli.operations.names import app as names
from cli.operations.platforms import app as platform
from cli.operations.players import app as player
from cli.operations.read_models import app as read_models
from cli.operations.settings import settings
from cli.operations.shards import app as shards
from cli.operations.upgrade import app as upgrade
from cli.operations.webhooks import app as webhooks
from cli.play.play import play
from cli.play.watch import watch
from cli.setup.installed import installed_terminals, terminals_or_none
from cli.simulation.demo import demo
from cli.simulation.simulate import simulate
from cli.system.server import server
from cli.system.services import engine, gateway, notifier, projector
from cli.system.up import up
from cli.tables.send import send
from cli.tables.table import app as table
from games.terminal_kit.errors import CommandLineError, error_line


class OneLineErrorGroup(TyperGroup):
    """Reports every error of a call on one line."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            installed_terminals()
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.TyperException as error:
            message = error.format_message()
            if not isinstance(error, CommandLineError):
                message = f"bluemoon: {message} Try --help."
            typer.echo(error_line(message), err=True)
            code = error.exit_code
        return sys.exit(code) if standalone_mode else code


app = typer.Typer(
    name="bluemoon",
    cls=OneLineErrorGroup,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    epilog="\n\n".join(
        (
            "Examples:",
            "bluemoon up --demo",
            "bluemoon play GAME",
            "bluemoon demo GAME --seed 7",
            "bluemoon simulate GAME --games 500 --seed 7 --out games",
            "bluemoon replay games/GAME-7-000000.jsonl --at 40 --as 1",
            "bluemoon replay games/GAME-7-000000.jsonl --verify",
            f"Games: {KNOWN_GAMES}",
        )
    ),
)
app.command()(demo)
app.command()(simulate)
app.command()(replay)
app.command("audit")(audit_histories)
app.command()(play)
app.command()(watch)
app.command()(bot)
app.command()(up)
app.command()(engine)
app.command()(gateway)
app.command()(notifier)
app.command()(projector)
app.command()(server)
app.command()(settings)
app.command()(send)
app.command()(audit_log)
app.add_typer(shards)
app.add_typer(table)
for terminal in terminals_or_none().values():
    for command in terminal.commands:
        app.add_typer(command)
app.add_typer(dead_letters)
app.add_typer(webhooks)
app.add_typer(read_models)
app.add_typer(platform)
app.add_typer(player)
app.add_typer(names)
app.add_typer(upgrade)


def _print_version(is_given: bool) -> None:
    if is_given:
        typer.echo(version("bluemoon"))
        raise typer.Exit


@app.callback()
def main(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Play, watch, replay and host games."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())

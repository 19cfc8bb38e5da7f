"""`bluemoon upgrade`: the rules of a new release come into force when its upgrade is finalized."""

from importlib.metadata import version

import typer
from msgspec import Struct
from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.registry import plugins
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import join_words, pluralize
from services.runtime.operations.opening_rules import current_rules
from services.runtime.operations.service_registry import ServiceRecord
from services.runtime.stores import Stores

app = typer.Typer(
    name="upgrade",
    help="Show how far an upgrade is, and put the rules of the new release into force.",
    no_args_is_help=True,
)


class UpgradeStatus(Struct, frozen=True):
    release: str
    """Of this command."""
    finalized: dict[str, str]
    """Game -> the rules of new tables."""
    newest: dict[str, str]
    """Game -> the newest rules that this release knows."""
    services: tuple[ServiceRecord, ...]

    @property
    def pending(self) -> dict[str, str]:
        """The rules that are not in force yet, by game."""
        return {
            game: rules for game, rules in self.newest.items() if self.finalized.get(game) != rules
        }

    @property
    def older_services(self) -> tuple[ServiceRecord, ...]:
        """Services that do not know all of these rules."""
        rules = set(self.newest.values())
        return tuple(service for service in self.services if not rules <= set(service.rules))


@app.command()
def status(*, as_json: AsJson = False) -> None:
    """Show the release of each running service, and the rules of new tables.

    Example: bluemoon upgrade status
    """
    report = with_stores(_status)
    if as_json:
        echo_json(report)
        return
    console = plain_console()
    console.print(_services_table(report))
    for game, rules in report.newest.items():
        in_force = report.finalized.get(game, rules)
        newer = "" if in_force == rules else f"; {rules} after `bluemoon upgrade finalize`"
        console.print(f"New tables of {game} are opened under {in_force}{newer}.")


@app.command()
def finalize() -> None:
    """Open new tables under the rules of this release from now on.

    Until then the previous release can come back at any time. Afterwards it refuses to start.
    Running tables keep their rules.

    Example: bluemoon upgrade finalize
    """
    report = with_stores(_status)
    if not report.pending:
        typer.echo(f"Nothing to do: new tables are opened under {_listed(report.finalized)}.")
        return
    if older := report.older_services:
        names = join_words([f"{service.id} ({service.release or '0.1.0'})" for service in older])
        raise CommandLineError(
            f"{pluralize(len(older), 'service')} would not understand {_listed(report.pending)}: "
            f"{names}. Restart with release {report.release} first, gateways, notifiers and "
            "projectors before engines; a killed service is listed for another minute"
        )
    with_stores(_finalize)
    typer.echo(f"From now on new tables are opened under {_listed(report.pending)}.")


async def _status(stores: Stores) -> UpgradeStatus:
    await stores.opening_rules.refresh()
    finalized = {
        game: versions[0].rules
        for game, plugin in plugins().items()
        if (versions := stores.opening_rules.versions(plugin))
    }
    newer = sorted(set(plugins()) - set(finalized))
    if newer:
        raise CommandLineError(
            f"a newer release was finalized: this one ({version('bluemoon')}) does not know the "
            f"rules of new tables of {join_words(newer)}"
        )
    return UpgradeStatus(
        version("bluemoon"), finalized, current_rules(), await stores.deployment.services()
    )


async def _finalize(stores: Stores) -> None:
    rules = _listed(current_rules())
    await stores.audit_log.record(cli_actor(), "upgrade_finalized", version("bluemoon"), rules)
    await stores.opening_rules.finalize()


def _services_table(report: UpgradeStatus) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("service", "release", "knows the newest rules"):
        table.add_column(column)
    older = report.older_services
    for service in report.services:
        knows = Text("no", "bold red") if service in older else "yes"
        table.add_row(service.id, service.release or "0.1.0", knows)
    return table


def _listed(rules: dict[str, str]) -> str:
    return join_words(list(rules.values()))

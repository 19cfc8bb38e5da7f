"""`bluemoon read-models`: status, rebuilds and parked tables of the read models."""

import time
from typing import Annotated

import typer
from msgspec import Struct
from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.configuration import load_settings
from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from cli.progress import progress_meter
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import join_words, pluralize
from services.projector.model import Model
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild, RebuildRunningError
from services.runtime.operations.logs import configure_logs
from services.runtime.readmodels.generations import VERSIONS, ModelName
from services.runtime.readmodels.model_status import ModelsStatus, ModelStatus
from services.runtime.readmodels.parked_tables import ParkedTable
from services.runtime.stores import Stores

app = typer.Typer(
    name="read-models",
    help="Inspect and rebuild the read models: tables, players, standings, activity.",
    no_args_is_help=True,
)

_COLUMNS = ("model", "generation", "tables", "lag", "age", "parked", "")
_BAD = "bold red"


class ParkedTableEntry(Struct, frozen=True):
    model: ModelName
    parked: ParkedTable


@app.command()
def status(*, as_json: AsJson = False) -> None:
    """Show the generation, age and lag of each read model.

    Example: bluemoon read-models status --json
    """
    models_status = with_stores(lambda stores: stores.generations.status(stores.event_log))
    if as_json:
        echo_json(models_status)
        return
    console = plain_console()
    console.print(_status_table(models_status))
    if not models_status.has_projector:
        console.print("No projector is running: start one with `bluemoon projector`.")
    if any(model.parked for model in models_status.models):
        console.print("Some tables are parked: run `bluemoon read-models parked`.")


@app.command()
def rebuild(
    *,
    model: Annotated[
        str | None,
        typer.Argument(metavar="[MODEL]", help=f"One of {', '.join(VERSIONS)}; all by default."),
    ] = None,
) -> None:
    """Build a new generation next to the live one, then switch without a gap.

    Example: bluemoon read-models rebuild standings
    """
    models = _select_models(model)
    settings = load_settings()
    # The bar shows the progress; only parked tables and errors are worth a line.
    configure_logs("warning", settings.log_format, "read-models")

    async def work(stores: Stores) -> list[str]:
        names = ", ".join(model.name for model in models)
        await stores.audit_log.record(cli_actor(), "read_model_rebuilt", names)
        with progress_meter("applying histories") as report:
            await Rebuild(stores, models, settings.cache_tables).run(report)
        return [str(await stores.generations.live(model.name)) for model in models]

    try:
        generations = with_stores(work)
    except RebuildRunningError as error:
        raise CommandLineError(str(error)) from error
    typer.echo(f"{join_words(generations)} {'is' if len(generations) == 1 else 'are'} live")


@app.command()
def parked(*, as_json: AsJson = False) -> None:
    """List the tables that a read model stopped following, and why."""
    entries = with_stores(_list_parked)
    if as_json:
        for entry in entries:
            echo_json(entry)
        return
    if not entries:
        typer.echo("No table is parked: every commit was applied.")
        return
    grid = Table(box=box.SIMPLE_HEAD)
    for column in ("model", "table", "commit", "since", "reason"):
        grid.add_column(column, no_wrap=column != "reason")
    for entry in entries:
        table = entry.parked
        since = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(table.at / 1000))
        reason = Text(printable(table.reason))
        grid.add_row(entry.model, table.table, str(table.seq), since, reason)
    console = plain_console()
    console.print(grid)
    console.print(
        f"{pluralize(len(entries), 'parked table')}. Check one with `bluemoon table verify TABLE`. "
        "After fixing the cause, run `bluemoon read-models rebuild MODEL`."
    )


async def _list_parked(stores: Stores) -> list[ParkedTableEntry]:
    entries = []
    for model in VERSIONS:
        generation = await stores.generations.live(model)
        if generation is not None:
            tables = await stores.generations.parked_tables(generation)
            entries += [ParkedTableEntry(model, table) for table in tables]
    return entries


def _select_models(name: str | None) -> list[Model]:
    models = [model for model in MODELS if name in (None, model.name)]
    if not models:
        raise CommandLineError(f"there is no read model {name!r}; known: {', '.join(VERSIONS)}")
    return models


def _status_table(models_status: ModelsStatus) -> Table:
    grid = Table(box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        left = column in ("model", "generation", "")
        grid.add_column(column, justify="left" if left else "right")
    for model in models_status.models:
        age = model.age_seconds
        grid.add_row(
            model.model,
            model.generation or Text("none", _BAD),
            str(model.tables),
            str(sum(model.lag)),
            "-" if age is None else f"{age:.1f} s",
            Text(str(model.parked), _BAD if model.parked else ""),
            _remark(model),
        )
    return grid


def _remark(model: ModelStatus) -> Text:
    if model.rebuilding:
        return Text("rebuilding")
    if model.generation is None:
        return Text("never built", _BAD)
    expected = f"v{model.expected_version}."
    if not model.generation.startswith(expected):
        return Text(f"expected {expected}x", _BAD)
    return Text("")

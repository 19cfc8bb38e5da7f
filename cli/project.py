"""`bluemoon project`: the read models, how old they are, and building them anew."""

import time
from typing import Annotated

import msgspec
import typer
from msgspec import Struct
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.arguments import AsJson
from cli.configuration import settings_with
from cli.connected import with_log
from cli.failure import Failure, printable
from cli.phrases import counted, listed
from cli.progress import measuring
from services.projector.model import Model
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild, RebuildRunningError
from services.runtime.event_log import EventLog
from services.runtime.generations import VERSIONS, ModelName, live_generation
from services.runtime.logs import configure_logs
from services.runtime.model_status import Models, ModelStatus, model_status
from services.runtime.parked_games import Parked, parked_games

app = typer.Typer(
    name="project",
    help="Look after the read models: lists, players, standings, activity.",
    no_args_is_help=True,
)

_COLUMNS = ("model", "generation", "games", "lag", "age", "parked", "")
_BAD = "bold red"


class ParkedIn(Struct, frozen=True):
    model: ModelName
    parked: Parked


@app.command()
def status(*, as_json: AsJson = False) -> None:
    """Show how old each model is, and how far behind the true head.

    Example: bluemoon project status --json
    """
    found = with_log(model_status)
    if as_json:
        typer.echo(msgspec.json.encode(found))
        return
    console = Console(highlight=False)
    console.print(_table(found))
    if not found.projecting:
        console.print("No projector is at work: start one with `bluemoon projector`.")
    if any(model.parked for model in found.models):
        console.print("Games are parked: see them with `bluemoon project parked`.")


@app.command()
def rebuild(
    *,
    model: Annotated[
        str | None,
        typer.Argument(metavar="[MODEL]", help=f"{listed(VERSIONS)}; all when left out."),
    ] = None,
) -> None:
    """Build a model anew from the games, beside the live one, and switch over without a gap.

    Example: bluemoon project rebuild standings
    """
    models = _models(model)
    settings = settings_with()
    # A game that is parked is worth a line; how it goes on, the bar tells.
    configure_logs("warning", settings.log_format, "project")

    async def work(log: EventLog) -> list[str]:
        with measuring("folding games") as folded:
            await Rebuild(log, models, settings.cache_games).run(folded)
        return [str(await live_generation(log.client, one.name)) for one in models]

    try:
        built = with_log(work)
    except RebuildRunningError as error:
        raise Failure(str(error)) from error
    typer.echo(f"{listed(built)} {'is' if len(built) == 1 else 'are'} live")


@app.command()
def parked(*, as_json: AsJson = False) -> None:
    """List the games that a model has stopped following, and why."""
    found = with_log(_parked)
    if as_json:
        for one in found:
            typer.echo(msgspec.json.encode(one))
        return
    if not found:
        typer.echo("No game is parked: every commit could be read and folded.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("model", "game", "commit", "when", "why"):
        table.add_column(column, no_wrap=column != "why")
    for one in found:
        game = one.parked
        when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(game.at / 1000))
        table.add_row(one.model, game.game, str(game.seq), when, Text(printable(game.reason)))
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"{counted(len(found), 'game')} parked: look at one with `bluemoon game verify GAME`; when "
        "its cause is mended, `bluemoon project rebuild MODEL` takes it in again."
    )


async def _parked(log: EventLog) -> list[ParkedIn]:
    found = []
    for model in VERSIONS:
        generation = await live_generation(log.client, model)
        if generation is not None:
            games = await parked_games(log.client, generation)
            found += [ParkedIn(model, game) for game in games]
    return found


def _models(name: str | None) -> list[Model]:
    found = [model for model in MODELS if name in (None, model.name)]
    if not found:
        raise Failure(f"there is no model {name!r}; there are: {listed(VERSIONS)}")
    return found


def _table(found: Models) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        left = column in ("model", "generation", "")
        table.add_column(column, justify="left" if left else "right")
    for model in found.models:
        age = model.age_seconds
        table.add_row(
            model.model,
            model.generation or Text("none", _BAD),
            str(model.games),
            str(sum(model.lag)),
            "-" if age is None else f"{age:.1f} s",
            Text(str(model.parked), _BAD if model.parked else ""),
            _remark(model),
        )
    return table


def _remark(model: ModelStatus) -> Text:
    if model.rebuilding:
        return Text("is being rebuilt")
    if model.generation is None:
        return Text("was never built", _BAD)
    expected = f"v{model.expected_version}."
    if not model.generation.startswith(expected):
        return Text(f"expected {expected}x", _BAD)
    return Text("")

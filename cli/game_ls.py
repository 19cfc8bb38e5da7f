"""`bluemoon game ls`: the games there are, last changed first."""

import time
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.arguments import AsJson
from cli.connected import with_log
from cli.failure import Failure
from cli.game_summaries import STAGES, GameSummary, game_ids, summaries
from cli.palette import QUIET_STYLE
from cli.phrases import counted
from cli.progress import counting
from services.runtime.event_log import EventLog

LIMIT = 20
NO_GAMES = "No games yet: try `bluemoon up --demo`."


def ls(
    *,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = LIMIT,
    stage: Annotated[
        str | None, typer.Option(metavar="|".join(STAGES), help="Only games at this stage.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List games, the one that changed last first.

    Example: bluemoon game ls --stage playing --limit 5
    """
    if stage is not None and stage not in STAGES:
        raise Failure(f"--stage: expected one of {', '.join(STAGES)}, got {stage!r}")
    everything = with_log(_summaries)
    found = sorted(
        (game for game in everything if stage in (None, game.stage)), key=lambda game: -game.at
    )
    if as_json:
        for game in found[:limit]:
            typer.echo(msgspec.json.encode(game))
    elif not everything:
        typer.echo(NO_GAMES)
    else:
        _print(found, limit, stage)


async def _summaries(log: EventLog) -> list[GameSummary]:
    games = await game_ids(log)
    with counting("reading", len(games)) as read:
        return await summaries(log, games, read)


def _print(found: list[GameSummary], limit: int, stage: str | None) -> None:
    console = Console(highlight=False)
    if found:
        table = Table(box=box.SIMPLE_HEAD)
        table.add_column("game", no_wrap=True)
        for column in ("rules", "stage"):
            table.add_column(column)
        for column in ("commits", "changed"):
            table.add_column(column, justify="right")
        now = time.time()
        for game in found[:limit]:
            age = _age(now - game.at / 1000)
            table.add_row(game.game, game.rules, game.stage, str(game.commits), age)
        console.print(table)
    which = f" {stage}" if stage else ""
    shown = min(limit, len(found))
    more = f", the {shown} last changed are shown; --limit shows more" if shown < len(found) else ""
    console.print(Text(f"{counted(len(found), 'game')}{which}{more}", QUIET_STYLE))


def _age(seconds: float) -> str:
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit} ago"
    return f"{max(0, seconds):.0f} s ago"

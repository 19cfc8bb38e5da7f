"""`bluemoon dead`: commands that an engine failed on, and what to do with them."""

import time
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cli.arguments import AsJson
from cli.connected import with_log
from cli.failure import Failure, printable
from cli.phrases import counted
from services.runtime.dead_letters import DeadLetters, FiledLetter, LetterError

T = TypeVar("T")

app = typer.Typer(
    name="dead", help="Look after commands that an engine failed on.", no_args_is_help=True
)

LetterId = Annotated[
    str, typer.Argument(metavar="ID", help="As `bluemoon dead ls` shows it: shard/entry.")
]


def _with_letters(work: Callable[[DeadLetters], Awaitable[T]]) -> T:
    try:
        return with_log(lambda log: work(DeadLetters(log)))
    except LetterError as error:
        raise Failure(str(error)) from error


@app.command()
def ls(*, as_json: AsJson = False) -> None:
    """List the letters that nobody has looked after."""
    found = _with_letters(lambda letters: letters.waiting())
    if as_json:
        for filed in found:
            typer.echo(msgspec.json.encode(filed))
        return
    if not found:
        typer.echo("No dead letters: no engine has failed on a command.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("id", "when", "why"):
        table.add_column(column, no_wrap=column != "why")
    for filed in found:
        table.add_row(filed.id, _when(filed), _why(filed))
    console = Console(highlight=False)
    console.print(table)
    letters = counted(len(found), "letter")
    console.print(f"{letters}: see one with `bluemoon dead show ID`, then `retry` or `drop` it.")


@app.command()
def show(*, letter: LetterId, as_json: AsJson = False) -> None:
    """Print a letter: the command, and where the engine failed."""
    filed = _with_letters(lambda letters: letters.find(letter))
    if as_json:
        typer.echo(msgspec.json.encode(filed))
        return
    typer.echo(f"letter  {filed.id}\nwhen    {_when(filed)}\nentry   {filed.letter.entry}")
    typer.echo(f"command {printable(filed.letter.command)}\n")
    typer.echo("\n".join(printable(line) for line in filed.letter.reason.splitlines()))


@app.command()
def retry(*, letter: LetterId) -> None:
    """Queue a letter's command again; then the letter is looked after."""
    _with_letters(lambda letters: letters.retry(letter))
    typer.echo(f"letter {letter} is queued again; if the engine fails again it comes back")


@app.command()
def drop(*, letter: LetterId) -> None:
    """Leave a letter's command alone for good; its outcome stays `internal`."""
    _with_letters(lambda letters: letters.drop(letter))
    typer.echo(f"letter {letter} is dropped")


def _when(filed: FiledLetter) -> str:
    moment = time.gmtime(filed.letter.at / 1000)
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", moment)


def _why(filed: FiledLetter) -> str:
    """The last line of a traceback says most."""
    return printable((filed.letter.reason.strip().splitlines() or [""])[-1])

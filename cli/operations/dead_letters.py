"""`bluemoon dead-letters`: list, inspect, retry and drop commands that an engine failed on."""

import time
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer
from rich import box
from rich.table import Table

from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from schemas.audit_log import Intervention
from services.runtime.store.dead_letters import DeadLetter, DeadLetterError, DeadLetters
from services.runtime.stores import Stores

T = TypeVar("T")

app = typer.Typer(
    name="dead-letters",
    help="Inspect, retry or drop commands that an engine failed on.",
    no_args_is_help=True,
)

DeadLetterId = Annotated[
    str, typer.Argument(metavar="ID", help="Id from `bluemoon dead-letters ls`: shard/entry.")
]


def _resolve(
    dead_letter_id: str,
    intervention: Intervention,
    resolve: Callable[[DeadLetters], Awaitable[None]],
) -> None:
    async def work(stores: Stores) -> None:
        await stores.dead_letters.find(dead_letter_id)
        await stores.audit_log.record(cli_actor(), intervention, dead_letter_id)
        await resolve(stores.dead_letters)

    _with_stores(work)


def _with_dead_letters(work: Callable[[DeadLetters], Awaitable[T]]) -> T:
    return _with_stores(lambda stores: work(stores.dead_letters))


def _with_stores(work: Callable[[Stores], Awaitable[T]]) -> T:
    try:
        return with_stores(work)
    except DeadLetterError as error:
        raise CommandLineError(str(error)) from error


@app.command()
def ls(*, as_json: AsJson = False) -> None:
    """List unresolved dead letters."""
    unresolved = _with_dead_letters(lambda store: store.unresolved())
    if as_json:
        for stored in unresolved:
            echo_json(stored)
        return
    if not unresolved:
        typer.echo("No unresolved dead letters.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("id", "time", "error"):
        table.add_column(column, no_wrap=column != "error")
    for stored in unresolved:
        dead_letter = stored.dead_letter
        table.add_row(stored.id, _format_time(dead_letter), _last_line(dead_letter))
    console = plain_console()
    console.print(table)
    console.print(
        f"{pluralize(len(unresolved), 'dead letter')}. Run `bluemoon dead-letters show ID`, then "
        "`retry` or `drop` it."
    )


@app.command()
def show(*, dead_letter_id: DeadLetterId, as_json: AsJson = False) -> None:
    """Print a dead letter: the command and the traceback."""
    stored = _with_dead_letters(lambda store: store.find(dead_letter_id))
    if as_json:
        echo_json(stored)
        return
    dead_letter = stored.dead_letter
    typer.echo(f"id      {stored.id}")
    typer.echo(f"time    {_format_time(dead_letter)}")
    typer.echo(f"entry   {dead_letter.entry}")
    typer.echo(f"command {printable(dead_letter.command)}\n")
    typer.echo("\n".join(printable(line) for line in dead_letter.reason.splitlines()))


@app.command()
def retry(*, dead_letter_id: DeadLetterId) -> None:
    """Queue the command again and resolve the dead letter."""
    _resolve(dead_letter_id, "dead_letter_retried", lambda store: store.retry(dead_letter_id))
    typer.echo(
        f"queued the command of dead letter {dead_letter_id} again; "
        "if it fails again, it becomes a new dead letter"
    )


@app.command()
def drop(*, dead_letter_id: DeadLetterId) -> None:
    """Resolve the dead letter without retrying. The command stays rejected as `internal`."""
    _resolve(dead_letter_id, "dead_letter_dropped", lambda store: store.drop(dead_letter_id))
    typer.echo(f"dropped dead letter {dead_letter_id}")


def _format_time(dead_letter: DeadLetter) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(dead_letter.at / 1000))


def _last_line(dead_letter: DeadLetter) -> str:
    """Return the last line of the traceback, which names the error."""
    return printable((dead_letter.reason.strip().splitlines() or [""])[-1])

"""`bluemoon send`: send a command to a table."""

import sys
import uuid
from typing import Annotated, Any

import msgspec
import typer

from cli import arguments
from cli.connection.server_connection import with_stores
from cli.drawing.commit_printer import CommitPrinter
from cli.operations.actor import cli_actor
from cli.tables.action_parsing import parse_action
from cli.tables.history import parse_table_id, read_history
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import escape_json
from schemas.commit import AnyCommand, Command, canonical
from schemas.outcome import Outcome
from schemas.strict import convert_strictly
from schemas.table import SYSTEM, Sender
from schemas.terms import SEATS_MAX
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from services.runtime.stores import Stores

STDIN = "-"
ACTION_BYTES_MAX = 1 << 16
REJECTED_EXIT_CODE = 1
"""The exit code for a rejected command."""


def send(  # noqa: PLR0913 - a command's options are its parameters
    *,
    table: arguments.TableArgument,
    action: Annotated[
        str, typer.Argument(metavar="JSON|-", help="The action, or - to read it from stdin.")
    ],
    seat: Annotated[
        str, typer.Option(metavar="SEAT|system", help="The sender: a seat or the system.")
    ] = SYSTEM,
    command_id: Annotated[
        str | None,
        typer.Option(
            "--id", help="Command id. A repeated id has no second effect.", show_default="random"
        ),
    ] = None,
    expected_seq: Annotated[
        int | None,
        typer.Option(min=0, metavar="SEQ", help="Reject unless the table is at this seq."),
    ] = None,
    wait: Annotated[bool, typer.Option(help="Wait for the outcome.")] = True,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait.")] = 30.0,
    as_json: AsJson = False,
) -> None:
    """Send a command to a table and print its outcome. The exit code is 1 if it is rejected.

    Example: bluemoon send TABLE '{"type":"take_seat","player":"Amber"}' --seat 0
    """
    text = sys.stdin.buffer.read(ACTION_BYTES_MAX + 1) if action == STDIN else action.encode()
    if len(text) > ACTION_BYTES_MAX:
        raise CommandLineError(f"the action is longer than {ACTION_BYTES_MAX} bytes")
    fields = {
        "id": command_id or uuid.uuid4().hex,
        "table": parse_table_id(table),
        "seat": _parse_sender(seat),
        "expected_seq": expected_seq,
    }

    async def work(stores: Stores) -> None:
        log = stores.event_log
        command = _command(fields, await parse_action(log, table, text))
        detail = f"{command.id} for {seat}"
        await stores.audit_log.record(cli_actor(), "command_sent", table, detail)
        if wait:
            await _send_and_wait(log, command, timeout, as_json)
        else:
            entry = (await log.send(table, canonical(command))).decode()
            record = {"command": command.id, "entry": entry}
            _print(record, f"queued command {command.id}", as_json)

    with_stores(work)


def _parse_sender(name: str) -> Sender:
    if name == SYSTEM:
        return SYSTEM
    if name in map(str, range(SEATS_MAX)):
        return int(name)
    raise CommandLineError(
        f"--seat: expected {SYSTEM} or a seat from 0 to {SEATS_MAX - 1}, got {name!r}"
    )


def _command(fields: dict[str, Any], action: Any) -> AnyCommand:
    try:
        command: AnyCommand = convert_strictly({**fields, "action": action}, Command[Any])
        return command
    except msgspec.ValidationError as error:
        raise CommandLineError(f"invalid command: {error}") from error


async def _send_and_wait(log: EventLog, command: AnyCommand, timeout: float, as_json: bool) -> None:
    async with Dispatcher(log) as dispatcher:
        try:
            outcome = await dispatcher.send(command, timeout)
        except TimeoutError as error:
            raise CommandLineError(
                f"no outcome within {timeout:g} s: `bluemoon shards` shows whether an engine is "
                f"running; sending again with --id {command.id} is safe"
            ) from error
    if outcome.rejection is None:
        _print(outcome, f"accepted as commit {outcome.seq} of table {outcome.table}", as_json)
        if not as_json:
            await _print_commits(log, outcome)
    else:
        rejection = outcome.rejection
        detail = canonical(rejection.detail).decode() if rejection.detail else ""
        line = printable(f"rejected ({rejection.code}): {rejection.message} {detail}".rstrip())
        _print(outcome, line, as_json)
        raise typer.Exit(REJECTED_EXIT_CODE)


def _print(record: object, words: str, as_json: bool) -> None:
    typer.echo(escape_json(canonical(record).decode()) if as_json else words)


async def _print_commits(log: EventLog, outcome: Outcome) -> None:
    assert outcome.seq is not None
    lines = [entry for entry in await read_history(log, outcome.table) if entry[0] <= outcome.seq]
    CommitPrinter(arguments.WHOLE_TABLE, "en", as_json=False).print_from(
        outcome.seq, outcome.table, lines
    )

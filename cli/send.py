"""`bluemoon send`: a command put in by hand."""

import sys
import time
import uuid
from typing import Annotated, Any

import msgspec
import typer

from cli import arguments
from cli.checked_action import checked_action
from cli.connected import with_log
from cli.failure import Failure, printable
from cli.game_history import checked_id, history_lines
from cli.telling import Teller
from schemas.commit import AnyCommand, Command, canonical
from schemas.outcome import Outcome
from schemas.table import SYSTEM, Actor
from schemas.terms import SEATS_MAX
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog

STDIN = "-"
ACTION_BYTES_MAX = 1 << 16
REFUSED = 1
"""The exit code when the rules say no."""


def send(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: arguments.GameArgument,
    action: Annotated[
        str, typer.Argument(metavar="JSON|-", help="The action, or - to read it from stdin.")
    ],
    seat: Annotated[
        str, typer.Option(metavar="SEAT|system", help="Who does it: a seat or the platform.")
    ] = SYSTEM,
    command_id: Annotated[
        str | None,
        typer.Option(
            "--id", help="The same id again has no second effect.", show_default="a new one"
        ),
    ] = None,
    expected_seq: Annotated[
        int | None,
        typer.Option(min=0, metavar="SEQ", help="Refuse it if the game is at another version."),
    ] = None,
    wait: Annotated[bool, typer.Option(help="Wait for the outcome.")] = True,
    timeout: Annotated[float, typer.Option(min=0.1, help="For how many seconds.")] = 30.0,
    as_json: arguments.AsJson = False,
) -> None:
    """Send a command to a game and print its outcome; exit code 1 when it is refused.

    Example: bluemoon send GAME '{"type":"take_seat","player":"Amber"}' --seat 0
    """
    text = sys.stdin.buffer.read(ACTION_BYTES_MAX + 1) if action == STDIN else action.encode()
    if len(text) > ACTION_BYTES_MAX:
        raise Failure(f"an action of more than {ACTION_BYTES_MAX} bytes")
    head = {
        "id": command_id or uuid.uuid4().hex,
        "game": checked_id(game),
        "seat": _actor(seat),
        "at": time.time_ns() // 1_000_000,
        "expected_seq": expected_seq,
    }

    async def work(log: EventLog) -> None:
        command = _command(head, await checked_action(log, game, text))
        if wait:
            await _send_and_wait(log, command, timeout, as_json)
        else:
            entry = (await log.send(game, canonical(command))).decode()
            _say({"command": command.id, "entry": entry}, f"queued: command {command.id}", as_json)

    with_log(work)


def _actor(name: str) -> Actor:
    if name == SYSTEM:
        return SYSTEM
    if name in map(str, range(SEATS_MAX)):
        return int(name)
    raise Failure(f"--seat: expected {SYSTEM} or a seat from 0 to {SEATS_MAX - 1}, got {name!r}")


def _command(head: dict[str, Any], action: Any) -> AnyCommand:
    try:
        return msgspec.convert({**head, "action": action}, Command[Any])
    except msgspec.ValidationError as error:
        raise Failure(f"the command can't be sent: {error}") from error


async def _send_and_wait(log: EventLog, command: AnyCommand, timeout: float, as_json: bool) -> None:
    async with Dispatcher(log) as dispatcher:
        try:
            outcome = await dispatcher.send(command, timeout)
        except TimeoutError as error:
            raise Failure(
                f"no outcome within {timeout:g} s: `bluemoon shards` shows whether an engine is "
                f"alive; sending it again with --id {command.id} is safe"
            ) from error
    if outcome.rejection is None:
        _say(outcome, f"accepted as commit {outcome.seq} of {outcome.game}", as_json)
        if not as_json:
            await _tell(log, outcome)
    else:
        rejection = outcome.rejection
        detail = canonical(rejection.detail).decode() if rejection.detail else ""
        told = printable(f"refused ({rejection.code}): {rejection.message} {detail}".rstrip())
        _say(outcome, told, as_json)
        raise typer.Exit(REFUSED)


def _say(record: object, words: str, as_json: bool) -> None:
    typer.echo(canonical(record) if as_json else words)


async def _tell(log: EventLog, outcome: Outcome) -> None:
    assert outcome.seq is not None
    lines = [entry for entry in await history_lines(log, outcome.game) if entry[0] <= outcome.seq]
    Teller(arguments.WHOLE_TABLE, "en", as_json=False).tell_from(outcome.seq, outcome.game, lines)

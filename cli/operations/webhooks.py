"""`bluemoon webhooks`: list, test and replay the webhooks of platforms."""

import secrets
import time
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.connection.configuration import load_settings
from cli.connection.server_connection import with_event_log
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.phrases import pluralize
from schemas.commit import canonical
from schemas.webhook import DeadDelivery, Webhook, WebhookMessage, WebhookRow
from services.notifier.webhooks.poster import Poster, PostResult
from services.runtime.deliveries import DEAD_MAX, Deliveries
from services.runtime.event_log import EventLog
from services.runtime.webhooks import Webhooks, webhook_keys

app = typer.Typer(name="webhooks", help="List, test and replay webhooks.", no_args_is_help=True)

HookName = Annotated[
    str, typer.Argument(metavar="NAME", help="Name from `bluemoon webhooks ls`: platform/name.")
]


@app.command()
def ls(*, as_json: AsJson = False) -> None:
    """List the webhooks of all platforms."""
    rows = with_event_log(_rows)
    if as_json:
        for name, row in rows:
            typer.echo(msgspec.json.encode({"hook": name, **msgspec.to_builtins(row)}))
        return
    if not rows:
        typer.echo("No webhooks: platforms register them with PUT /v1/webhooks/{name}.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("name", "url", "events", "waiting", "dead", "state"):
        table.add_column(column, justify="right" if column in ("waiting", "dead") else "left")
    for name, row in rows:
        table.add_row(
            name,
            printable(row.url),
            " ".join(row.events),
            str(row.waiting),
            Text(str(row.dead), "bold red" if row.dead else ""),
            Text(row.disabled or "active", "bold red" if row.disabled else ""),
        )
    Console(highlight=False).print(table)


@app.command()
def dead(*, name: HookName, as_json: AsJson = False) -> None:
    """List the messages that could not be delivered to a webhook."""
    messages = with_event_log(lambda log: _list_dead(log, name))
    if as_json:
        for message in messages:
            typer.echo(msgspec.json.encode(message))
        return
    if not messages:
        typer.echo(f"No dead messages: all messages to {name} are delivered or still being sent.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("id", "last attempt", "attempts", "response"):
        table.add_column(column, no_wrap=column != "response")
    for message in messages:
        last_attempt, attempts = _format_time(message.tried_at), str(message.attempts)
        table.add_row(message.id, last_attempt, attempts, printable(message.last_response))
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"{pluralize(len(messages), 'dead message')}. "
        f"Run `bluemoon webhooks replay {name}` to send all of them again."
    )


@app.command()
def replay(
    *,
    name: HookName,
    message: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A message id; all messages by default.")
    ] = None,
) -> None:
    """Send dead messages again."""

    async def work(log: EventLog) -> int:
        hook = await _find_webhook(log, name)
        now_ms = time.time_ns() // 1_000_000
        return await Deliveries(log.client).replay(webhook_keys(hook), message, now_ms)

    replayed = with_event_log(work)
    if message is not None and not replayed:
        raise CommandLineError(
            f"there is no dead message {message!r}: run `bluemoon webhooks dead {name}` for a list"
        )
    typer.echo(f"{pluralize(replayed, 'message')} to {name} will be sent again")


@app.command()
def test(*, name: HookName) -> None:
    """Send one signed test message from this machine and print the response."""
    allow_private = load_settings().webhook_allow_private

    async def work(log: EventLog) -> PostResult:
        hook = await _find_webhook(log, name)
        message = _test_message()
        poster = Poster(allow_private=allow_private)
        try:
            return await poster.post(hook, message.id, message.event, canonical(message))
        finally:
            await poster.close()

    response = with_event_log(work)
    if not response.is_success:
        raise CommandLineError(f"{name} did not accept the message: {response.text}")
    typer.echo(f"{name} accepted the message: {printable(response.text)}")


async def _rows(log: EventLog) -> list[tuple[str, WebhookRow]]:
    rows = []
    for hook in await Webhooks(log.client).all():
        waiting, dead = await Deliveries(log.client).counts(webhook_keys(hook))
        row = WebhookRow(
            hook.name, hook.url, hook.events, hook.created_at, hook.disabled, waiting, dead
        )
        rows.append((webhook_keys(hook).field, row))
    return rows


async def _list_dead(log: EventLog, name: str) -> list[DeadDelivery]:
    hook = await _find_webhook(log, name)
    return await Deliveries(log.client).dead_deliveries(webhook_keys(hook), DEAD_MAX)


async def _find_webhook(log: EventLog, name: str) -> Webhook:
    """Find a webhook by `platform/name`, or by name alone if that is unique."""
    hooks = await Webhooks(log.client).all()
    matches = [hook for hook in hooks if name in (webhook_keys(hook).field, hook.name)]
    if len(matches) != 1:
        known = ", ".join(webhook_keys(hook).field for hook in hooks) or "none"
        raise CommandLineError(
            f"expected one webhook {name!r}, found {len(matches)}; known: {known}"
        )
    return matches[0]


def _test_message() -> WebhookMessage:
    return WebhookMessage(
        id=f"test:{secrets.token_hex(8)}",
        event="test",
        table="test",
        game="test",
        seq=0,
        at=time.time_ns() // 1_000_000,
        seats=(),
        players=(),
    )


def _format_time(at_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at_ms / 1000)) if at_ms else "never"

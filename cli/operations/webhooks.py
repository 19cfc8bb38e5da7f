"""`bluemoon webhooks`: list, test and retry the webhooks of platforms."""

import secrets
import time
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.configuration import load_settings
from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from schemas.commit import canonical
from schemas.webhook import Webhook, WebhookDeadLetter, WebhookMessage, WebhookRow
from services.notifier.webhooks.poster import Poster, PostResult
from services.runtime.operations.clock import now_ms
from services.runtime.stores import Stores
from services.runtime.webhooks.deliveries import DEAD_LETTERS_MAX
from services.runtime.webhooks.registry import webhook_keys

app = typer.Typer(name="webhooks", help="List, test and retry webhooks.", no_args_is_help=True)

WebhookArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Name from `bluemoon webhooks ls`: platform/name.")
]


@app.command()
def ls(*, as_json: AsJson = False) -> None:
    """List the webhooks of all platforms."""
    rows = with_stores(_rows)
    if as_json:
        for name, row in rows:
            echo_json({"webhook": name, **msgspec.to_builtins(row)})
        return
    if not rows:
        typer.echo("No webhooks: platforms register them with PUT /v1/webhooks/{name}.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("name", "url", "events", "waiting", "dead\nletters", "state"):
        is_number = column in ("waiting", "dead\nletters")
        table.add_column(column, justify="right" if is_number else "left", no_wrap=column == "name")
    for name, row in rows:
        table.add_row(
            name,
            printable(row.url),
            " ".join(row.events),
            str(row.waiting),
            Text(str(row.dead_letters), "bold red" if row.dead_letters else ""),
            Text(printable(row.disabled) or "active", "bold red" if row.disabled else ""),
        )
    plain_console().print(table)


@app.command()
def dead_letters(*, name: WebhookArgument, as_json: AsJson = False) -> None:
    """List the dead letters of a webhook: messages that could not be delivered."""
    listed = with_stores(lambda stores: _list_dead_letters(stores, name))
    if as_json:
        for dead_letter in listed:
            echo_json(dead_letter)
        return
    if not listed:
        typer.echo(f"No dead letters: all messages to {name} are delivered or still being sent.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("id", "last attempt", "attempts", "response"):
        table.add_column(column, no_wrap=column != "response")
    for dead_letter in listed:
        last_attempt, attempts = _format_time(dead_letter.tried_at), str(dead_letter.attempts)
        table.add_row(dead_letter.id, last_attempt, attempts, printable(dead_letter.last_response))
    console = plain_console()
    console.print(table)
    console.print(
        f"{pluralize(len(listed), 'dead letter')}. "
        f"Run `bluemoon webhooks retry {name}` to send all of them again."
    )


@app.command()
def retry(
    *,
    name: WebhookArgument,
    message: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]", help="The id of a dead letter; all dead letters by default."
        ),
    ] = None,
) -> None:
    """Send dead letters again."""

    async def work(stores: Stores) -> int:
        webhook = await _find_webhook(stores, name)
        retried = message or "all dead letters"
        await stores.audit_log.record(cli_actor(), "webhook_retried", name, retried)
        return await stores.deliveries.retry(webhook_keys(webhook), message, now_ms())

    retried = with_stores(work)
    if message is not None and not retried:
        raise CommandLineError(
            f"there is no dead letter {message!r}: "
            f"run `bluemoon webhooks dead-letters {name}` for a list"
        )
    typer.echo(f"{pluralize(retried, 'message')} to {name} will be sent again")


@app.command()
def test(*, name: WebhookArgument) -> None:
    """Send one signed test message from this machine and print the response."""
    allow_private = load_settings().webhook_allow_private

    async def work(stores: Stores) -> PostResult:
        webhook = await _find_webhook(stores, name)
        message = _test_message()
        poster = Poster(allow_private=allow_private)
        try:
            return await poster.post(webhook, message.id, message.event, canonical(message))
        finally:
            await poster.close()

    response = with_stores(work)
    if not response.is_success:
        raise CommandLineError(f"{name} did not accept the message: {response.text}")
    typer.echo(f"{name} accepted the message: {printable(response.text)}")


async def _rows(stores: Stores) -> list[tuple[str, WebhookRow]]:
    rows = []
    for webhook in await stores.webhooks.all():
        waiting, dead_letters = await stores.deliveries.counts(webhook_keys(webhook))
        row = WebhookRow(
            webhook.name,
            webhook.url,
            webhook.events,
            webhook.created_at,
            webhook.disabled,
            waiting,
            dead_letters,
        )
        rows.append((webhook_keys(webhook).field, row))
    return rows


async def _list_dead_letters(stores: Stores, name: str) -> list[WebhookDeadLetter]:
    webhook = await _find_webhook(stores, name)
    return await stores.deliveries.dead_letters(webhook_keys(webhook), DEAD_LETTERS_MAX)


async def _find_webhook(stores: Stores, name: str) -> Webhook:
    """Find a webhook by `platform/name`, or by name alone if that is unique."""
    webhooks = await stores.webhooks.all()
    matches = [
        webhook for webhook in webhooks if name in (webhook_keys(webhook).field, webhook.name)
    ]
    if len(matches) != 1:
        known = ", ".join(webhook_keys(webhook).field for webhook in webhooks) or "none"
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
        at=now_ms(),
        seats=(),
        players=(),
    )


def _format_time(at_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at_ms / 1000)) if at_ms else "never"

"""`bluemoon webhooks`: where platforms are told what happens, and what did not arrive."""

import secrets
import time
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.arguments import AsJson
from cli.configuration import settings_with
from cli.connected import with_log
from cli.failure import Failure, printable
from cli.phrases import counted
from schemas.commit import canonical
from schemas.webhook import DeadDelivery, Webhook, WebhookMessage, WebhookRow
from services.notifier.webhooks.post import Answer, Post
from services.runtime.deliveries import DEAD_MAX, Deliveries
from services.runtime.event_log import EventLog
from services.runtime.webhooks import Webhooks, keys_of

app = typer.Typer(name="webhooks", help="Look after webhooks of platforms.", no_args_is_help=True)

HookName = Annotated[
    str, typer.Argument(metavar="NAME", help="As `bluemoon webhooks ls` shows it: platform/name.")
]


@app.command()
def ls(*, as_json: AsJson = False) -> None:
    """List the webhooks of all platforms."""
    found = with_log(_rows)
    if as_json:
        for name, row in found:
            typer.echo(msgspec.json.encode({"hook": name, **msgspec.to_builtins(row)}))
        return
    if not found:
        typer.echo("No webhooks: platforms register them with PUT /v1/webhooks/{name}.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("name", "url", "events", "waiting", "dead", "state"):
        table.add_column(column, justify="right" if column in ("waiting", "dead") else "left")
    for name, row in found:
        table.add_row(
            name,
            printable(row.url),
            " ".join(row.events),
            str(row.waiting),
            Text(str(row.dead), "bold red" if row.dead else ""),
            Text(row.disabled or "sends", "bold red" if row.disabled else ""),
        )
    Console(highlight=False).print(table)


@app.command()
def dead(*, name: HookName, as_json: AsJson = False) -> None:
    """List the messages to a webhook that were given up."""
    found = with_log(lambda log: _dead(log, name))
    if as_json:
        for one in found:
            typer.echo(msgspec.json.encode(one))
        return
    if not found:
        typer.echo(f"Nothing is dead: {name} has taken everything, or is still being tried.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("id", "tried", "attempts", "answer"):
        table.add_column(column, no_wrap=column != "answer")
    for one in found:
        table.add_row(one.id, _when(one.tried_at), str(one.attempts), printable(one.answer))
    console = Console(highlight=False)
    console.print(table)
    console.print(f"{counted(len(found), 'message')}: `bluemoon webhooks replay {name}` sends all.")


@app.command()
def replay(
    *,
    name: HookName,
    message: Annotated[str | None, typer.Argument(metavar="ID", help="Only this one.")] = None,
) -> None:
    """Send messages again that were given up: all, or one."""

    async def work(log: EventLog) -> int:
        hook = await _hook(log, name)
        now_ms = time.time_ns() // 1_000_000
        return await Deliveries(log.client).replay(keys_of(hook), message, now_ms)

    replayed = with_log(work)
    if message is not None and not replayed:
        raise Failure(f"there is no dead message {message!r}: `bluemoon webhooks dead` lists all")
    typer.echo(f"{counted(replayed, 'message')} to {name} will be sent again")


@app.command()
def test(*, name: HookName) -> None:
    """Send a signed test message from this machine, at once and once, and show the answer."""
    allow_private = settings_with().webhook_allow_private

    async def work(log: EventLog) -> Answer:
        hook = await _hook(log, name)
        message = _test_message()
        post = Post(allow_private=allow_private)
        try:
            return await post.send(hook, message.id, message.kind, canonical(message))
        finally:
            await post.close()

    answer = with_log(work)
    if not answer.ok:
        raise Failure(f"{name} has not taken the message: {answer.text}")
    typer.echo(f"{name} has taken the message: {printable(answer.text)}")


async def _rows(log: EventLog) -> list[tuple[str, WebhookRow]]:
    rows = []
    for hook in await Webhooks(log.client).all():
        waiting, given_up = await Deliveries(log.client).counts(keys_of(hook))
        row = WebhookRow(
            hook.name, hook.url, hook.events, hook.made_at, hook.disabled, waiting, given_up
        )
        rows.append((keys_of(hook).field, row))
    return rows


async def _dead(log: EventLog, name: str) -> list[DeadDelivery]:
    hook = await _hook(log, name)
    return await Deliveries(log.client).dead(keys_of(hook), DEAD_MAX)


async def _hook(log: EventLog, name: str) -> Webhook:
    """By platform and name; by its name alone when only one is called so."""
    hooks = await Webhooks(log.client).all()
    found = [hook for hook in hooks if name in (keys_of(hook).field, hook.name)]
    if len(found) != 1:
        known = ", ".join(keys_of(hook).field for hook in hooks) or "none"
        raise Failure(f"expected one webhook {name!r}, found {len(found)}; there are: {known}")
    return found[0]


def _test_message() -> WebhookMessage:
    return WebhookMessage(
        id=f"test:{secrets.token_hex(8)}",
        kind="test",
        table="test",
        game="test",
        seq=0,
        at=time.time_ns() // 1_000_000,
        seats=(),
        players=(),
    )


def _when(at_ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at_ms / 1000)) if at_ms else "never"

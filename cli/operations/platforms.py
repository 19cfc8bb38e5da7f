"""`bluemoon platform`: add, list, limit and suspend platforms, and rotate their keys."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
import typer
from msgspec import UNSET
from msgspec.structs import replace
from rich import box
from rich.table import Table

from cli.connection.configuration import load_settings
from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from schemas.audit_log import Intervention
from schemas.guests import GUESTS
from schemas.platform import Platform, PlatformLimits, PlatformName
from services.runtime.access.platform_registry import UnknownPlatformError
from services.runtime.access.token_keys import OWN, parse_keys
from services.runtime.operations.clock import now_ms
from services.runtime.stores import Stores

T = TypeVar("T")

app = typer.Typer(
    name="platform",
    help="Add, list, limit and suspend platforms, and rotate their keys.",
    no_args_is_help=True,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The platform's name.")]
OVERLAP_HOURS = 24.0


def _change(
    name: str,
    intervention: Intervention,
    work: Callable[[Stores], Awaitable[T]],
    detail: str = "",
) -> T:
    """Record an intervention, then do it. Raises CommandLineError."""

    async def recorded(stores: Stores) -> T:
        if intervention != "platform_added" and await stores.platforms.find(name) is None:
            raise UnknownPlatformError(f"there is no platform {name!r}")
        await stores.audit_log.record(cli_actor(), intervention, name, detail)
        return await work(stores)

    try:
        return with_stores(recorded)
    except UnknownPlatformError as error:
        raise CommandLineError(f"{error}: `bluemoon platform add` adds one") from error


@app.command()
def ls(*, as_json: AsJson = False) -> None:
    """List the platforms that are managed at run time."""
    platforms = with_stores(lambda stores: stores.platforms.all())
    if as_json:
        for platform in platforms:
            echo_json(replace(platform, keys=()))
        return
    if not platforms:
        typer.echo("No platforms but those of the settings. `bluemoon platform add` adds one.")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("name", "keys", "lobby", "limits", "state"):
        table.add_column(column, no_wrap=column == "name")
    for platform in platforms:
        table.add_row(*map(printable, _row(platform)))
    plain_console().print(table)


def _row(platform: Platform) -> tuple[str, ...]:
    limits: dict[str, object] = msgspec.to_builtins(platform.limits)
    texts = [f"{limit} {value}" for limit, value in limits.items() if value is not None]
    lobby = "shared" if platform.shares_lobby is True else "private"
    state = f"suspended: {platform.suspended}" if platform.suspended else "active"
    return (platform.name, str(len(platform.keys)), lobby, ", ".join(texts) or "none", state)


@app.command()
def add(
    name: Name,
    *,
    share_lobby: Annotated[
        bool | None,
        typer.Option(help="Let anyone see its listed tables, players and standings."),
    ] = None,
) -> None:
    """Add a platform and print its key. The key is stored as a digest and shown only once."""
    try:
        msgspec.convert(name, PlatformName)
    except msgspec.ValidationError as error:
        raise CommandLineError(f"platform name: {error}") from error
    settings = load_settings()
    configured = {configured for configured, _ in parse_keys(settings.platform_keys)}
    has_key = name not in (configured or {OWN}) | {GUESTS}

    async def work(stores: Stores) -> str | None:
        _, key = await stores.platforms.add(name, now_ms(), has_key=has_key)
        if share_lobby is not None:
            await stores.platforms.configure(name, share_lobby, UNSET)
        return key

    key = _change(name, "platform_added", work)
    typer.echo(f"{name}: {key}" if key else f"{name}: no new key")


@app.command()
def rotate(
    name: Name,
    *,
    overlap_hours: Annotated[
        float, typer.Option(min=0, help="How long the former keys stay valid.")
    ] = OVERLAP_HOURS,
) -> None:
    """Give a platform a new key and print it."""
    overlap_ms = int(overlap_hours * 3_600_000)
    _, key = _change(
        name,
        "platform_key_rotated",
        lambda stores: stores.platforms.rotate(name, now_ms(), overlap_ms),
    )
    typer.echo(f"{name}: {key}")


@app.command()
def suspend(
    name: Name,
    *,
    reason: Annotated[str, typer.Option(help="Shown to the platform.")],
) -> None:
    """Refuse a platform's keys. Running games continue."""
    _change(
        name,
        "platform_suspended",
        lambda stores: stores.platforms.suspend(name, reason),
        reason,
    )
    typer.echo(f"{name} is suspended")


@app.command()
def resume(name: Name) -> None:
    """Accept a suspended platform's keys again."""
    _change(name, "platform_resumed", lambda stores: stores.platforms.suspend(name, ""))
    typer.echo(f"{name} is active")


@app.command()
def limits(
    name: Name,
    *,
    open_tables: Annotated[int | None, typer.Option(min=0, help="Open and playing tables.")] = None,
    commands_per_second: Annotated[
        float | None, typer.Option(min=0.01, help="Commands at its tables, per gateway.")
    ] = None,
    sockets: Annotated[
        int | None, typer.Option(min=0, help="Connections to its tables, per notifier.")
    ] = None,
    webhooks: Annotated[int | None, typer.Option(min=0, help="Webhooks.")] = None,
) -> None:
    """Set a platform's quotas. Those left out have no limit."""
    quotas = PlatformLimits(open_tables, commands_per_second, sockets, webhooks)
    _change(
        name,
        "platform_changed",
        lambda stores: stores.platforms.configure(name, UNSET, quotas),
        msgspec.json.encode(quotas).decode(),
    )
    typer.echo(f"{name}: limits changed")

"""`bluemoon names`: list, deny and allow names of players."""

from collections.abc import Callable
from typing import Annotated

import msgspec
import typer

from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from schemas.names import DeniedNames
from services.runtime.access.denied_names import ALL_PLATFORMS, UselessEntryError, deny_list
from services.runtime.stores import Stores

app = typer.Typer(name="names", help="List, deny and allow names of players.", no_args_is_help=True)

PlatformOption = Annotated[
    str, typer.Option("--platform", help="A platform's own list. Default: that for all platforms.")
]
NamesArgument = Annotated[
    list[str],
    typer.Argument(metavar="NAME...", help="A name or a word; *NAME* also inside words."),
]


@app.command()
def ls(*, platform: PlatformOption = ALL_PLATFORMS, as_json: AsJson = False) -> None:
    """List the denied names."""
    names = with_stores(lambda stores: stores.denied_names.get(platform))
    if as_json:
        echo_json(names)
        return
    for name in names:
        typer.echo(printable(name))


@app.command()
def deny(names: NamesArgument, *, platform: PlatformOption = ALL_PLATFORMS) -> None:
    """Deny names. Players who have one of them already keep it until they are renamed."""
    _change(platform, lambda denied: tuple(dict.fromkeys((*denied, *names))))


@app.command()
def allow(names: NamesArgument, *, platform: PlatformOption = ALL_PLATFORMS) -> None:
    """Remove names from the list."""
    _change(platform, lambda denied: tuple(name for name in denied if name not in names))


def _change(platform: str, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> None:
    """Record the change, then make it. Raises CommandLineError."""

    async def work(stores: Stores) -> tuple[str, ...]:
        names = change(await stores.denied_names.get(platform))
        msgspec.convert(names, DeniedNames)
        deny_list(names)
        await stores.audit_log.record(
            cli_actor(), "denied_names_changed", platform or "all", f"{len(names)} names"
        )
        await stores.denied_names.put(platform, names)
        return names

    try:
        changed = with_stores(work)
    except (msgspec.ValidationError, UselessEntryError) as error:
        raise CommandLineError(f"names: {error}") from error
    where = f"platform {platform}" if platform else "all platforms"
    typer.echo(f"{pluralize(len(changed), 'name')} denied on {where}")

"""`bluemoon shards`: owners and backlog of each shard, and how many command streams shards have."""

import asyncio
from collections.abc import Iterator
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from services.runtime.store.resizing import draining_shards, resize_shards, wait_until_drained
from services.runtime.store.shard_stats import ShardsReport, ShardStats
from services.runtime.store.stream_layout import STREAMS_MAX
from services.runtime.stores import Stores

app = typer.Typer(
    name="shards",
    help="Show the shards, or change their number of command streams.",
    invoke_without_command=True,
)

_COLUMNS = ("shard", "owner", "tables", "waiting", "pending", "oldest", "feed", "dead\nletters")
_BAD = "bold red"


@app.callback()
def shards(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Show the owners, the backlog and the dead letters of each shard.

    Example: bluemoon shards --json
    """
    if context.invoked_subcommand is not None:
        return
    report = with_stores(lambda stores: stores.shards_report())
    if as_json:
        echo_json(report)
    else:
        console = plain_console()
        console.print(_stats_table(report), _summary(report))


@app.command()
def resize(
    *,
    streams: Annotated[
        int, typer.Option(min=1, max=STREAMS_MAX, help="Number of command streams of each shard.")
    ],
    timeout: Annotated[
        float, typer.Option(min=0, help="Wait this many seconds for commands that are queued.")
    ] = 60.0,
) -> None:
    """Change the number of command streams of each shard, while the system runs.

    Engines share the streams, so there should be at least one for each engine.

    Example: bluemoon shards resize --streams 4
    """

    async def work(stores: Stores) -> None:
        layouts = stores.event_log.layouts
        await stores.audit_log.record(cli_actor(), "shards_resized", str(streams))
        try:
            async with asyncio.timeout(timeout):
                await resize_shards(layouts, streams)
                await wait_until_drained(layouts)
        except TimeoutError as error:
            numbers = [str(shard.number) for shard in await draining_shards(layouts)]
            raise CommandLineError(
                f"former command streams of {pluralize(len(numbers), 'shard')} "
                f"({', '.join(numbers)}) still hold commands, which engines decide first: start an "
                "engine, then run this again"
            ) from error

    with_stores(work)
    typer.echo(f"Every shard has {pluralize(streams, 'command stream')}.")


def _stats_table(report: ShardsReport) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        table.add_column(column, justify="left" if column == "owner" else "right")
    for shard in report.shards:
        for row in _rows(shard):
            table.add_row(*row)
    return table


def _rows(shard: ShardStats) -> Iterator[tuple[str | Text, ...]]:
    """Yield a row for each command stream: the first one has the figures of the shard."""
    for stream in shard.streams:
        is_first = stream.stream == 0
        name = str(shard.shard) if len(shard.streams) == 1 else f"{shard.shard}/{stream.stream}"
        yield (
            name,
            stream.owner or Text("none", _BAD),
            str(shard.tables) if is_first else "",
            str(stream.waiting),
            str(stream.pending),
            f"{stream.oldest_seconds:.1f} s" if stream.lag else "-",
            str(shard.feed) if is_first else "",
            Text(str(shard.dead_letters), _BAD if shard.dead_letters else "") if is_first else "",
        )
    if shard.is_draining:
        yield (f"{shard.shard}/new", "waits for the above", "", str(shard.queued), "", "", "", "")


def _summary(report: ShardsReport) -> str:
    if not report.engines:
        return "No engine is running: start one with `bluemoon engine` or `bluemoon up`."
    lag = sum(shard.lag for shard in report.shards)
    tables = sum(shard.tables for shard in report.shards)
    return f"{pluralize(len(report.engines), 'engine')}, {pluralize(tables, 'table')}, lag {lag}."

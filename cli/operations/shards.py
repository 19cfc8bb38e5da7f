"""`bluemoon shards`: owner and backlog of each shard."""

from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.server_connection import with_stores
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from services.runtime.store.shard_stats import ShardsReport

_COLUMNS = ("shard", "owner", "tables", "waiting", "pending", "oldest", "feed", "dead\nletters")


def shards(*, as_json: AsJson = False) -> None:
    """Show the owner, the backlog and the dead letters of each shard.

    Example: bluemoon shards --json
    """
    report = with_stores(lambda stores: stores.shards_report())
    if as_json:
        echo_json(report)
    else:
        console = plain_console()
        console.print(_stats_table(report), _summary(report))


def _stats_table(report: ShardsReport) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        table.add_column(column, justify="left" if column == "owner" else "right")
    for shard in report.shards:
        table.add_row(
            str(shard.shard),
            shard.owner or Text("none", "bold red"),
            str(shard.tables),
            str(shard.waiting),
            str(shard.pending),
            f"{shard.oldest_seconds:.1f} s" if shard.lag else "-",
            str(shard.feed),
            Text(str(shard.dead_letters), "bold red" if shard.dead_letters else ""),
        )
    return table


def _summary(report: ShardsReport) -> str:
    if not report.engines:
        return "No engine is running: start one with `bluemoon engine` or `bluemoon up`."
    lag = sum(shard.lag for shard in report.shards)
    tables = sum(shard.tables for shard in report.shards)
    return f"{pluralize(len(report.engines), 'engine')}, {pluralize(tables, 'table')}, lag {lag}."

"""`bluemoon shards`: who owns what, and how far behind they are."""

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.arguments import AsJson
from cli.connected import with_log
from cli.phrases import counted
from cli.shard_figures import Figures, figures

_COLUMNS = ("shard", "owner", "games", "waiting", "pending", "oldest", "feed", "dead")


def shards(*, as_json: AsJson = False) -> None:
    """Show who owns each shard, what waits in it, and since when.

    Example: bluemoon shards --json
    """
    found = with_log(figures)
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        console = Console(highlight=False)
        console.print(_table(found), _summary(found))


def _table(found: Figures) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        table.add_column(column, justify="left" if column == "owner" else "right")
    for shard in found.shards:
        table.add_row(
            str(shard.shard),
            shard.owner or Text("nobody", "bold red"),
            str(shard.games),
            str(shard.waiting),
            str(shard.pending),
            f"{shard.oldest_seconds:.1f} s" if shard.lag else "-",
            str(shard.feed),
            Text(str(shard.dead), "bold red" if shard.dead else ""),
        )
    return table


def _summary(found: Figures) -> str:
    if not found.engines:
        return "No engine is alive: start one with `bluemoon engine` or `bluemoon up`."
    lag = sum(shard.lag for shard in found.shards)
    games = sum(shard.games for shard in found.shards)
    return f"{counted(len(found.engines), 'engine')}, {counted(games, 'game')}, lag {lag}."

"""The state of a live demonstration as a table."""

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cli.demo_games import Ending
from cli.palette import QUIET_STYLE, seat_style
from cli.phrases import counted, listed
from cli.status import Status, in_ms

GOOD, BAD = "bold green", "bold red"


def status_table(status: Status) -> RenderableType:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style=QUIET_STYLE, no_wrap=True)
    rows.add_column(ratio=1)
    rows.add_row("games", _games(status))
    rows.add_row("commands", f"{status.rate:.0f}/s · {status.sent} sent · {status.refused} refused")
    rows.add_row("answered", f"p50 {in_ms(status.p50)} · p99 {in_ms(status.p99)} (last 10 s)")
    rows.add_row("lag", f"{status.lag} in all · oldest {status.oldest_seconds:.1f} s")
    rows.add_row("by shard", _by_shard(status))
    rows.add_row("engines", _engines(status))
    dead = counted(status.dead, "letter")
    rows.add_row("dead", Text(dead, BAD) if status.dead else Text(dead))
    if status.watch:
        rows.add_row("watch", status.watch)
    for ending in reversed(status.endings):
        rows.add_row("over", _ending(ending))
    panel = Panel(rows, title=Text(status.title), title_align="left", box=box.ROUNDED)
    return Group(panel, *(Text(notice, QUIET_STYLE, no_wrap=True) for notice in status.notices))


def _games(status: Status) -> Text:
    text = Text(f"{status.running} running · ")
    text.append(f"{status.finished} finished", GOOD)
    if status.given_up:
        text.append(f" · {status.given_up} given up", BAD)
    return text.append(f" · {_clock(status.seconds)}", QUIET_STYLE)


def _by_shard(status: Status) -> Text:
    """One number a shard, in the colour of its engine."""
    styles = {engine: seat_style(place) for place, engine in enumerate(status.owned())}
    return Text(" ").join(
        Text(str(shard.lag), styles[shard.owner]) if shard.owner else Text("-", BAD)
        for shard in status.figures.shards
    )


def _engines(status: Status) -> Text:
    owned = status.owned()
    if not owned:
        return Text("none yet", BAD)
    text = Text(" · ").join(
        Text(f"{engine} {counted(shards, 'shard')}", seat_style(place))
        for place, (engine, shards) in enumerate(owned.items())
    )
    if status.restarts:
        text.append(f" · {counted(status.restarts, 'restart')}", BAD)
    return text


def _ending(ending: Ending) -> str:
    won = f"{listed(ending.winners)} won" if ending.winners else "nobody won"
    return f"{ending.game}: {won} after {counted(ending.commits, 'command')}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"

"""Render the status of a live demo as a box."""

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cli.live_demo.games import Ending
from cli.live_demo.latencies import WINDOW_SECONDS
from cli.live_demo.status import DemoStatus, format_ms
from games.terminal_kit.palette import QUIET_STYLE, seat_style
from games.terminal_kit.phrases import join_words, pluralize

GOOD, BAD, LINK = "bold green", "bold red", "bold underline"

FRAME_WIDTH = 4
"""The border of the box and its padding."""
LABEL_WIDTH, GAP_WIDTH = len("commands"), 2


def status_table(status: DemoStatus, width: int) -> RenderableType:
    rows = Table.grid(padding=(0, GAP_WIDTH))
    rows.add_column(style=QUIET_STYLE, no_wrap=True)
    rows.add_column(ratio=1)
    rows.add_row("browser", Text(status.url, LINK) if status.url else "not ready yet")
    rows.add_row("games", _games(status))
    commands = f"{status.commands_per_second:.0f}/s · {status.sent} sent"
    rows.add_row("commands", f"{commands} · {status.rejected} rejected")
    latency = f"p50 {format_ms(status.p50)} · p99 {format_ms(status.p99)}"
    rows.add_row("latency", f"{latency} (last {WINDOW_SECONDS:.0f} s)")
    rows.add_row("lag", f"{status.lag} in total · oldest {status.oldest_seconds:.1f} s")
    rows.add_row("by shard", _by_shard(status))
    rows.add_row("engines", _engines(status))
    dead_letters = pluralize(status.dead_letters, "dead letter")
    rows.add_row("errors", Text(dead_letters, BAD if status.dead_letters else ""))
    # A command that wraps cannot be pasted.
    value_width = width - FRAME_WIDTH - LABEL_WIDTH - GAP_WIDTH
    if status.tail_command and len(status.tail_command) <= value_width:
        rows.add_row("follow", status.tail_command)
    for ending in reversed(status.endings):
        rows.add_row("finished", _ending(ending))
    panel = Panel(rows, title=Text(status.title), title_align="left", box=box.ROUNDED)
    return Group(panel, *(Text(notice, QUIET_STYLE, no_wrap=True) for notice in status.notices))


def _games(status: DemoStatus) -> Text:
    text = Text(f"{status.running} running · ")
    text.append(f"{status.finished} finished", GOOD)
    if status.abandoned:
        text.append(f" · {status.abandoned} abandoned", BAD)
    return text.append(f" · {_clock(status.seconds)}", QUIET_STYLE)


def _by_shard(status: DemoStatus) -> Text:
    """Return the lag of each command stream in the colour of its engine."""
    engines = enumerate(status.streams_by_engine())
    styles = {engine: seat_style(number) for number, engine in engines}
    return Text(" ").join(
        Text(str(stream.lag), styles[stream.owner]) if stream.owner else Text("-", BAD)
        for stream in status.streams
    )


def _engines(status: DemoStatus) -> Text:
    streams_by_engine = status.streams_by_engine()
    if not streams_by_engine:
        return Text("none yet", BAD)
    text = Text(" · ").join(
        Text(f"{engine} {pluralize(streams, 'stream')}", seat_style(number))
        for number, (engine, streams) in enumerate(streams_by_engine.items())
    )
    if status.restarts:
        text.append(f" · {pluralize(status.restarts, 'restart')}", BAD)
    return text


def _ending(ending: Ending) -> str:
    won = f"{join_words(ending.winners)} won" if ending.winners else "nobody won"
    return f"{ending.table}: {won} after {pluralize(ending.commits, 'command')}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"

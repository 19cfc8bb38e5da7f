"""Status of a live demo at one moment."""

from msgspec import Struct

from cli.live_demo.games import Ending
from games.terminal_kit.phrases import pluralize
from services.runtime.store.shard_stats import ShardsReport, StreamStats


class DemoStatus(Struct, frozen=True):
    title: str
    seconds: float
    running: int
    finished: int
    abandoned: int
    sent: int
    rejected: int
    commands_per_second: float
    p50: float | None
    p99: float | None
    report: ShardsReport
    restarts: int
    endings: tuple[Ending, ...]
    notices: tuple[str, ...]
    """Starts and ends of processes, oldest first."""
    url: str
    """The address for the browser; empty until the gateway is ready."""
    tail_command: str
    """A shell command that follows one of the tables."""

    @property
    def lag(self) -> int:
        return sum(shard.lag for shard in self.report.shards)

    @property
    def dead_letters(self) -> int:
        return sum(shard.dead_letters for shard in self.report.shards)

    @property
    def oldest_seconds(self) -> float:
        return max((shard.oldest_seconds for shard in self.report.shards), default=0.0)

    def streams_by_engine(self) -> dict[str, int]:
        """Return how many command streams each engine owns; 0 for one that has just started."""
        counts = dict.fromkeys(self.report.engines, 0)
        for stream in self.streams:
            if stream.owner is not None:
                counts[stream.owner] = counts.get(stream.owner, 0) + 1
        return counts

    @property
    def streams(self) -> list[StreamStats]:
        return [stream for shard in self.report.shards for stream in shard.streams]


def status_line(status: DemoStatus) -> str:
    return (
        f"{status.seconds:.0f} s: {pluralize(status.running, 'game')} running, "
        f"{status.finished} finished, {status.commands_per_second:.0f} commands/s, "
        f"p50 {format_ms(status.p50)}, p99 {format_ms(status.p99)}, lag {status.lag}, "
        f"{pluralize(len(status.streams_by_engine()), 'engine')}, "
        f"{pluralize(status.dead_letters, 'dead letter')}"
    )


def format_ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1000:.1f} ms"

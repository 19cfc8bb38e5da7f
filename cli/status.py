"""Where a live demonstration stands at one moment."""

from msgspec import Struct

from cli.demo_games import Ending
from cli.phrases import counted
from cli.shard_figures import Figures


class Status(Struct, frozen=True):
    """Everything there is to show at one moment."""

    title: str
    seconds: float
    running: int
    finished: int
    given_up: int
    sent: int
    refused: int
    rate: float
    p50: float | None
    p99: float | None
    figures: Figures
    restarts: int
    endings: tuple[Ending, ...]
    notices: tuple[str, ...]
    """What happened to the parts of the system, oldest first."""
    watch: str
    """How to look at one of the games."""

    @property
    def lag(self) -> int:
        return sum(shard.lag for shard in self.figures.shards)

    @property
    def dead(self) -> int:
        return sum(shard.dead for shard in self.figures.shards)

    @property
    def oldest_seconds(self) -> float:
        return max((shard.oldest_seconds for shard in self.figures.shards), default=0.0)

    def owned(self) -> dict[str, int]:
        """Engine -> how many shards it owns; one that has just come owns none."""
        owned = dict.fromkeys(self.figures.engines, 0)
        for shard in self.figures.shards:
            if shard.owner is not None:
                owned[shard.owner] = owned.get(shard.owner, 0) + 1
        return owned


def status_line(status: Status) -> str:
    return (
        f"{status.seconds:.0f} s: {counted(status.running, 'game')} running, "
        f"{status.finished} finished, {status.rate:.0f} commands/s, "
        f"p50 {in_ms(status.p50)}, p99 {in_ms(status.p99)}, lag {status.lag}, "
        f"{counted(len(status.owned()), 'engine')}, {counted(status.dead, 'dead letter')}"
    )


def in_ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1000:.1f} ms"

"""Play for a while and read what it cost."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from bench.many.failure import ManyError
from bench.many.match import Match
from bench.peers.machine import busy_seconds
from bench.peers.system import RunningSystem
from bench.peers.usage import cpu_by_role, read_usage

ENDLESS = 1_000_000_000


class Segment(Struct, frozen=True):
    moves: int
    seconds: float
    waits: tuple[float, ...]
    """Milliseconds from sending a move to receiving it."""
    cpu_seconds: dict[str, float]
    """By role."""
    others_seconds: float
    """CPU of processes that are not part of the measurement."""

    @property
    def moves_per_s(self) -> float:
        return self.moves / self.seconds

    @property
    def p50_ms(self) -> float:
        return statistics.median(self.waits)

    @property
    def p99_ms(self) -> float:
        return statistics.quantiles(self.waits, n=100)[98]

    @property
    def others_percent(self) -> float:
        return self.others_seconds / self.seconds * 100

    def cpu_us(self, role: str | None = None) -> float:
        """Return the CPU time per move of a role, or of all."""
        seconds = self.cpu_seconds
        used = sum(seconds.values()) if role is None else seconds.get(role, 0.0)
        return used / self.moves * 1e6


def joined(segments: Sequence[Segment]) -> Segment:
    """Return several segments as one."""
    roles = dict.fromkeys(role for segment in segments for role in segment.cpu_seconds)
    return Segment(
        sum(segment.moves for segment in segments),
        sum(segment.seconds for segment in segments),
        tuple(wait for segment in segments for wait in segment.waits),
        {role: sum(segment.cpu_seconds.get(role, 0.0) for segment in segments) for role in roles},
        sum(segment.others_seconds for segment in segments),
    )


class Players:
    """The matches of a system."""

    def __init__(
        self,
        system: RunningSystem,
        matches: Sequence[Match],
        waits: list[float],
        beside: Sequence[RunningSystem] = (),
    ) -> None:
        """`beside` are systems that run at the same time and belong to the measurement."""
        self._system = system
        self._matches = matches
        self._waits = waits
        self._beside = beside

    async def play_moves(self, moves: int) -> Segment:
        """Play this many moves at each table."""

        async def play() -> None:
            for match in self._matches:
                match.start(moves)
            await self._finish()

        return await self._measure(play)

    async def play_seconds(self, seconds: float) -> Segment:
        """Play for this long, and then until the last moves have arrived."""

        async def play() -> None:
            for match in self._matches:
                match.start(ENDLESS)
            await asyncio.sleep(seconds)
            for match in self._matches:
                match.stop()
            await self._finish()

        return await self._measure(play)

    async def _finish(self) -> None:
        try:
            await asyncio.gather(*(match.finish() for match in self._matches))
        except TimeoutError:
            raise ManyError(f"moves were not answered: {self._problems()[:1]}") from None

    async def _measure(self, play: Callable[[], Awaitable[None]]) -> Segment:
        before = sum(match.moves for match in self._matches)
        self._waits.clear()
        begin, others = read_usage(self._system.pid), self._others_seconds()
        start = time.perf_counter()
        await play()
        seconds = time.perf_counter() - start
        end, others = read_usage(self._system.pid), self._others_seconds() - others
        if problems := self._problems():
            raise ManyError(f"{len(problems)} frames were wrong, the first: {problems[0]}")
        moves = sum(match.moves for match in self._matches) - before
        return Segment(moves, seconds, tuple(self._waits), cpu_by_role(begin, end), max(0, others))

    def _problems(self) -> list[str]:
        return [problem for match in self._matches for problem in match.problems]

    def _others_seconds(self) -> float:
        systems = (self._system, *self._beside)
        ours = sum(read_usage(system.pid).cpu_seconds() for system in systems)
        return busy_seconds() - ours - time.process_time()

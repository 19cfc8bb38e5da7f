"""Musts and goals for Blue Moon beside its peers, and whether a run reached them."""

from msgspec import Struct


class Criterion(Struct, frozen=True):
    name: str
    must: float
    goal: float
    below: bool = False
    """Whether less is better."""

    def verdict(self, measured: float) -> str:
        sign = "<=" if self.below else ">="
        must = "PASS" if self._holds(measured, self.must) else "FAIL"
        goal = "reached" if self._holds(measured, self.goal) else "missed"
        return (
            f"{must} must {sign} {self.must:g}; goal {sign} {self.goal:g} {goal}: "
            f"{self.name} is {measured:.2f}.\n"
        )

    def _holds(self, measured: float, limit: float) -> bool:
        return measured <= limit if self.below else measured >= limit


SPEED = {50: (1.0, 1.7), 200: (1.2, 2.0)}
"""Games -> must and goal of moves/s to the baseline, all servers on one core."""
P99 = {50: (1.0, 0.7), 200: (1.2, 0.8)}
SPEED_ALL_CORES = (1.2, 2.5)
HALF_LOAD_P50_MS = (5.0, 3.0)
HALF_LOAD_P99_MS = (25.0, 10.0)
OTHER_GAME = (0.6, 0.8)


def speed(name: str, games: int, *, pinned: bool) -> Criterion | None:
    limits = SPEED.get(games) if pinned else SPEED_ALL_CORES
    where = "one core" if pinned else "all cores"
    return limits and Criterion(
        f"moves/s of {name} to the baseline, {games} games, {where},", *limits
    )


def p99(name: str, games: int, *, pinned: bool) -> Criterion | None:
    limits = P99.get(games) if pinned else None
    return limits and Criterion(
        f"p99 of {name} to the baseline, {games} games,", *limits, below=True
    )


def half_load(name: str, games: int) -> tuple[Criterion, Criterion]:
    """The criteria for the p50 and the p99 from send to outcome."""
    what = f"ms from send to outcome of {name} at half load, {games} games,"
    return (
        Criterion(f"p50 in {what}", *HALF_LOAD_P50_MS, below=True),
        Criterion(f"p99 in {what}", *HALF_LOAD_P99_MS, below=True),
    )


def other_game(name: str, games: int) -> Criterion:
    return Criterion(f"moves/s of {name} to the toy game, {games} games,", *OTHER_GAME)

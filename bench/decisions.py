"""The slowest single decisions and lists of legal actions, in milliseconds of CPU time.

Measured in recorded games, and in the hard positions that a workload names. `tests/games/` bounds
the steps of the hard positions; this is how long they take.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from heapq import nlargest
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from bench.results import Rows, goal, report
from bench.rules import play_histories
from bench.workloads import HardPosition, clear_caches, hard_positions, lineups
from games import table as tables
from games.contract import AnyRulebook
from games.dice import Dice
from schemas.table import AnyTable

GOAL_MS = 50
SLOWEST = 5
REPEATS = 5

Work = Callable[[], object]


class Timed(NamedTuple):
    decision_ms: float
    list_ms: float


def reports() -> list[str]:
    timed = dict(_in_recorded_games()) | dict(_in_hard_positions())
    rows: Rows = [
        (name, f"{slowest.decision_ms:.2f}", f"{slowest.list_ms:.2f}")
        for name, slowest in timed.items()
    ]
    slowest_ms = max(max(slowest) for slowest in timed.values())
    return [
        report("Slowest decision and legal list, ms of CPU", ("", "decision", "legal list"), rows),
        goal("ms of the slowest decision or list", slowest_ms, GOAL_MS, below=True),
    ]


def _in_recorded_games() -> Iterator[tuple[str, Timed]]:
    for lineup in lineups():
        rulebook = lineup.plugin.rulebook
        decisions: list[Work] = []
        lists: list[Work] = []
        for history in play_histories(lineup):
            for (_, before), (commit, _) in pairwise(history):
                table, command = before.table, commit.command
                if table is None or table.stage != "playing" or command.seat == "system":
                    continue
                seat, action = command.seat, command.action
                decisions.append(partial(_decide, rulebook, table, seat, action))
                lists.append(partial(_list, rulebook, table, seat))
        yield lineup.name, Timed(_slowest_ms(decisions), _slowest_ms(lists))


def _in_hard_positions() -> Iterator[tuple[str, Timed]]:
    dice = Dice.of_text("hard")
    for hard in hard_positions():
        decision = partial(_decide_hard, hard, dice)
        yield hard.name, Timed(_median_ms(decision), _median_ms(partial(_list_hard, hard)))


# Rules may keep what they derived from a state, so each run gets an equal one.


def _copied(table: AnyTable) -> AnyTable:
    assert table.play is not None, "only moves of running games are measured"
    return replace(table, play=replace(table.play))


def _decide(rulebook: AnyRulebook, table: AnyTable, seat: int, action: Any) -> None:
    tables.decide(rulebook, _copied(table), seat, action, "")


def _list(rulebook: AnyRulebook, table: AnyTable, seat: int) -> None:
    tables.legal(rulebook, _copied(table), seat)


def _decide_hard(hard: HardPosition, dice: Dice) -> None:
    hard.plugin.rulebook.decide(replace(hard.state), hard.seat, hard.action, dice)


def _list_hard(hard: HardPosition) -> None:
    hard.plugin.rulebook.legal(replace(hard.state), hard.seat)


def _slowest_ms(works: list[Work]) -> float:
    """The slowest of all, measured again to tell slow work from a busy machine."""
    slowest = nlargest(SLOWEST, works, key=_ms)
    return max(map(_median_ms, slowest))


def _median_ms(work: Work) -> float:
    return statistics.median(_ms(work) for _ in range(REPEATS))


def _ms(work: Work) -> float:
    clear_caches()
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000

"""The rules alone on one core: decide, list legal actions, commit, replay, audit.

Games are played in advance, so that no bot is measured. The baseline is the standard library's
`json`: one dumps and one loads of the same commits.
"""

import json
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise

from bench.measure import Rate, Work, measure
from bench.results import Rows, goal, report
from bench.workloads import Lineup, clear_caches, lineups
from games import table as tables
from games.codec import read_commit
from games.contract import AnyRulebook
from games.history import Position, advance, audit, replay
from games.playout import Playout, play_out
from schemas.commit import AnyCommit, canonical

GOAL_PER_SECOND = 10_000
GAMES_PER_LINEUP = 18
GAMES_PER_ROUND = 3
BASELINE = "json dumps + loads of the commits (baseline)"

History = list[tuple[AnyCommit, Position]]
WorkOnHistory = Callable[[AnyRulebook, History], int]


def play_histories(lineup: Lineup) -> list[History]:
    rulebook, bot = lineup.plugin.rulebook, lineup.plugin.bots[lineup.bot]
    histories = []
    for number, options in zip(range(GAMES_PER_LINEUP), cycle(lineup.options), strict=False):
        seats = range(rulebook.seats(options))
        names = tuple((f"player {seat}", bot) for seat in seats)
        seed = f"bench/{lineup.name}/{number}"
        histories.append(list(play_out(Playout(rulebook, options, names, seed, "bench"))))
    return histories


def reports() -> list[str]:
    lines: list[str] = []
    for lineup in lineups():
        rates = run(lineup)
        baseline = rates[BASELINE].per_second
        rows: Rows = [
            (rate.name, f"{rate.per_second:,.0f}", f"{rate.per_second / baseline:.2f}")
            for rate in rates.values()
        ]
        listed = rates["decide + legal list"].per_second
        ratio = rates["replay from bytes"].per_second / rates["decode a commit"].per_second
        lines += [
            report(f"Rules alone: {lineup.name}", ("", "per s", "to baseline"), rows),
            goal("commands per second with the legal list", listed, GOAL_PER_SECOND),
            goal("replay to decode-only", ratio, 0.2),
        ]
    return lines


def run(lineup: Lineup) -> dict[str, Rate]:
    histories = play_histories(lineup)
    shares = cycle(
        [histories[i : i + GAMES_PER_ROUND] for i in range(0, len(histories), GAMES_PER_ROUND)]
    )
    return measure(
        {name: _on_next_share(lineup.plugin.rulebook, shares, work) for name, work in WORKS.items()}
    )


def _on_next_share(
    rulebook: AnyRulebook, shares: Iterator[list[History]], work: WorkOnHistory
) -> Work:
    def work_on_next() -> int:
        clear_caches()
        return sum(work(rulebook, history) for history in next(shares))

    return work_on_next


def _moves(history: History) -> Iterator[tuple[Position, AnyCommit]]:
    for (_, before), (commit, _) in pairwise(history):
        if before.table is not None and before.table.stage == "playing":
            yield before, commit


def decide_only(rulebook: AnyRulebook, history: History) -> int:
    count = 0
    for before, commit in _moves(history):
        command = commit.command
        tables.decide(rulebook, before.table, command.seat, command.action, "")
        count += 1
    return count


def decide_with_list(rulebook: AnyRulebook, history: History) -> int:
    count = 0
    for before, commit in _moves(history):
        command = commit.command
        assert before.table is not None
        assert command.seat != "system"
        tables.legal(rulebook, before.table, command.seat)
        tables.decide(rulebook, before.table, command.seat, command.action, "")
        count += 1
    return count


def commit_with_list(rulebook: AnyRulebook, history: History) -> int:
    """Also make the commit and its canonical bytes: everything an engine does except I/O."""
    count = 0
    for before, commit in _moves(history):
        command = commit.command
        assert before.table is not None
        assert command.seat != "system"
        tables.legal(rulebook, before.table, command.seat)
        new_commit, _ = advance(before, command, commit.at, "")
        canonical(new_commit)
        count += 1
    return count


def replay_from_bytes(rulebook: AnyRulebook, history: History) -> int:
    position = Position(rulebook, "bench")
    for line in _lines(history):
        position = replay(position, read_commit(line))
    return position.seq


def audit_from_bytes(rulebook: AnyRulebook, history: History) -> int:
    position = Position(rulebook, "bench")
    for line in _lines(history):
        position = audit(position, read_commit(line))
    return position.seq


def decode_only(_rulebook: AnyRulebook, history: History) -> int:
    lines = _lines(history)
    for line in lines:
        read_commit(line)
    return len(lines)


def json_round_trip(_rulebook: AnyRulebook, history: History) -> int:
    lines = _lines(history)
    for line in lines:
        json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))
    return len(lines)


def _lines(history: History) -> list[bytes]:
    """Return the bytes of a history, encoded once so that encoding is not measured."""
    key = id(history)
    if key not in _LINES:
        _LINES[key] = [canonical(commit) for commit, _ in history]
    return _LINES[key]


_LINES: dict[int, list[bytes]] = {}

WORKS = {
    BASELINE: json_round_trip,
    "decide": decide_only,
    "decide + legal list": decide_with_list,
    "decide + legal list + commit": commit_with_list,
    "decode a commit": decode_only,
    "replay from bytes": replay_from_bytes,
    "audit from bytes": audit_from_bytes,
}

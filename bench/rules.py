"""The rules alone on one core: deciding, listing, committing, replaying, auditing.

Games are played beforehand, so that no bot's thinking is measured. The baseline is the standard
library's `json`, taking the very same commits through one dumps and one loads.
"""

import json
from collections.abc import Iterator
from itertools import cycle, pairwise
from typing import Any

import msgspec

from bench.measure import Rate, Work, measure
from bench.results import Rows, goal, report
from games import table as tables
from games.bots import Bot
from games.city.bots import BOTS
from games.city.game import CITY
from games.city.payment import forget_hands
from games.codec import read_commit
from games.history import Position, advance, audit, replay
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical

GOAL_PER_SECOND = 10_000
GAMES_PER_CREW = 15
GAMES_PER_ROUND = 3
BASELINE = "json dumps + loads of the commits (baseline)"

History = list[tuple[AnyCommit, Position]]


class Crew(msgspec.Struct, frozen=True):
    """Who plays the games that are measured."""

    players: int
    bot: str

    @property
    def name(self) -> str:
        return f"{self.players} {self.bot} players"


CREWS = (Crew(2, "builder"), Crew(4, "builder"), Crew(2, "random"), Crew(4, "random"))


def histories(crew: Crew) -> list[History]:
    bot: Bot = BOTS[crew.bot]
    names = tuple((f"player {seat}", bot) for seat in range(crew.players))
    options = CityOptions(crew.players)
    return [
        list(play_out(Playout(CITY, options, names, f"bench/{crew.name}/{number}", "bench")))
        for number in range(GAMES_PER_CREW)
    ]


def reports() -> list[str]:
    found: list[str] = []
    for crew in CREWS:
        rates = run(crew)
        baseline = rates[BASELINE].per_second
        rows: Rows = [
            (rate.name, f"{rate.per_second:,.0f}", f"{rate.per_second / baseline:.2f}")
            for rate in rates.values()
        ]
        listed = rates["decide + legal list"].per_second
        ratio = rates["replay from bytes"].per_second / rates["decode a commit"].per_second
        found += [
            report(f"City, rules alone, {crew.name}", ("", "per s", "to baseline"), rows),
            goal("commands a second with the legal list", listed, GOAL_PER_SECOND),
            goal("replay to decode-only", ratio, 0.2),
        ]
    return found


def run(crew: Crew) -> dict[str, Rate]:
    played = histories(crew)
    shares = cycle(
        [played[i : i + GAMES_PER_ROUND] for i in range(0, len(played), GAMES_PER_ROUND)]
    )
    return measure({name: _on_next(shares, work) for name, work in WORKS.items()})


def _on_next(shares: Iterator[list[History]], work: Any) -> Work:
    def work_on_next() -> int:
        # The bots asked for the payments of these very hands already; a server has not.
        forget_hands()
        return sum(work(history) for history in next(shares))

    return work_on_next


def _moves(history: History) -> Iterator[tuple[Position, AnyCommit]]:
    for (_, before), (commit, _) in pairwise(history):
        if before.table is not None and before.table.stage == "playing":
            yield before, commit


def decide_only(history: History) -> int:
    done = 0
    for before, commit in _moves(history):
        cause = commit.command
        tables.decide(CITY, before.table, cause.seat, cause.action, "")
        done += 1
    return done


def decide_with_list(history: History) -> int:
    done = 0
    for before, commit in _moves(history):
        cause = commit.command
        assert before.table is not None
        assert cause.seat != "system"
        tables.legal(CITY, before.table, cause.seat)
        tables.decide(CITY, before.table, cause.seat, cause.action, "")
        done += 1
    return done


def commit_with_list(history: History) -> int:
    """As above, with digests, chain and the canonical bytes: all an engine does but I/O."""
    done = 0
    for before, commit in _moves(history):
        cause = commit.command
        assert before.table is not None
        assert cause.seat != "system"
        tables.legal(CITY, before.table, cause.seat)
        made, _ = advance(before, cause, commit.at, "")
        canonical(made)
        done += 1
    return done


def replay_from_bytes(history: History) -> int:
    position = Position(CITY, "bench")
    for line in _lines(history):
        position = replay(position, read_commit(line))
    return position.seq


def audit_from_bytes(history: History) -> int:
    position = Position(CITY, "bench")
    for line in _lines(history):
        position = audit(position, read_commit(line))
    return position.seq


def decode_only(history: History) -> int:
    lines = _lines(history)
    for line in lines:
        read_commit(line)
    return len(lines)


def json_round_trip(history: History) -> int:
    lines = _lines(history)
    for line in lines:
        json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))
    return len(lines)


def _lines(history: History) -> list[bytes]:
    """The bytes of a history, made once: making them is not what is measured."""
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

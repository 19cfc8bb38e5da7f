"""The rules alone on one core: deciding, listing, committing, replaying, auditing.

Games are played beforehand, so that no bot's thinking is measured. The baseline is the standard
library's `json`, taking the very same commits through one dumps and one loads.
"""

import json
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from typing import Any

import msgspec

from bench.measure import Rate, Work, measure
from bench.results import Rows, goal, report
from games import table as tables
from games.bot_levels import BOTS_OF
from games.bots import Bot
from games.city.game import CITY
from games.city.payment import forget_hands
from games.codec import read_commit
from games.contract import Game
from games.duel.decks import DECKS
from games.duel.game import DUEL
from games.duel.texts_in_force import texts_in_force
from games.history import Position, advance, audit, replay
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical
from schemas.duel import DuelOptions

GOAL_PER_SECOND = 10_000
GAMES_PER_CREW = 18
GAMES_PER_ROUND = 3
BASELINE = "json dumps + loads of the commits (baseline)"

History = list[tuple[AnyCommit, Position]]
WorkOnHistory = Callable[[Game, History], int]


class Crew(msgspec.Struct, frozen=True):
    """Who plays the games that are measured, and with what."""

    game: Game
    options: tuple[Any, ...]
    """Of one game after the other, over and over."""
    bot: str
    name: str


def city(players: int, bot: str) -> Crew:
    return Crew(CITY, (CityOptions(players),), bot, f"City, {players} {bot} players")


def duel(bot: str) -> Crew:
    """Every deck once on each side: how much there is to list depends on the cards."""
    decks = tuple(DECKS)
    pairs = zip(decks, decks[1:] + decks[:1], strict=True)
    options = tuple(DuelOptions(pair, crystals_to_win=1) for pair in pairs)
    return Crew(DUEL, options, bot, f"Blue Moon, {bot} players")


CREWS = (
    city(2, "builder"),
    city(4, "builder"),
    city(2, "random"),
    city(4, "random"),
    duel("duelist"),
    duel("random"),
)


def histories(crew: Crew) -> list[History]:
    bot: Bot = BOTS_OF[crew.game.id][crew.bot]
    played = []
    for number, options in zip(range(GAMES_PER_CREW), cycle(crew.options), strict=False):
        seats = range(crew.game.seats(options))
        names = tuple((f"player {seat}", bot) for seat in seats)
        seed = f"bench/{crew.name}/{number}"
        played.append(list(play_out(Playout(crew.game, options, names, seed, "bench"))))
    return played


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
            report(f"Rules alone: {crew.name}", ("", "per s", "to baseline"), rows),
            goal("commands a second with the legal list", listed, GOAL_PER_SECOND),
            goal("replay to decode-only", ratio, 0.2),
        ]
    return found


def run(crew: Crew) -> dict[str, Rate]:
    played = histories(crew)
    shares = cycle(
        [played[i : i + GAMES_PER_ROUND] for i in range(0, len(played), GAMES_PER_ROUND)]
    )
    return measure({name: _on_next(crew.game, shares, work) for name, work in WORKS.items()})


def forget() -> None:
    """The bots asked about these very hands and tables already; a server has not."""
    forget_hands()
    texts_in_force.cache_clear()


def _on_next(game: Game, shares: Iterator[list[History]], work: WorkOnHistory) -> Work:
    def work_on_next() -> int:
        forget()
        return sum(work(game, history) for history in next(shares))

    return work_on_next


def _moves(history: History) -> Iterator[tuple[Position, AnyCommit]]:
    for (_, before), (commit, _) in pairwise(history):
        if before.table is not None and before.table.stage == "playing":
            yield before, commit


def decide_only(game: Game, history: History) -> int:
    done = 0
    for before, commit in _moves(history):
        cause = commit.command
        tables.decide(game, before.table, cause.seat, cause.action, "")
        done += 1
    return done


def decide_with_list(game: Game, history: History) -> int:
    done = 0
    for before, commit in _moves(history):
        cause = commit.command
        assert before.table is not None
        assert cause.seat != "system"
        tables.legal(game, before.table, cause.seat)
        tables.decide(game, before.table, cause.seat, cause.action, "")
        done += 1
    return done


def commit_with_list(game: Game, history: History) -> int:
    """As above, with digests, chain and the canonical bytes: all an engine does but I/O."""
    done = 0
    for before, commit in _moves(history):
        cause = commit.command
        assert before.table is not None
        assert cause.seat != "system"
        tables.legal(game, before.table, cause.seat)
        made, _ = advance(before, cause, commit.at, "")
        canonical(made)
        done += 1
    return done


def replay_from_bytes(game: Game, history: History) -> int:
    position = Position(game, "bench")
    for line in _lines(history):
        position = replay(position, read_commit(line))
    return position.seq


def audit_from_bytes(game: Game, history: History) -> int:
    position = Position(game, "bench")
    for line in _lines(history):
        position = audit(position, read_commit(line))
    return position.seq


def decode_only(_game: Game, history: History) -> int:
    lines = _lines(history)
    for line in lines:
        read_commit(line)
    return len(lines)


def json_round_trip(_game: Game, history: History) -> int:
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

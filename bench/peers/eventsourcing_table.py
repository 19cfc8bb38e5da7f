"""The toy game as an aggregate of the library `eventsourcing`, run in an environment of its own.

A move is two events, saved in one transaction, at 200 tables in turn. `held` keeps the aggregates
in memory, the best case; `command` is the documented way: get the aggregate from the repository
(with its cache on), decide, save. Replay loads tables of 300 events without cache or snapshots.

eventsourcing_table.py FOLDER: prints a JSON line per measurement.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

TABLES = 200
SECONDS = 1.2
REPLAYED_TABLES = 20
REPLAYED_EVENTS = 300
HAND_CARDS = 8


def deal() -> list[list[int]]:
    cards = random.sample(range(1, 41), 2 * HAND_CARDS)
    return [cards[:HAND_CARDS], cards[HAND_CARDS:]]


class Table(Aggregate):
    class CardPlayed(Aggregate.Event):
        seat: int
        card: int

    class TurnPassed(Aggregate.Event):
        to: int
        dealt: list[list[int]] | None

    @event("Opened")
    def __init__(self, hands: list[list[int]]) -> None:
        self.hands = hands
        self.discard: list[int] = []
        self.turn = 0

    def play(self, seat: int, card: int) -> None:
        if seat != self.turn:
            raise ValueError(f"it is seat {self.turn}'s turn, not seat {seat}'s")
        if card not in self.hands[seat]:
            raise ValueError(f"card {card} is not in seat {seat}'s hand")
        self._play_card(seat, card)
        self._pass_turn(1 - seat, None if any(self.hands) else deal())

    @event(CardPlayed)
    def _play_card(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)

    @event(TurnPassed)
    def _pass_turn(self, to: int, dealt: list[list[int]] | None) -> None:
        self.turn = to
        if dealt is not None:
            self.hands = [list(hand) for hand in dealt]
            self.discard = []


def application(folder: Path, store: str, **settings: str) -> Application:
    if store != "memory":
        name = str(folder / f"{time.time_ns()}.db")
        settings |= {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name}
    return Application(env={"IS_SNAPSHOTTING_ENABLED": "n", **settings})


def open_tables(app: Application, count: int) -> list[Table]:
    tables = [Table(hands=deal()) for _ in range(count)]
    for table in tables:
        app.save(table)
    return tables


def move(table: Table) -> None:
    table.play(table.turn, table.hands[table.turn][0])


def measure(store: str, work: str, unit: str, per_call: int, call: Callable[[int], None]) -> None:
    """Call it for a while and print how often it was done."""
    warm_up = TABLES if per_call == 1 else REPLAYED_TABLES
    for number in range(warm_up):
        call(number)
    spans: list[float] = []
    began = last = time.perf_counter()
    while last - began < SECONDS:
        call(warm_up + len(spans))
        now = time.perf_counter()
        spans.append(now - last)
        last = now
    ordered = sorted(spans)
    row = {
        "store": store,
        "work": work,
        "unit": unit,
        "per_second": round(len(spans) * per_call / (last - began)),
        "p50_us": round(ordered[len(ordered) // 2] * 1e6, 1),
        "p99_us": round(ordered[int(0.99 * (len(ordered) - 1))] * 1e6, 1),
    }
    print(json.dumps(row), flush=True)


def append_held(folder: Path, store: str) -> None:
    app = application(folder, store)
    tables = open_tables(app, TABLES)

    def call(number: int) -> None:
        table = tables[number % TABLES]
        move(table)
        app.save(table)

    measure(store, "append, held", "moves", 1, call)
    app.close()


def append_command(folder: Path, store: str) -> None:
    cache = {"AGGREGATE_CACHE_MAXSIZE": str(2 * TABLES), "AGGREGATE_CACHE_FASTFORWARD": "n"}
    app = application(folder, store, **cache)
    ids = [table.id for table in open_tables(app, TABLES)]

    def call(number: int) -> None:
        table: Table = app.repository.get(ids[number % TABLES])
        move(table)
        app.save(table)

    measure(store, "append, command", "moves", 1, call)
    app.close()


def replay(folder: Path, store: str) -> None:
    app = application(folder, store)
    tables = open_tables(app, REPLAYED_TABLES)
    for table in tables:
        while table.version < REPLAYED_EVENTS:
            move(table)
        app.save(table)
    events = tables[0].version

    def call(number: int) -> None:
        app.repository.get(tables[number % len(tables)].id)

    measure(store, f"replay of {events}", "events", events, call)
    app.close()


if __name__ == "__main__":
    for tried_store in ("memory", "sqlite, synced"):
        for work in (append_held, append_command, replay):
            work(Path(sys.argv[1]), tried_store)

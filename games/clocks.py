"""Clocks: whose clock runs, when it runs out, and what happens then.

Everything is derived from the recorded arrival times of commands. Nothing here reads the current
time, so a replay always gives the same result.
"""

from msgspec import UnsetType
from msgspec.structs import replace

from games.contract import AnyRulebook
from games.illegal_action import TableActionError
from schemas.table import SYSTEM, AnyTable, Clocks, ClocksSet, Sender
from schemas.terms import Bank, PerMove, Terms


def terms_of(table: AnyTable) -> Terms:
    return Terms() if isinstance(table.terms, UnsetType) else table.terms


def deadline(table: AnyTable) -> int | None:
    """Return when the next seat runs out of time; None while no clock runs."""
    clocks = table.clocks
    if isinstance(clocks, UnsetType) or not clocks.running:
        return None
    return clocks.at + min(clocks.left_ms[seat] for seat in clocks.running)


def started(rulebook: AnyRulebook, table: AnyTable, at: int) -> tuple[ClocksSet, ...]:
    """The clocks at the start of the game."""
    clock = terms_of(table).clock
    if clock is None:
        return ()
    seats = len(table.seats)
    full = (clock.seconds * 1000,) * seats
    return (ClocksSet(Clocks(at, full, rulebook.to_act(table.play), (0,) * seats)),)


def run_on(
    rulebook: AnyRulebook, before: AnyTable, after: AnyTable, sender: Sender, at: int
) -> tuple[ClocksSet, ...]:
    """The clocks after a decision: used time is subtracted, increments are added."""
    clock, clocks = terms_of(before).clock, before.clocks
    if clock is None or isinstance(clocks, UnsetType):
        return ()
    left, skipped = list(_left(clocks, at)), list(clocks.skipped)
    running = rulebook.to_act(after.play)
    for seat in clocks.running:
        passed_on = seat not in running
        if isinstance(clock, Bank) and passed_on:
            left[seat] += clock.increment_seconds * 1000
        elif isinstance(clock, PerMove) and (passed_on or seat == sender):
            left[seat] = clock.seconds * 1000
        if seat == sender:
            skipped[seat] = 0
        elif passed_on and sender == SYSTEM:
            skipped[seat] += 1
    # The clocks of two machines may differ a little, but time never runs backwards.
    now = max(at, clocks.at)
    return (ClocksSet(Clocks(now, tuple(left), running, tuple(skipped))),)


def require_time(table: AnyTable, seat: int, at: int) -> None:
    """Refuse an action that arrived too late, even if time has not been called."""
    clocks = table.clocks
    if isinstance(clocks, UnsetType) or seat not in clocks.running:
        return
    late_ms = at - clocks.at - clocks.left_ms[seat]
    if late_ms > 0:
        raise TableActionError(
            "out_of_time", f"Seat {seat} ran out of time {late_ms} ms ago.", late_ms=late_ms
        )


def seat_out_of_time(table: AnyTable, at: int) -> int:
    """The first seat whose time is up. Raises IllegalActionError when there is none."""
    due, clocks = deadline(table), table.clocks
    if due is None or isinstance(clocks, UnsetType):
        raise TableActionError("no_clock", "No clock runs at this table.")
    if at < due:
        raise TableActionError("time_left", f"There are {due - at} ms left.", left_ms=due - at)
    left = _left(clocks, at)
    return next(seat for seat in clocks.running if left[seat] == 0)


def skips_left(table: AnyTable, seat: int) -> bool:
    """Whether the seat may be skipped once more, or has to resign."""
    terms, clocks = terms_of(table), table.clocks
    assert not isinstance(clocks, UnsetType), "only a running clock runs out"
    return terms.time_out == "skip" and clocks.skipped[seat] < terms.skips_max


def stopped(table: AnyTable) -> Clocks | UnsetType:
    """The clocks of a table whose game is over."""
    clocks = table.clocks
    return clocks if isinstance(clocks, UnsetType) else replace(clocks, running=())


def _left(clocks: Clocks, at: int) -> tuple[int, ...]:
    used = max(0, at - clocks.at)
    return tuple(
        max(0, left - used) if seat in clocks.running else left
        for seat, left in enumerate(clocks.left_ms)
    )

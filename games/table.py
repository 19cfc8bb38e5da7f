"""A table and its life: opened, seats taken and left, started, played, over or aborted.

`decide` answers a command with events and the table after them, or raises Illegal; `evolve`
folds one event. The rules of the game itself are behind the contract.
"""

from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from games import clocks, takeback
from games.contract import Decision, Game
from games.dice import Dice, commitment_of
from games.folding import ended, evolve
from games.illegal import Illegal
from schemas.secrecy import Viewer, redact
from schemas.strict import Record
from schemas.table import (
    SYSTEM,
    AbortTable,
    Actor,
    AnswerTakeback,
    AnyTable,
    AskTakeback,
    CallTime,
    Chair,
    GameEnded,
    GameStarted,
    LeaveSeat,
    OpenTable,
    Resign,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    StartGame,
    TableAborted,
    TableOpened,
    TakenBack,
    TakeSeat,
    TimeRanOut,
)

SKIP_ACTIONS_MAX = 100
"""More than any turn needs: a game whose idle seat never passes the turn on is broken."""

__all__ = ["ERROR_CODES", "decide", "dice_of", "evolve", "figures", "legal", "to_act", "view"]

ERROR_CODES = (
    "already_open",
    "wrong_game",
    "not_open",
    "wrong_actor",
    "no_such_seat",
    "seat_taken",
    "seat_empty",
    "already_seated",
    "seats_empty",
    "already_started",
    "not_started",
    "game_over",
    "table_aborted",
    "resigned",
    "not_your_turn",
    "bad_terms",
    "out_of_time",
    "no_clock",
    "time_left",
    "no_takebacks",
    "takeback_pending",
    "nothing_to_take_back",
    "no_takeback",
    "own_takeback",
    "already_agreed",
)


def decide(  # noqa: PLR0913, PLR0917 - all that a decision may depend on
    game: Game, table: AnyTable | None, actor: Actor, action: Any, seed: str, at: int = 0
) -> Decision:
    """Events, and the table after them.

    `seed` is used only when the table is opened, `at` (when the command arrived) only where a
    clock runs.
    """
    if isinstance(action, OpenTable):
        return _open(game, table, actor, action, seed)
    if table is None:
        raise Illegal("not_open", "There is no such table: it has to be opened first.")
    match action:
        case TakeSeat():
            return _take_seat(game, table, actor, action, at)
        case LeaveSeat():
            events = _leave_seat(table, actor)
        case AbortTable():
            events = _abort(table, actor, action)
        case StartGame():
            return _start(game, table, actor, at)
        case Resign():
            return _resign(game, table, actor, at)
        case CallTime():
            return _call_time(game, table, actor, at)
        case AskTakeback():
            return _taken_back(game, table, takeback.ask(table, _player(table, actor).seat), at)
        case AnswerTakeback():
            seat = _player(table, actor).seat
            return _taken_back(game, table, takeback.answer(table, seat, action.agree), at)
        case _:
            return _play(game, table, actor, action, at)
    return _folded(game, table, events)


def _open(
    game: Game, table: AnyTable | None, actor: Actor, action: OpenTable[Any], seed: str
) -> Decision:
    if table is not None:
        raise Illegal("already_open", "This table is open already.", stage=table.stage)
    if actor != SYSTEM:
        raise Illegal("wrong_actor", "A table is opened by the platform.", expected=SYSTEM)
    if action.game != game.id:
        raise Illegal(
            "wrong_game",
            f"A table of {action.game} is not opened by the rules {game.rules}.",
            expected=game.id,
            given=action.game,
        )
    _check_terms(action, game.seats(action.options))
    opened = TableOpened(game.id, action.options, commitment_of(seed), seed, action.terms)
    return (opened,), evolve(game, None, opened)


def _check_terms(action: OpenTable[Any], seats: int) -> None:
    """What one field alone can't say wrong."""
    if isinstance(action.terms, UnsetType):
        return
    wanted = [bot.seat for bot in action.terms.bots]
    if len(set(wanted)) < len(wanted) or any(seat >= seats for seat in wanted):
        raise Illegal(
            "bad_terms",
            f"Bots take different seats from 0 to {seats - 1}, but {wanted} came.",
            seats=seats,
            given=wanted,
        )


def _take_seat(game: Game, table: AnyTable, actor: Actor, action: TakeSeat, at: int) -> Decision:
    chair = _chair(table, actor)
    _require_open(table)
    if chair.player is not None:
        raise Illegal("seat_taken", f"Seat {chair.seat} is taken.", seat=chair.seat)
    for other in table.chairs:
        if other.player == action.player:
            raise Illegal(
                "already_seated",
                f"{action.player} sits on seat {other.seat} already.",
                seat=other.seat,
            )
    events, table = _folded(game, table, (SeatTaken(chair.seat, action.player, action.entropy),))
    if clocks.terms_of(table).autostart and all(chair.player for chair in table.chairs):
        more, table = _start(game, table, SYSTEM, at)
        events += more
    return events, table


def _leave_seat(table: AnyTable, actor: Actor) -> tuple[Any, ...]:
    chair = _chair(table, actor)
    _require_open(table)
    if chair.player is None:
        raise Illegal("seat_empty", f"Nobody sits on seat {chair.seat}.", seat=chair.seat)
    return (SeatLeft(chair.seat),)


def _abort(table: AnyTable, actor: Actor, action: AbortTable) -> tuple[Any, ...]:
    if actor != SYSTEM:
        raise Illegal("wrong_actor", "A table is aborted by the platform.", expected=SYSTEM)
    _require_open(table)
    return (TableAborted(action.reason),)


def _start(game: Game, table: AnyTable, actor: Actor, at: int) -> Decision:
    if actor != SYSTEM and _chair(table, actor).player is None:
        raise Illegal("seat_empty", f"Nobody sits on seat {actor}.", seat=actor)
    _require_open(table)
    empty = [chair.seat for chair in table.chairs if chair.player is None]
    if empty:
        raise Illegal(
            "seats_empty",
            f"The game starts when all {len(table.chairs)} seats are taken; {len(empty)} empty.",
            empty=empty,
        )
    started = GameStarted()
    table = evolve(game, table, started)
    events, play = game.setup(table.play, dice_of(table))
    table = _after(table, events, play)
    extra, table = _folded(
        game, table, (*clocks.started(game, table, at), *takeback.keep_turns(game, (), table))
    )
    return (started, *events, *extra), table


def _resign(game: Game, table: AnyTable, actor: Actor, at: int) -> Decision:
    chair = _player(table, actor)
    return _carry_on(game, table, *_withdraw(game, table, chair.seat), chair.seat, at)


def _withdraw(game: Game, table: AnyTable, seat: int) -> Decision:
    resigned = SeatResigned(seat)
    events, play = game.resign(table.play, seat)
    return (resigned, *events), _after(evolve(game, table, resigned), events, play)


def _call_time(game: Game, table: AnyTable, actor: Actor, at: int) -> Decision:
    if actor != SYSTEM:
        raise Illegal("wrong_actor", "Time is called by the system.", expected=SYSTEM)
    if table.stage != "playing":
        raise Illegal("no_clock", "No clock runs at this table.")
    seat = clocks.seat_out_of_time(table, at)
    skip = clocks.skips_left(table, seat)
    ran_out = TimeRanOut(seat)
    after = evolve(game, table, ran_out)
    events, after = _skip(game, after, seat) if skip else _withdraw(game, after, seat)
    return _carry_on(game, table, (ran_out, *events), after, SYSTEM, at)


def _skip(game: Game, table: AnyTable, seat: int) -> Decision:
    """The least that the seat may do, until the turn is no longer its own."""
    told: tuple[Any, ...] = ()
    dice = dice_of(table)
    for _ in range(SKIP_ACTIONS_MAX):
        events, play = game.decide(table.play, seat, game.idle(table.play, seat), dice)
        table = _after(table, events, play)
        told += events
        if table.stage == "over" or seat not in game.to_act(table.play):
            return told, table
    raise AssertionError(f"seat {seat} still decides after {SKIP_ACTIONS_MAX} idle actions")


def _taken_back(game: Game, table: AnyTable, events: tuple[Any, ...], at: int) -> Decision:
    events, after = _folded(game, table, events)
    if isinstance(events[-1], TakenBack):
        return _carry_on(game, table, events, after, events[-1].seat, at)
    return events, after


def _play(game: Game, table: AnyTable, actor: Actor, action: Any, at: int) -> Decision:
    chair = _player(table, actor)
    waiting = game.to_act(table.play)
    if chair.seat not in waiting:
        raise Illegal(
            "not_your_turn",
            f"Seat {chair.seat} has nothing to decide now; seat "
            f"{' and '.join(map(str, waiting))} has.",
            seat=chair.seat,
            waiting=list(waiting),
        )
    clocks.require_time(table, chair.seat, at)
    events, play = game.decide(table.play, chair.seat, action, dice_of(table))
    after = _after(table, events, play)
    if isinstance(table.terms, UnsetType):
        return events, after
    return _carry_on(game, table, events, after, chair.seat, at)


def _carry_on(  # noqa: PLR0913, PLR0917 - what was, what happened, what is, who did it, and when
    game: Game,
    before: AnyTable,
    events: tuple[Any, ...],
    after: AnyTable,
    actor: Actor,
    at: int,
) -> Decision:
    """What a table on terms adds to a decision. A game that is over needs nothing more."""
    if after.stage != "playing":
        return events, after
    extra, after = _folded(
        game,
        after,
        (
            *takeback.lapse(after),
            *clocks.run_on(game, before, after, actor, at),
            *takeback.keep_turns(game, game.to_act(before.play), after),
        ),
    )
    return (*events, *extra), after


def _after(table: AnyTable, events: tuple[Any, ...], play: Any) -> AnyTable:
    """The table after a game's decision; a game ends with its last event."""
    table = replace(table, play=play)
    if isinstance(events[-1], GameEnded):
        return ended(table, events[-1])
    return table


def _folded(game: Game, table: AnyTable, events: tuple[Any, ...]) -> Decision:
    for event in events:
        table = evolve(game, table, event)
    return events, table


def _chair(table: AnyTable, actor: Actor) -> Chair:
    if actor == SYSTEM:
        raise Illegal("wrong_actor", "Only a seat can do this.", expected="seat")
    if actor >= len(table.chairs):
        raise Illegal(
            "no_such_seat",
            f"There is no seat {actor}; the seats are 0 to {len(table.chairs) - 1}.",
            seat=actor,
            seats=len(table.chairs),
        )
    return table.chairs[actor]


def _player(table: AnyTable, actor: Actor) -> Chair:
    """The seat of someone who is in a running game."""
    chair = _chair(table, actor)
    if table.stage == "open":
        raise Illegal("not_started", "The game has not started yet.")
    _require_not_ended(table)
    if chair.resigned:
        raise Illegal("resigned", f"Seat {chair.seat} has resigned.", seat=chair.seat)
    return chair


def _require_open(table: AnyTable) -> None:
    if table.stage == "playing":
        raise Illegal("already_started", "The game has started already.")
    _require_not_ended(table)


def _require_not_ended(table: AnyTable) -> None:
    if table.stage == "over":
        raise Illegal("game_over", f"The game is over ({table.reason}).", reason=table.reason)
    if table.stage == "aborted":
        raise Illegal("table_aborted", "The table was aborted.", reason=table.reason)


def legal(game: Game, table: AnyTable, seat: int) -> tuple[Any, ...]:
    """What the rules let the seat do now. Resigning and takebacks are not listed."""
    return game.legal(table.play, seat) if table.stage == "playing" else ()


def to_act(game: Game, table: AnyTable) -> tuple[int, ...]:
    return game.to_act(table.play) if table.stage == "playing" else ()


def view(table: AnyTable, viewer: Viewer) -> AnyTable:
    """The table as the viewer may know it."""
    return redact(table, viewer, over=table.stage == "over")


def figures(game: Game, seen: AnyTable) -> Record | None:
    """What the rules work out for the viewer of a redacted table; nothing before the start."""
    return None if seen.play is None else game.figures(seen.play)


def dice_of(table: AnyTable) -> Dice:
    return Dice.of_table(table.seed, [chair.entropy for chair in table.chairs])

"""A table and its life: opened, seats taken and left, started, played, over or aborted.

`decide` answers a command with events and the table after them, or raises Illegal; `evolve`
folds one event. The rules of the game itself are behind the contract.
"""

from typing import Any

from msgspec.structs import replace

from games.contract import Decision, Game
from games.dice import Dice, commitment_of
from games.illegal import Illegal
from schemas.secrecy import Viewer, redact
from schemas.table import (
    SYSTEM,
    AbortTable,
    Actor,
    AnyTable,
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
    Table,
    TableAborted,
    TableOpened,
    TakeSeat,
)

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
)


def decide(game: Game, table: AnyTable | None, actor: Actor, action: Any, seed: str) -> Decision:
    """Events, and the table after them. `seed` is used only when the table is opened."""
    if isinstance(action, OpenTable):
        return _open(game, table, actor, action, seed)
    if table is None:
        raise Illegal("not_open", "There is no such table: it has to be opened first.")
    match action:
        case TakeSeat():
            events = _take_seat(table, actor, action)
        case LeaveSeat():
            events = _leave_seat(table, actor)
        case AbortTable():
            events = _abort(table, actor, action)
        case StartGame():
            return _start(game, table, actor)
        case Resign():
            return _resign(game, table, actor)
        case _:
            return _play(game, table, actor, action)
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
    game.seats(action.options)
    opened = TableOpened(game.id, action.options, commitment_of(seed), seed)
    return (opened,), evolve(game, None, opened)


def _take_seat(table: AnyTable, actor: Actor, action: TakeSeat) -> tuple[Any, ...]:
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
    return (SeatTaken(chair.seat, action.player, action.entropy),)


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


def _start(game: Game, table: AnyTable, actor: Actor) -> Decision:
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
    return (started, *events), _after(table, events, play)


def _resign(game: Game, table: AnyTable, actor: Actor) -> Decision:
    chair = _player(table, actor)
    resigned = SeatResigned(chair.seat)
    events, play = game.resign(table.play, chair.seat)
    return (resigned, *events), _after(evolve(game, table, resigned), events, play)


def _play(game: Game, table: AnyTable, actor: Actor, action: Any) -> Decision:
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
    events, play = game.decide(table.play, chair.seat, action, dice_of(table))
    return events, _after(table, events, play)


def _after(table: AnyTable, events: tuple[Any, ...], play: Any) -> AnyTable:
    """The table after a game's decision; a game ends with its last event."""
    table = replace(table, play=play)
    if isinstance(events[-1], GameEnded):
        return _ended(table, events[-1])
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


def evolve(game: Game, table: AnyTable | None, event: Any) -> AnyTable:
    """The table after one event."""
    if isinstance(event, TableOpened):
        return Table(
            game=event.game,
            rules=game.rules,
            options=event.options,
            commitment=event.commitment,
            seed=event.seed,
            chairs=tuple(Chair(seat) for seat in range(game.seats(event.options))),
        )
    assert table is not None, f"{type(event).__name__} before the table was opened"
    match event:
        case SeatTaken():
            chair = Chair(event.seat, event.player, event.entropy)
            return _with_chair(table, chair)
        case SeatLeft():
            return _with_chair(table, Chair(event.seat))
        case GameStarted():
            return replace(table, stage="playing", play=game.initial(table.options))
        case SeatResigned():
            return _with_chair(table, replace(table.chairs[event.seat], resigned=True))
        case TableAborted():
            return replace(table, stage="aborted", reason=event.reason)
        case GameEnded():
            return _ended(replace(table, play=game.evolve(table.play, event)), event)
        case _:
            return replace(table, play=game.evolve(table.play, event))


def _with_chair(table: AnyTable, chair: Chair) -> AnyTable:
    chairs = tuple(chair if chair.seat == other.seat else other for other in table.chairs)
    return replace(table, chairs=chairs)


def _ended(table: AnyTable, event: GameEnded) -> AnyTable:
    return replace(table, stage="over", reason=event.reason, results=event.results)


def legal(game: Game, table: AnyTable, seat: int) -> tuple[Any, ...]:
    """What the rules let the seat do now. Resigning is always possible and not listed."""
    return game.legal(table.play, seat) if table.stage == "playing" else ()


def to_act(game: Game, table: AnyTable) -> tuple[int, ...]:
    return game.to_act(table.play) if table.stage == "playing" else ()


def view(table: AnyTable, viewer: Viewer) -> AnyTable:
    """The table as the viewer may know it."""
    return redact(table, viewer, over=table.stage == "over")


def dice_of(table: AnyTable) -> Dice:
    return Dice.of_table(table.seed, [chair.entropy for chair in table.chairs])

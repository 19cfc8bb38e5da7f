"""The life cycle of a table: opening, seats, start, play, and end, abort or void.

`decide` returns events and the table after them, or raises IllegalActionError; `evolve`
folds one event. The rules of the game itself are behind the `Rulebook` contract.
"""

from typing import Any, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games import clocks, takeback
from games.contract import AnyDecision, AnyRulebook, DeckRulebook
from games.dice import Dice, commitment_of
from games.folding import ended, evolve
from games.illegal_action import TableActionError
from schemas.legal import Skip
from schemas.record import Record
from schemas.redaction import Viewer, redact
from schemas.table import (
    SYSTEM,
    AbortTable,
    AnswerTakeback,
    AnyTable,
    AskTakeback,
    CallTime,
    GameEnded,
    GameStarted,
    JsonObject,
    LeaveSeat,
    OpenTable,
    RenewSitting,
    Resign,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    Sender,
    SittingRenewed,
    StartGame,
    TableAborted,
    TableAction,
    TableOpened,
    TableSeat,
    TableVoided,
    TakenBack,
    TakeSeat,
    TimeRanOut,
    VoidTable,
)

SKIP_ACTIONS_MAX = 100
"""More than any turn needs: a game whose idle seat never passes the turn on is broken."""

_TABLE_ACTIONS = frozenset(get_args(TableAction))

__all__ = ["decide", "dice_of", "evolve", "figures", "legal", "to_act", "view"]


def decide(  # noqa: PLR0913, PLR0917 - all that a decision may depend on
    rulebook: AnyRulebook,
    table: AnyTable | None,
    sender: Sender,
    action: Any,
    seed: str,
    at: int = 0,
) -> AnyDecision:
    """Events, and the table after them.

    `seed` is used only when the table is opened, `at` (when the command arrived) only where a
    clock runs.
    """
    if isinstance(action, OpenTable):
        return _open(rulebook, table, sender, action, seed)
    if table is None:
        raise TableActionError("not_open", "There is no such table: it has to be opened first.")
    if type(action) in _TABLE_ACTIONS:
        return _decide_table_action(rulebook, table, sender, action, at)
    table_seat = _player(table, sender)
    waiting = rulebook.to_act(table.play)
    if table_seat.seat not in waiting:
        raise TableActionError(
            "not_your_turn",
            f"Seat {table_seat.seat} has nothing to decide now; seat "
            f"{' and '.join(map(str, waiting))} has.",
            seat=table_seat.seat,
            waiting=list(waiting),
        )
    clocks.require_time(table, table_seat.seat, at)
    events, play = rulebook.decide(table.play, table_seat.seat, action, dice_of(table))
    after = _after(table, events, play)
    if isinstance(table.terms, UnsetType):
        return events, after
    return _carry_on(rulebook, table, events, after, table_seat.seat, at)


def _decide_table_action(
    rulebook: AnyRulebook, table: AnyTable, sender: Sender, action: TableAction, at: int
) -> AnyDecision:
    match action:
        case TakeSeat():
            return _take_seat(rulebook, table, sender, action, at)
        case LeaveSeat():
            events = _leave_seat(table, sender)
        case AbortTable():
            events = _abort(table, sender, action)
        case VoidTable():
            events = _void(table, sender, action)
        case RenewSitting():
            events = _renew_sitting(table, sender, action)
        case StartGame():
            return _start(rulebook, table, sender, at)
        case Resign():
            return _resign(rulebook, table, sender, at)
        case CallTime():
            return _call_time(rulebook, table, sender, at)
        case AskTakeback():
            return _taken_back(
                rulebook, table, takeback.ask(table, _player(table, sender).seat), at
            )
        case AnswerTakeback():
            seat = _player(table, sender).seat
            return _taken_back(rulebook, table, takeback.answer(table, seat, action.agree), at)
        case _:
            assert_never(action)
    return _folded(rulebook, table, events)


def _open(
    rulebook: AnyRulebook, table: AnyTable | None, sender: Sender, action: OpenTable[Any], seed: str
) -> AnyDecision:
    if table is not None:
        raise TableActionError("already_open", "This table is already open.", stage=table.stage)
    if sender != SYSTEM:
        raise TableActionError(
            "wrong_sender", "Only the platform can open a table.", expected=SYSTEM
        )
    if action.game != rulebook.game:
        raise TableActionError(
            "wrong_game",
            f"The rules {rulebook.rules} cannot open a table of {action.game}.",
            expected=rulebook.game,
            given=action.game,
        )
    _check_terms(action, rulebook.seats(action.options))
    opened = TableOpened(
        rulebook.game,
        action.options,
        commitment_of(seed),
        seed,
        action.terms,
        action.external_id,
        tuple(amendment.name for amendment in rulebook.amendments) or UNSET,
    )
    return (opened,), evolve(rulebook, None, opened)


def _check_terms(action: OpenTable[Any], seats: int) -> None:
    """Refuse terms whose bots do not fit the seats."""
    if isinstance(action.terms, UnsetType):
        return
    bot_seats = [bot.seat for bot in action.terms.bots]
    if len(set(bot_seats)) < len(bot_seats) or any(seat >= seats for seat in bot_seats):
        raise TableActionError(
            "bad_terms",
            f"Bots need different seats from 0 to {seats - 1}, but {bot_seats} were given.",
            seats=seats,
            given=bot_seats,
        )


def _take_seat(
    rulebook: AnyRulebook, table: AnyTable, sender: Sender, action: TakeSeat, at: int
) -> AnyDecision:
    table_seat = _table_seat(table, sender)
    _require_open(table)
    if table_seat.player is not None:
        raise TableActionError(
            "seat_taken", f"Seat {table_seat.seat} is taken.", seat=table_seat.seat
        )
    for other in table.seats:
        if other.player == action.player:
            raise TableActionError(
                "already_seated", f"This player already sits on seat {other.seat}.", seat=other.seat
            )
    deck = _read_deck(rulebook, table, action)
    taken = SeatTaken(
        table_seat.seat,
        action.player,
        table_seat.sitting + 1,
        action.entropy,
        action.entropy_commitment,
        deck,
        _deck_fronts(rulebook, table, table_seat.seat, deck),
    )
    events, table = _folded(rulebook, table, (taken,))
    if clocks.terms_of(table).autostart and all(table_seat.player for table_seat in table.seats):
        more, table = _start(rulebook, table, SYSTEM, at)
        events += more
    return events, table


def _read_deck(rulebook: AnyRulebook, table: AnyTable, action: TakeSeat) -> JsonObject | UnsetType:
    if isinstance(action.deck, UnsetType):
        return UNSET
    if not isinstance(rulebook, DeckRulebook):
        raise TableActionError(
            "deck_not_accepted", f"{rulebook.rules} does not accept decks from players."
        )
    return rulebook.read_deck(table.options, action.deck)


def _deck_fronts(
    rulebook: AnyRulebook, table: AnyTable, seat: int, deck: JsonObject | UnsetType
) -> tuple[JsonObject | None, ...] | UnsetType:
    """What is shown of all decks when the last free seat is taken, so that nobody brings a deck
    that answers another one."""
    if any(other.player is None and other.seat != seat for other in table.seats):
        return UNSET
    decks = [deck if other.seat == seat else other.deck for other in table.seats]
    if all(isinstance(deck, UnsetType) for deck in decks):
        return UNSET
    assert isinstance(rulebook, DeckRulebook), "other rules accept no decks"
    return tuple(None if isinstance(deck, UnsetType) else rulebook.front_of(deck) for deck in decks)


def _leave_seat(table: AnyTable, sender: Sender) -> tuple[Any, ...]:
    table_seat = _table_seat(table, sender)
    _require_open(table)
    if table_seat.player is None:
        raise TableActionError(
            "seat_empty", f"Nobody sits on seat {table_seat.seat}.", seat=table_seat.seat
        )
    return (SeatLeft(table_seat.seat),)


def _abort(table: AnyTable, sender: Sender, action: AbortTable) -> tuple[Any, ...]:
    if sender != SYSTEM:
        raise TableActionError(
            "wrong_sender", "Only the platform can abort a table.", expected=SYSTEM
        )
    _require_open(table)
    return (TableAborted(action.reason),)


def _void(table: AnyTable, sender: Sender, action: VoidTable) -> tuple[Any, ...]:
    if sender != SYSTEM:
        raise TableActionError(
            "wrong_sender", "Only the platform can void a table.", expected=SYSTEM
        )
    _require_not_ended(table)
    return (TableVoided(action.reason),)


def _renew_sitting(table: AnyTable, sender: Sender, action: RenewSitting) -> tuple[Any, ...]:
    if sender != SYSTEM:
        raise TableActionError(
            "wrong_sender", "Only the platform can revoke the tokens of a seat.", expected=SYSTEM
        )
    table_seat = _table_seat(table, action.seat)
    _require_not_ended(table)
    if table_seat.player is None:
        raise TableActionError(
            "seat_empty", f"Nobody sits on seat {table_seat.seat}.", seat=table_seat.seat
        )
    return (SittingRenewed(table_seat.seat, table_seat.sitting + 1),)


def _start(rulebook: AnyRulebook, table: AnyTable, sender: Sender, at: int) -> AnyDecision:
    if sender != SYSTEM and _table_seat(table, sender).player is None:
        raise TableActionError("seat_empty", f"Nobody sits on seat {sender}.", seat=sender)
    _require_open(table)
    empty = [table_seat.seat for table_seat in table.seats if table_seat.player is None]
    if empty:
        raise TableActionError(
            "seats_empty",
            f"The game starts when all {len(table.seats)} seats are taken; {len(empty)} are empty.",
            empty=empty,
        )
    started = GameStarted()
    table = evolve(rulebook, table, started)
    events, play = rulebook.setup(table.play, dice_of(table))
    table = _after(table, events, play)
    extra, table = _folded(
        rulebook,
        table,
        (*clocks.started(rulebook, table, at), *takeback.keep_turns(rulebook, (), table)),
    )
    return (started, *events, *extra), table


def _resign(rulebook: AnyRulebook, table: AnyTable, sender: Sender, at: int) -> AnyDecision:
    table_seat = _player(table, sender)
    return _carry_on(
        rulebook, table, *_withdraw(rulebook, table, table_seat.seat), table_seat.seat, at
    )


def _withdraw(rulebook: AnyRulebook, table: AnyTable, seat: int) -> AnyDecision:
    resigned = SeatResigned(seat)
    events, play = rulebook.resign(table.play, seat)
    return (resigned, *events), _after(evolve(rulebook, table, resigned), events, play)


def _call_time(rulebook: AnyRulebook, table: AnyTable, sender: Sender, at: int) -> AnyDecision:
    if sender != SYSTEM:
        raise TableActionError("wrong_sender", "Only the system can call time.", expected=SYSTEM)
    if table.stage != "playing":
        raise TableActionError("no_clock", "No clock runs at this table.")
    seat = clocks.seat_out_of_time(table, at)
    skip = clocks.skips_left(table, seat)
    ran_out = TimeRanOut(seat)
    after = evolve(rulebook, table, ran_out)
    events, after = _skip(rulebook, after, seat) if skip else _withdraw(rulebook, after, seat)
    return _carry_on(rulebook, table, (ran_out, *events), after, SYSTEM, at)


def _skip(rulebook: AnyRulebook, table: AnyTable, seat: int) -> AnyDecision:
    """Take idle actions for the seat until it is no longer to act."""
    all_events: tuple[Any, ...] = ()
    dice = dice_of(table)
    for _ in range(SKIP_ACTIONS_MAX):
        events, play = rulebook.decide(table.play, seat, rulebook.idle(table.play, seat), dice)
        table = _after(table, events, play)
        all_events += events
        if table.stage == "over" or seat not in rulebook.to_act(table.play):
            return all_events, table
    raise AssertionError(f"seat {seat} still decides after {SKIP_ACTIONS_MAX} idle actions")


def _taken_back(
    rulebook: AnyRulebook, table: AnyTable, events: tuple[Any, ...], at: int
) -> AnyDecision:
    events, after = _folded(rulebook, table, events)
    if isinstance(events[-1], TakenBack):
        return _carry_on(rulebook, table, events, after, events[-1].seat, at)
    return events, after


def _carry_on(  # noqa: PLR0913, PLR0917 - before, events, after, sender and time
    rulebook: AnyRulebook,
    before: AnyTable,
    events: tuple[Any, ...],
    after: AnyTable,
    sender: Sender,
    at: int,
) -> AnyDecision:
    """Add the events that a table's terms require to a decision, unless the game is over."""
    if after.stage != "playing":
        return events, after
    extra, after = _folded(
        rulebook,
        after,
        (
            *takeback.lapse(after),
            *clocks.run_on(rulebook, before, after, sender, at),
            *takeback.keep_turns(rulebook, rulebook.to_act(before.play), after),
        ),
    )
    return (*events, *extra), after


def _after(table: AnyTable, events: tuple[Any, ...], play: Any) -> AnyTable:
    """The table after a game's decision; a game ends with its last event."""
    table = replace(table, play=play)
    if isinstance(events[-1], GameEnded):
        return ended(table, events[-1])
    return table


def _folded(rulebook: AnyRulebook, table: AnyTable, events: tuple[Any, ...]) -> AnyDecision:
    for event in events:
        table = evolve(rulebook, table, event)
    return events, table


def _table_seat(table: AnyTable, sender: Sender) -> TableSeat:
    if sender == SYSTEM:
        raise TableActionError("wrong_sender", "Only a seat can do this.", expected="seat")
    if sender >= len(table.seats):
        raise TableActionError(
            "no_such_seat",
            f"There is no seat {sender}; the seats are 0 to {len(table.seats) - 1}.",
            seat=sender,
            seats=len(table.seats),
        )
    return table.seats[sender]


def _player(table: AnyTable, sender: Sender) -> TableSeat:
    """The seat of a player in a running game."""
    table_seat = _table_seat(table, sender)
    if table.stage == "open":
        raise TableActionError("not_started", "The game has not started yet.")
    _require_not_ended(table)
    if table_seat.resigned:
        raise TableActionError(
            "resigned", f"Seat {table_seat.seat} has resigned.", seat=table_seat.seat
        )
    return table_seat


def _require_open(table: AnyTable) -> None:
    if table.stage == "playing":
        raise TableActionError("already_started", "The game has already started.")
    _require_not_ended(table)


def _require_not_ended(table: AnyTable) -> None:
    if table.stage == "over":
        raise TableActionError(
            "game_over", f"The game is over ({table.reason}).", reason=table.reason
        )
    if table.stage == "aborted":
        raise TableActionError("table_aborted", "The table was aborted.", reason=table.reason)
    if table.stage == "voided":
        raise TableActionError(
            "table_voided", f"The table was voided ({table.reason}).", reason=table.reason
        )


def legal(rulebook: AnyRulebook, table: AnyTable, seat: int) -> tuple[Any, ...]:
    """What the rules let the seat do now. Resigning and takebacks are not listed."""
    return rulebook.legal(table.play, seat) if table.stage == "playing" else ()


def skips(rulebook: AnyRulebook, table: AnyTable, actions: tuple[Any, ...]) -> tuple[Skip, ...]:
    """What the rules say about actions that `legal` returned."""
    return rulebook.skips(table.play, actions) if actions else ()


def to_act(rulebook: AnyRulebook, table: AnyTable) -> tuple[int, ...]:
    return rulebook.to_act(table.play) if table.stage == "playing" else ()


def view(table: AnyTable, viewer: Viewer) -> AnyTable:
    """The table as the viewer may know it."""
    return redact(table, viewer, over=table.stage == "over")


def figures(rulebook: AnyRulebook, redacted: AnyTable) -> Record | None:
    """Figures for the viewer of a redacted table; None before the start."""
    return None if redacted.play is None else rulebook.figures(redacted.play)


def dice_of(table: AnyTable) -> Dice:
    return Dice.of_table(table.seed, [table_seat.entropy for table_seat in table.seats])

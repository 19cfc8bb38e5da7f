"""Bots as ordinary clients: a seat's own token, the same calls, the same live connection."""

from collections.abc import Awaitable, Callable
from typing import Any

from client.errors import RejectedError
from client.table import Seat, Turn
from schemas.table import AnyTable
from schemas.terms import Terms

Think = Callable[[AnyTable, int, tuple[Any, ...]], Awaitable[Any]]
"""From a seat's view, the seat and its legal actions to one of them. It may take its time."""

LATE = ("stale", "not_your_turn", "no_takeback", "already_agreed", "game_over", "resigned")
"""Refusals that mean only that the game went on meanwhile."""


async def play_seat(seat: Seat, think: Think) -> None:
    """Until the game is over. Others may take back whatever they like: a bot has no plans to lose.

    Raises RejectedError when the rules refuse what they listed as legal.
    """
    async for turn in seat.turns():
        try:
            await _take_turn(seat, turn, think)
        except RejectedError as refused:
            if refused.rejection.code not in LATE:
                raise


async def _take_turn(seat: Seat, turn: Turn, think: Think) -> None:
    if turn.takeback is not None:
        await seat.answer_takeback(agree=True)
    else:
        action = await think(turn.view.table, seat.seat, turn.actions)
        await seat.act(action, expected_seq=turn.view.seq)


def bot_name(terms: Terms, seat: int) -> str:
    """What a bot on this seat is called: by its level, and by a number from the second one on.

    Anyone can tell from the terms who a table's bots are, also after a restart.
    """
    level = next(bot.level for bot in terms.bots if bot.seat == seat)
    equals = sorted(bot.seat for bot in terms.bots if bot.level == level)
    number = equals.index(seat) + 1
    return f"{level} bot" if number == 1 else f"{level} bot {number}"

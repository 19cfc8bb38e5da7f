"""Bots as ordinary clients, with a seat's token and a live connection."""

from collections.abc import Awaitable, Callable
from typing import Any

from client.errors import RejectedError
from client.table import Seat, Turn
from schemas.rejection import RejectionCode
from schemas.table import AnyTable
from schemas.terms import Terms

ChooseAction = Callable[[AnyTable, int, tuple[Any, ...]], Awaitable[Any]]
"""Takes a seat's view, the seat and its legal actions; returns one of the actions."""

OUTDATED_CODES: tuple[RejectionCode, ...] = (
    "stale",
    "not_your_turn",
    "no_takeback",
    "already_agreed",
    "game_over",
    "table_voided",
    "resigned",
)
"""Rejections that only mean that the table changed in the meantime."""


async def play_seat(seat: Seat, choose: ChooseAction) -> None:
    """Play until the game is over. Agree to all takebacks.

    Raises RejectedError if the rules reject an action they listed as legal.
    """
    async for turn in seat.turns():
        try:
            await _take_turn(seat, turn, choose)
        except RejectedError as error:
            if error.rejection.code not in OUTDATED_CODES:
                raise


async def _take_turn(seat: Seat, turn: Turn, choose: ChooseAction) -> None:
    if turn.takeback is not None:
        await seat.answer_takeback(agree=True)
    else:
        action = await choose(turn.view.table, seat.seat, turn.actions)
        await seat.act(action, expected_seq=turn.view.seq)


def bot_name(terms: Terms, seat: int) -> str:
    """Return the name of the bot on a seat: its level, numbered from the second of a level on.

    The terms determine the name, so a bot host recognises its bots after a restart.
    """
    level = next(bot.level for bot in terms.bots if bot.seat == seat)
    same_level = sorted(bot.seat for bot in terms.bots if bot.level == level)
    number = same_level.index(seat) + 1
    return f"{level} bot" if number == 1 else f"{level} bot {number}"

"""Where bots think: quick ones in a thread, slow ones in processes of their own.

Many games are played by one process, and none of them waits while a bot of another thinks.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from secrets import randbelow
from typing import Any

from cli.failure import Failure
from cli.thinking import planner_with
from client.bots import Think
from games.bot_levels import BOTS_OF
from games.bots import Bot
from schemas.table import AnyTable

QUICK = ("random", "builder", "duelist")
"""They decide in about a millisecond: less than it takes to send a view to another process."""
TIMED: dict[tuple[str, str], Callable[[int], Bot]] = {("city", "planner"): planner_with}
"""Bots that think by the clock, by game and level."""
THINK_MS = 500
THINK_MS_MAX = 60_000


def known_level(game: str, level: str) -> bool:
    return level in BOTS_OF.get(game, {})


def checked_levels(game: str, levels: Sequence[str]) -> None:
    """Raises Failure."""
    if game not in BOTS_OF:
        raise Failure(f"there is no game {game!r}; known: {', '.join(BOTS_OF)}")
    for level in levels:
        if not known_level(game, level):
            raise Failure(
                f"there is no bot {level!r} for {game}; known: {', '.join(BOTS_OF[game])}"
            )


class Minds:
    """Use it as a context manager: processes end with it."""

    def __init__(self, think_ms: int = THINK_MS) -> None:
        """`think_ms` is how long a bot that thinks by the clock may take for a decision."""
        self._think_ms = think_ms
        self._processes: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Minds":
        return self

    def __exit__(self, *_error: object) -> None:
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)

    def of(self, game: str, level: str) -> Think:
        async def think(view: AnyTable, seat: int, actions: tuple[Any, ...]) -> Any:
            question = (game, level, self._think_ms, view, seat, actions)
            if level in QUICK:
                return await asyncio.to_thread(_decide, *question)
            return await self._thought(*question)

        return think

    async def _thought(self, *question: Any) -> Any:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool(), _decide, *question)
        except BrokenProcessPool:
            # One of them was killed, and took the others with it.
            self._processes = None
            return await loop.run_in_executor(self._pool(), _decide, *question)

    def _pool(self) -> ProcessPoolExecutor:
        if self._processes is None:
            self._processes = ProcessPoolExecutor(
                os.cpu_count(),
                # A copy of this process would have its sockets and its threads' locks.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_live_with_parent,
            )
        return self._processes


def _decide(  # noqa: PLR0913, PLR0917 - goes to another process as it is
    game: str, level: str, think_ms: int, view: AnyTable, seat: int, actions: tuple[Any, ...]
) -> Any:
    timed = TIMED.get((game, level))
    bot: Bot = BOTS_OF[game][level] if timed is None else timed(think_ms)
    return bot(view, seat, actions, randbelow)


def _live_with_parent() -> None:
    """Ctrl-C is the parent's business; its end, however it came, is ours too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # The queue that questions come by never ends for us: we hold its other end as well.
    parent = multiprocessing.parent_process()
    assert parent is not None, "started only as somebody's child"
    parent.join()
    os._exit(0)

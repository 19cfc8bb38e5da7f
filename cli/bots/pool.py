"""Run bots without blocking the event loop: fast ones in threads, slow ones in processes."""

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from secrets import randbelow
from typing import Any

import msgspec

from cli.bots.time_limit import time_limit
from cli.setup.installed import find_game
from client.bots import ChooseAction
from games.bots import Bot, Pick
from games.dice import Dice
from games.registry import plugin_of
from schemas.table import AnyTable

THINK_MS = 500
THINK_MS_MAX = 60_000


def is_known_level(game: str, level: str) -> bool:
    plugin = plugin_of(game)
    return plugin is not None and level in plugin.bots


class BotPool:
    """A context manager that stops its processes on exit."""

    def __init__(self, think_ms: int = THINK_MS, dice_seed: str = "") -> None:
        """`think_ms` is the thinking time of a timed bot for each decision.

        With a `dice_seed`, bots make the same choice for the same legal actions.
        """
        self._think_ms = think_ms
        self._dice_seed = dice_seed
        self._processes: ProcessPoolExecutor | None = None

    def __enter__(self) -> "BotPool":
        return self

    def __exit__(self, *_error: object) -> None:
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)

    def decider(self, game: str, level: str) -> ChooseAction:
        async def think(view: AnyTable, seat: int, actions: tuple[Any, ...]) -> Any:
            request = (game, level, self._think_ms, self._dice_seed, view, seat, actions)
            if level in find_game(game).timed_bots:
                return await self._decide_in_process(*request)
            # Other bots decide faster than a view is sent to another process.
            return await asyncio.to_thread(_decide, *request)

        return think

    async def _decide_in_process(self, *request: Any) -> Any:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool(), _decide, *request)
        except BrokenProcessPool:
            # A killed worker breaks the whole pool.
            self._processes = None
            return await loop.run_in_executor(self._pool(), _decide, *request)

    def _pool(self) -> ProcessPoolExecutor:
        if self._processes is None:
            self._processes = ProcessPoolExecutor(
                os.cpu_count(),
                # A forked process would share our sockets and our threads' locks.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_watch_parent,
            )
        return self._processes


def _decide(  # noqa: PLR0913, PLR0917 - picklable arguments for another process
    game: str,
    level: str,
    think_ms: int,
    dice_seed: str,
    view: AnyTable,
    seat: int,
    actions: tuple[Any, ...],
) -> Any:
    plugin = find_game(game)
    timed = plugin.timed_bots.get(level)
    bot: Bot = plugin.bots[level] if timed is None else timed(time_limit(think_ms))
    return bot(view, seat, actions, _pick_for(dice_seed, seat, actions))


def _pick_for(dice_seed: str, seat: int, actions: tuple[Any, ...]) -> Pick:
    """Return fresh dice for each decision, so that bots of other tables don't affect it."""
    if not dice_seed:
        return randbelow
    choice = msgspec.json.encode(actions).decode()
    return Dice.of_text(f"{dice_seed}/{seat}/{choice}").picker("bot")


def _watch_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    # The request queue never closes for us: this process holds its other end, too.
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs only in a child process"
    parent.join()
    os._exit(0)

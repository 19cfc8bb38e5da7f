"""Lists the legal actions of a position without keeping other requests waiting.

With a large hand a list takes up to half a second. So lists are made in threads, once for each
position and seat.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

from games import table as tables
from games.history import Position
from games.unknown_rules import UnknownRules
from schemas.redaction import SPECTATOR, Viewer
from schemas.terms import Seat
from services.runtime.web.problems import ProblemError

THREADS = 2
"""More would only compete for the interpreter. Two, so that one slow list does not delay all."""
WAITING_MAX = 64
CACHED_ACTIONS_MAX = 50_000

Actions = tuple[object, ...]
Key = tuple[str, str | None, Seat]
"""Table, hash of its last commit, seat."""


class LegalActions:
    """An async context manager."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "legal-actions")
        self._waiting: dict[Key, asyncio.Future[Actions]] = {}
        self._cached: OrderedDict[Key, Actions] = OrderedDict()
        self._cached_actions = 0

    async def __aenter__(self) -> "LegalActions":
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def of(self, position: Position, viewer: Viewer) -> Actions:
        """Return the legal actions of a seat. Spectators have none. If the rules are unknown here,
        no seat has any.

        Raises ProblemError if too many lists are waiting to be made.
        """
        assert position.table is not None
        if isinstance(position.rulebook, UnknownRules):
            return ()
        if viewer == SPECTATOR or viewer not in tables.to_act(position.rulebook, position.table):
            return ()
        key = (position.table_id, position.hash, viewer)
        cached = self._cached.get(key)
        if cached is not None:
            self._cached.move_to_end(key)
            return cached
        # Shielded: a client that hangs up must not cancel the list for others who wait for it.
        return await asyncio.shield(self._waiting.get(key) or self._begin(key, position, viewer))

    def _begin(self, key: Key, position: Position, seat: Seat) -> asyncio.Future[Actions]:
        if len(self._waiting) >= WAITING_MAX:
            raise ProblemError("unavailable", "Too many lists of actions are being made.")
        assert position.table is not None
        future = asyncio.get_running_loop().run_in_executor(
            self._threads, tables.legal, position.rulebook, position.table, seat
        )
        self._waiting[key] = future
        future.add_done_callback(lambda done: self._end(key, done))
        return future

    def _end(self, key: Key, future: asyncio.Future[Actions]) -> None:
        del self._waiting[key]
        if future.cancelled() or future.exception() is not None:
            return
        self._cached[key] = future.result()
        self._cached_actions += len(future.result())
        while self._cached_actions > CACHED_ACTIONS_MAX:
            _, dropped = self._cached.popitem(last=False)
            self._cached_actions -= len(dropped)

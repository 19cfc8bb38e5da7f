"""A table as a spectator or a player sees it."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec import Struct

from client.backoff import Backoff
from client.decoding import AnyRedactedCommit, View, commit_with_names
from client.errors import error_of
from client.gateway import Gateway
from client.live import Live
from client.subscription import Subscription
from schemas.outcome import Outcome
from schemas.table import AnswerTakeback, AskTakeback, Resign, Takeback

LIVE_OUTCOME_SECONDS = 10.0
TRY_HTTP_CODES = ("unavailable", "too_many", "quota_exceeded", "not_found")
"""Problems of the moment: over HTTP the command waits and is sent again."""


class Update(Struct, frozen=True):
    """The commits since the last update, and the view after the last of them."""

    commits: tuple[AnyRedactedCommit, ...]
    view: View


class Turn(Struct, frozen=True):
    """A decision for a seat: choose one of `actions`, or answer a takeback."""

    view: View
    takeback: Takeback | None = None

    @property
    def actions(self) -> tuple[Any, ...]:
        """The legal actions."""
        return self.view.actions


class Spectator:
    """Use as an async context manager. `view` is the current view; iterating yields updates until
    the game is over."""

    def __init__(
        self, gateway: Gateway, live: Live, table_id: str, *, after: int | None = None
    ) -> None:
        """`gateway` must have the viewer's token. With `after`, the first update starts there;
        without it, updates start at the current seq."""
        assert gateway.credential is not None, "a viewer's token is required"
        self.table_id = table_id
        self._gateway = gateway
        self._live = live
        self._after = after
        self._token = gateway.credential
        self._view: View | None = None
        self._commits: Subscription[AnyRedactedCommit] | None = None

    @property
    def view(self) -> View:
        """The last view that was fetched."""
        assert self._view is not None, "use `view` inside `async with`"
        return self._view

    async def __aenter__(self) -> Self:
        self._view = await self._gateway.get_view(self.table_id)
        if self._after is None:
            self._after = self._view.seq
        self._commits = self._live.commits(self.table_id, self._token, self._after)
        await self._commits.__aenter__()
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._commits is not None, "exited before it was entered"
        await self._commits.__aexit__(error_type, error, traceback)

    async def refresh(self) -> View:
        """Fetch and return the current view."""
        self._view = await self._gateway.get_view(self.table_id)
        return self._view

    async def __aiter__(self) -> AsyncIterator[Update]:
        assert self._commits is not None, "iterate inside `async with`"
        assert self._after is not None
        if self.view.is_over and self._after >= self.view.seq:
            return
        commits: list[AnyRedactedCommit] = []
        view: View | None = None
        async for commit in self._commits:
            commits.append(commit)
            if self._commits.buffered_count:
                continue
            if view is None or view.seq < commit.seq:
                view = await self._refresh_until(commit.seq)
            if view.seq == commit.seq:
                yield Update(
                    tuple(commit_with_names(commit, view.names) for commit in commits), view
                )
                if view.is_over:
                    return
                commits.clear()

    async def _refresh_until(self, seq: int) -> View:
        """Refresh until the view has reached `seq`. A delayed view may lag behind its commits."""
        backoff = Backoff()
        while (view := await self.refresh()).seq < seq:
            await asyncio.sleep(backoff.next())
        return view


class Seat(Spectator):
    """A table as a player sees it. Actions raise RejectedError if the rules reject them."""

    @property
    def seat(self) -> int:
        viewer = self.view.viewer
        assert isinstance(viewer, int), "a seat's token is required"
        return viewer

    async def turns(self) -> AsyncIterator[Turn]:
        """Yield a turn whenever the table waits for this seat, until the game is over.

        Iterate over this or over updates, not both. A turn without an action is yielded again
        after the next commit.
        """
        view = await self.refresh()
        while not view.is_over:
            takeback = self._takeback_to_answer(view)
            if view.actions or takeback is not None:
                yield Turn(view, takeback)
            await self._wait_for_commit_after(view.seq)
            view = await self.refresh()

    def _takeback_to_answer(self, view: View) -> Takeback | None:
        takeback = view.table.takeback
        if isinstance(takeback, Takeback) and self.seat not in (takeback.seat, *takeback.agreed):
            return takeback
        return None

    async def _wait_for_commit_after(self, seq: int) -> None:
        """Wait for the newest commit that has arrived, later than `seq`."""
        assert self._commits is not None, "iterate inside `async with`"
        async for commit in self._commits:
            if commit.seq > seq and not self._commits.buffered_count:
                return

    async def act(
        self, action: Any, *, expected_seq: int | None = None, command_id: str | None = None
    ) -> Outcome:
        """Send an action. With `expected_seq`, it is rejected if the table has moved on.

        Uses the live connection if it is up. Otherwise, or if it is lost or busy, HTTP: it makes
        sure that there is an outcome."""
        command_id = command_id or uuid.uuid4().hex
        outcome = await self._send_live(command_id, action, expected_seq)
        if outcome is not None:
            return outcome
        return await self._gateway.send_command(
            self.table_id, action, expected_seq=expected_seq, command_id=command_id
        )

    async def _send_live(
        self, command_id: str, action: Any, expected_seq: int | None
    ) -> Outcome | None:
        """Send on the live connection. Raises RejectedError; returns None if HTTP must decide."""
        if self._commits is None:
            return None
        sent = self._commits.send_command(command_id, msgspec.json.encode(action), expected_seq)
        try:
            frame = await asyncio.wait_for(sent, LIVE_OUTCOME_SECONDS)
        except TimeoutError:
            return None
        if frame is None:
            return None
        if frame.problem is None:
            return Outcome(command_id, self.table_id, frame.seq)
        if frame.problem.code in TRY_HTTP_CODES:
            return None
        raise error_of(frame.problem)

    async def resign(self) -> Outcome:
        return await self.act(Resign())

    async def ask_takeback(self) -> Outcome:
        return await self.act(AskTakeback())

    async def answer_takeback(self, *, agree: bool) -> Outcome:
        return await self.act(AnswerTakeback(agree))

"""A table as somebody sees it: whoever watches, and whoever plays."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self

from msgspec import Struct

from client.backoff import Backoff
from client.decoding import AnySeenCommit, Legal, View
from client.gateway import Gateway
from client.live import Live
from client.subscription import Subscription
from schemas.outcome import Outcome
from schemas.table import (
    AnswerTakeback,
    AskTakeback,
    GameEnded,
    Resign,
    TableAborted,
    Takeback,
    TakebackAsked,
)


class Update(Struct, frozen=True):
    """What happened since the last update, and how the table stands after exactly that."""

    commits: tuple[AnySeenCommit, ...]
    view: View


class Turn(Struct, frozen=True):
    """Something for a seat to decide: one of the `actions`, or whether another may take back."""

    view: View
    actions: tuple[Any, ...]
    takeback: Takeback | None = None


class Spectator:
    """Use it as `async with`: then `view` is the table as it stands, and `async for` gives every
    update until the game is over."""

    def __init__(
        self, gateway: Gateway, live: Live, table: str, *, after: int | None = None
    ) -> None:
        """`gateway` speaks with the viewer's token; `after` is a version to begin from, and what
        happened since then is the first update."""
        assert gateway.credential is not None, "a table is seen with a token"
        self.table = table
        self._gateway = gateway
        self._live = live
        self._after = after
        self._token = gateway.credential
        self._view: View | None = None
        self._commits: Subscription[AnySeenCommit] | None = None

    @property
    def view(self) -> View:
        """The newest one that was asked for."""
        assert self._view is not None, "a table is looked at inside `async with`"
        return self._view

    async def __aenter__(self) -> Self:
        self._view = await self._gateway.get_view(self.table)
        if self._after is None:
            self._after = self._view.seq
        self._commits = self._live.commits(self.table, self._token, self._after)
        await self._commits.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._commits is not None, "left after it was entered"
        await self._commits.__aexit__(kind, error, traceback)

    async def look(self) -> View:
        """How the table stands now."""
        self._view = await self._gateway.get_view(self.table)
        return self._view

    async def __aiter__(self) -> AsyncIterator[Update]:
        assert self._commits is not None, "read only inside `async with`"
        assert self._after is not None
        if self.view.over and self._after >= self.view.seq:
            return
        commits: list[AnySeenCommit] = []
        view: View | None = None
        async for commit in self._commits:
            commits.append(commit)
            if self._commits.ready:
                continue
            if view is None or view.seq < commit.seq:
                view = await self._view_since(commit.seq)
            if view.seq == commit.seq:
                yield Update(tuple(commits), view)
                if view.over:
                    return
                commits.clear()

    async def _view_since(self, seq: int) -> View:
        """Whoever is told late may be shown late as well, and not to the same moment."""
        backoff = Backoff()
        while (view := await self.look()).seq < seq:
            await asyncio.sleep(backoff.next())
        return view


class Seat(Spectator):
    """A table as one who plays there sees it; what the rules refuse raises RejectedError."""

    @property
    def seat(self) -> int:
        viewer = self.view.viewer
        assert isinstance(viewer, int), "a seat plays with a seat's own token"
        return viewer

    async def turns(self) -> AsyncIterator[Turn]:
        """Whenever the table waits for this seat, until the game is over.

        Read this or the updates, not both. A turn that was not acted upon comes again when
        anything has happened.
        """
        asked, ended = True, self.view.over
        while not ended:
            legal = await self.legal()
            seq = legal.seq
            if legal.actions or asked:
                view = await self.look()
                takeback = self._takeback_to_answer(view)
                if view.seq == seq and (legal.actions or takeback is not None):
                    yield Turn(view, legal.actions, takeback)
            asked, ended = await self._news_after(seq)
        await self.look()

    def _takeback_to_answer(self, view: View) -> Takeback | None:
        takeback = view.table.takeback
        if isinstance(takeback, Takeback) and self.seat not in (takeback.seat, *takeback.agreed):
            return takeback
        return None

    async def _news_after(self, seq: int) -> tuple[bool, bool]:
        """Wait until the game has gone on: was a takeback asked for, is the game over?"""
        assert self._commits is not None, "read only inside `async with`"
        asked = False
        async for commit in self._commits:
            asked |= any(isinstance(event, TakebackAsked) for event in commit.events)
            if any(isinstance(event, GameEnded | TableAborted) for event in commit.events):
                return asked, True
            if commit.seq > seq and not self._commits.ready:
                return asked, False
        return asked, True

    async def legal(self) -> Legal:
        """What may be done now; nothing when it is somebody else's turn."""
        return await self._gateway.get_legal(self.table, self.view.game)

    async def act(
        self, action: Any, *, expected_seq: int | None = None, command_id: str | None = None
    ) -> Outcome:
        """Do it. With `expected_seq` only if the game still stands at that version."""
        return await self._gateway.send_command(
            self.table, action, expected_seq=expected_seq, command_id=command_id
        )

    async def resign(self) -> Outcome:
        return await self.act(Resign())

    async def ask_takeback(self) -> Outcome:
        return await self.act(AskTakeback())

    async def answer_takeback(self, *, agree: bool) -> Outcome:
        return await self.act(AnswerTakeback(agree))

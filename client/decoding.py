"""Answers and frames as typed records: each game has its own unions, and the rules say which.

What a viewer must not know comes as a count or as null. The records here have the declared types
all the same, as `schemas.secrecy.redact` makes them: what shows or thinks about a view can't tell
whether it came over the wire.
"""

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from client.errors import UnreadableError
from games.codec import read_commit as read_whole_commit
from games.codec import seen_commit_type, seen_table_type
from games.contract import Game
from games.registry import GAMES, game_with_rules
from schemas.commit import AnyCommit, SeenCommit
from schemas.secrecy import Viewer, unveiled
from schemas.table import AnyTable

T = TypeVar("T")

AnySeenCommit = SeenCommit[Any, Any]

READING = (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError)


class View(Struct, frozen=True):
    """A table as one viewer may know it, at a version."""

    seq: int
    viewer: Viewer
    table: AnyTable
    figures: Any = None
    """What the rules work out of it, as the record that the game says; None before the start."""

    @property
    def game(self) -> Game:
        return game_under(self.table.rules)

    @property
    def over(self) -> bool:
        """Will nothing happen at this table any more?"""
        return self.table.stage in ("over", "aborted")


class Commits(Struct, frozen=True):
    """A piece of a history: redacted while the game goes on, whole once it is over."""

    head: int
    commits: tuple[AnyCommit | AnySeenCommit, ...]


class Legal(Struct, frozen=True):
    """What a seat may do at a version."""

    seq: int
    seat: int
    actions: tuple[Any, ...]


class _RawView(Struct):
    seq: int
    viewer: Viewer
    view: Raw
    figures: Raw = Raw(b"null")


class _RawCommits(Struct):
    head: int
    commits: tuple[Raw, ...]


class _Head(Struct):
    rules: str
    hash: str | None = None


def decoded(content: bytes | Raw, kind: type[T]) -> T:
    """Raises UnreadableError."""
    try:
        return msgspec.json.decode(content, type=kind)
    except READING as error:
        raise UnreadableError(f"an answer that is none of ours: {error}") from error


def game_under(rules: str) -> Game:
    """Raises UnreadableError when a game is played by rules that this client does not know."""
    game = game_with_rules(rules)
    if game is None:
        known = ", ".join(game.rules for game in GAMES.values())
        raise UnreadableError(f"the game is played by {rules!r}; this client knows: {known}")
    return game


def read_view(content: bytes) -> View:
    raw = decoded(content, _RawView)
    head = decoded(raw.view, _Head)
    table = decoded(raw.view, _table_type(head.rules))
    figures = decoded(raw.figures, game_under(head.rules).figures_type | None)
    return View(raw.seq, raw.viewer, unveiled(table), figures)


def read_commits(content: bytes) -> Commits:
    raw = decoded(content, _RawCommits)
    return Commits(raw.head, tuple(map(_read_commit, raw.commits)))


def _read_commit(content: Raw) -> AnyCommit | AnySeenCommit:
    head = decoded(content, _Head)
    if head.hash is None:
        return _seen(decoded(content, _commit_type(head.rules)))
    game_under(head.rules)
    try:
        return read_whole_commit(bytes(content))
    except ValueError as error:
        raise UnreadableError(f"a commit that is none of ours: {error}") from error


def read_seen_commit(builtins: Any) -> AnySeenCommit:
    """A commit of a live frame, which was decoded before its rules were known."""
    try:
        rules = msgspec.convert(builtins, _Head).rules
        return _seen(msgspec.convert(builtins, _commit_type(rules)))
    except READING as error:
        raise UnreadableError(f"a commit that is none of ours: {error}") from error


def read_actions(game: Game, builtins: Any) -> tuple[Any, ...]:
    try:
        actions: tuple[Any, ...] = msgspec.convert(builtins, tuple[game.action_type, ...])  # type: ignore[name-defined]
    except READING as error:
        raise UnreadableError(f"actions that are none of ours: {error}") from error
    return actions


def _seen(commit: Any) -> AnySeenCommit:
    plain: AnySeenCommit = unveiled(commit)
    return plain


@cache
def _table_type(rules: str) -> Any:
    return seen_table_type(game_under(rules))


@cache
def _commit_type(rules: str) -> Any:
    return seen_commit_type(game_under(rules))

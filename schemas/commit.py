"""The truth: one accepted command with the events it caused, chained to the one before.

A commit is written as canonical JSON (sorted keys, no spaces), so that equal commits are equal
bytes. `state` is the digest of the table after it, `hash` the digest of the commit itself.
"""

from hashlib import blake2b
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from schemas.secrecy import Viewer, redact
from schemas.strict import Record
from schemas.table import Actor, GameId, Hex256
from schemas.terms import Milliseconds

A = TypeVar("A")
E = TypeVar("E")

Seq = Annotated[int, Meta(ge=1, description="A commit's place in its game, from 1.")]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}$(?!\n)")]

_UNSEALED = "0" * 64


class Command(Record, Generic[A]):
    """What is asked of a game. `id` is the client's own and makes a retry safe."""

    id: CommandId
    game: GameId
    seat: Actor
    action: A
    at: Milliseconds
    expected_seq: Annotated[int, Meta(ge=0)] | None = None


class Cause(Record, Generic[A]):
    """The command inside its commit: the game is named by the commit."""

    id: CommandId
    seat: Actor
    action: A
    at: Milliseconds


class Commit(Record, Generic[A, E]):
    game: GameId
    seq: Seq
    rules: str
    at: Milliseconds
    command: Cause[A]
    events: tuple[E, ...]
    state: Hex256
    prev: Hex256 | None
    hash: Hex256 = _UNSEALED


class SeenCommit(Record, Generic[A, E]):
    """A commit as one viewer may know it.

    Digests stay out: they depend on what the viewer must not know.
    """

    game: GameId
    seq: Seq
    rules: str
    at: Milliseconds
    command: Cause[A]
    events: tuple[E, ...]


AnyCommand = Command[Any]
AnyCommit = Commit[Any, Any]

_canonical = msgspec.json.Encoder(order="sorted")


def canonical(record: object) -> bytes:
    """The one way to write a record down."""
    return _canonical.encode(record)


def digest(record: object) -> str:
    """BLAKE2b-256 of the canonical form, in hex."""
    return blake2b(_canonical.encode(record), digest_size=32).hexdigest()


def seal(commit: AnyCommit) -> AnyCommit:
    """The commit with its hash filled in."""
    return replace(commit, hash=hash_of(commit))


def hash_of(commit: AnyCommit) -> str:
    """The digest of everything in the commit except the hash itself."""
    return digest(replace(commit, hash=_UNSEALED))


def seen(commit: AnyCommit, viewer: Viewer, *, over: bool) -> SeenCommit[Any, Any]:
    """What a viewer is told of a commit."""
    cause = commit.command
    return SeenCommit(
        game=commit.game,
        seq=commit.seq,
        rules=commit.rules,
        at=commit.at,
        command=replace(cause, action=redact(cause.action, viewer, over=over)),
        events=tuple(redact(event, viewer, over=over) for event in commit.events),
    )

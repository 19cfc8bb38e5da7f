"""Commits: accepted commands with the events they caused, chained by hashes.

A commit is recorded as canonical JSON (sorted keys, no spaces), so equal commits are equal bytes.
`state` is the digest of the table after it, `hash` the digest of the recorded commit itself. Record
format 1: docs/format.md.
"""

from hashlib import sha256
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType
from msgspec.structs import replace

from schemas.record import Record
from schemas.redaction import Viewer, redact
from schemas.table import Hex256, Sender, Sitting, TableId
from schemas.terms import Milliseconds

A = TypeVar("A")
E = TypeVar("E")

FORMAT: Literal[1] = 1
"""The record format that this release writes. Recorded bytes never change."""

Format = Annotated[int, Meta(ge=1, description="The record format, in the first commit only.")]
Seq = Annotated[int, Meta(ge=1, description="The number of a commit in its table, from 1.")]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,80}$(?!\n)")]

_UNSEALED = "0" * 64
_UNSEALED_JSON = f'"{_UNSEALED}"'.encode()
_UNSEALED_MEMBER = b'"hash":' + _UNSEALED_JSON


class Command(Record, Generic[A]):
    """A command on its way to the engine. `id` is the client's own and makes retries safe.

    Its arrival time is the millisecond part of its stream entry id.
    """

    id: CommandId
    table: TableId
    seat: Sender
    action: A
    expected_seq: Annotated[int, Meta(ge=0)] | None = None
    sitting: Sitting | UnsetType = UNSET
    """The sitting of the token that sends it. The engine rejects commands of former sittings; unset
    for the system and for platforms, which act for whoever sits on the seat."""
    rules: str | UnsetType = UNSET
    """The rules to open a table under; unset for the default. The commit names its rules itself."""


class RecordedCommand(Record, Generic[A]):
    """A command as recorded in its commit, with its arrival time."""

    id: CommandId
    seat: Sender
    action: A
    at: Milliseconds


class Commit(Record, Generic[A, E]):
    table: TableId
    seq: Seq
    rules: str
    at: Milliseconds
    command: RecordedCommand[A]
    events: tuple[E, ...]
    state: Hex256
    prev: Hex256 | None
    hash: Hex256 = _UNSEALED
    format: Format | UnsetType = UNSET


class RedactedCommit(Record, Generic[A, E]):
    """A commit as one viewer may know it.

    It has no digests: they depend on what the viewer must not know.
    """

    table: TableId
    seq: Seq
    rules: str
    at: Milliseconds
    command: RecordedCommand[A]
    events: tuple[E, ...]


AnyCommand = Command[Any]
AnyCommit = Commit[Any, Any]

_canonical = msgspec.json.Encoder(order="sorted")
_fields = msgspec.json.Decoder(dict[str, Raw])


def canonical(record: object) -> bytes:
    """Encode a record in canonical form."""
    return _canonical.encode(record)


def digest(record: object) -> str:
    """Return the SHA-256 of a record's canonical form, in hex."""
    return sha256(_canonical.encode(record)).hexdigest()


def seal(commit: AnyCommit) -> AnyCommit:
    """Return the commit with its hash filled in."""
    return replace(commit, hash=digest(replace(commit, hash=_UNSEALED)))


def hash_recorded(line: bytes, recorded_hash: str) -> str:
    """Return the hash of a recorded commit: SHA-256 of its bytes with the hash set to zeros.

    Works on the bytes as they were recorded, so fields that this release does not know count too.
    """
    member = b'"hash":"%b"' % recorded_hash.encode()
    if line.count(member) != 1:
        return _hash_of_top_level(line)
    return sha256(line.replace(member, _UNSEALED_MEMBER)).hexdigest()


def _hash_of_top_level(line: bytes) -> str:
    """The same where an event or an unknown field holds the same text: replace one member only."""
    fields = _fields.decode(line)
    if _joined(fields) != line:
        # Not in canonical form, so not what was hashed.
        return sha256(line).hexdigest()
    return sha256(_joined(fields | {"hash": Raw(_UNSEALED_JSON)})).hexdigest()


def _joined(fields: dict[str, Raw]) -> bytes:
    members = (
        msgspec.json.encode(name) + b":" + bytes(value) for name, value in sorted(fields.items())
    )
    return b"{" + b",".join(members) + b"}"


def redact_commit(commit: AnyCommit, viewer: Viewer, *, over: bool) -> RedactedCommit[Any, Any]:
    """Return what a viewer may know of a commit."""
    command = commit.command
    return RedactedCommit(
        table=commit.table,
        seq=commit.seq,
        rules=commit.rules,
        at=commit.at,
        command=replace(command, action=redact(command.action, viewer, over=over)),
        events=tuple(redact(event, viewer, over=over) for event in commit.events),
    )

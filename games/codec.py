"""Decoding recorded commits: each game has its own unions of actions and events."""

from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from games.contract import AnyRulebook
from games.registry import rulebook_with_rules, rulebooks
from schemas.commit import FORMAT, AnyCommit, Commit, RedactedCommit, hash_recorded
from schemas.redaction import redacted_type
from schemas.table import Table


class UnreadableRecordError(ValueError):
    """Bytes that are not a record; the message says where and what was expected."""


class HashMismatchError(UnreadableRecordError):
    """A recorded commit whose bytes are not those that were hashed."""


class _Rules(Struct):
    rules: str


_rules_decoder = msgspec.json.Decoder(_Rules)


@cache
def commit_decoder(rules: str) -> msgspec.json.Decoder[AnyCommit]:
    rulebook = rulebook_with_rules(rules)
    if rulebook is None:
        known = ", ".join(rulebooks())
        raise UnreadableRecordError(f"unknown rules {rules!r}, expected one of: {known}")
    return msgspec.json.Decoder(commit_type(rulebook))


def commit_type(rulebook: AnyRulebook) -> Any:
    return Commit[rulebook.action_type, rulebook.event_type]  # type: ignore[name-defined]


def table_type(rulebook: AnyRulebook) -> Any:
    return Table[rulebook.options_type, rulebook.state_type]  # type: ignore[name-defined]


def redacted_commit_type(rulebook: AnyRulebook) -> Any:
    """What a viewer receives of a commit."""
    return redacted_type(RedactedCommit[rulebook.action_type, rulebook.event_type])  # type: ignore[name-defined]


def view_type(rulebook: AnyRulebook) -> Any:
    """What a viewer receives as the view of a table."""
    return redacted_type(table_type(rulebook))


def read_commit(line: bytes) -> AnyCommit:
    """Decode one recorded commit and check its hash against the recorded bytes.

    Its rules say which game's unions apply. Raises UnreadableRecordError.
    """
    try:
        commit = commit_decoder(_rules_decoder.decode(line).rules).decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRecordError(str(error)) from error
    if commit.format not in (UNSET, FORMAT):
        raise UnreadableRecordError(f"unknown record format {commit.format}, expected {FORMAT}")
    if (actual := hash_recorded(line, commit.hash)) != commit.hash:
        raise HashMismatchError(
            f"commit {commit.seq}: its hash is {actual}, but it says {commit.hash}"
        )
    return commit

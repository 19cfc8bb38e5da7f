"""Decoding recorded commits: each game has its own unions of actions and events."""

from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from games.contract import AnyRulebook
from games.registry import newest_rulebook, rulebook_with_rules, rulebooks
from schemas.commit import FORMAT, AnyCommit, Commit, RedactedCommit, hash_recorded
from schemas.redaction import redacted_type
from schemas.table import Table


class UnreadableRecordError(ValueError):
    """Bytes that are not a record; the message says where and what was expected."""


class UnknownRulesError(UnreadableRecordError):
    """A history under rules that this release does not know, and cannot replay as recorded."""

    def __init__(self, rules: str, reason: str = "") -> None:
        known = ", ".join(rulebooks())
        because = f": {reason}" if reason else ""
        super().__init__(f"unknown rules {rules!r}, expected one of: {known}{because}")
        self.rules = rules


class HashMismatchError(UnreadableRecordError):
    """A recorded commit whose bytes are not those that were hashed."""


class _Rules(Struct):
    rules: str


_rules_decoder = msgspec.json.Decoder(_Rules)


@cache
def commit_decoder(rules: str) -> msgspec.json.Decoder[AnyCommit]:
    """The decoder of the rules' records, or of those of the newest version that is known."""
    rulebook = rulebook_with_rules(rules) or newest_rulebook(rules)
    if rulebook is None:
        raise UnknownRulesError(rules)
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
    rules = ""
    try:
        rules = _rules_decoder.decode(line).rules
        commit = commit_decoder(rules).decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if rules and rulebook_with_rules(rules) is None:
            raise UnknownRulesError(rules, str(error)) from error
        raise UnreadableRecordError(str(error)) from error
    if commit.format not in (UNSET, FORMAT):
        raise UnreadableRecordError(f"unknown record format {commit.format}, expected {FORMAT}")
    if (actual := hash_recorded(line, commit.hash)) != commit.hash:
        raise HashMismatchError(
            f"commit {commit.seq}: its hash is {actual}, but it says {commit.hash}"
        )
    return commit

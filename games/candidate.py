"""Compare recorded decisions with those that other rules would make: the gate of a release.

A history stays as it is. But before new rules come into force, this says where they would have
decided differently, and which amendment is the reason.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from games import table as tables
from games.contract import AnyRulebook
from games.history import Position
from games.illegal_action import IllegalActionError
from schemas.commit import AnyCommit, canonical
from schemas.rules import Amendment
from schemas.table import AnswerTakeback, AnyTable, AskTakeback, OpenTable

What = Literal["refused", "events", "legal"]
"""The command would be refused; its events would differ; or the list of legal actions would."""

_NOT_COMPARED = (OpenTable, AskTakeback, AnswerTakeback)
"""Their events contain the rules or a whole state, which differ by themselves."""


class Difference(Struct, frozen=True):
    seq: int
    rules: str
    """The rules of the history."""
    what: What
    amendments: tuple[Amendment, ...]
    """Those that make the difference on their own. Empty: none does, so it has another reason."""


def differences(
    before: Position, commit: AnyCommit, candidate: AnyRulebook
) -> tuple[Difference, ...]:
    """What would differ at a commit if the rules were the candidate's from this position on."""
    if isinstance(commit.command.action, _NOT_COMPARED) or before.table is None:
        return ()
    found = _compared(before, commit, candidate)
    if not found:
        return ()
    own = before.rulebook.amendments
    added = [amendment for amendment in candidate.amendments if amendment not in own]
    alone = {
        amendment.name: _compared(
            before, commit, candidate.amended(candidate.rules, (*own, amendment))
        )
        for amendment in added
    }
    return tuple(
        Difference(
            commit.seq,
            commit.rules,
            what,
            tuple(amendment for amendment in added if what in alone[amendment.name]),
        )
        for what in found
    )


def _compared(before: Position, commit: AnyCommit, rulebook: AnyRulebook) -> tuple[What, ...]:
    table = _adopted(before, rulebook)
    found: list[What] = []
    try:
        events, _ = tables.decide(
            rulebook, table, commit.command.seat, commit.command.action, "", commit.command.at
        )
    except IllegalActionError:
        found.append("refused")
    else:
        if canonical(events) != canonical(commit.events):
            found.append("events")
    if _lists(rulebook, table) != _lists(before.rulebook, before.table):
        found.append("legal")
    return tuple(found)


def _adopted(before: Position, rulebook: AnyRulebook) -> AnyTable:
    assert before.table is not None
    play = None if before.table.play is None else rulebook.adopt(before.table.play)
    return replace(before.table, rules=rulebook.rules, play=play)


def _lists(rulebook: AnyRulebook, table: AnyTable | None) -> list[bytes]:
    assert table is not None
    return [
        canonical(tables.legal(rulebook, table, seat)) for seat in tables.to_act(rulebook, table)
    ]

"""What spectators may see: nothing, everything, or everything with a delay.

Used wherever spectators are served: live connections, views and histories.
"""

import msgspec
from msgspec import Struct, UnsetType

from games.codec import read_commit
from schemas.commit import AnyCommit
from schemas.table import GameEnded, TableOpened
from schemas.terms import Terms
from services.runtime.store.event_log import EventLog

READ_BACK_COUNT = 32
"""A delay of minutes spans few commits, so one read is usually enough."""


class _CommitTime(Struct):
    at: int


_commit_time_decoder = msgspec.json.Decoder(_CommitTime)


def spectators_forbidden(terms: Terms | UnsetType) -> bool:
    return agreed_terms(terms).spectators == "forbidden"


def delay_ms(terms: Terms | UnsetType) -> int:
    """Return the delay with which spectators see commits."""
    return agreed_terms(terms).spectator_delay_seconds * 1000


def agreed_terms(terms: Terms | UnsetType) -> Terms:
    """Return the terms, or the defaults for tables recorded before terms existed."""
    return Terms() if isinstance(terms, UnsetType) else terms


async def terms_of(event_log: EventLog, table_id: str) -> Terms | None:
    """Return the terms of a table, or None if it does not exist."""
    first = await event_log.commit(table_id, 1)
    if first is None:
        return None
    opened = read_commit(first).events[0]
    assert isinstance(opened, TableOpened), "a history starts with TableOpened"
    return agreed_terms(opened.terms)


async def spectator_seq(
    event_log: EventLog, table_id: str, terms: Terms | UnsetType, now_ms: int
) -> int:
    """Return the newest seq a spectator may see now, or 0.

    Without delay once the game is over. A visible commit stays visible, with all commits before it,
    even if a clock was set back between two commits.
    """
    delay = delay_ms(terms)
    if delay == 0:
        return await event_log.last_seq(table_id)
    commits = await event_log.read_back(table_id, READ_BACK_COUNT)
    if commits and ends_game(read_commit(commits[0][1])):
        return commits[0][0]
    while commits:
        for seq, line in commits:
            if _commit_time_decoder.decode(line).at + delay <= now_ms:
                return seq
        commits = await event_log.read_back(table_id, READ_BACK_COUNT, before=commits[-1][0])
    return 0


def ends_game(commit: AnyCommit) -> bool:
    """Return whether this commit ends the game."""
    return any(isinstance(event, GameEnded) for event in commit.events)

"""What spectators may see by now: nothing, everything, or what happened a while ago.

Whoever shows a game to spectators asks here: live connections, views and histories alike.
"""

import msgspec
from msgspec import Struct, UnsetType

from games.codec import read_commit
from schemas.commit import AnyCommit
from schemas.table import GameEnded, TableOpened
from schemas.terms import Terms
from services.runtime.event_log import EventLog

READ_BACK_COUNT = 32
"""A delay of minutes covers a few commits: most answers need one read."""


class _Moment(Struct):
    at: int


_moments = msgspec.json.Decoder(_Moment)


def spectators_forbidden(terms: Terms | UnsetType) -> bool:
    return agreed_terms(terms).spectators == "forbidden"


def delay_ms(terms: Terms | UnsetType) -> int:
    """How much later than at the table spectators see what happens."""
    return agreed_terms(terms).spectator_delay_seconds * 1000


def agreed_terms(terms: Terms | UnsetType) -> Terms:
    """Tables from before there were terms are played on those that nobody changes."""
    return Terms() if isinstance(terms, UnsetType) else terms


async def terms_of(event_log: EventLog, game_id: str) -> Terms | None:
    """What was agreed on when the table was opened; None when there is no such table."""
    first = await event_log.commit(game_id, 1)
    if first is None:
        return None
    opened = read_commit(first).events[0]
    assert isinstance(opened, TableOpened), "a history begins with its table being opened"
    return agreed_terms(opened.terms)


async def version_for_spectators(
    event_log: EventLog, game_id: str, terms: Terms | UnsetType, now_ms: int
) -> int:
    """The newest version a spectator may see now; 0 when that is none yet.

    Once the game is over there is nothing to wait for. A version that was shown stays shown, and
    so do all before it, even if a clock was set back between two commits.
    """
    delay = delay_ms(terms)
    if delay == 0:
        return await event_log.version(game_id)
    stream = event_log.shard(game_id).game(game_id)
    entries = await event_log.client.xrevrange(stream, count=READ_BACK_COUNT)
    if entries and ends_game(read_commit(entries[0][1][b"commit"])):
        return _version(entries[0][0])
    while entries:
        for entry_id, fields in entries:
            if _moments.decode(fields[b"commit"]).at + delay <= now_ms:
                return _version(entry_id)
        older = f"({entries[-1][0].decode()}"
        entries = await event_log.client.xrevrange(stream, max=older, count=READ_BACK_COUNT)
    return 0


def _version(entry_id: bytes) -> int:
    return int(entry_id.split(b"-")[0])


def ends_game(commit: AnyCommit) -> bool:
    """Whether the game is over with this commit."""
    return any(isinstance(event, GameEnded) for event in commit.events)

"""A game as one viewer may follow it: from any version, without a gap and without a repetition."""

from collections.abc import AsyncGenerator
from typing import Any

from games.codec import read_commit
from schemas.commit import AnyCommit, seen
from schemas.secrecy import Viewer
from schemas.table import GameEnded
from services.notifier.hub import Hub, Listener
from services.runtime.event_log import EventLog


class TooSlowError(RuntimeError):
    """The listener's queue ran over: it may come again, and resume from its version."""


async def follow(
    event_log: EventLog, hub: Hub, game: str, viewer: Viewer, after: int
) -> AsyncGenerator[Any, None]:
    """What the viewer is told, commit by commit, straight from the truth and then as it comes.

    The listener joins before the history is read: what happens in between is in its queue, and
    what is in both is told once.
    """
    listener = Listener(game)
    hub.join(listener)
    try:
        over = await _is_over(event_log, game)
        told = after
        async for line in event_log.read(game, after):
            commit = read_commit(line)
            told = commit.seq
            yield seen(commit, viewer, over=over or _ends(commit))
        while True:
            if listener.too_slow:
                raise TooSlowError
            news = await listener.next()
            if news.seq <= told:
                continue
            if news.seq > told + 1:
                # The feed was read only from now on, or is cut: the truth has what is missing.
                async for line in event_log.read(game, told):
                    commit = read_commit(line)
                    told = commit.seq
                    over = over or _ends(commit)
                    yield seen(commit, viewer, over=over)
                continue
            commit = read_commit(news.commit)
            told = commit.seq
            over = over or _ends(commit)
            yield seen(commit, viewer, over=over)
    finally:
        hub.leave(listener)


def _ends(commit: AnyCommit) -> bool:
    return any(isinstance(event, GameEnded) for event in commit.events)


async def _is_over(event_log: EventLog, game: str) -> bool:
    stream = event_log.shard(game).game(game)
    last = await event_log.client.xrevrange(stream, count=1)
    return bool(last) and _ends(read_commit(last[0][1][b"commit"]))

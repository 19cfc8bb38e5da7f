"""Bringing models up to date without a feed: every game that is behind, from its own stream.

An empty generation is filled in this way, and one whose feed was cut off behind it is mended.
"""

from collections.abc import Callable, Sequence

from services.projector.bringing import Target, Telling
from services.projector.folding import Games
from services.runtime.event_log import EventLog
from services.runtime.feed_place import feed_head
from services.runtime.keys import ShardKeys

GAMES_AT_ONCE = 20
"""Folded together, then written in one script a model."""


async def sweep(
    log: EventLog,
    targets: Sequence[Target],
    games: Games,
    shard: ShardKeys,
    done: Callable[[int], None] = lambda _games: None,
) -> None:
    """Raises ChangedError or SealedError when somebody else writes to a target."""
    # The head first: what comes in while games are read is behind it, and is followed from there.
    head = await feed_head(log.client, shard.feed)
    index = await log.client.hgetall(shard.games)
    listed = sorted((game.decode(), int(seq)) for game, seq in index.items())
    for first in range(0, len(listed), GAMES_AT_ONCE):
        heads = dict(listed[first : first + GAMES_AT_ONCE])
        telling = Telling(games, {})
        for target in targets:
            await target.bring(telling, heads, {})
        done(len(heads))
    for target in targets:
        await target.writer.write((), {}, {shard.number: head.place})

"""Outcomes that were published: commits in the feed, and entries of the outcome stream."""

from schemas.outcome import Outcome
from services.runtime.store.dispatch import read_outcome
from services.runtime.store.event_log import EventLog, PublishedOutcome
from services.runtime.store.keys import ShardKeys
from tests.services.full_client import client_of


async def outcomes_of(event_log: EventLog, shard: ShardKeys) -> list[Outcome]:
    """Return all published outcomes of a shard: first the accepted commands, then the others."""
    client = client_of(event_log)
    entries = [*await client.xrange(shard.feed), *await client.xrange(shard.outcomes)]
    return [read_outcome(_published(fields)) for _, fields in entries]


def _published(fields: dict[bytes, bytes]) -> PublishedOutcome:
    return PublishedOutcome(
        fields[b"table"].decode(),
        fields[b"command"].decode(),
        int(fields.get(b"seq", 0)),
        fields.get(b"rejection", b""),
    )

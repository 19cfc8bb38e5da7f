"""Reconciles read models with the table streams, without the feed.

Used to fill an empty generation, and to repair one whose feed was trimmed before it was read.
"""

from collections.abc import Callable, Sequence

from services.projector.folding import TableFolder
from services.projector.target import BatchFolder, Target
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import ShardKeys

BATCH_TABLES = 20
"""Tables folded together and written in one script per read model."""


async def reconcile(
    log: EventLog,
    targets: Sequence[Target],
    folder: TableFolder,
    shard: ShardKeys,
    on_progress: Callable[[int], None] = lambda _tables: None,
) -> None:
    """Apply every missing commit of a shard. Raises WriteConflictError or SealedError."""
    # Read the head first: entries that arrive meanwhile come after it and are read from the feed.
    head = await log.feeds.head(shard)
    indexed_tables = sorted((await log.last_seqs(shard)).items())
    for first in range(0, len(indexed_tables), BATCH_TABLES):
        latest_seqs = dict(indexed_tables[first : first + BATCH_TABLES])
        batch_folder = BatchFolder(folder, {})
        for target in targets:
            await target.apply(batch_folder, latest_seqs, {})
        on_progress(len(latest_seqs))
    for target in targets:
        await target.writer.write((), {}, {shard.number: head.cursor})

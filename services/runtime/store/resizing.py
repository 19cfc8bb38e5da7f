"""Changes the number of command streams of all shards, while the deployment runs.

Each shard changes at once, on its own. If this is interrupted, engines still drain the shards that
have changed; the others stay as they are, and doing it again changes them.
"""

import asyncio

from services.runtime.store.keys import ShardKeys
from services.runtime.store.stream_layout import Resizing, StreamLayouts

POLL_SECONDS = 0.1


async def resize_shards(layouts: StreamLayouts, streams: int) -> None:
    """Give every shard this many streams. Waits for the end of an earlier change."""
    await asyncio.gather(*(_resize(layouts, shard, streams) for shard in layouts.shards))


async def _resize(layouts: StreamLayouts, shard: ShardKeys, streams: int) -> None:
    while True:
        layout = await layouts.read(shard)
        if layout.count == streams or await layouts.resize(layout, streams) is Resizing.DONE:
            return
        await asyncio.sleep(POLL_SECONDS)


async def draining_shards(layouts: StreamLayouts) -> list[ShardKeys]:
    """Return the shards whose former streams hold commands without an outcome."""
    return [layout.shard for layout in await layouts.read_all() if layout.draining]


async def wait_until_drained(layouts: StreamLayouts) -> None:
    """Wait until engines have decided everything that was queued before the change."""
    while await draining_shards(layouts):
        await asyncio.sleep(POLL_SECONDS)

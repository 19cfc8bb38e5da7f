"""Tables of platforms: histories in table streams and feeds, as an engine writes them."""

from functools import cache
from itertools import islice

from msgspec.structs import replace

from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.history import advance
from games.playout import Playout, play_out
from games.table import to_act
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, RecordedCommand, canonical
from schemas.table import AnyTable, Resign, TableOpened
from schemas.terms import Terms
from schemas.webhook import EVENTS, Webhook, WebhookEvent
from services.runtime.store.event_log import EventLog
from services.runtime.webhooks.registry import Webhooks
from tests.services.commands import new_table_id
from tests.services.full_client import client_of
from tests.services.notifier.tables import rechain

AMBER, BASALT = "amber", "basalt"
"""Two platforms."""
COMMITS = 24


@cache
def _played() -> tuple[tuple[AnyCommit, AnyTable], ...]:
    """Play a game between bots until one resigns; return each commit and the table after it."""
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/webhooks", "game")
    steps = list(islice(play_out(playout), COMMITS - 1))
    last, position = steps[-1]
    steps.append(advance(position, RecordedCommand("resign", 1, Resign(), last.at), last.at, ""))
    return tuple((commit, position.table) for commit, position in steps if position.table)


def turn_changes() -> list[tuple[int, int]]:
    """Return seq and seat whenever a seat starts to have to act."""
    turns: list[tuple[int, int]] = []
    acting: set[int] = set()
    for commit, table in _played():
        now = set(to_act(CITY, table))
        turns += [(commit.seq, seat) for seat in sorted(now - acting)]
        acting = now
    return turns


def expected_ids(table_id: str, events: tuple[WebhookEvent, ...] = EVENTS) -> list[str]:
    """Return the ids of all messages of a game, in order."""
    turns = [(seq, "your_turn") for seq, _ in turn_changes()]
    ids = [(4, "game_started"), *turns, (COMMITS, "game_over")]
    return [f"{table_id}:{seq}:{event}" for seq, event in ids if event in events]


def history_of(table_id: str, platform: str | None) -> list[AnyCommit]:
    """Return the recorded game under another table id, opened by a platform."""
    commits = [replace(commit, table=table_id) for commit, _ in _played()]
    opened = commits[0].events[0]
    assert isinstance(opened, TableOpened)
    if platform is not None:
        opened = replace(opened, terms=Terms(platform=platform))
    return rechain([replace(commits[0], events=(opened,)), *commits[1:]])


async def publish(log: EventLog, commits: list[AnyCommit]) -> None:
    for commit in commits:
        shard, line = log.shard(commit.table), canonical(commit)
        await client_of(log).xadd(shard.table(commit.table), {"commit": line}, id=f"{commit.seq}-0")
        await client_of(log).xadd(
            shard.feed, {"table": commit.table, "seq": commit.seq, "commit": line}
        )


async def play(log: EventLog, platform: str | None = AMBER) -> str:
    """Publish a complete game at a platform's table and return the table's id."""
    table_id = new_table_id()
    await publish(log, history_of(table_id, platform))
    return table_id


async def register(
    log: EventLog,
    url: str,
    *events: WebhookEvent,
    platform: str = AMBER,
    name: str = "main",
) -> Webhook:
    webhook = Webhook(platform, name, url, events or EVENTS, "", 0)
    stored, _ = await Webhooks(client_of(log)).put(webhook, 0, rotate=False)
    return stored

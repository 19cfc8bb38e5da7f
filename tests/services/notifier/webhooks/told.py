"""Tables of platforms: histories written to the truth and to the feed, as an engine does."""

from functools import cache
from itertools import islice

from msgspec.structs import replace

from games.city.bots import BOTS
from games.city.game import CITY
from games.history import advance
from games.playout import Playout, play_out
from games.table import to_act
from schemas.city import CityOptions
from schemas.commit import AnyCommit, Cause, canonical
from schemas.table import AnyTable, Resign, TableOpened
from schemas.terms import Terms
from schemas.webhook import EVENTS, Webhook, WebhookEvent
from services.runtime.event_log import EventLog
from services.runtime.webhooks import Webhooks
from tests.services.asking import new_game

AMBER, BASALT = "amber", "basalt"
"""Two platforms."""
COMMITS = 24


@cache
def _played() -> tuple[tuple[AnyCommit, AnyTable], ...]:
    """A game between bots until one of them resigns, and the table after each commit."""
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/webhooks", "game")
    found = list(islice(play_out(playout), COMMITS - 1))
    last, position = found[-1]
    found.append(advance(position, Cause("enough", 1, Resign(), last.at), last.at, ""))
    return tuple((commit, position.table) for commit, position in found if position.table)


def turns() -> list[tuple[int, int]]:
    """Version and seat, whenever a seat becomes the one to act."""
    found: list[tuple[int, int]] = []
    acting: set[int] = set()
    for commit, table in _played():
        now = set(to_act(CITY, table))
        found += [(commit.seq, seat) for seat in sorted(now - acting)]
        acting = now
    return found


def expected(game: str, events: tuple[WebhookEvent, ...] = EVENTS) -> list[str]:
    """The ids of all messages of a whole game, in their order."""
    ids = [(4, "game_started"), *((seq, "your_turn") for seq, _ in turns()), (COMMITS, "game_over")]
    return [f"{game}:{seq}:{kind}" for seq, kind in ids if kind in events]


def commits(game: str, platform: str | None) -> list[AnyCommit]:
    """The game under another id, at a platform's table."""
    found = [replace(commit, game=game) for commit, _ in _played()]
    opened = found[0].events[0]
    assert isinstance(opened, TableOpened)
    if platform is not None:
        opened = replace(opened, terms=Terms(platform=platform))
    return [replace(found[0], events=(opened,)), *found[1:]]


async def publish(log: EventLog, written: list[AnyCommit]) -> None:
    for commit in written:
        shard, line = log.shard(commit.game), canonical(commit)
        await log.client.xadd(shard.game(commit.game), {"commit": line}, id=f"{commit.seq}-0")
        await log.client.xadd(shard.feed, {"game": commit.game, "seq": commit.seq, "commit": line})


async def play(log: EventLog, platform: str | None = AMBER) -> str:
    """A game from its start to its end at a platform's table; says its id."""
    game = new_game()
    await publish(log, commits(game, platform))
    return game


async def register(
    log: EventLog,
    url: str,
    *events: WebhookEvent,
    platform: str = AMBER,
    name: str = "main",
) -> Webhook:
    wanted = Webhook(platform, name, url, events or EVENTS, "", 0)
    hook, _ = await Webhooks(log.client).put(wanted, rotate=False)
    return hook

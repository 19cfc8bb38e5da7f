"""The event log: commands in, commits out, and everything that reads them."""

from collections.abc import AsyncIterator, Sequence
from importlib.resources import files

from msgspec import Struct

from services.runtime.connection import BLOCK_MS, Client
from services.runtime.keys import ShardKeys, all_shards, shard_of

ENGINE_GROUP = "engine"
READ_COUNT = 500
ANY_VERSION = -1
"""The base of what holds whatever the game's version is."""

_SCRIPT = files("services.runtime").joinpath("append.lua").read_text()


class Decided(Struct, frozen=True, gc=False):
    """What became of one command. Without a game there is only a dead letter."""

    entry: bytes
    game: str = ""
    command: str = ""
    base: int = 0
    commit: bytes = b""
    rejection: bytes = b""
    dead: bytes = b""
    deadline: int | None = None
    """When the time of a seat runs out after this commit; 0 when none runs, none without clocks."""


class NotOwnerError(RuntimeError):
    """Somebody else owns the shard now: nothing was appended."""


class BehindError(RuntimeError):
    """Older commands of the shard are pending and come first: nothing was appended."""


class EventLog:
    def __init__(self, client: Client, shards: int) -> None:
        self.client = client
        self.shards = shards
        self._append = client.register_script(_SCRIPT)

    def shard(self, game_id: str) -> ShardKeys:
        return shard_of(game_id, self.shards)

    def all_shards(self) -> tuple[ShardKeys, ...]:
        return all_shards(self.shards)

    async def send(self, game_id: str, command: bytes) -> bytes:
        """Queue a command. It is safe to send the same one again."""
        entry: bytes = await self.client.xadd(self.shard(game_id).commands, {"command": command})
        return entry

    async def ensure_group(self, shard: ShardKeys) -> None:
        """The engines' group, from the very first entry: a group at `$` would skip some."""
        try:
            await self.client.xgroup_create(shard.commands, ENGINE_GROUP, id="0", mkstream=True)
        except Exception as error:
            if "BUSYGROUP" not in str(error):
                raise

    async def append(self, shard: ShardKeys, token: str, decided: Sequence[Decided]) -> list[str]:
        """Append in one script: `done`, `repeated`, `again` or `broken` for each command."""
        games = list(dict.fromkeys(one.game for one in decided if one.game))
        number = {game: place for place, game in enumerate(games, start=1)}
        keys = [
            shard.owner(ENGINE_GROUP),
            shard.commands,
            shard.feed,
            shard.outcomes,
            shard.dead,
            shard.games,
            shard.deadlines,
        ]
        for game in games:
            keys += [shard.game(game), shard.seen(game)]
        arguments: list[str | bytes | int] = [token, ENGINE_GROUP, len(games), *games]
        for one in decided:
            arguments += [
                one.entry,
                number.get(one.game, 0),
                one.command,
                one.base,
                one.commit,
                one.rejection,
                one.dead,
                "" if one.deadline is None else one.deadline,
            ]
        answers = [answer.decode() for answer in await self._append(keys=keys, args=arguments)]
        if answers == ["not owner"]:
            raise NotOwnerError(f"shard {shard.number} has another owner")
        if answers == ["behind"]:
            raise BehindError(f"shard {shard.number} has older commands pending")
        return answers

    async def outcome(self, game_id: str, command_id: str) -> bytes | None:
        """What became of a command: its version, or a rejection, as it was written."""
        found: bytes | None = await self.client.hget(self.shard(game_id).seen(game_id), command_id)
        return found

    async def version(self, game_id: str) -> int:
        return int(await self.client.xlen(self.shard(game_id).game(game_id)))

    async def commit(self, game_id: str, seq: int) -> bytes | None:
        """One commit of a game, as it was written."""
        stream = self.shard(game_id).game(game_id)
        entries = await self.client.xrange(stream, min=f"{seq}-0", max=f"{seq}-0")
        return entries[0][1][b"commit"] if entries else None

    async def last(self, game_id: str) -> bytes | None:
        """The newest commit of a game, as it was written; None when there is no such game."""
        entries = await self.client.xrevrange(self.shard(game_id).game(game_id), count=1)
        return entries[0][1][b"commit"] if entries else None

    async def page(self, game_id: str, after: int, count: int) -> list[tuple[int, bytes]]:
        """The next commits of a game after a version, each with its own version."""
        stream = self.shard(game_id).game(game_id)
        entries = await self.client.xrange(stream, min=f"({after}-0", count=count)
        return [(int(entry.split(b"-")[0]), fields[b"commit"]) for entry, fields in entries]

    async def read(self, game_id: str, after: int = 0) -> AsyncIterator[bytes]:
        """The commits of a game after a version, as they were written."""
        while True:
            page = await self.page(game_id, after, READ_COUNT)
            for seq, line in page:
                yield line
                after = seq
            if len(page) < READ_COUNT:
                return

    async def follow_game(self, game_id: str, after: int = 0) -> AsyncIterator[bytes]:
        """The commits of a game after a version, and every one that comes."""
        stream = self.shard(game_id).game(game_id)
        while True:
            answer = await self.client.xread({stream: f"{after}-0"}, READ_COUNT, BLOCK_MS)
            for _, entries in answer or ():
                for entry_id, fields in entries:
                    yield fields[b"commit"]
                    after = int(entry_id.split(b"-")[0])

    async def outcomes_now(self, shard: ShardKeys) -> str:
        """Where the shard's outcomes stand, to wait for those that come after."""
        last = await self.client.xrevrange(shard.outcomes, count=1)
        return last[0][0].decode() if last else "0-0"

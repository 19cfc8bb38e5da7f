"""Games folded commit by commit: what the models are made from."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping

from msgspec import Struct

from games.codec import read_commit
from games.history import Position, replay
from schemas.commit import AnyCommit
from services.runtime.connection import is_outage
from services.runtime.event_log import EventLog
from services.runtime.snapshots import game_under

_GOING = ("open", "playing")


class Folded(Struct, frozen=True, gc=False):
    """A game at a version, with the two moments that its position does not tell."""

    position: Position
    opened_at: int
    updated_at: int


class Step(Struct, frozen=True, gc=False):
    commit: AnyCommit
    after: Folded


class Stopped(Struct, frozen=True, gc=False):
    """The commit that can't be read or does not fold."""

    seq: int
    reason: str


class Told(Struct, frozen=True, gc=False):
    """What happened in a game from one version to another, or up to where it stopped."""

    game: str
    before: Folded | None
    steps: tuple[Step, ...]
    stopped: Stopped | None = None

    @property
    def last(self) -> Folded | None:
        return self.steps[-1].after if self.steps else self.before


class Games:
    """Folds games, and remembers those that go on."""

    def __init__(self, log: EventLog, games_max: int) -> None:
        self._log = log
        self._games_max = games_max
        self._folded: OrderedDict[str, Folded] = OrderedDict()

    async def tell(self, game: str, after: int, until: int, fed: Mapping[int, bytes]) -> Told:
        """`fed`: commits that are at hand, by version. They only repeat the game's own stream: what
        is wrong with them is asked of the stream before the game is given up."""
        told = await self._tell(game, after, until, fed)
        if told.stopped is not None and fed:
            told = await self._tell(game, after, until, {})
        if told.last is not None:
            self._remember(game, told.last)
        return told

    async def _tell(self, game: str, after: int, until: int, fed: Mapping[int, bytes]) -> Told:
        before, stopped = await self._at(game, after)
        if stopped is not None:
            return Told(game, None, (), stopped)
        steps, stopped = await self._steps(game, before, until, fed)
        return Told(game, before, tuple(steps), stopped)

    async def _at(self, game: str, seq: int) -> tuple[Folded | None, Stopped | None]:
        held = self._folded.get(game)
        if held is not None and held.position.seq == seq:
            return held, None
        start = held if held is not None and held.position.seq < seq else None
        steps, stopped = await self._steps(game, start, seq, {})
        return (steps[-1].after if steps else start), stopped

    async def _steps(
        self, game: str, folded: Folded | None, until: int, fed: Mapping[int, bytes]
    ) -> tuple[list[Step], Stopped | None]:
        steps: list[Step] = []
        seq = folded.position.seq if folded else 0
        try:
            async for line in self._lines(game, seq, until, fed):
                commit = read_commit(line)
                folded = _fold(folded, game, commit)
                steps.append(Step(commit, folded))
                seq += 1
        except Exception as error:
            # Whatever is wrong with one history, the others go on.
            if is_outage(error):
                raise
            return steps, Stopped(seq + 1, str(error) or repr(error))
        if seq < until:
            return steps, Stopped(seq + 1, f"the commit is missing: {until} were announced")
        return steps, None

    async def _lines(
        self, game: str, after: int, until: int, fed: Mapping[int, bytes]
    ) -> AsyncIterator[bytes]:
        wanted = range(after + 1, until + 1)
        if all(seq in fed for seq in wanted):
            for seq in wanted:
                yield fed[seq]
            return
        async for line in self._log.read(game, after):
            after += 1
            yield line
            if after == until:
                return

    def _remember(self, game: str, folded: Folded) -> None:
        """A game that has ended does not come again."""
        table = folded.position.table
        if table is None or table.stage not in _GOING:
            self._folded.pop(game, None)
            return
        self._folded[game] = folded
        self._folded.move_to_end(game)
        while len(self._folded) > self._games_max:
            self._folded.popitem(last=False)


def _fold(folded: Folded | None, game: str, commit: AnyCommit) -> Folded:
    if folded is None:
        position = replay(Position(game_under(commit.rules), game), commit)
        return Folded(position, commit.at, commit.at)
    return Folded(replay(folded.position, commit), folded.opened_at, commit.at)

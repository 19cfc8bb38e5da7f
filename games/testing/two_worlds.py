"""Two worlds: the same commands, played with a hidden difference in a shuffle.

A viewer who has not been shown the difference must receive the same bytes in both worlds: commits,
views, figures, legal actions, refusals. Everything else would reveal what is hidden.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games import table as tables
from games.bots import Pick
from games.contract import AnyRulebook
from games.dice import Dice
from games.history import Position
from games.illegal_action import IllegalActionError
from schemas.commit import AnyCommit, canonical, redact_commit
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import AnyTable

T = TypeVar("T")

History = list[tuple[AnyCommit, Position]]
IsHidden = Callable[[str], bool]
"""Whether the result of the shuffle with this label is hidden from everyone at first."""
ShowsTo = Callable[[Any, Viewer], bool]
"""Whether an event shows the viewer something that was hidden from them."""
UseDice = Callable[[Callable[[AnyTable], Dice]], None]
"""Replace `games.table.dice_of`."""

SOON = 10
"""This many items of a shuffle come into play early."""


class Shuffle(Struct, frozen=True):
    label: str
    order: tuple[Any, ...]


class Change(Struct, frozen=True):
    """Two items of a shuffle change places."""

    label: str
    places: tuple[int, int]


class Moment(Struct, frozen=True):
    """The worlds differ after these commits, and the viewer may not know."""

    viewer: Viewer
    commit: AnyCommit
    table: AnyTable
    other_commit: AnyCommit
    other_table: AnyTable


class _RecordingDice(Dice):
    def __init__(self, dice: Dice, shuffles: list[Shuffle]) -> None:
        super().__init__(lambda: dice._key)
        self._shuffles = shuffles

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = super().shuffled(label, items)
        self._shuffles.append(Shuffle(label, order))
        return order


class _ChangedDice(Dice):
    def __init__(self, dice: Dice, change: Change) -> None:
        super().__init__(lambda: dice._key)
        self._change = change

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = list(super().shuffled(label, items))
        if label == self._change.label:
            first, second = self._change.places
            order[first], order[second] = order[second], order[first]
        return tuple(order)


class TwoWorlds:
    """Compares a recorded game with others that differ from it in a hidden shuffle."""

    def __init__(self, rulebook: AnyRulebook, history: History, use_dice: UseDice) -> None:
        self._rulebook = rulebook
        self._history = history
        self._use_dice = use_dice

    def changes(self, is_hidden: IsHidden, count: int, pick: Pick) -> list[Change]:
        """Choose changes, spread over the first hidden shuffles of the game."""
        shuffles = [shuffle for shuffle in self._shuffles() if is_hidden(shuffle.label)]
        changes: list[Change] = []
        for number in range(count if shuffles else 0):
            shuffle = shuffles[number % min(len(shuffles), 3)]
            size = len(shuffle.order)
            for _ in range(size * size):
                places = (pick(min(SOON, size) if number % 2 else size), pick(size))
                if shuffle.order[places[0]] != shuffle.order[places[1]]:
                    changes.append(Change(shuffle.label, places))
                    break
        return changes

    @contextmanager
    def changed(self, change: Change) -> Iterator[None]:
        """Decide with the changed shuffle in this block."""
        with self._dice(lambda dice: _ChangedDice(dice, change)):
            yield

    def indistinct(
        self, change: Change, viewers: Sequence[Viewer], shows_to: ShowsTo
    ) -> Iterator["Moment"]:
        """Yield each viewer and moment at which the worlds differ and the viewer may not know."""
        with self.changed(change):
            other_world = list(self._play())
        unaware = list(viewers)
        for (commit, position), (other_commit, other_table) in zip(
            self._history, other_world, strict=False
        ):
            table = position.table
            assert table is not None
            if "over" in {table.stage, other_table.stage}:
                return
            unaware = [
                viewer
                for viewer in unaware
                if not shows_difference(commit, other_commit, viewer, shows_to)
            ]
            if unaware and canonical(table) != canonical(other_table):
                for viewer in unaware:
                    yield Moment(viewer, commit, table, other_commit, other_table)

    def received(
        self, viewer: Viewer, commit: AnyCommit, table: AnyTable, probes: Sequence[Any]
    ) -> list[bytes]:
        """Every byte that the viewer can receive at this moment."""
        view = tables.view(table, viewer)
        received = [
            canonical(redact_commit(commit, viewer, over=False)),
            canonical(view),
            canonical(tables.figures(self._rulebook, view)),
        ]
        if viewer != SPECTATOR:
            received.append(canonical(tables.legal(self._rulebook, table, viewer)))
            received += [refusal(self._rulebook, table, viewer, action) for action in probes]
        return received

    def _shuffles(self) -> list[Shuffle]:
        shuffles: list[Shuffle] = []
        with self._dice(lambda dice: _RecordingDice(dice, shuffles)):
            for _ in self._play():
                pass
        return shuffles

    @contextmanager
    def _dice(self, wrap: Callable[[Dice], Dice]) -> Iterator[None]:
        real_dice = tables.dice_of
        self._use_dice(lambda table: wrap(real_dice(table)))
        try:
            yield
        finally:
            self._use_dice(real_dice)

    def _play(self) -> Iterator[tuple[AnyCommit, AnyTable]]:
        table: AnyTable | None = None
        seed = self._history[0][0].events[0].seed
        for commit, _ in self._history:
            command = commit.command
            try:
                events, table = tables.decide(
                    self._rulebook, table, command.seat, command.action, seed, command.at
                )
            except IllegalActionError:
                return
            assert table is not None
            yield replace(commit, events=events), table


def refusal(rulebook: AnyRulebook, table: AnyTable, seat: int, action: Any) -> bytes:
    """What the seat learns about the action."""
    try:
        tables.decide(rulebook, table, seat, action, "")
    except IllegalActionError as illegal:
        return canonical(illegal.rejection())
    return b"accepted"


def shows_difference(
    commit: AnyCommit, other_commit: AnyCommit, viewer: Viewer, shows_to: ShowsTo
) -> bool:
    """Whether the viewer learns from the events which of the two worlds this is."""
    if canonical(commit.events) == canonical(other_commit.events):
        return False
    events, others = (
        [canonical(event) for event in world.events if shows_to(event, viewer)]
        for world in (commit, other_commit)
    )
    return events != others

"""A whole game between bots, without a server: the same seed gives the same bytes anywhere."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from games import table as tables
from games.bots import Bot
from games.contract import AnyRulebook
from games.dice import Dice
from games.history import Position, advance
from schemas.commit import AnyCommit, RecordedCommand
from schemas.table import SYSTEM, JsonObject, OpenTable, Sender, StartGame, TakeSeat
from schemas.terms import Terms

MILLISECONDS_PER_COMMAND = 1000
COMMANDS_MAX = 100_000


class EndlessGameError(RuntimeError):
    """A playout that takes more commands than any game needs."""


class Playout(Struct, frozen=True):
    """The inputs of a game between bots. They determine everything that happens."""

    rulebook: AnyRulebook
    options: Any
    players: tuple[tuple[str, Bot], ...]
    """A player id and a bot for each seat."""
    seed: str
    table_id: str
    terms: Terms | UnsetType = UNSET
    decks: tuple[JsonObject | UnsetType, ...] = ()
    """What the players bring, by seat."""


def play_out(playout: Playout) -> Iterator[tuple[AnyCommit, Position]]:
    """Commits one by one, each with the position after it."""
    rulebook = playout.rulebook
    dice = Dice.of_text(playout.seed)
    table_seed = dice.derive("table")
    picks = [dice.picker(f"bot/{seat}") for seat in range(len(playout.players))]
    position = Position(rulebook, playout.table_id)

    def send(sender: Sender, action: Any) -> tuple[AnyCommit, Position]:
        at = position.seq * MILLISECONDS_PER_COMMAND
        command = RecordedCommand(f"{playout.table_id}.{position.seq + 1}", sender, action, at)
        return advance(position, command, at, table_seed)

    for sender, action in _opening(playout):
        commit, position = send(sender, action)
        yield commit, position
    table = position.table
    while table is not None and (waiting := tables.to_act(rulebook, table)):
        if position.seq > COMMANDS_MAX:
            raise EndlessGameError(f"game {playout.table_id} goes on after {COMMANDS_MAX} commands")
        seat = waiting[0]
        legal = tables.legal(rulebook, table, seat)
        _, bot = playout.players[seat]
        commit, position = send(seat, bot(tables.view(table, seat), seat, legal, picks[seat]))
        table = position.table
        yield commit, position


def _opening(playout: Playout) -> Iterator[tuple[Sender, Any]]:
    yield SYSTEM, OpenTable(playout.rulebook.game, playout.options, playout.terms)
    for seat, (name, _) in enumerate(playout.players):
        yield seat, TakeSeat(name, deck=playout.decks[seat] if playout.decks else UNSET)
    yield SYSTEM, StartGame()

"""A whole game between bots, without a server: the same seed gives the same bytes anywhere."""

from collections.abc import Iterator, Sequence
from typing import Any

from games import table as tables
from games.bots import Bot
from games.contract import Game
from games.dice import Dice
from games.history import Position, advance
from schemas.commit import AnyCommit, Cause
from schemas.table import SYSTEM, Actor, OpenTable, StartGame, TakeSeat

MILLISECONDS_PER_COMMAND = 1000
COMMANDS_MAX = 100_000


class EndlessGame(RuntimeError):
    """A playout that should have been over long ago."""


def play_out(
    game: Game,
    options: Any,
    players: Sequence[tuple[str, Bot]],
    seed: str,
    game_id: str,
    commands_max: int = COMMANDS_MAX,
) -> Iterator[tuple[AnyCommit, Position]]:
    """Commits one by one, each with the position after it. `players` are names and bots."""
    dice = Dice.of_text(seed)
    table_seed = dice.derive("table")
    picks = [dice.picker(f"bot/{seat}") for seat in range(len(players))]
    position = Position(game, game_id)

    def send(actor: Actor, action: Any) -> tuple[AnyCommit, Position]:
        at = position.seq * MILLISECONDS_PER_COMMAND
        cause = Cause(f"{game_id}.{position.seq + 1}", actor, action, at)
        return advance(position, cause, at, table_seed)

    opening: list[tuple[Actor, Any]] = [(SYSTEM, OpenTable(game.id, options))]
    opening += [(seat, TakeSeat(name)) for seat, (name, _) in enumerate(players)]
    opening.append((SYSTEM, StartGame()))
    for actor, action in opening:
        commit, position = send(actor, action)
        yield commit, position
    while waiting := tables.to_act(game, position.table):
        if position.seq > commands_max:
            raise EndlessGame(f"game {game_id} (seed {seed!r}) has run {commands_max} commands")
        seat = waiting[0]
        legal = tables.legal(game, position.table, seat)
        view = tables.view(position.table, seat)
        commit, position = send(seat, players[seat][1](view, seat, legal, picks[seat]))
        yield commit, position

"""Pairs of worlds for tests on the wire: the same commands, with a hidden difference in a shuffle.

Both end with a voided table, because what was hidden stays hidden then.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, Struct
from msgspec.structs import replace

from games import table as tables
from games.bots import Bot, random_bot
from games.city.rulebook import CITY
from games.contract import AnyRulebook
from games.dice import Dice
from games.duel.decks import DECKS
from games.duel.rulebook import DUEL
from games.history import Position, advance, replay
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from games.testing.contract import GameContract
from games.testing.two_worlds import History, TwoWorlds, refusal, shows_difference
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, RecordedCommand
from schemas.duel.deck import DeckList
from schemas.duel.events import DuelBegan
from schemas.duel.options import DuelOptions
from schemas.record import Event
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import SYSTEM, GameStarted, TakeSeat, VoidTable
from tests.games.city.test_contract import TestContract as CityContract
from tests.games.duel.test_contract import TestContract as DuelContract

TABLE_ID = "worlds"
CHANGES = 48
PROBES = 8
DIFFERING_COMMITS_MIN = 10
"""A pair of worlds must differ for at least this many commits to be worth comparing."""

World = list[AnyCommit]


class PlayedGame(Struct, frozen=True):
    """A game that is played in two worlds."""

    rulebook: AnyRulebook
    contract: GameContract
    options: Any
    players: tuple[str, ...]
    bot: Bot
    round_event: type[Event]
    """Begins a game of a match, or the only game."""
    rounds: int


CITY_GAME = PlayedGame(
    CITY,
    CityContract(),
    CityOptions(3, expansions=(1, 2)),
    ("Amber", "Basalt", "Coral"),
    random_bot,
    GameStarted,
    1,
)
DUEL_MATCH = PlayedGame(
    DUEL,
    DuelContract(),
    DuelOptions(("mimix", "terrah"), (("hoax",), ("flit",)), crystals_to_win=5),
    ("Amber", "Basalt"),
    random_bot,
    DuelBegan,
    3,
)


DUEL_WITH_DECKS = PlayedGame(
    DUEL,
    DuelContract(),
    DuelOptions(own_decks=True),
    ("Amber", "Basalt"),
    lambda _view, _seat, legal, _pick: legal[0],
    DuelBegan,
    1,
)
"""The bots choose their first deck, and exchange no start cards."""


class _Pair(Struct, frozen=True):
    original: World
    changed: World
    differing: int
    """For how many commits the tables differ."""
    rounds: int


def play(game: PlayedGame) -> History:
    players = tuple((name, game.bot) for name in game.players)
    return list(play_out(Playout(game.rulebook, game.options, players, "wire", TABLE_ID)))


def two_worlds(game: PlayedGame, viewer: Viewer, patch: pytest.MonkeyPatch) -> tuple[World, World]:
    """Return the pair of worlds that differs longest without the viewer seeing it."""
    history = play(game)
    pick = Dice.of_text("wire").picker("swaps")
    worlds = TwoWorlds(
        game.rulebook, history, lambda dice_of: patch.setattr(tables, "dice_of", dice_of)
    )
    pairs = []
    for change in worlds.changes(game.contract.is_hidden, CHANGES, pick):
        with worlds.changed(change):
            pairs.append(_pair(game, history, viewer))
    longest = max(
        (pair for pair in pairs if pair.rounds >= game.rounds), key=lambda pair: pair.differing
    )
    assert longest.differing > DIFFERING_COMMITS_MIN
    original, changed = longest.original, longest.changed
    assert [commit.hash for commit in original] != [commit.hash for commit in changed]
    return _voided(game, original), _voided(game, changed)


def deck_worlds(*, brought: bool) -> tuple[World, World]:
    """Two worlds in which seat 0 plays with custom decks that differ in a card.

    The player brings them, or the options name them. Both end before a card is shown.
    """
    game = DUEL_WITH_DECKS
    worlds = []
    for other_card in ("hoax-30", "hoax-31"):
        cards = (other_card, *DECKS["hoax"].cards[1:])
        deck = DeckList(leader="hoax-00", cards=cards)
        playout = Playout(
            game.rulebook,
            game.options
            if brought
            else replace(game.options, decks=(deck, "aqua"), reserves=((deck,), ())),
            tuple((name, game.bot) for name in game.players),
            "wire",
            TABLE_ID,
            decks=({"decks": [msgspec.to_builtins(deck), "flit"]}, UNSET) if brought else (),
        )
        world: World = []
        for commit, position in play_out(playout):
            world.append(commit)
            assert position.table is not None
            if position.table.play is not None and position.table.play.stage == "turn":
                break
        worlds.append(_voided(game, world))
    return worlds[0], worlds[1]


def position_after(game: PlayedGame, world: World) -> Position:
    position = Position(game.rulebook, TABLE_ID)
    for commit in world:
        position = replay(position, commit)
    return position


def rejected_probes(game: PlayedGame, world: World, viewer: Viewer) -> list[Any]:
    """Return actions of the game that the viewer may not take after its last commit.

    An accepted one would record the time."""
    position = position_after(game, world)
    assert position.table is not None
    pick = Dice.of_text("wire").picker("probes")
    actions = [commit.command.action for commit in world if commit.command.seat != SYSTEM]
    probes = [
        action
        for action in (actions[pick(len(actions))] for _ in range(PROBES))
        if not isinstance(action, TakeSeat)
        and (
            viewer == SPECTATOR
            or refusal(game.rulebook, position.table, viewer, action) != b"accepted"
        )
    ]
    assert probes
    return probes


def _pair(game: PlayedGame, history: History, viewer: Viewer) -> _Pair:
    """Return both worlds, up to where the viewer sees a difference."""
    original: World = []
    changed: World = []
    differing = rounds = 0
    for (commit, position), (other, other_position) in zip(
        history, _other_world(game, history), strict=False
    ):
        assert position.table is not None
        assert other_position.table is not None
        if "over" in {position.table.stage, other_position.table.stage}:
            break
        if shows_difference(commit, other, viewer, game.contract.shows_to):
            break
        original.append(commit)
        changed.append(other)
        differing += position.table != other_position.table
        rounds += sum(isinstance(event, game.round_event) for event in commit.events)
    return _Pair(original, changed, differing, rounds)


def _other_world(game: PlayedGame, history: History) -> Iterator[tuple[AnyCommit, Position]]:
    """Yield the game with the same commands and the changed dice, while they are legal."""
    position = Position(game.rulebook, TABLE_ID)
    seed = history[0][0].events[0].seed
    for commit, _ in history:
        try:
            other_commit, position = advance(position, commit.command, commit.at, seed)
        except IllegalActionError:
            return
        yield other_commit, position


def _voided(game: PlayedGame, world: World) -> World:
    at = world[-1].at + 1000
    command = RecordedCommand(f"{TABLE_ID}.void", SYSTEM, VoidTable("a test"), at)
    commit, _ = advance(position_after(game, world), command, at, "")
    return [*world, commit]

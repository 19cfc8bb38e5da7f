"""What a game between bots is played with, put together from the command line and checked."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cli.bots import bots_named, players
from cli.failure import Failure
from games.contract import Game
from games.duel.decks import DECKS
from games.duel.game import DUEL
from games.illegal import Illegal
from games.playout import Playout
from games.registry import GAMES

DEFAULT_PLAYERS = 3
SEED_MAX = 2**63 - 1
OPTIONS_BYTES_MAX = 1 << 20


class Setting(Struct, frozen=True):
    """Everything but the number of the game: from both follows every byte of its history."""

    game: Game
    options: Any
    bots: tuple[str, ...]
    seed: int

    def playout(self, number: int) -> Playout:
        return Playout(
            game=self.game,
            options=self.options,
            players=players(self.game.id, self.bots),
            seed=f"{self.seed}/{number}",
            id=f"{self.game.id}-{self.seed}-{number:06}",
        )


class Wishes(Struct, frozen=True):
    """What was said on the command line; what was not said is left to the options file."""

    game: str
    seed: int
    bots: str | None
    players: int | None = None
    random_city: bool = False
    expansions: str | None = None
    options_file: Path | None = None
    decks: str | None = None
    crystals: int | None = None


def setting_of(wishes: Wishes) -> Setting:
    """Raises Failure when the wishes don't fit together."""
    game = GAMES.get(wishes.game)
    if game is None:
        raise Failure(f"there is no game {wishes.game!r}; known: {', '.join(GAMES)}")
    if not 0 <= wishes.seed <= SEED_MAX:
        raise Failure(f"--seed: expected 0 to {SEED_MAX}, got {wishes.seed}")
    told = _from_file(wishes.options_file) if wishes.options_file else {}
    if wishes.players is not None:
        told["players"] = wishes.players
    elif len(game.seat_counts) > 1:
        told.setdefault("players", DEFAULT_PLAYERS)
    if wishes.random_city:
        told["random_city"] = True
    if wishes.expansions is not None:
        told["expansions"] = _numbers(wishes.expansions)
    if wishes.decks is not None:
        told["decks"] = _decks(game, wishes.decks)
    if wishes.crystals is not None:
        told["crystals_to_win"] = wishes.crystals
    try:
        options = msgspec.convert(told, game.options_type)
        seats = game.seats(options)
    except (msgspec.ValidationError, Illegal) as error:
        raise Failure(f"bad options: {error}") from error
    return Setting(game, options, bots_named(game.id, wishes.bots, seats), wishes.seed)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(OPTIONS_BYTES_MAX + 1)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    if len(content) > OPTIONS_BYTES_MAX:
        raise Failure(f"{path}: options of more than {OPTIONS_BYTES_MAX} bytes")
    try:
        return msgspec.json.decode(content, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{path}: {error}") from error


def _decks(game: Game, listing: str) -> list[str]:
    """`hoax,vulca` -> a deck for each seat."""
    if game is not DUEL:
        raise Failure(f"--decks: {game.id} is played without decks")
    names = [name.strip() for name in listing.split(",")]
    for name in names:
        if name not in DECKS:
            raise Failure(f"--decks: there is no deck {name!r}; known: {', '.join(DECKS)}")
    if len(names) != 2:
        raise Failure(f"--decks: expected two like hoax,vulca, got {listing!r}")
    return names


def _numbers(listing: str) -> list[int]:
    """`1,2` -> [1, 2]."""
    try:
        return [int(number) for number in listing.split(",")]
    except ValueError as error:
        raise Failure(f"--expansions: expected numbers like 1,2, got {listing!r}") from error

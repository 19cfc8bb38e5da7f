"""Build and check the setup of a game between bots from command-line options."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cli.setup.bots import parse_bots, players
from games.contract import Rulebook
from games.duel.decks import DECKS
from games.duel.rulebook import DUEL
from games.illegal_action import IllegalActionError
from games.playout import Playout
from games.registry import RULEBOOKS
from games.terminal_kit.errors import CommandLineError
from schemas.strict import convert_strictly

DEFAULT_PLAYERS = 3
SEED_MAX = 2**63 - 1
OPTIONS_BYTES_MAX = 1 << 20


class GameSetup(Struct, frozen=True):
    """With the number of the game, it determines every byte of the game's history."""

    rulebook: Rulebook
    options: Any
    bots: tuple[str, ...]
    seed: int

    def playout(self, number: int) -> Playout:
        return Playout(
            rulebook=self.rulebook,
            options=self.options,
            players=players(self.rulebook.game, self.bots),
            seed=f"{self.seed}/{number}",
            table_id=f"{self.rulebook.game}-{self.seed}-{number:06}",
        )


class SetupOptions(Struct, frozen=True):
    """Command-line options. Missing ones come from the options file."""

    game: str
    seed: int
    bots: str | None
    players: int | None = None
    random_city: bool = False
    expansions: str | None = None
    options_file: Path | None = None
    decks: str | None = None
    crystals: int | None = None


def build_setup(options: SetupOptions) -> GameSetup:
    """Raises CommandLineError if the options are invalid."""
    rulebook = RULEBOOKS.get(options.game)
    if rulebook is None:
        raise CommandLineError(f"there is no game {options.game!r}; known: {', '.join(RULEBOOKS)}")
    if not 0 <= options.seed <= SEED_MAX:
        raise CommandLineError(f"--seed: expected 0 to {SEED_MAX}, got {options.seed}")
    fields = _from_file(options.options_file) if options.options_file else {}
    if options.players is not None:
        fields["players"] = options.players
    elif len(rulebook.seat_counts) > 1:
        fields.setdefault("players", DEFAULT_PLAYERS)
    if options.random_city:
        fields["random_city"] = True
    if options.expansions is not None:
        fields["expansions"] = _numbers(options.expansions)
    if options.decks is not None:
        fields["decks"] = _decks(rulebook, options.decks)
    if options.crystals is not None:
        fields["crystals_to_win"] = options.crystals
    try:
        table_options = convert_strictly(fields, rulebook.options_type)
        seats = rulebook.seats(table_options)
    except (msgspec.ValidationError, IllegalActionError) as error:
        raise CommandLineError(f"invalid options: {error}") from error
    return GameSetup(
        rulebook, table_options, parse_bots(rulebook.game, options.bots, seats), options.seed
    )


def _from_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(OPTIONS_BYTES_MAX + 1)
    except OSError as error:
        raise CommandLineError(f"{path}: {error.strerror}") from error
    if len(content) > OPTIONS_BYTES_MAX:
        raise CommandLineError(f"{path}: the file is longer than {OPTIONS_BYTES_MAX} bytes")
    try:
        return msgspec.json.decode(content, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CommandLineError(f"{path}: {error}") from error


def _decks(rulebook: Rulebook, listing: str) -> list[str]:
    """Parse `hoax,vulca` into a deck for each seat."""
    if rulebook is not DUEL:
        raise CommandLineError(f"--decks: {rulebook.game} has no decks")
    names = [name.strip() for name in listing.split(",")]
    for name in names:
        if name not in DECKS:
            raise CommandLineError(f"--decks: there is no deck {name!r}; known: {', '.join(DECKS)}")
    if len(names) != 2:
        raise CommandLineError(f"--decks: expected two decks like hoax,vulca, got {listing!r}")
    return names


def _numbers(listing: str) -> list[int]:
    """Parse `1,2` into [1, 2]."""
    try:
        return [int(number) for number in listing.split(",")]
    except ValueError as error:
        raise CommandLineError(
            f"--expansions: expected numbers like 1,2, got {listing!r}"
        ) from error

"""Build and check the setup of a game between bots from command-line options."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cli.setup.bots import parse_bots, players
from cli.setup.installed import find_game
from cli.setup.table_options import TableOptions
from games.illegal_action import IllegalActionError
from games.playout import Playout
from games.plugin import AnyGamePlugin
from games.terminal_kit.errors import CommandLineError
from schemas.strict import convert_strictly

PREFERRED_PLAYERS = 3
SEED_MAX = 2**63 - 1
OPTIONS_BYTES_MAX = 1 << 20


class GameSetup(Struct, frozen=True):
    """With the number of the game, it determines every byte of the game's history."""

    plugin: AnyGamePlugin
    options: Any
    bots: tuple[str, ...]
    seed: int

    def playout(self, number: int) -> Playout:
        return Playout(
            rulebook=self.plugin.rulebook,
            options=self.options,
            players=players(self.plugin, self.bots),
            seed=f"{self.seed}/{number}",
            table_id=f"{self.plugin.game}-{self.seed}-{number:06}",
        )


class SetupOptions(Struct, frozen=True):
    """Command-line options. They override the options file."""

    game: str
    seed: int = 0
    bots: str | None = None
    players: int | None = None
    options_file: Path | None = None
    table_options: TableOptions = TableOptions()


def build_setup(options: SetupOptions) -> GameSetup:
    """Raises CommandLineError if the options are invalid."""
    plugin = find_game(options.game)
    rulebook = plugin.rulebook
    if not 0 <= options.seed <= SEED_MAX:
        raise CommandLineError(f"--seed: expected 0 to {SEED_MAX}, got {options.seed}")
    fields = _from_file(options.options_file) if options.options_file else {}
    fields |= options.table_options.fields(plugin)
    fields |= _players(plugin, options.players, fields)
    try:
        table_options = convert_strictly(fields, rulebook.options_type)
        seats = rulebook.seats(table_options)
    except (msgspec.ValidationError, IllegalActionError) as error:
        raise CommandLineError(f"invalid options: {error}") from error
    return GameSetup(plugin, table_options, parse_bots(plugin, options.bots, seats), options.seed)


def _players(plugin: AnyGamePlugin, players: int | None, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the option `players` for games that have it."""
    counts = plugin.rulebook.seat_counts
    declared = {field.name: field for field in msgspec.structs.fields(plugin.rulebook.options_type)}
    if "players" not in declared:
        if players not in (None, *counts):
            allowed = " or ".join(map(str, counts))
            raise CommandLineError(
                f"--players: {plugin.game} is for {allowed} players, got {players}"
            )
        return {}
    if players is not None:
        return {"players": players}
    if "players" in fields or not declared["players"].required:
        return {}
    return {"players": PREFERRED_PLAYERS if PREFERRED_PLAYERS in counts else counts[0]}


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

"""Table options as they were given on the command line."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from cli.setup.installed import terminal_of
from cli.setup.option_values import parse_value
from games.plugin import AnyGamePlugin
from games.terminal import Comparison, NamedOption
from games.terminal_kit.errors import CommandLineError

FLAG = "true"
"""The value of a flag that was given."""


class TableOptions(Struct, frozen=True):
    """Table options as they were given."""

    generic: tuple[str, ...] = ()
    """`NAME=VALUE`."""
    named: Mapping[str, str] = {}
    """The option's name -> its value."""

    def fields(self, plugin: AnyGamePlugin) -> dict[str, Any]:
        """Return the fields of the game's options. Raises CommandLineError."""
        declared = {
            field.encode_name: field.type
            for field in msgspec.structs.fields(plugin.rulebook.options_type)
        }
        fields = {}
        for text in self.generic:
            name, equals, value = text.partition("=")
            if not equals:
                raise CommandLineError(f"--option: expected NAME=VALUE, got {text!r}")
            if name not in declared:
                raise CommandLineError(
                    f"--option: {plugin.game} has no option {name!r}; known: {', '.join(declared)}"
                )
            fields[name] = parse_value(value, declared[name])
        for name, value in self.named.items():
            option = _find_option(plugin.game, name)
            fields[option.field] = _parse(option, value, declared[option.field])
        return fields

    @property
    def words(self) -> list[str]:
        """The options as words of a command line."""
        words = [word for text in self.generic for word in ("--option", text)]
        for name, value in self.named.items():
            words += [name] if value == FLAG else [name, value]
        return words

    def comparison(self, game: str) -> tuple[str, Comparison] | None:
        """Return the comparison that an option asks for, and the option: `--decks all`."""
        for name, value in self.named.items():
            comparison = _find_option(game, name).comparisons.get(value)
            if comparison is not None:
                return f"{name} {value}", comparison
        return None

    def without_comparisons(self, game: str) -> "TableOptions":
        named = {
            name: value
            for name, value in self.named.items()
            if value not in _find_option(game, name).comparisons
        }
        return TableOptions(self.generic, named)


def _find_option(game: str, name: str) -> NamedOption:
    options = {option.name: option for option in terminal_of(game).options}
    if name not in options:
        known = f"known: {', '.join(options)} and --option" if options else "use --option"
        raise CommandLineError(f"{name}: {game} has no such option; {known}")
    return options[name]


def _parse(option: NamedOption, value: str, declared: Any) -> Any:
    if option.parse is None:
        return parse_value(value, declared)
    try:
        return option.parse(value)
    except ValueError as error:
        raise CommandLineError(f"{option.name}: {error}") from error

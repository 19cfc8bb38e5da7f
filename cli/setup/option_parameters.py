"""Add `-o NAME=VALUE` and the named options of all games to a command."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from cli.setup.installed import terminals_or_none
from cli.setup.table_options import FLAG, TableOptions
from games.terminal import NamedOption

TABLE_OPTIONS = "table_options"
"""The parameter of a command that receives its TableOptions."""
GENERIC = "option"

GenericOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A table option of the game; separate the values of a list by commas. Repeatable.",
        show_default=False,
    ),
]


def accept_table_options(*, comparisons: bool = False) -> Callable[..., Callable[..., None]]:
    """Add the options to a command, which gets them in its parameter `table_options`.

    With `comparisons`, the help mentions the values that compare options.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(command)
        own = [
            parameter
            for parameter in signature.parameters.values()
            if parameter.name != TABLE_OPTIONS
        ]
        added = [_parameter(GENERIC, GenericOption, None)]
        names = {}
        for name, (game, option) in _named_options().items():
            key = name.strip("-").replace("-", "_")
            # A command's own option comes first; `-o` still reaches the field.
            if key not in signature.parameters:
                names[key] = name
                added.append(_option_parameter(key, game, option, comparisons=comparisons))

        @wraps(command)
        def run(**arguments: Any) -> None:
            generic = tuple(arguments.pop(GENERIC) or ())
            values = {name: arguments.pop(key) for key, name in names.items()}
            named = {
                name: FLAG if value is True else value
                for name, value in values.items()
                if value not in (None, False)
            }
            command(**arguments, **{TABLE_OPTIONS: TableOptions(generic, named)})

        # Typer reads the parameters from both.
        parameters = [*own, *added]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _named_options() -> dict[str, tuple[str, NamedOption]]:
    """Return each option with its game. If several games share a name, the first describes it."""
    options: dict[str, tuple[str, NamedOption]] = {}
    for game, terminal in terminals_or_none().items():
        for option in terminal.options:
            options.setdefault(option.name, (game, option))
    return options


def _option_parameter(
    key: str, game: str, option: NamedOption, *, comparisons: bool
) -> inspect.Parameter:
    panel = f"Options of {game}"
    if option.metavar is None:
        flag = typer.Option(option.name, help=option.help, rich_help_panel=panel)
        return _parameter(key, Annotated[bool, flag], False)
    metavar, text = option.metavar, option.help
    if comparisons:
        for value, comparison in option.comparisons.items():
            metavar += f"|{value}"
            text += f" `{value}`: {comparison.help}."
    valued = typer.Option(
        option.name,
        metavar=metavar,
        help=text,
        show_default=option.default or False,
        rich_help_panel=panel,
    )
    return _parameter(key, Annotated[str | None, valued], None)


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )

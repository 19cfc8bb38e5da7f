"""Settings of a command: command-line options, then the environment, then defaults."""

import os
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from games.terminal_kit.errors import CommandLineError
from services.runtime.operations.settings import (
    EMBEDDED,
    PREFIX,
    Settings,
    SettingsError,
    hide_password,
    read_settings,
)
from services.runtime.server.connection import AddressError, parse_address
from services.runtime.server.data_folder import running_server_url

Server = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Overrides BLUEMOON_SERVER.", show_default=False),
]
Data = Annotated[
    str | None,
    typer.Option(metavar="FOLDER", help="Overrides BLUEMOON_DATA.", show_default=False),
]
HealthPort = Annotated[
    str | None,
    typer.Option(metavar="PORT", help="Overrides BLUEMOON_HEALTH_PORT.", show_default=False),
]
LogLevel = Annotated[
    str | None,
    typer.Option(
        metavar="debug|info|warning|error",
        help="Overrides BLUEMOON_LOG_LEVEL.",
        show_default=False,
    ),
]


def load_settings(**options: str | None) -> Settings:
    """Return the settings; options override the environment. Raises CommandLineError."""
    overrides = {
        PREFIX + name.upper(): value for name, value in options.items() if value is not None
    }
    try:
        settings = read_settings(os.environ | overrides)
        if settings.server != EMBEDDED:
            parse_address(settings.server)
    except (SettingsError, AddressError) as error:
        raise CommandLineError(hide_password(str(error))) from error
    return settings


def with_server_address(settings: Settings) -> Settings:
    """Fill in the address of the running embedded server. Raises CommandLineError."""
    if settings.server != EMBEDDED:
        return settings
    url = running_server_url(Path(settings.data))
    if url is None:
        raise CommandLineError(
            f"no server is running on {settings.data}: start one with `bluemoon up`, or set "
            f"{PREFIX}SERVER"
        )
    return replace(settings, server=url)

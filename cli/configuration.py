"""Settings for a command: from the environment, with what was said on the command line on top."""

import os
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from cli.failure import Failure
from services.runtime.connection import AddressError, parse_address
from services.runtime.data_folder import running_in
from services.runtime.settings import (
    EMBEDDED,
    PREFIX,
    Settings,
    SettingsError,
    read_settings,
    without_password,
)

Server = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Instead of BLUEMOON_SERVER.", show_default=False),
]
Data = Annotated[
    str | None,
    typer.Option(metavar="FOLDER", help="Instead of BLUEMOON_DATA.", show_default=False),
]
HealthPort = Annotated[
    str | None,
    typer.Option(metavar="PORT", help="Instead of BLUEMOON_HEALTH_PORT.", show_default=False),
]
LogLevel = Annotated[
    str | None,
    typer.Option(
        metavar="debug|info|warning|error",
        help="Instead of BLUEMOON_LOG_LEVEL.",
        show_default=False,
    ),
]


def settings_with(**said: str | None) -> Settings:
    """The settings; what was said goes before the environment. Raises Failure."""
    over = {PREFIX + name.upper(): value for name, value in said.items() if value is not None}
    try:
        settings = read_settings(os.environ | over)
        if settings.server != EMBEDDED:
            parse_address(settings.server)
    except (SettingsError, AddressError) as error:
        raise Failure(without_password(str(error))) from error
    return settings


def located(settings: Settings) -> Settings:
    """The same, with the address of the embedded server that runs already. Raises Failure."""
    if settings.server != EMBEDDED:
        return settings
    url = running_in(Path(settings.data))
    if url is None:
        raise Failure(
            f"no server runs on {settings.data}: start one with `bluemoon up`, or name one with "
            f"{PREFIX}SERVER"
        )
    return replace(settings, server=url)

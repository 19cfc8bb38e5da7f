"""`bluemoon server`: run only the embedded server, in the foreground."""

import signal
import time
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from cli.connection import configuration
from cli.connection.configuration import load_settings
from games.terminal_kit.errors import CommandLineError
from services.runtime.operations.settings import hide_password
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.data_folder import FolderError, running_server_url
from services.runtime.server.embedded import EmbeddedServer, EmbeddedServerError, shut_down

WATCH_SECONDS = 0.2


def server(
    *,
    data: configuration.Data = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help="Port to listen on.", show_default="the last one, or a free one"
        ),
    ] = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Stop the server of this data folder.")
    ] = False,
) -> None:
    """Run only the embedded server, in the foreground.

    Example: bluemoon server --data games.bluemoon
    """
    settings = load_settings(data=data)
    folder = Path(settings.data)
    if stop:
        _stop(folder)
    else:
        _serve(EmbeddedServer(folder, settings.durability, port))


def _serve(embedded: EmbeddedServer) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        url = embedded.start()
        typer.echo(f"server: listening at {hide_password(url)}, log in {embedded.log_file}")
        while embedded.process.poll() is None:
            time.sleep(WATCH_SECONDS)
    except (FolderError, EmbeddedServerError) as error:
        raise CommandLineError(str(error)) from error
    except KeyboardInterrupt:
        embedded.stop()
        typer.echo("server: stopped")
        return
    raise CommandLineError(f"the server ended unexpectedly: see {embedded.log_file}")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _stop(folder: Path) -> None:
    url = running_server_url(folder)
    if url is None:
        raise CommandLineError(f"no server is running on {folder}")
    try:
        shut_down(url)
    except CONNECTION_ERRORS as error:
        raise CommandLineError(f"{hide_password(url)}: {error}") from error
    typer.echo(f"server: stopped {hide_password(url)}; its data stays in {folder}")

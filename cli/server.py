"""`bluemoon server`: the embedded server alone, in the foreground."""

import signal
import time
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost

from cli import configuration
from cli.configuration import settings_with
from cli.failure import Failure
from services.runtime.data_folder import FolderError, running_in
from services.runtime.embedded import EmbeddedServer, EmbeddedServerError

WATCH_SECONDS = 0.2


def server(
    *,
    data: configuration.Data = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help="Where to listen.", show_default="as last time, or a free one"
        ),
    ] = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Stop the server that runs on the folder.")
    ] = False,
) -> None:
    """Start the embedded server and nothing else.

    Example: bluemoon server --data games.bluemoon
    """
    settings = settings_with(data=data)
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
        typer.echo(f"server: listens at {url}, log in {embedded.log_file}")
        while embedded.process.poll() is None:
            time.sleep(WATCH_SECONDS)
    except (FolderError, EmbeddedServerError) as error:
        raise Failure(str(error)) from error
    except KeyboardInterrupt:
        embedded.stop()
        typer.echo("server: stopped")
        return
    raise Failure(f"the server ended by itself: see {embedded.log_file}")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _stop(folder: Path) -> None:
    url = running_in(folder)
    if url is None:
        raise Failure(f"no server runs on {folder}")
    with Redis.from_url(url) as client:
        try:
            client.shutdown()
        except ConnectionLost as error:
            raise Failure(f"{url}: {error}") from error
    typer.echo(f"server: {url} is stopped; its data stays in {folder}")

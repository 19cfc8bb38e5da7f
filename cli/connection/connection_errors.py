"""Explain connection errors in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.terminal_kit.errors import CommandLineError
from services.runtime.operations.settings import Settings, hide_password
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.safety import UnsafeServerError
from services.runtime.web.listening import ListenError


@contextmanager
def explain_connection_errors(settings: Settings) -> Iterator[None]:
    """Turn errors of the server or the connection into a CommandLineError with its address."""
    try:
        yield
    except UnsafeServerError as error:
        raise CommandLineError(f"{hide_password(settings.server)}: {error}") from error
    except ListenError as error:
        raise CommandLineError(str(error)) from error
    except CONNECTION_ERRORS as error:
        # Some messages end with the repr of Python objects.
        reason = str(error).partition(" : <")[0] or type(error).__name__
        address = hide_password(settings.server)
        raise CommandLineError(f"no connection to {address}: {hide_password(reason)}") from error

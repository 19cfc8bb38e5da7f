"""What can go wrong between us and a server, in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from cli.failure import Failure
from services.runtime.connection import LOST
from services.runtime.listening import ListenError
from services.runtime.safety import UnsafeServerError
from services.runtime.settings import Settings, without_password


@contextmanager
def failing_clearly(settings: Settings) -> Iterator[None]:
    """Whatever the server or the way to it refuses becomes a Failure with its address."""
    try:
        yield
    except UnsafeServerError as error:
        raise Failure(f"{without_password(settings.server)}: {error}") from error
    except ListenError as error:
        raise Failure(str(error)) from error
    except LOST as error:
        # Some errors end with what Python thinks of the objects involved; nobody wants to read it.
        told = str(error).partition(" : <")[0] or type(error).__name__
        where = without_password(settings.server)
        raise Failure(f"no connection to {where}: {without_password(told)}") from error

"""Lua scripts with typed replies."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Generic, TypeVar, cast

from services.runtime.server.client import RedisClient, Value

Reply = TypeVar("Reply")


def read_script(package: str, name: str) -> str:
    """Return the text of a script that is stored next to the code that calls it."""
    return files(package).joinpath(name).read_text()


class Script(Generic[Reply]):
    """A script on a server. `Reply` is the type of what it returns: only its text knows."""

    def __init__(self, client: RedisClient, text: str) -> None:
        self._run = client.register_script(text)

    async def __call__(self, keys: Sequence[str], args: Sequence[Value]) -> Reply:
        return cast(Reply, await self._run(keys=keys, args=args))

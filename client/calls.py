"""What all groups of calls stand on: a gateway, and as whom it is called."""

import msgspec

from client.calling import Caller


class Calls:
    def __init__(self, caller: Caller | str, credential: str | None = None) -> None:
        """`caller` is the gateway's address, or how it is called when that is to be set up.

        `credential` is a platform's key, or the token of a seat or a spectator.
        """
        self._caller = Caller(caller) if isinstance(caller, str) else caller
        self.credential = credential

    @property
    def url(self) -> str:
        return self._caller.url

    async def _ask(self, path: str, **query: str | int | None) -> bytes:
        given = {name: value for name, value in query.items() if value is not None}
        return await self._caller.call("GET", path, self.credential, params=given, safe=True)

    async def _do(
        self, method: str, path: str, body: object = None, *, safe: bool = False
    ) -> bytes:
        """`safe`: doing it twice comes to the same."""
        content = None if body is None else msgspec.json.encode(body)
        return await self._caller.call(method, path, self.credential, content=content, safe=safe)

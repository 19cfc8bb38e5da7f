"""Base class of the groups of gateway calls."""

import msgspec

from client.http_transport import HttpTransport


class ApiCalls:
    def __init__(self, transport: HttpTransport | str, credential: str | None = None) -> None:
        """Take the gateway's URL, or a transport that is already set up.

        `credential` is a platform key, or the token of a seat or spectator.
        """
        self._transport = HttpTransport(transport) if isinstance(transport, str) else transport
        self.credential = credential

    @property
    def url(self) -> str:
        return self._transport.url

    async def _get(self, path: str, **query: str | int | None) -> bytes:
        params = {name: value for name, value in query.items() if value is not None}
        return await self._transport.request(
            "GET", path, self.credential, params=params, is_idempotent=True
        )

    async def _send(
        self, method: str, path: str, body: object = None, *, is_idempotent: bool = False
    ) -> bytes:
        content = None if body is None else msgspec.json.encode(body)
        return await self._transport.request(
            method, path, self.credential, content=content, is_idempotent=is_idempotent
        )

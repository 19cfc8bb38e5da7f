"""Posts one signed message to an allowed address, within a time limit."""

import asyncio
from importlib.metadata import version

import httpx
from msgspec import Struct

from schemas.webhook import Webhook
from services.runtime.operations.clock import now_ms
from services.runtime.webhooks.addresses import AddressRefusedError, check_url, resolve
from services.runtime.webhooks.registry import valid_secrets
from services.runtime.webhooks.signing import SIGNATURE_HEADER, sign

TIMEOUT_SECONDS = 10.0
RESPONSE_BYTES_MAX = 300
GONE = 410

_USER_AGENT = f"bluemoon/{version('bluemoon')}"


class PostResult(Struct, frozen=True):
    """The status and start of the response, or an error text without a status."""

    text: str
    status: int | None = None

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the receiver asks never to be called again."""
        return self.status == GONE


class Poster:
    def __init__(self, *, allow_private: bool, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        self._allow_private = allow_private
        self._timeout = timeout_seconds
        # A redirect or a proxy could lead to an address that was not checked. A kept-alive
        # connection was opened for one host name and could be reused for another.
        self._http = httpx.AsyncClient(
            follow_redirects=False,
            trust_env=False,
            timeout=timeout_seconds,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )

    async def post(self, webhook: Webhook, message_id: str, event: str, body: bytes) -> PostResult:
        """Post a message. Never raises: errors become the result."""
        try:
            async with asyncio.timeout(self._timeout):
                return await self._post(webhook, message_id, event, body)
        except TimeoutError:
            return PostResult(f"no response within {self._timeout:g} s")
        except AddressRefusedError as error:
            return PostResult(f"not sent: {error}")
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            return PostResult(f"{type(error).__name__}: {error}"[:RESPONSE_BYTES_MAX])

    async def _post(self, webhook: Webhook, message_id: str, event: str, body: bytes) -> PostResult:
        url_parts = check_url(webhook.url, allow_private=self._allow_private)
        url = httpx.URL(webhook.url)
        sent_ms = now_ms()
        headers = {
            "Host": url.netloc.decode(),
            "Content-Type": "application/json",
            "User-Agent": _USER_AGENT,
            "Bluemoon-Id": message_id,
            "Bluemoon-Event": event,
            SIGNATURE_HEADER: sign(valid_secrets(webhook, sent_ms), body, sent_ms // 1000),
        }
        connect_error: Exception | None = None
        for address in await resolve(url_parts, allow_private=self._allow_private):
            request = self._http.build_request(
                "POST",
                url.copy_with(host=address),
                content=body,
                headers=headers,
                # The certificate is for the host name, although we connect to the address.
                extensions={"sni_hostname": url.host},
            )
            try:
                return await self._read_response(request)
            except httpx.ConnectError as error:
                connect_error = error
        assert connect_error is not None, "resolve raises if there is no address"
        raise connect_error

    async def _read_response(self, request: httpx.Request) -> PostResult:
        response = await self._http.send(request, stream=True)
        try:
            content = b""
            async for chunk in response.aiter_raw():
                content += chunk
                if len(content) >= RESPONSE_BYTES_MAX:
                    break
        finally:
            await response.aclose()
        text = content[:RESPONSE_BYTES_MAX].decode(errors="replace").strip()
        return PostResult(f"{response.status_code} {text}".strip(), response.status_code)

    async def close(self) -> None:
        await self._http.aclose()

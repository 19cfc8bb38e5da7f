"""Sends one message: signed, where it may be sent to, and never for longer than a limit."""

import asyncio
import time
from importlib.metadata import version

import httpx
from msgspec import Struct

from schemas.webhook import Webhook
from services.runtime.addresses import AddressRefusedError, checked_url, resolve
from services.runtime.signing import SIGNATURE_HEADER, sign

TIMEOUT_SECONDS = 10.0
ANSWER_BYTES_MAX = 300
GONE = 410

_AGENT = f"bluemoon/{version('bluemoon')}"


class Answer(Struct, frozen=True):
    """What came back, in words; no status when nothing did."""

    text: str
    status: int | None = None

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """The receiver wants no more messages, ever."""
        return self.status == GONE


class Post:
    def __init__(self, *, allow_private: bool, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        self._allow_private = allow_private
        self._timeout = timeout_seconds
        # A redirection could lead to an address that was never checked, and so could a proxy. A
        # connection that is kept was opened for one name, and might be used for another there.
        self._http = httpx.AsyncClient(
            follow_redirects=False,
            trust_env=False,
            timeout=timeout_seconds,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )

    async def send(self, hook: Webhook, message_id: str, kind: str, body: bytes) -> Answer:
        """Never raises: whatever goes wrong is the answer."""
        try:
            async with asyncio.timeout(self._timeout):
                return await self._send(hook, message_id, kind, body)
        except TimeoutError:
            return Answer(f"no answer within {self._timeout:g} s")
        except AddressRefusedError as error:
            return Answer(f"not sent: {error}")
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            return Answer(f"{type(error).__name__}: {error}"[:ANSWER_BYTES_MAX])

    async def _send(self, hook: Webhook, message_id: str, kind: str, body: bytes) -> Answer:
        parts = checked_url(hook.url, allow_private=self._allow_private)
        url = httpx.URL(hook.url)
        headers = {
            "Host": url.netloc.decode(),
            "Content-Type": "application/json",
            "User-Agent": _AGENT,
            "Bluemoon-Id": message_id,
            "Bluemoon-Event": kind,
            SIGNATURE_HEADER: sign(hook.secret, body, int(time.time())),
        }
        failure: Exception | None = None
        for address in await resolve(parts, allow_private=self._allow_private):
            request = self._http.build_request(
                "POST",
                url.copy_with(host=address),
                content=body,
                headers=headers,
                # The certificate is for the name, though we connect to the address behind it.
                extensions={"sni_hostname": url.host},
            )
            try:
                return await self._answer(request)
            except httpx.ConnectError as error:
                failure = error
        assert failure is not None, "a name that leads nowhere raises"
        raise failure

    async def _answer(self, request: httpx.Request) -> Answer:
        answer = await self._http.send(request, stream=True)
        try:
            said = b""
            async for chunk in answer.aiter_raw():
                said += chunk
                if len(said) >= ANSWER_BYTES_MAX:
                    break
        finally:
            await answer.aclose()
        words = said[:ANSWER_BYTES_MAX].decode(errors="replace").strip()
        return Answer(f"{answer.status_code} {words}".strip(), answer.status_code)

    async def close(self) -> None:
        await self._http.aclose()

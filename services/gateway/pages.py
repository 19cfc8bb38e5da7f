"""The browser client: files that were built and compressed beforehand, sent as they are.

Whatever is no operation and no file is a place within the page, which finds its way by itself.
"""

import stat
from pathlib import PurePosixPath

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from services.gateway.keeping import accepted_encodings
from services.gateway.page_headers import PageHeaders
from services.runtime.settings import Settings
from services.runtime.web_client import INDEX, web_folder

OF_OPERATIONS = ("/v1", "/docs", "/openapi.json")
ENDINGS = {"br": ".br", "gzip": ".gz", "": ""}
"""What a file may be encoded in, best first, and what its name then ends with."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
# The system's own table of types differs from machine to machine.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue Moon</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>
<h1>Blue Moon</h1><p>The gateway runs, but there is no browser client to send. Build it with
<code>make web</code> (it needs Node.js 20 or newer), then load this page again.</p>
<p>What programs can do here: <a href="/docs">/docs</a>.</p></body></html>
"""


class Pages(StaticFiles):
    def __init__(self, settings: Settings) -> None:
        super().__init__(directory=web_folder(settings), check_dir=False)
        self._headers = PageHeaders(settings)

    async def check_config(self) -> None:
        """The folder may come later: it is built while the gateway runs."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """`path` is where the file would be in the folder."""
        asked = scope["path"]
        if any(asked == one or asked.startswith(f"{one}/") for one in OF_OPERATIONS):
            raise HTTPException(404)
        if scope["method"] not in {"GET", "HEAD"}:
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        hashed = asked.startswith("/assets/")
        if not hashed and not PurePosixPath(asked).suffix:
            path = INDEX
        wanted = Headers(scope=scope)
        response = await self._encoded(path, wanted)
        if response is None:
            if path != INDEX:
                raise HTTPException(404)
            response = HTMLResponse(NOT_BUILT)
            hashed = False
        response.headers["Cache-Control"] = FOR_EVER if hashed else ASK_AGAIN
        response.headers["Vary"] = "Accept-Encoding"
        response.headers.update(self._headers.of(wanted.get("host", "")))
        if "etag" in response.headers and self.is_not_modified(response.headers, wanted):
            return NotModifiedResponse(response.headers)
        return response

    async def _encoded(self, path: str, wanted: Headers) -> Response | None:
        """The file in the best encoding that there is and that the browser takes."""
        accepted = accepted_encodings(wanted.get("accept-encoding"))
        for encoding, ending in ENDINGS.items():
            if encoding and encoding not in accepted:
                continue
            try:
                found, facts = await anyio.to_thread.run_sync(self.lookup_path, path + ending)
            except (OSError, ValueError):
                # No file has such a name.
                return None
            if facts is None or not stat.S_ISREG(facts.st_mode):
                continue
            kind = TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")
            response = FileResponse(found, media_type=kind, stat_result=facts)
            if encoding:
                response.headers["Content-Encoding"] = encoding
            return response
        return None

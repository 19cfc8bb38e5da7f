"""Serves the browser client: files that the build has already compressed.

Any other path gets the index page, whose script does the routing.
"""

import stat
from pathlib import PurePosixPath

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from services.gateway.http_cache import accepted_encodings
from services.gateway.page_headers import PageHeaders
from services.runtime.operations.settings import Settings
from services.runtime.web.web_client import INDEX, web_folder

API_PATHS = ("/v1", "/docs", "/openapi.json")
SUFFIXES = {"br": ".br", "gzip": ".gz", "": ""}
"""File suffix by encoding, best encoding first."""
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
# The system's own MIME types differ between machines.
MEDIA_TYPES = {
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
<h1>Blue Moon</h1><p>The gateway is running, but the browser client is not built. Build it with
<code>make web</code> (it needs Node.js 20 or newer), then load this page again.</p>
<p>HTTP API: <a href="/docs">/docs</a>.</p></body></html>
"""


class Pages(StaticFiles):
    def __init__(self, settings: Settings) -> None:
        super().__init__(directory=web_folder(settings), check_dir=False)
        self._headers = PageHeaders(settings)

    async def check_config(self) -> None:
        """Skip the check: the client may be built while the gateway runs."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at `path` in the folder, or the index page."""
        url_path = scope["path"]
        if any(url_path == prefix or url_path.startswith(f"{prefix}/") for prefix in API_PATHS):
            raise HTTPException(404)
        if scope["method"] not in {"GET", "HEAD"}:
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        is_hashed = url_path.startswith("/assets/")
        if not is_hashed and not PurePosixPath(url_path).suffix:
            path = INDEX
        request_headers = Headers(scope=scope)
        response = await self._encoded(path, request_headers)
        if response is None:
            if path != INDEX:
                raise HTTPException(404)
            response = HTMLResponse(NOT_BUILT)
            is_hashed = False
        response.headers["Cache-Control"] = IMMUTABLE if is_hashed else REVALIDATE
        response.headers["Vary"] = "Accept-Encoding"
        response.headers.update(self._headers.for_host(request_headers.get("host", "")))
        if "etag" in response.headers and self.is_not_modified(response.headers, request_headers):
            return NotModifiedResponse(response.headers)
        return response

    async def _encoded(self, path: str, request_headers: Headers) -> Response | None:
        """Return the file in the best encoding that exists and that the browser accepts."""
        accepted = accepted_encodings(request_headers.get("accept-encoding"))
        for encoding, suffix in SUFFIXES.items():
            if encoding and encoding not in accepted:
                continue
            try:
                file, stats = await anyio.to_thread.run_sync(self.lookup_path, path + suffix)
            except (OSError, ValueError):
                # The path is not a valid file name.
                return None
            if stats is None or not stat.S_ISREG(stats.st_mode):
                continue
            media_type = MEDIA_TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")
            response = FileResponse(file, media_type=media_type, stat_result=stats)
            if encoding:
                response.headers["Content-Encoding"] = encoding
            return response
        return None

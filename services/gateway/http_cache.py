"""HTTP caching: entity tags (RFC 9110, section 8.8.3) and content encodings."""

import gzip
from functools import lru_cache
from hashlib import sha256

NOT_MODIFIED = 304
ETAG_BYTES = 12


def entity_tag(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[: 2 * ETAG_BYTES]}"'


def etag_matches(etag: str, if_none_match: str | None) -> bool:
    """Return whether an `If-None-Match` header names the tag. Proxies may have made it weak."""
    known = [value.strip().removeprefix("W/") for value in (if_none_match or "").split(",")]
    return etag in known or "*" in known


def accepted_encodings(accept_encoding: str | None) -> set[str]:
    """Parse an `Accept-Encoding` header: `br, gzip;q=0.5, deflate;q=0` gives br and gzip."""
    encodings = set()
    for part in (accept_encoding or "").split(","):
        name, _, weight = part.replace(" ", "").partition(";q=")
        if weight.strip("0.") or not weight:
            encodings.add(name.lower())
    return encodings


@lru_cache(maxsize=32)
def gzipped(content: bytes) -> bytes:
    """Compress once: cacheable responses are few and requested often."""
    return gzip.compress(content, mtime=0)

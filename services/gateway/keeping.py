"""Answers that clients keep: named by their bytes, so that nothing is sent twice (RFC 9110, 13)."""

import gzip
from functools import lru_cache
from hashlib import blake2b

NOT_MODIFIED = 304
TAG_BYTES = 12


def entity_tag(content: bytes) -> str:
    return f'"{blake2b(content, digest_size=TAG_BYTES).hexdigest()}"'


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Does the one who asks have just this? Proxies may have marked their tag as weak."""
    known = [one.strip().removeprefix("W/") for one in (if_none_match or "").split(",")]
    return tag in known or "*" in known


def accepted_encodings(accept_encoding: str | None) -> set[str]:
    """`br, gzip;q=0.5, deflate;q=0` -> br and gzip."""
    found = set()
    for part in (accept_encoding or "").split(","):
        name, _, weight = part.replace(" ", "").partition(";q=")
        if weight.strip("0.") or not weight:
            found.add(name.lower())
    return found


@lru_cache(maxsize=32)
def compressed(content: bytes) -> bytes:
    """What many ask for and may keep is worth being packed well, once."""
    return gzip.compress(content, mtime=0)

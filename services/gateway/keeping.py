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


def takes_gzip(accept_encoding: str | None) -> bool:
    wished = [one.strip().partition(";") for one in (accept_encoding or "").split(",")]
    return any(name == "gzip" and quality.strip() != "q=0" for name, _, quality in wished)


@lru_cache(maxsize=32)
def compressed(content: bytes) -> bytes:
    """What many ask for and may keep is worth being packed well, once."""
    return gzip.compress(content, mtime=0)

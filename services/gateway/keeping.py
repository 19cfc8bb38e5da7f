"""Answers that clients keep: named by their bytes, so that nothing is sent twice (RFC 9110, 13)."""

from hashlib import blake2b

NOT_MODIFIED = 304
TAG_BYTES = 12


def entity_tag(content: bytes) -> str:
    return f'"{blake2b(content, digest_size=TAG_BYTES).hexdigest()}"'


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Does the one who asks have just this? Proxies may have marked their tag as weak."""
    known = [one.strip().removeprefix("W/") for one in (if_none_match or "").split(",")]
    return tag in known or "*" in known

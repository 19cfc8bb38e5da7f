"""Signatures of webhook messages: HMAC-SHA-256 over the time of sending and the body.

The time is signed too, so that a recorded message cannot be replayed later. While a secret is being
rotated, a message is signed with the new one and the old one.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence

SIGNATURE_HEADER = "Bluemoon-Signature"
TOLERANCE_SECONDS = 300


class SignatureError(ValueError):
    """The signature is missing, wrong or too old."""


def sign(secrets: Sequence[str], body: bytes, now: int) -> str:
    """Return the header value `t=<seconds>,v1=<hex>`, with one `v1` for each secret."""
    digests = (f"v1={_digest(secret, str(now), body)}" for secret in secrets)
    return ",".join((f"t={now}", *digests))


def verify(
    secret: str, header: str, body: bytes, now: int, tolerance_seconds: int = TOLERANCE_SECONDS
) -> None:
    """Raise SignatureError unless the body was signed with the secret recently."""
    match = re.fullmatch(r"t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,2})", header, re.ASCII)
    if match is None:
        raise SignatureError("expected t=<seconds>,v1=<64 hex digits>")
    timestamp, digests = match[1], match[2].split(",v1=")[1:]
    expected = _digest(secret, timestamp, body)
    if not any(hmac.compare_digest(expected, digest) for digest in digests):
        raise SignatureError("the signature does not match the body")
    age_seconds = abs(now - int(timestamp))
    if age_seconds > tolerance_seconds:
        raise SignatureError(f"signed {age_seconds} s from now, more than {tolerance_seconds} s")


def _digest(secret: str, timestamp: str, body: bytes) -> str:
    signed = timestamp.encode() + b"." + body
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()

"""Signatures of webhook messages: HMAC-SHA-256 over the time of sending and the body.

The time is signed too, so that a recorded message cannot be replayed later.
"""

import hashlib
import hmac
import re

SIGNATURE_HEADER = "Bluemoon-Signature"
TOLERANCE_SECONDS = 300


class SignatureError(ValueError):
    """The signature is missing, wrong or too old."""


def sign(secret: str, body: bytes, now: int) -> str:
    """Return the header value `t=<seconds>,v1=<hex>`."""
    return f"t={now},v1={_digest(secret, str(now), body)}"


def verify(
    secret: str, header: str, body: bytes, now: int, tolerance_seconds: int = TOLERANCE_SECONDS
) -> None:
    """Raise SignatureError unless the body was signed with the secret recently."""
    match = re.fullmatch(r"t=(\d{1,12}),v1=([0-9a-f]{64})", header, re.ASCII)
    if match is None:
        raise SignatureError("expected t=<seconds>,v1=<64 hex digits>")
    timestamp, digest = match.groups()
    if not hmac.compare_digest(_digest(secret, timestamp, body), digest):
        raise SignatureError("the signature does not match the body")
    age_seconds = abs(now - int(timestamp))
    if age_seconds > tolerance_seconds:
        raise SignatureError(f"signed {age_seconds} s from now, more than {tolerance_seconds} s")


def _digest(secret: str, timestamp: str, body: bytes) -> str:
    signed = timestamp.encode() + b"." + body
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()

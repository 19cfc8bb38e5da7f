"""Signatures of webhook messages: HMAC-SHA-256 over the moment of sending and the body.

The moment is signed too: a message that somebody has overheard can't be sent again later.
"""

import hashlib
import hmac
import re

SIGNATURE_HEADER = "Bluemoon-Signature"
TOLERANCE_SECONDS = 300


class SignatureError(ValueError):
    """A message that must not be believed; the message says why."""


def sign(secret: str, body: bytes, now: int) -> str:
    """The header: `t=<seconds>,v1=<hex>`."""
    return f"t={now},v1={_digest(secret, str(now), body)}"


def verify(
    secret: str, header: str, body: bytes, now: int, tolerance_seconds: int = TOLERANCE_SECONDS
) -> None:
    """Raises SignatureError unless the body was signed with the secret, and lately."""
    found = re.fullmatch(r"t=(\d{1,12}),v1=([0-9a-f]{64})", header, re.ASCII)
    if found is None:
        raise SignatureError("expected t=<seconds>,v1=<64 hex digits>")
    moment, digest = found.groups()
    if not hmac.compare_digest(_digest(secret, moment, body), digest):
        raise SignatureError("the signature does not fit the body")
    if abs(now - int(moment)) > tolerance_seconds:
        raise SignatureError(f"signed {abs(now - int(moment))} s from now: too old, or a replay")


def _digest(secret: str, moment: str, body: bytes) -> str:
    signed = moment.encode() + b"." + body
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()

"""Webhook signatures: changed, old and foreign messages are rejected."""

import pytest

from services.runtime.webhooks.signing import TOLERANCE_SECONDS, SignatureError, sign, verify

SECRET, BODY, NOW = "a secret", b'{"event":"your_turn"}', 1_700_000_000


def test_accepts_a_recent_signature() -> None:
    header = sign([SECRET], BODY, NOW)
    for now in (NOW, NOW + TOLERANCE_SECONDS, NOW - TOLERANCE_SECONDS):
        verify(SECRET, header, BODY, now)


def test_the_signature_format_is_stable() -> None:
    """Receivers implement it in any language, so it must never change."""
    assert sign(["key"], b"{}", 1) == (
        "t=1,v1=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224"
    )


def test_two_secrets_are_valid_while_one_is_rotated() -> None:
    header = sign(["new", "old"], BODY, NOW)
    for secret in ("new", "old"):
        verify(secret, header, BODY, NOW)
    with pytest.raises(SignatureError):
        verify("another", header, BODY, NOW)


@pytest.mark.parametrize(
    ("secret", "header", "body", "now"),
    [
        ("another", sign([SECRET], BODY, NOW), BODY, NOW),
        (SECRET, sign([SECRET], BODY, NOW), BODY + b" ", NOW),
        (SECRET, sign([SECRET], BODY, NOW).replace(f"t={NOW}", f"t={NOW + 9}"), BODY, NOW + 9),
        (SECRET, sign([SECRET], BODY, NOW), BODY, NOW + TOLERANCE_SECONDS + 1),
        (SECRET, sign([SECRET], BODY, NOW), BODY, NOW - TOLERANCE_SECONDS - 1),
        (SECRET, "", BODY, NOW),
        (SECRET, f"t={NOW},v1=", BODY, NOW),
        (SECRET, sign([SECRET], BODY, NOW) + "\n", BODY, NOW),
        (SECRET, f"v1={'0' * 64}", BODY, NOW),
    ],
)
def test_rejects_invalid_signatures(secret: str, header: str, body: bytes, now: int) -> None:
    with pytest.raises(SignatureError):
        verify(secret, header, body, now)

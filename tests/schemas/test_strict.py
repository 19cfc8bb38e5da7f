"""Strict decoding: whatever the content, the only error is a DecodeError."""

import msgspec
import pytest

from schemas.record import Record
from schemas.strict import StrictDecoder


class Message(Record):
    text: str
    action: msgspec.Raw = msgspec.Raw(b"{}")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"text": "\xff"}', "invalid UTF-8 at byte 0"),
        (b'{"text": ' + b"[" * 8000 + b"]" * 8000 + b"}", "nested|Expected `str`"),
        (b"[" * 100_000, "nested|Expected `object`"),
        (b'{"text": "a", "tetx": "b"}', "unknown field `tetx`"),
        (b'{"text": "a"', "truncated"),
    ],
)
def test_refuses_malformed_content(content: bytes, reason: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=reason):
        StrictDecoder[Message](Message).decode(content)


def test_decodes_a_record() -> None:
    assert StrictDecoder[Message](Message).decode(b'{"text": "a"}').text == "a"

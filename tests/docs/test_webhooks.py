"""docs/webhooks.md: the example accepts only our signatures, and names and limits are correct."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schemas.webhook import EVENTS
from services.notifier.webhooks.poster import TIMEOUT_SECONDS
from services.notifier.webhooks.retry_delay import ATTEMPTS_MAX
from services.runtime.webhooks.deliveries import DEAD_LETTERS_MAX, WAITING_MAX
from services.runtime.webhooks.registry import WEBHOOKS_MAX
from services.runtime.webhooks.signing import SIGNATURE_HEADER, sign

TEXT = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text()
SECRET, BODY, NOW = "a secret", b'{"kind":"your_turn"}', 1_700_000_000

Check = Callable[[str, str, bytes, float], bool]


@pytest.fixture
def is_genuine() -> Check:
    [example] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - the example is what is tested
    check: Check = names["is_genuine"]
    return check


def test_the_example_accepts_our_signature(is_genuine: Check) -> None:
    assert is_genuine(SECRET, sign([SECRET], BODY, NOW), BODY, NOW + 299)


@pytest.mark.parametrize(
    ("secret", "header", "body", "now"),
    [
        ("another", sign([SECRET], BODY, NOW), BODY, NOW),
        (SECRET, sign([SECRET], BODY, NOW), BODY + b" ", NOW),
        (SECRET, sign([SECRET], BODY, NOW), BODY, NOW + 301),
        (SECRET, sign([SECRET], BODY, NOW).replace(f"t={NOW}", f"t={NOW + 9}"), BODY, NOW),
        (SECRET, "", BODY, NOW),
        (SECRET, "t=,v1=", BODY, NOW),
        (SECRET, "nonsense", BODY, NOW),
    ],
)
def test_the_example_rejects_anything_else(
    is_genuine: Check, secret: str, header: str, body: bytes, now: float
) -> None:
    assert not is_genuine(secret, header, body, now)


def test_names_the_events_header_and_limits_of_the_code() -> None:
    assert all(f"| `{event}` |" in TEXT for event in EVENTS)
    assert f"`{SIGNATURE_HEADER}`" in TEXT
    assert f"within {TIMEOUT_SECONDS:g} seconds" in TEXT
    assert f"{ATTEMPTS_MAX} attempts have failed" in TEXT
    assert f"more than {WAITING_MAX:,} messages" in TEXT
    assert f"newest {DEAD_LETTERS_MAX:,} are kept" in TEXT
    assert f"at most {WEBHOOKS_MAX} webhooks" in TEXT

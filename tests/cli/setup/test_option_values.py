"""Values of table options are parsed by the type of their field."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from cli.setup.option_values import parse_value


@pytest.mark.parametrize(
    ("text", "declared", "expected"),
    [
        ("3", int, 3),
        ("3", Annotated[int, Meta(ge=2)], 3),
        ("3", str, "3"),
        ("3", str | int, 3),
        ("0.5", float, 0.5),
        ("yes", bool, True),
        ("False", bool, False),
        ("none", int | None, None),
        ("none", str, "none"),
        ("2", Literal[1, 2], 2),
        ("a", Literal["a", "b"], "a"),
        ("1,2", tuple[int, ...], [1, 2]),
        ("1", list[int], [1]),
        ("", list[int], []),
        ("a, b", tuple[str, str], ["a", "b"]),
        ("2,1", tuple[Literal[1, 2], ...], [2, 1]),
        ('{"ones": 3}', dict[str, int], {"ones": 3}),
        ("[[1], [2]]", list[list[int]], [[1], [2]]),
        # What does not fit is reported by the conversion to the declared type.
        ("many", int, "many"),
        ("perhaps", bool, "perhaps"),
        ("{", dict[str, int], "{"),
    ],
)
def test_values(text: str, declared: Any, expected: object) -> None:
    parsed = parse_value(text, declared)

    assert parsed == expected
    assert type(parsed) is type(expected)

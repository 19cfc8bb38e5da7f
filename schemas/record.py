"""The base of every record that crosses a boundary: frozen, and named by its tag.

Records tolerate fields they do not declare, so a history written by a newer release stays readable.
Requests are strict: decode them with `schemas.strict`.
"""

import re
from typing import dataclass_transform

from msgspec import Struct, field


def snake_case(name: str) -> str:
    """`StonePlaced` -> `stone_placed`: the tag of a record on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# Type checkers do not inherit `frozen` from a msgspec base by themselves.
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True, gc=False):
    """Something that crosses a boundary and never changes."""


class Action(Record, tag_field="type", tag=snake_case):
    """What a seat asks for, in the imperative. It may be refused."""


class Event(Record, tag_field="type", tag=snake_case):
    """What happened, in the past tense. It is never refused and never changes."""

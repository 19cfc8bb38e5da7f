"""What every record on the wire has in common: frozen, strict, and named by its tag.

A field nobody declared is refused, so a typing error never passes in silence.
"""

import re
from typing import dataclass_transform

from msgspec import Struct, field


def snake_case(name: str) -> str:
    """`StonePlaced` -> `stone_placed`: the tag of a record on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# Type checkers do not inherit `frozen` from a msgspec base by themselves.
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that crosses a boundary and never changes."""


class Action(Record, tag_field="type", tag=snake_case):
    """What a seat asks for, in the imperative. It may be refused."""


class Event(Record, tag_field="type", tag=snake_case):
    """What happened, in the past tense. It is never refused and never changes."""

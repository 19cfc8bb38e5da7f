"""Which function folds which event."""

from collections.abc import Callable
from typing import Any

from schemas.duel.state import DuelState

Folds = dict[type, Callable[[DuelState, Any], DuelState]]

"""The colours of seats. Colour is never the only cue: a number or a name goes with it."""

from schemas.terms import SEATS_MAX

SEAT_STYLES = ("#e05a9c", "#1fa9bd", "#e68530", "#7fae2c")
assert len(SEAT_STYLES) == SEATS_MAX

QUIET_STYLE = "dim"


def seat_style(seat: int) -> str:
    return SEAT_STYLES[seat % len(SEAT_STYLES)]

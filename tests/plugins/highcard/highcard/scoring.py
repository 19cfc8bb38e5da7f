"""Who scores a round (H3) and who wins (H4)."""

from highcard.records import HighCardState, Play
from schemas.table import Result


def best_play(state: HighCardState) -> Play | None:
    """The play that scores if the round ends now; None if nobody has played a card."""
    played = [play for play in state.plays if play.card is not None]
    if not played:
        return None
    sign = -1 if state.options.low else 1
    return max(played, key=lambda play: sign * (play.card or 0))


def results(state: HighCardState) -> tuple[Result, ...]:
    points = [-1 if hand.out else hand.points for hand in state.hands]
    places = [1 + sum(other > own for other in points) for own in points]
    return tuple(
        Result(hand.seat, place, place == 1, {"points": hand.points})
        for hand, place in zip(state.hands, places, strict=True)
    )

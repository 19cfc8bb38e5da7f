"""The options after `peers` on the command line."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

DESCRIPTION = (
    "Measure Blue Moon beside boardgame.io, Colyseus and eventsourcing: see bench/peers.md."
)


class Options(Struct, frozen=True):
    games: tuple[int, ...] = (50, 200)
    """Matches played at the same time; one measurement for each number."""
    seconds: float = 10.0
    warmup_seconds: float = 1.5
    only: tuple[str, ...] = ()
    pin: bool = True
    engines: int = 1
    settings: tuple[tuple[str, str], ...] = ()
    """Settings of Blue Moon that differ from the defaults."""
    out: Path | None = None
    record: bool = True

    @property
    def is_complete(self) -> bool:
        """Whether the run measures everything, as the published figures do."""
        defaults = Options()
        return (self.only, self.settings, self.pin, self.games) == (
            defaults.only,
            defaults.settings,
            defaults.pin,
            defaults.games,
        )


def parse_options(arguments: Sequence[str], known: Sequence[str]) -> Options:
    """Parse the options. `known` are the names for --only."""
    defaults = Options()
    parser = argparse.ArgumentParser("python -m bench peers", description=DESCRIPTION)
    parser.add_argument(
        "--games",
        type=_numbers,
        default=defaults.games,
        metavar="N,N",
        help="matches at the same time (default: 50,200)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=defaults.seconds,
        help="length of a measurement (default: %(default)g)",
    )
    parser.add_argument(
        "--warmup",
        type=float,
        default=defaults.warmup_seconds,
        help="seconds before it (default: %(default)g)",
    )
    parser.add_argument("--only", default="", metavar="NAME,NAME", help=f"of {', '.join(known)}")
    parser.add_argument(
        "--no-pin", action="store_true", help="let the system place the processes on all cores"
    )
    parser.add_argument(
        "--engines", type=int, default=defaults.engines, help="engines of Blue Moon"
    )
    parser.add_argument(
        "--set",
        type=_setting,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of Blue Moon, such as SHARDS=4",
    )
    parser.add_argument("--out", type=Path, help="also append the JSON lines to this file")
    parser.add_argument(
        "--no-record", action="store_true", help="change neither results.md nor peers.md"
    )
    parsed = parser.parse_args(arguments)
    only = tuple(filter(None, parsed.only.split(",")))
    if unknown := [name for name in only if name not in known]:
        parser.error(f"--only: expected some of {', '.join(known)}, got {', '.join(unknown)}")
    return Options(
        games=parsed.games,
        seconds=parsed.seconds,
        warmup_seconds=parsed.warmup,
        only=only,
        pin=not parsed.no_pin,
        engines=parsed.engines,
        settings=tuple(parsed.set),
        out=parsed.out,
        record=not parsed.no_record,
    )


def _numbers(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if not all(word.isdecimal() and int(word) for word in words):
        raise argparse.ArgumentTypeError(f"expected numbers from 1, such as 50,200; got {text!r}")
    return tuple(map(int, words))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.isupper():
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, such as SHARDS=4; got {text!r}")
    return name, value

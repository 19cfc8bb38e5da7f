"""The figures in bench/peers.md: each complete run replaces them."""

from pathlib import Path

PAGE = Path(__file__).parents[1] / "peers.md"
BEGIN = "<!-- figures of the last complete run: written by `make bench ARGS=peers` -->\n"
END = "<!-- end of the figures -->\n"


def write_figures(heading: str, reports: list[str], path: Path = PAGE) -> None:
    before, begin, rest = path.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{path} has no line {BEGIN!r}"
    assert end, f"{path} has no line {END!r}"
    figures = "\n".join((f"Measured on {heading}.\n", *reports))
    path.write_text(f"{before}{begin}\n{figures}\n{end}{after}")

"""Path and query parameters are validated, with the parameter's name in the problem."""

import pytest
from msgspec import UNSET

from services.gateway.parameters import (
    ROWS_DEFAULT,
    SEQ_MAX,
    SeatPath,
    TablesQuery,
    ViewQuery,
    read_path,
    read_query,
)
from services.runtime.web.problems import ProblemError


def test_reads_a_query_and_fills_in_defaults() -> None:
    assert read_query({"at": "7", "as": "spectator"}, ViewQuery) == ViewQuery(7, "spectator")
    assert read_query({}, TablesQuery) == TablesQuery(UNSET, UNSET, ROWS_DEFAULT, UNSET, UNSET)


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        (
            {"limt": "9"},
            "Unknown query parameter 'limt'. Known: game, stage, limit, after, since, until, "
            "player, metadata.",
        ),
        ({"limit": "201"}, "Query parameter 'limit': Expected `int` <= 200."),
        ({"limit": "null"}, "Query parameter 'limit': Expected `int`, got `str`."),
        ({"stage": "done"}, "Query parameter 'stage': Invalid enum value 'done'."),
    ],
)
def test_a_bad_query_is_malformed(query: dict[str, str], detail: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read_query(query, TablesQuery)
    assert (caught.value.problem.code, caught.value.problem.detail) == ("malformed", detail)


@pytest.mark.parametrize("number", ["1e1", "007", "+5", "-0", "1.0", "\u0663", "0x10", " 5", ""])
def test_a_number_has_one_spelling(number: str) -> None:
    with pytest.raises(ProblemError, match="Query parameter 'limit': Expected"):
        read_query({"limit": number}, TablesQuery)


def test_seqs_are_bounded() -> None:
    assert read_query({"at": str(SEQ_MAX)}, ViewQuery).at == SEQ_MAX
    for number in (str(SEQ_MAX + 1), str(2**64), "9" * 5000):
        with pytest.raises(ProblemError, match=r"Query parameter 'at': (Expected|Integer value)"):
            read_query({"at": number}, ViewQuery)


def test_null_is_not_a_missing_value() -> None:
    with pytest.raises(ProblemError, match="Query parameter 'at'"):
        read_query({"at": "null"}, ViewQuery)


def test_an_impossible_path_is_not_found() -> None:
    assert read_path({"table": "t%2D1", "seat": "1"}, SeatPath) == SeatPath("t-1", 1)
    with pytest.raises(ProblemError) as caught:
        read_path({"table": "t1", "seat": "9"}, SeatPath)
    assert caught.value.problem.code == "not_found"
    assert caught.value.problem.detail == "'9' is not a valid seat: Expected `int` <= 3."

"""Problem details."""

from typing import get_args

from schemas.http import ProblemCode
from services.runtime.web.problems import PROBLEMS, rejected


def test_every_problem_code_has_a_status_and_a_title() -> None:
    assert set(PROBLEMS) == set(get_args(ProblemCode))


def test_a_refusal_of_the_gateway_has_a_rejection_with_code_and_detail() -> None:
    problem = rejected("name_taken", "Choose another name.", player="Amber").problem
    assert (problem.code, problem.status) == ("rejected", 409)
    assert problem.rejection is not None
    assert (problem.rejection.code, problem.rejection.detail) == ("name_taken", {"player": "Amber"})

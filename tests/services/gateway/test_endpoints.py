"""The annotations of a handler declare an endpoint."""

import pytest

from schemas.http import CommandQueuedResponse, CommandRequest
from schemas.outcome import Outcome
from services.gateway.endpoints import ApiRequest, Endpoint, PlainRequest, signature_of
from services.gateway.parameters import CommitsQuery, TablePath


async def send(
    _request: ApiRequest[TablePath, CommitsQuery, CommandRequest],
) -> Outcome | CommandQueuedResponse:
    raise NotImplementedError


async def forget_the_table(_request: PlainRequest) -> Outcome:
    raise NotImplementedError


def test_the_handler_declares_parameters_body_and_responses() -> None:
    endpoint = Endpoint(
        "send",
        "POST",
        "/v1/tables/{table}/commands",
        "Send.",
        send,
        "seat",
        status_of={CommandQueuedResponse: 202},
    )
    signature = signature_of(endpoint)
    assert (signature.path, signature.query) == (TablePath, CommitsQuery)
    assert signature.body is CommandRequest
    assert signature.responses == {200: Outcome, 202: CommandQueuedResponse}
    assert endpoint.status_for(CommandQueuedResponse("c", "/c")) == 202
    assert endpoint.status_for(Outcome("c", "t", 1)) == 200


def test_the_path_must_have_the_parameters_of_the_handler() -> None:
    endpoint = Endpoint("get", "GET", "/v1/tables/{table}", "Get.", forget_the_table, "anyone")
    with pytest.raises(TypeError, match=r"get: expected path parameters {'table'}, got set\(\)"):
        signature_of(endpoint)

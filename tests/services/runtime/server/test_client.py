"""The protocol of the client matches redis-py, which no type checker can tell."""

import inspect

import pytest

from services.runtime.server.client import RedisClient
from services.runtime.server.coalescing import CoalescingCluster, CoalescingRedis

# Overloaded commands have no signature at run time.
COMMANDS = sorted(
    name
    for name, member in vars(RedisClient).items()
    if not name.startswith("_") and member.__module__ != "typing"
)


@pytest.mark.parametrize("client_type", [CoalescingRedis, CoalescingCluster])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_exists_with_these_parameters(client_type: type, command: str) -> None:
    method = getattr(RedisClient, command)
    actual = inspect.signature(getattr(client_type, command)).parameters
    has_any = inspect.Parameter.VAR_POSITIONAL in {parameter.kind for parameter in actual.values()}

    for place, parameter in enumerate(inspect.signature(method).parameters.values()):
        if parameter.name not in actual:
            assert has_any, f"redis-py has no parameter {parameter.name}"
        elif parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            assert list(actual)[place] == parameter.name


def test_the_commands_are_found() -> None:
    assert {"hget", "xread", "register_script"} <= set(COMMANDS)

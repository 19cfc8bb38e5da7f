"""`bluemoon table void` and `revoke`: what a platform may do with its tables at any time."""

from typing import Annotated

import typer

from cli import arguments
from cli.connection import configuration, remote_system
from cli.connection.remote_system import RemoteSystem
from cli.tables.history import parse_table_id
from client import Gateway, HttpTransport
from schemas.terms import SEATS_MAX


def void(
    *,
    table: arguments.TableArgument,
    reason: Annotated[str, typer.Option(help="Why. Players see it, and the history records it.")],
    gateway: remote_system.GatewayUrl = None,
    key: remote_system.Key = None,
    data: configuration.Data = None,
) -> None:
    """End an open or running table without a result.

    Example: bluemoon table void TABLE --reason "The tournament was cancelled."
    """
    system = _find_system(gateway, key, data)
    table_id = parse_table_id(table)

    async def work() -> None:
        async with _gateway(system) as api:
            outcome = await api.void_table(table_id, reason)
        typer.echo(f"table {table_id} is void as of commit {outcome.seq}")

    remote_system.run(system, work)


def revoke(
    *,
    table: arguments.TableArgument,
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=0, max=SEATS_MAX - 1)],
    gateway: remote_system.GatewayUrl = None,
    key: remote_system.Key = None,
    data: configuration.Data = None,
) -> None:
    """Revoke all tokens of a seat. The player stays seated and needs a new token.

    Example: bluemoon table revoke TABLE 1
    """
    system = _find_system(gateway, key, data)
    table_id = parse_table_id(table)

    async def work() -> None:
        async with _gateway(system) as api:
            outcome = await api.revoke_seat(table_id, seat)
        typer.echo(f"all tokens of seat {seat} are revoked as of commit {outcome.seq}")

    remote_system.run(system, work)


def _find_system(gateway: str | None, key: str | None, data: str | None) -> RemoteSystem:
    system = remote_system.find_system(gateway, None, key, data)
    system.require_key()
    return system


def _gateway(system: RemoteSystem) -> Gateway:
    return Gateway(HttpTransport(system.gateway), system.key)

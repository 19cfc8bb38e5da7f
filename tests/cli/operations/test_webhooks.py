"""`bluemoon webhooks`: list and test webhooks, and retry dead letters."""

import http.server
import json
import secrets
import threading
from collections.abc import Iterator

import pytest

from schemas.commit import canonical
from schemas.webhook import Delivery, Webhook
from services.runtime.store.keys import WEBHOOKS, WebhookKeys
from services.runtime.webhooks.signing import verify
from tests.cli.live import LiveSystem


class _Receiver(http.server.BaseHTTPRequestHandler):
    received: list[tuple[str, bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.received.append((self.headers["Bluemoon-Signature"], body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"thank you")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Keep the test output quiet."""


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """The address of a receiver and the messages it has received."""
    received: list[tuple[str, bytes]] = []
    handler = type("Receiver", (_Receiver,), {"received": received})
    with http.server.HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/hook", received
        server.shutdown()
        thread.join()


def register(live: LiveSystem, url: str, name: str = "main") -> Webhook:
    """Register a webhook of a new platform."""
    webhook = Webhook(f"amber-{secrets.token_hex(4)}", name, url, ("your_turn",), "its secret", 1)
    live.client.hset(WEBHOOKS, f"{webhook.platform}/{name}", canonical(webhook))
    return webhook


@pytest.fixture(autouse=True)
def no_webhooks(live: LiveSystem) -> Iterator[None]:
    yield
    live.client.delete(WEBHOOKS)


def add_dead_letter(live: LiveSystem, webhook: Webhook, message: str) -> WebhookKeys:
    keys = WebhookKeys(webhook.platform, webhook.name)
    delivery = Delivery(message, "your_turn", "g", "{}", 1, 16, "500 \x1b[31mno", 1)
    live.client.hset(keys.deliveries, message, canonical(delivery))
    live.client.zadd(keys.dead_letters, {message: 1})
    return keys


def test_empty_list_is_reported(live: LiveSystem) -> None:
    assert live.call("webhooks", "ls").stdout.startswith("No webhooks")


def test_webhooks_are_listed_without_their_secrets(live: LiveSystem) -> None:
    webhook = register(live, "https://amber.example/hook")
    add_dead_letter(live, webhook, "g:1:your_turn")
    listing = live.call("webhooks", "ls").stdout
    output = json.loads(live.call("webhooks", "ls", "--json").stdout)
    assert webhook.platform in listing
    assert (output["webhook"], output["waiting"], output["dead_letters"]) == (
        f"{webhook.platform}/main",
        0,
        1,
    )
    assert "secret" not in listing + str(output)


def test_dead_letters_are_shown_and_retried(live: LiveSystem) -> None:
    webhook = register(live, "https://amber.example/hook")
    name = f"{webhook.platform}/main"
    keys = add_dead_letter(live, webhook, "g:1:your_turn")
    add_dead_letter(live, webhook, "g:2:your_turn")
    listing = live.call("webhooks", "dead-letters", name).stdout
    assert "g:1:your_turn" in listing
    assert "\x1b" not in listing
    assert "1 message to" in live.call("webhooks", "retry", name, "g:1:your_turn").stdout
    assert "there is no dead letter" in live.error_from("webhooks", "retry", name, "g:1:your_turn")
    assert live.call("webhooks", "retry", "main").stdout.startswith("1 message to main")
    assert live.client.zcard(keys.due) == 2
    assert live.call("webhooks", "dead-letters", name).stdout.startswith("No dead letters")


def test_test_message_is_signed_and_its_response_printed(
    live: LiveSystem, receiver: tuple[str, list[tuple[str, bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, received = receiver
    webhook = register(live, url)
    assert "is not a public address" in live.error_from("webhooks", "test", "main")
    monkeypatch.setenv("BLUEMOON_WEBHOOK_ALLOW_PRIVATE", "true")
    output = live.call("webhooks", "test", f"{webhook.platform}/main").stdout
    assert output.strip().endswith("accepted the message: 200 thank you")
    [(signature, body)] = received
    message = json.loads(body)
    verify(webhook.secret, signature, body, message["at"] // 1000)
    assert message["event"] == "test"


def test_unknown_or_ambiguous_name_is_explained(live: LiveSystem) -> None:
    first, second = register(live, "https://a.example/"), register(live, "https://b.example/")
    assert "found 0; known: " in live.error_from("webhooks", "dead-letters", "nobody")
    both = live.error_from("webhooks", "dead-letters", "main")
    assert "found 2" in both
    assert first.platform in both
    assert second.platform in both

"""`bluemoon webhooks`: hooks of all platforms, listed, tested, and their dead messages replayed."""

import http.server
import json
import secrets
import threading
from collections.abc import Iterator

import pytest

from schemas.commit import canonical
from schemas.webhook import Delivery, Webhook
from services.runtime.keys import WEBHOOKS, WebhookKeys
from services.runtime.signing import verify
from tests.cli.live import Live


class _Taking(http.server.BaseHTTPRequestHandler):
    taken: list[tuple[str, bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.taken.append((self.headers["Bluemoon-Signature"], body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"thank you")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """What comes is looked at by the tests."""


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """The address of a receiver, and what it has taken."""
    taken: list[tuple[str, bytes]] = []
    handler = type("Taking", (_Taking,), {"taken": taken})
    with http.server.HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/hook", taken
        server.shutdown()
        thread.join()


def put(live: Live, url: str, name: str = "main") -> Webhook:
    """A hook of a platform of the test's own."""
    hook = Webhook(f"amber-{secrets.token_hex(4)}", name, url, ("your_turn",), "its secret", 1)
    live.client.hset(WEBHOOKS, f"{hook.platform}/{name}", canonical(hook))
    return hook


@pytest.fixture(autouse=True)
def no_hooks(live: Live) -> Iterator[None]:
    yield
    live.client.delete(WEBHOOKS)


def kill(live: Live, hook: Webhook, message: str) -> WebhookKeys:
    keys = WebhookKeys(hook.platform, hook.name)
    delivery = Delivery(message, "your_turn", "g", "{}", 1, 16, "500 \x1b[31mno", 1)
    live.client.hset(keys.deliveries, message, canonical(delivery))
    live.client.zadd(keys.dead, {message: 1})
    return keys


def test_none_is_said_in_words(live: Live) -> None:
    assert live.call("webhooks", "ls").stdout.startswith("No webhooks")


def test_hooks_are_listed_without_their_secrets(live: Live) -> None:
    hook = put(live, "https://amber.example/hook")
    kill(live, hook, "g:1:your_turn")
    shown = live.call("webhooks", "ls").stdout
    told = json.loads(live.call("webhooks", "ls", "--json").stdout)
    assert hook.platform in shown
    assert (told["hook"], told["waiting"], told["dead"]) == (f"{hook.platform}/main", 0, 1)
    assert "secret" not in shown + str(told)


def test_dead_messages_are_shown_and_replayed(live: Live) -> None:
    hook = put(live, "https://amber.example/hook")
    name = f"{hook.platform}/main"
    keys = kill(live, hook, "g:1:your_turn")
    kill(live, hook, "g:2:your_turn")
    shown = live.call("webhooks", "dead", name).stdout
    assert "g:1:your_turn" in shown
    assert "\x1b" not in shown
    assert "1 message to" in live.call("webhooks", "replay", name, "g:1:your_turn").stdout
    assert "there is no dead message" in live.refusal("webhooks", "replay", name, "g:1:your_turn")
    assert live.call("webhooks", "replay", "main").stdout.startswith("1 message to main")
    assert live.client.zcard(keys.due) == 2
    assert live.call("webhooks", "dead", name).stdout.startswith("Nothing is dead")


def test_a_test_message_is_signed_and_its_answer_shown(
    live: Live, receiver: tuple[str, list[tuple[str, bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, taken = receiver
    hook = put(live, url)
    assert "is not a public address" in live.refusal("webhooks", "test", "main")
    monkeypatch.setenv("BLUEMOON_WEBHOOK_ALLOW_PRIVATE", "true")
    said = live.call("webhooks", "test", f"{hook.platform}/main").stdout
    assert said.strip().endswith("has taken the message: 200 thank you")
    [(signature, body)] = taken
    message = json.loads(body)
    verify(hook.secret, signature, body, message["at"] // 1000)
    assert message["kind"] == "test"


def test_a_name_that_means_none_or_two_is_explained(live: Live) -> None:
    first, second = put(live, "https://a.example/"), put(live, "https://b.example/")
    assert "found 0; there are: " in live.refusal("webhooks", "dead", "nobody")
    both = live.refusal("webhooks", "dead", "main")
    assert "found 2" in both
    assert first.platform in both
    assert second.platform in both

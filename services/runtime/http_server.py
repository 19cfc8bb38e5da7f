"""The HTTP server of a service: ends when it is told to, and lets the rest of the stop be done."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.server import HANDLED_SIGNALS


class HttpServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """By itself it would raise the signal again at its end, and what comes after it in an
        orderly stop would never be done."""
        loop = asyncio.get_running_loop()
        for number in HANDLED_SIGNALS:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in HANDLED_SIGNALS:
                loop.remove_signal_handler(number)

"""Bots as clients of a running system: `bot`."""

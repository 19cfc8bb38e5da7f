"""Follow the feeds and deliver to each viewer its own redacted view of every commit.

May import `services.runtime`, `games` and `schemas`, never another service.
"""

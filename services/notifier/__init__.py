"""Follows the feed and sends each viewer its own redacted version of what happened.

May import `services.runtime`, `games` and `schemas`, never another service.
"""

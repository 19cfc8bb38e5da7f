"""Follows the feeds and delivers every commit to each viewer, redacted for that viewer.

May import `services.runtime`, `games` and `schemas`, never another service.
"""

"""Follows the feeds and maintains the read models: tables, players, standings and activity.

May import `services.runtime`, `games` and `schemas`, never another service.
"""

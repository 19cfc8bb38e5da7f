"""Follows the feed and keeps the read models: views, lobby, players and standings.

May import `services.runtime`, `games` and `schemas`, never another service.
"""

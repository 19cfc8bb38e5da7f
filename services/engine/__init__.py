"""Reads a shard's commands in order, decides them by the rules and appends the commits.

May import `services.runtime`, `games` and `schemas`, never another service.
"""

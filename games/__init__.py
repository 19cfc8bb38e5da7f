"""The rules of the games. They are pure: no clock, no randomness, no files, no network.

May import `schemas`.
"""

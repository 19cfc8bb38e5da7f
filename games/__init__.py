"""The rules of the games, pure: no clock, no chance, no file, no network.

May import `schemas`.
"""

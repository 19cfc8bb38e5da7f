"""Tells platforms over HTTP what happens at their tables: who is to act, what is over.

One notifier does it, chosen by a lock; the others stand by.
"""

"""Benchmarks: ratios to a baseline, measured within one run on one machine."""

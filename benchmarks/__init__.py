"""Benchmarks of Referee and of comparable programs, measured in one run: `make bench`."""

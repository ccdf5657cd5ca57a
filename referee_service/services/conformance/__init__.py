"""The conformance kit: positions, refusals, transitions, scores, perft counts and records of a game as JSON.

Implementations in other languages test themselves with it. docs/conformance.md has the format.
"""

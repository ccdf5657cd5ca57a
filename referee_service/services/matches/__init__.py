"""Matches: set-up, moves, verdicts, views, audits, scores and replays, open or guarded."""

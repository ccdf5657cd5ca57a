"""Commands of the SDK: `referee-check` and `referee-play`."""

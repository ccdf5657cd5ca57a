"""One file per verb: what may be offered, why it is refused, what it does."""

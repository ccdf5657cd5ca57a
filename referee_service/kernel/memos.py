"""Sizes of memos: LRU caches of pure functions whose arguments are parts of states.

Every new position brings new arguments, so each memo of a serving process fills up. The sizes keep all of them
together below 20 MB. With 50 matches in turn, four times the size makes no rule or search measurably faster.
"""

from __future__ import annotations

from typing import Final

MEMO_ENTRIES: Final = 1024
"""Largest number of results that a memo of the rules keeps."""
EVALUATION_ENTRIES: Final = 4096
"""Largest number of results that a memo of an evaluation keeps. A search visits thousands of positions."""

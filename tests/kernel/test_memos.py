"""Memos of all games are bounded, so a process that serves new positions for days keeps its memory."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper

from referee_service.games import GAMES
from referee_service.kernel.memos import EVALUATION_ENTRIES, memo_by


def test_no_memo_of_a_game_has_more_entries_than_the_kernel_allows():
    memos = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    own = [each for each in memos if each.__module__.startswith("referee_service.")]
    assert len(own) > 10 * len(GAMES)
    too_large = [
        f"{each.__module__}.{each.__qualname__}"
        for each in own
        if (each.cache_parameters()["maxsize"] or 0) > EVALUATION_ENTRIES
    ]
    assert too_large == []


def test_a_memo_by_a_key_calls_its_function_once_for_each_key_and_is_bounded():
    calls = []

    @memo_by(lambda number, _: number % 10, entries=2)
    def double(number, note):
        calls.append(number)
        return 2 * number

    assert [double(3, "first"), double(13, "equal key"), double(4, "other key")] == [6, 6, 8]
    assert calls == [3, 4]
    assert [double(5, "full"), double(3, "forgotten")] == [10, 6]
    assert calls == [3, 4, 5, 3]

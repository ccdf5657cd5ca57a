"""Menu of the full screen: the question of the match, and the moves that the table offers."""

from __future__ import annotations

from collections.abc import Sequence

from referee_sdk.chat import Message
from referee_sdk.chat.phrases import number_in
from referee_sdk.terminal.candidates import Candidate, move_candidate


class Menu:
    """Question and candidates. `is_part` if the table offers only some of the moves of this position."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.candidates: Sequence[Candidate] = ()
        self.is_part = False
        self._id, self._count = "", 0

    def take(self, message: Message) -> None:
        """Take the menu of a message. The first menu of a position has all moves."""
        if message.menu_id != self._id or len(message.choices) > self._count:
            self._id, self._count = message.menu_id, len(message.choices)
        self.question = message.text
        self.candidates = tuple(map(move_candidate, message.choices))
        self.is_part = len(message.choices) < self._count

    def numbered_line(self, text: str) -> str:
        """Return a number with the label of its move, or any other text as it is."""
        number = number_in(text)
        move = next((each for each in self.candidates if number is not None and each.number == number), None)
        return text if move is None else f"{number}  {move.label}"

    def replace(self, question: str, candidates: Sequence[Candidate]) -> None:
        """Replace the menu by another list, such as that after the end."""
        self.question, self.candidates, self.is_part = question, tuple(candidates), False

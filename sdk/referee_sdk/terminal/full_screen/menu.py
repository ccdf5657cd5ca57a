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
        self._id, self._question = "", ""
        self._moves: Sequence[Candidate] = ()

    def take(self, message: Message) -> None:
        """Take the menu of a message. The first menu of a position has all moves."""
        self.question = message.text
        self.candidates = tuple(map(move_candidate, message.choices))
        if message.menu_id != self._id or len(self.candidates) > len(self._moves):
            self._id, self._question, self._moves = message.menu_id, self.question, self.candidates
        self.is_part = self.question != self._question or len(self.candidates) < len(self._moves)

    def numbered_line(self, text: str) -> str:
        """Return a number with the label of its move, or any other text as it is.

        A number means the same move when the list has only some of them.
        """
        number = number_in(text)
        move = next((each for each in self._moves if number is not None and each.number == number), None)
        return text if move is None else f"{number}  {move.label}"

    def replace(self, question: str, candidates: Sequence[Candidate]) -> None:
        """Replace the menu by another list, such as that after the end."""
        self.question, self.candidates, self.is_part = question, tuple(candidates), False
        self._id, self._question, self._moves = "", "", ()

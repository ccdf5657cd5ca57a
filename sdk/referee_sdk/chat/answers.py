"""Answers of a table that change nothing: board, picture, score, moves, help, and what a component does."""

from __future__ import annotations

import re

from referee_sdk.chat.component_answers import ComponentAnswers
from referee_sdk.chat.messages import Message, code_block, escape_markdown, shorten, split_messages
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.room_match import RoomMatch

MAX_EXAMPLE_CHARS = 60
"""Longest example of a move in words."""


class TableAnswers:
    """Answers of one table. Each public method is a command: it takes the user, and spectators may use it too."""

    def __init__(self, prompter: Prompter, parser: MoveParser) -> None:
        self.prompter, self.parser = prompter, parser
        self.settings, self.formatter = prompter.settings, prompter.formatter
        self.match, self.seats = prompter.match, prompter.seats
        self._components = ComponentAnswers(parser.index, self.formatter)

    def help(self, user: str) -> list[Message]:
        """Explain how to play at this table."""
        lines = [self._question(), self.formatter.text("help", example=self.parser.example(), words=self._words())]
        if isinstance(self.match, RoomMatch):
            lines.append(self.formatter.text("help room"))
        return split_messages(filter(None, "\n".join(lines).splitlines()), self.settings.limit)

    def _question(self) -> str:
        """Return what the match waits for. Prompts are public."""
        if self.match.is_over:
            return self.formatter.text("after over")
        turn = self.match.turn
        name = self.formatter.seat_name(turn.seat) if isinstance(turn.seat, int) else "…"
        return self.formatter.text("prompt", user=name, prompt=self.formatter.with_names(turn.prompt))

    def _words(self) -> str:
        """Return an example of a move in words: a legal one, or the title of a verb if the legal list is hidden."""
        if self.match.is_over:
            return next(iter(self.parser.verbs.values())).title
        seat, legal = self.match.seat, self.match.legal_actions()
        if legal and isinstance(seat, int) and not self.seats.has_private_view(seat):
            words = shorten(re.split(r" [(:]|: ", legal[0].label)[0], MAX_EXAMPLE_CHARS)
            return self.formatter.with_names(words[:1].lower() + words[1:])
        return next((verb.title for kind, verb in self.parser.verbs.items() if kind in self.match.turn.verbs), "…")

    def table(self, user: str) -> list[Message]:
        """Show the board: to all, or only to the user if the user's seat sees more than a spectator."""
        seat = self.seats.seat_of(user)
        view = self.match.view(seat, names=self.formatter.board_names, width=self.settings.width)
        board = code_block(view.text, self.settings.limit, to=self.seats.recipient(user))
        return self.prompter.illustrate(board, seat)

    def picture(self, user: str) -> list[Message]:
        """Show a picture: to all, or only to the user if the user's seat sees more than a spectator."""
        picture, to = self.prompter.drawings.for_viewer(self.seats.seat_of(user)), self.seats.recipient(user)
        text = picture.note or escape_markdown(picture.attachments[0].alt)
        return [Message(shorten(text, self.settings.limit), to, attachments=picture.attachments)]

    def score(self, user: str) -> list[Message]:
        """Show the score, and the final position if the match is over."""
        score = split_messages(list(self.formatter.scores(self.match.score())), self.settings.limit)
        return self.prompter.illustrate(score, None) if self.match.is_over else score

    def moves(self, user: str) -> list[Message]:
        """Show the menu of all legal actions from its first page."""
        return self.prompter.reply("after over") if self.match.is_over else self.prompter.prompt()

    def component(self, user: str, name: str) -> list[Message]:
        """Explain a card or piece."""
        return split_messages(self._components.lines(name), self.settings.limit, to=self.seats.recipient(user))

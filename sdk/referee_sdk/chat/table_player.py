"""Moves of users at a table: numbers, words and notation, and why a move is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee_sdk.chat.messages import Message, escape_markdown, split_messages
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.room_match import RoomMatch
from referee_sdk.chat.texts import WHY_PREFIXES
from referee_sdk.errors import IllegalMove, UnreadableNotation
from referee_sdk.models import CHANCE, Action, Event, Refusal


class TablePlayer:
    """Plays what users write. `on_played` receives the events of a move, and returns the messages after it."""

    def __init__(
        self, prompter: Prompter, parser: MoveParser, on_played: Callable[[Sequence[Event]], list[Message]]
    ) -> None:
        self.prompter, self.parser, self.on_played = prompter, parser, on_played
        self.match, self.seats, self.formatter = prompter.match, prompter.seats, prompter.formatter

    def handle(self, user: str, words: str) -> list[Message]:
        """Play a move of a user, or judge one after words such as "why not"."""
        refused = self.turn_error(user)
        if refused is not None:
            return refused
        for prefix in WHY_PREFIXES:
            if words.lower().startswith(f"{prefix} "):
                return self._why(user, words[len(prefix) :].strip(" ?"))
        is_number = words.isascii() and words.isdigit()
        return self._play_numbered(user, int(words)) if is_number else self._play_text(user, words)

    def turn_error(self, user: str) -> list[Message] | None:
        """Return a message if the user cannot decide now, else None."""
        if self.match.is_over:
            return self.prompter.reply("over")
        if user not in self.seats.users:
            return self.prompter.reply("watching", user=self.formatter.user_name(user), to=user)
        if self._is_bot(self.seats.seat_of(user)):
            return self.prompter.reply("bot plays", user=self.formatter.user_name(user), to=user)
        if self.match.seat != CHANCE and self.seats.current_player != user:
            assert isinstance(self.match.seat, int)
            return self.prompter.reply("not your turn", user=self.formatter.seat_name(self.match.seat))
        return None

    def _play_numbered(self, user: str, number: int) -> list[Message]:
        menu = self.prompter.current_menu()
        action = menu.get(number)
        if action is None:
            to = self.seats.recipient(user)  # the count of actions may reveal something about a hidden hand
            return self.prompter.reply("no such number", number=number, count=len(menu.legal), to=to)
        return self._play(user, action)

    def _play_text(self, user: str, words: str) -> list[Message]:
        """Play a move in notation or free text, or show a menu if several actions fit."""
        if self.parser.looks_like_notation(words) and "=" in words:
            return self._play(user, words)
        interpretation = self.parser.interpret(words)
        if interpretation.is_unique:
            return self._play(user, interpretation.actions[0])
        if interpretation.actions:
            return self.prompter.new_menu(interpretation.actions, "which", to=self.seats.recipient(user))
        if self.parser.interpret_verb(words) is not None:
            return self._why(user, words)  # the text names a move, but no legal one
        return self.prompter.reply("not understood", text=escape_markdown(words[:80]), to=self.seats.recipient(user))

    def _play(self, user: str, move: Action | str) -> list[Message]:
        try:
            events = self.match.play(move)
        except IllegalMove as error:
            return self._refusal_messages(user, error.refusals, error.suggestions)
        except UnreadableNotation as error:
            return split_messages([error.detail], self.prompter.settings.limit, to=self.seats.recipient(user))
        return self.on_played(events)

    def _why(self, user: str, words: str) -> list[Message]:
        """Judge the move that a text describes, and show the rulings if it is illegal."""
        to = self.seats.recipient(user)
        line = self.parser.to_notation(words)
        if line is None:
            return self.prompter.reply("usage", usage=self.parser.usage_for(words), to=to)
        try:
            verdict = self.match.judge(line)
        except UnreadableNotation as error:
            return split_messages([error.detail], self.prompter.settings.limit, to=to)
        if verdict.legal:
            return self.prompter.reply("legal", notation=line, to=to)
        return self.prompter.reply("judged", notation=line, to=to) + self._refusal_messages(
            user, verdict.refusals, verdict.suggestions
        )

    def _refusal_messages(self, user: str, refusals: Sequence[Refusal], suggestions: Sequence[Action]) -> list[Message]:
        """Return all rulings, and a menu of similar legal moves."""
        to = self.seats.recipient(user)
        lines = [self.formatter.text("refused"), *map(self.formatter.refusal, refusals)]
        menu = self.prompter.new_menu(suggestions, "suggestions", to=to) if suggestions else []
        return split_messages(lines, self.prompter.settings.limit, to=to) + menu

    def _is_bot(self, seat: int | None) -> bool:
        """Return whether a bot of the room plays a seat now."""
        return isinstance(self.match, RoomMatch) and seat is not None and self.match.is_bot(seat)

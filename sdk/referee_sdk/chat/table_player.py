"""Moves of users at a table: numbers, words and notation, and why a move is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.messages import Message, escape_markdown, split_messages
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.phrases import consent_in, is_question, move_in_question, number_in
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.reasons import MoveJudge
from referee_sdk.chat.words import significant_words
from referee_sdk.errors import IllegalMove, UnreadableNotation
from referee_sdk.models import CHANCE, Action, Event, Refusal


class TablePlayer:
    """Plays what users write. `on_played` receives the events of a move, and returns the messages after it."""

    def __init__(
        self, prompter: Prompter, parser: MoveParser, on_played: Callable[[Sequence[Event]], list[Message]]
    ) -> None:
        self.prompter, self.parser, self.on_played = prompter, parser, on_played
        self.judge = MoveJudge(prompter, parser)
        self.match, self.seats, self.formatter = prompter.match, prompter.seats, prompter.formatter

    def handle(self, user: str, words: str) -> list[Message]:
        """Play a move of a user, or judge one after words such as "why not". A question plays nothing."""
        refused = self.turn_error(user)
        if refused is not None:
            return refused
        move = move_in_question(words)
        if move is not None:
            if (number := number_in(move)) is not None:
                return self._why_not_numbered(user, number)
            return self._why(user, self.parser.notation_in(words) or move)
        number = number_in(words)
        if number is not None:
            return self._play_numbered(user, number)
        return self._why(user, words) if is_question(words) else self._play_text(user, words)

    def explain_number(self, user: str, number: int) -> str | None:
        """Return the label of a number of the list, if the user decides now; else None."""
        if self.turn_error(user) is not None:
            return None
        action = self.prompter.current_menu().get(number)
        return None if action is None else f"`{number}` {self.formatter.with_names(action.label)}"

    def turn_error(self, user: str) -> list[Message] | None:
        """Return a message if the user cannot decide now, else None."""
        if self.match.is_over:
            return self.prompter.reply("after over")
        if self.seats.has_left(user):
            return self.prompter.reply("bot plays", user=self.formatter.user_name(user), to=user)
        if user not in self.seats.users:
            return self.prompter.reply("watching", user=self.formatter.user_name(user), to=user)
        if (seat := self.seats.seat_of(user)) is not None and self.seats.has_room_bot(seat):
            return self.prompter.reply("bot plays", user=self.formatter.user_name(user), to=user)
        if self.match.seat != CHANCE and self.seats.current_player != user:
            assert isinstance(self.match.seat, int)
            return self.prompter.reply("not your turn", user=self.formatter.seat_name(self.match.seat))
        return None

    def _play_numbered(self, user: str, number: int) -> list[Message]:
        action = self.prompter.current_menu().get(number)
        return self._no_such_number(user, number) if action is None else self._play(user, action)

    def _why_not_numbered(self, user: str, number: int) -> list[Message]:
        """Answer why a number of the list is not allowed: all of them are."""
        action = self.prompter.current_menu().get(number)
        return self._no_such_number(user, number) if action is None else self._allowed(user, [action])

    def _no_such_number(self, user: str, number: int) -> list[Message]:
        to = self.seats.recipient(user)  # the count of actions may reveal something about a hidden hand
        count = len(self.prompter.current_menu().legal)
        return self.prompter.reply("no such number", number=number, count=count, to=to)

    def _allowed(self, user: str, actions: Sequence[Action]) -> list[Message]:
        """Say that moves are allowed, as the list shows them."""
        return self.prompter.new_menu(actions, "legal moves", to=self.seats.recipient(user))

    def _play_text(self, user: str, words: str) -> list[Message]:
        """Play a move in notation or free text, or show a menu if several actions fit."""
        if (notation := self.parser.notation_in(words)) is not None:
            return self._play(user, notation)
        guess = self.prompter.current_menu().guess
        if guess is not None and consent_in(words):
            return self._play(user, guess)
        answers = self.parser.short_answer(words)
        if answers:
            return self._play(user, answers[0]) if len(answers) == 1 else self._menu(user, answers)
        if (passing := self.parser.passing_verb(words)) is not None:
            return self._why(user, passing)
        interpretation, kinds = self.parser.interpret(words), self.parser.interpret_verbs(words)
        is_other_verb = bool(kinds) and not any(action.kind in kinds for action in self.match.legal_actions())
        if is_other_verb and interpretation.actions:  # "build a fortification" is no attempt at the verb `build`
            is_other_verb = not self.parser.resembles(interpretation.actions[0], words)
        if interpretation.is_unique and (interpretation.is_exact or not is_other_verb):
            return self._play(user, interpretation.actions[0])
        if is_other_verb or self._names_other_component(words, interpretation.actions):
            return self._why(user, words)
        of_verb = [action for action in self.match.legal_actions() if action.kind in kinds[:1]]
        if interpretation.actions or of_verb:
            return self._menu(user, interpretation.actions or of_verb)
        text = escape_markdown(words[:80])
        return self.prompter.reply("not understood", text=text, to=self.seats.recipient(user))

    def _menu(self, user: str, actions: Sequence[Action]) -> list[Message]:
        title = "which" if len(actions) > 1 else "mean"
        return self.prompter.new_menu(actions, title, to=self.seats.recipient(user))

    def _names_other_component(self, words: str, actions: Sequence[Action]) -> bool:
        """Return whether a text names a component that none of the actions has."""
        return self.parser.component_in(words) is not None and not self._with_component(words, actions)

    def _with_component(self, words: str, actions: Sequence[Action]) -> list[Action]:
        """Return the actions with the component that a text names, or all if it names none."""
        component = self.parser.component_in(words)
        return [
            action
            for action in actions
            if component is None
            or component.id in action.fields.values()
            or self.parser.mentions(action, component.words)
        ]

    def _play(self, user: str, move: Action | str) -> list[Message]:
        try:
            events = self.match.play(move)
        except IllegalMove as error:
            return self._refusal_messages(user, error.refusals, error.suggestions)
        except UnreadableNotation as error:
            fitting, words = self.parser.interpret(str(move)).actions, significant_words(str(move).replace("_", " "))
            if fitting and all(self.parser.mentions(action, words) for action in fitting):  # some fields are missing
                return self._menu(user, fitting)
            return split_messages(
                [error_text(error, self.formatter.language)],
                self.prompter.settings.limit,
                to=self.seats.recipient(user),
            )
        return self.on_played(events)

    def _why(self, user: str, words: str) -> list[Message]:
        """Judge the move that a text describes, and show the rulings if it is illegal."""
        to = self.seats.recipient(user)
        legal = self._legal_moves(words)
        if legal:
            return self._allowed(user, legal)
        try:
            found = self.judge.judge_text(words)
        except UnreadableNotation as error:
            text = error_text(error, self.formatter.language)
            return split_messages([text], self.prompter.settings.limit, to=self.seats.recipient(user))
        if found is None:
            return self._unclear(user, words)
        if found.is_legal:
            listed = [each for each in self.match.legal_actions() if each.notation == found.notation]
            if listed and not self.parser.fits_numbers(listed[0], words):  # another move than the one of the text
                return self.prompter.new_menu(listed, "mean", to=to)
            return self._allowed(user, listed) if listed else self._legal_notation(user, found.notation)
        label = self.formatter.with_names(found.label) or self.parser.title(found.notation)
        key = "judged move" if label else "judged"
        judged = self.prompter.reply(key, notation=found.notation, label=label, to=to) if found.notation else []
        return judged + self._refusal_messages(user, found.refusals, found.suggestions)

    def _legal_notation(self, user: str, notation: str) -> list[Message]:
        """Say that a move is allowed that the list shows in another form."""
        return self.prompter.reply("legal", notation=notation, to=self.seats.recipient(user))

    def _legal_moves(self, words: str) -> Sequence[Action]:
        """Return the legal moves that a question clearly means: one, or those of the only verb that it names."""
        if self.parser.notation_in(words) is not None:
            return ()
        interpretation, kinds = self.parser.interpret(words), self.parser.interpret_verbs(words)
        actions = interpretation.actions
        if interpretation.is_unique and (interpretation.is_exact or actions[0].kind in kinds):
            return actions
        own = [action for action in actions if action.kind in kinds[:1] and self.parser.fits_numbers(action, words)]
        return self._with_component(words, own)

    def _unclear(self, user: str, words: str) -> list[Message]:
        """Explain that a question names no move that can be judged."""
        to, component = self.seats.recipient(user), self.parser.component_in(words)
        if component is not None:
            name = escape_markdown(self.parser.index.get(component.id).name)
            return self.prompter.reply("nothing to choose", text=name, to=to)
        return self.prompter.reply("usage", usage=self.parser.usage_for(words), to=to)

    def _refusal_messages(self, user: str, refusals: Sequence[Refusal], suggestions: Sequence[Action]) -> list[Message]:
        """Return all rulings, and a menu of similar legal moves."""
        to = self.seats.recipient(user)
        lines = [self.formatter.text("refused"), *map(self.formatter.refusal, refusals)]
        menu = self.prompter.new_menu(suggestions, "suggestions", to=to) if suggestions else []
        return split_messages(lines, self.prompter.settings.limit, to=to) + menu

"""Table in a chat: users write text, and the table returns short Markdown messages. It works with any chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partialmethod
from typing import Any

from referee_sdk import savefile
from referee_sdk.chat.component_answers import ComponentAnswers, component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.menu import ActionMenu
from referee_sdk.chat.messages import Message, clean_text, code_block, escape_markdown, shorten, split_messages
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.pictures import TablePictures, attach
from referee_sdk.chat.seats import BotSeat, OnBotProgress, SeatMap
from referee_sdk.chat.texts import COMMANDS, WHY_PREFIXES
from referee_sdk.chat.undo_agreement import UndoAgreement, UndoReply
from referee_sdk.client import Client
from referee_sdk.errors import BadRequest, IllegalMove, RateLimited, RefereeError, ServerError, UnreadableNotation
from referee_sdk.match import Match
from referee_sdk.models import CHANCE, Action, Event, Refusal
from referee_sdk.options import Language
from referee_sdk.records import Chance

SAVED_SETTINGS = ("names", "limit", "page", "width", "pictures")
"""Arguments of a table that `save` keeps."""


class Table:
    """One match with its users and bots. Pass every text of a user to `say`, and send the messages it returns.

    A user is the string by which the chat identifies a person. `names` maps users to display names. `limit` is the
    longest message in characters, `page` the number of actions per menu page, `width` the longest line of a board.
    `pictures` adds a picture to each message that shows the position; without it users get one with `picture`.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[str | BotSeat],
        *,
        names: Mapping[str, str] | None = None,
        limit: int = 2000,
        page: int = 10,
        width: int = 80,
        pictures: bool = True,
        on_bot_progress: OnBotProgress | None = None,
    ) -> None:
        self.match, self.names = match, dict(names or {})
        self.limit, self.page, self.width = limit, page, width
        self.pictures, self.on_bot_progress = pictures, on_bot_progress
        self._seat_map = SeatMap(match, seats)
        self._formatter = ChatFormatter(match.client.language, self._seat_map.labels(), self.names)
        index = ComponentIndex(match.client, match.game, match.content)
        self._component_answers = ComponentAnswers(index, self._formatter)
        self._parser = MoveParser(match, index, self._formatter.with_plain_names)
        self._table_pictures = TablePictures(match, self._formatter)
        self._undo_agreement = UndoAgreement(self._seat_map, self._formatter)
        self._menu: ActionMenu | None = None

    @classmethod
    def open(
        cls,
        client: Client,
        game: str,
        seats: Sequence[str | BotSeat],
        *,
        language: Language = "en",
        seed: str | None = None,
        chance: Chance | None = None,
        options: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Table:
        """Set up a new match with these users and bots. `settings` are keyword arguments of `Table`."""
        localized = client.with_language(language)
        match = localized.new_match(game, seats=len(seats), seed=seed, chance=chance, options=options)
        return cls(match, seats, **settings)

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Return the table as one string. It contains all hidden information, so only the host may keep it."""
        seats = [asdict(seat) if isinstance(seat, BotSeat) else seat for seat in self.seats]
        data = {"match": self.match.save(), "seats": seats, "language": self.match.client.language}
        return savefile.dumps({**data, **{name: getattr(self, name) for name in SAVED_SETTINGS}})

    @classmethod
    def resume(cls, client: Client, saved: str, *, on_bot_progress: OnBotProgress | None = None) -> Table:
        """Return the table that `save` saved. Raises `BadRequest` if the string is not a saved table."""
        data = savefile.loads(saved)
        try:
            seats = [BotSeat(**seat) if isinstance(seat, dict) else seat for seat in data["seats"]]
            match = client.with_language(data["language"]).resume(data["match"])
            settings = {name: data[name] for name in SAVED_SETTINGS if name in data}
            return cls(match, seats, **settings, on_bot_progress=on_bot_progress)
        except (KeyError, TypeError) as error:
            raise BadRequest("This is not a saved table.") from error

    # --- seats --------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str | BotSeat, ...]:
        """The user or bot of every seat."""
        return self._seat_map.players

    @property
    def users(self) -> list[str]:
        """Every user who plays, each once."""
        return self._seat_map.users

    @property
    def current_player(self) -> str | BotSeat | None:
        """The user or bot that decides now; None if chance decides or the match is over."""
        return self._seat_map.current_player

    # --- input --------------------------------------------------------------------------------------------------------

    def begin(self) -> list[Message]:
        """Return the messages to send when the table opens or is resumed. Bots play first if it is their turn."""
        info = self.match.client.game(self.match.game)
        names = ", ".join(self._formatter.seat_name(seat) for seat in range(len(self.seats)))
        opening = self._reply("opening", title=info.title, names=names)
        if self.pictures and not info.picture_parts:
            self.pictures = False
            opening += self._reply("no pictures")
        return [*opening, *self._run_bots()]

    def say(self, user: str, text: str) -> list[Message]:
        """Handle a text of a user and return the messages to send. Errors of the service become a message too."""
        words = clean_text(text)
        try:
            bot_messages = self._run_bots() if isinstance(self.current_player, BotSeat) else []
            return bot_messages + self._handle(user, words)
        except RefereeError as error:
            return self._reply("failed", reason=error.detail, to=user)

    def choose(self, user: str, menu_id: str, number: int) -> list[Message]:
        """Handle a button: play this number of the menu. If the menu is outdated, play nothing and show the new one."""
        if menu_id == self.menu_id or self._turn_error(user) is not None:
            return self.say(user, str(number))
        return self._reply("old menu", to=self._seat_map.recipient(user)) + self._prompt()

    @property
    def menu_id(self) -> str:
        """Id of the current menu; it changes with every decision and every new menu."""
        return f"{self.match.decision_count}-{self._current_menu().id}"

    def _current_menu(self) -> ActionMenu:
        """Return the menu shown last, or after a restart the menu of all legal actions."""
        if self._menu is None:
            self._menu = ActionMenu(self.match.legal_actions())
        return self._menu

    def _handle(self, user: str, words: str) -> list[Message]:
        command = COMMANDS.get(words.lower())
        if command is not None:
            handler: Callable[[str], list[Message]] = getattr(self, f"_{command}")
            return handler(user)
        component = component_question(words)
        if component is not None:  # spectators may ask too, at any time
            lines = self._component_answers.lines(component)
            return split_messages(lines, self.limit, to=self._seat_map.recipient(user))
        refused = self._turn_error(user)
        if refused is not None:
            return refused
        for prefix in WHY_PREFIXES:
            if words.lower().startswith(f"{prefix} "):
                return self._why(user, words[len(prefix) :].strip(" ?"))
        is_number = words.isascii() and words.isdigit()
        return self._play_numbered(user, int(words)) if is_number else self._play_text(user, words)

    def _turn_error(self, user: str) -> list[Message] | None:
        """Return a message if the user cannot decide now, else None."""
        if self.match.is_over:
            return self._reply("over")
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        if self.match.seat != CHANCE and self.current_player != user:
            assert isinstance(self.match.seat, int)
            return self._reply("not your turn", user=self._formatter.seat_name(self.match.seat))
        return None

    # --- moves --------------------------------------------------------------------------------------------------------

    def _play_numbered(self, user: str, number: int) -> list[Message]:
        menu = self._current_menu()
        action = menu.get(number)
        if action is None:
            to = self._seat_map.recipient(user)  # the count of actions may reveal something about a hidden hand
            return self._reply("no such number", number=number, count=len(menu.legal), to=to)
        return self._play(user, action)

    def _play_text(self, user: str, words: str) -> list[Message]:
        """Play a move in notation or free text, or show a menu if several actions fit."""
        if self._parser.looks_like_notation(words) and "=" in words:
            return self._play(user, words)
        interpretation = self._parser.interpret(words)
        if interpretation.is_unique:
            return self._play(user, interpretation.actions[0])
        if interpretation.actions:
            return self._new_menu(interpretation.actions, "which", to=self._seat_map.recipient(user))
        if self._parser.interpret_verb(words) is not None:
            return self._why(user, words)  # the text names a move, but no legal one
        return self._reply("not understood", text=escape_markdown(words[:80]), to=self._seat_map.recipient(user))

    def _play(self, user: str, move: Action | str) -> list[Message]:
        try:
            events = self.match.play(move)
        except IllegalMove as error:
            return self._refusal_messages(user, error.refusals, error.suggestions)
        except UnreadableNotation as error:
            return split_messages([error.detail], self.limit, to=self._seat_map.recipient(user))
        return self._run_bots(self._formatter.events(events))

    def _run_bots(self, lines: Sequence[str] = ()) -> list[Message]:
        """Play bot moves until a user must decide, then prompt that user. `lines` come before the events of bots."""
        self._undo_agreement.cancel()
        self._menu = None
        event_lines = list(lines)
        try:
            while isinstance(bot := self.current_player, BotSeat):
                event_lines += self._formatter.events(self._bot_move(bot))
            prompt = self._score("") if self.match.is_over else self._prompt()
        except (ServerError, RateLimited) as error:
            prompt = self._reply("stuck", reason=error.detail)
        return split_messages(event_lines, self.limit) + prompt

    def _bot_move(self, bot: BotSeat) -> tuple[Event, ...]:
        seat = self.match.seat
        assert isinstance(seat, int)
        name, callback = self._formatter.seat_name(seat), self.on_bot_progress
        return bot.play(self.match, on_progress=(lambda job: callback(name, job)) if callback else None)

    def _why(self, user: str, words: str) -> list[Message]:
        """Judge the move that a text describes, and show the rulings if it is illegal."""
        to = self._seat_map.recipient(user)
        line = self._parser.to_notation(words)
        if line is None:
            return self._reply("usage", usage=self._parser.usage_for(words), to=to)
        try:
            verdict = self.match.judge(line)
        except UnreadableNotation as error:
            return split_messages([error.detail], self.limit, to=to)
        if verdict.legal:
            return self._reply("legal", notation=line, to=to)
        return self._reply("judged", notation=line, to=to) + self._refusal_messages(
            user, verdict.refusals, verdict.suggestions
        )

    def _refusal_messages(self, user: str, refusals: Sequence[Refusal], suggestions: Sequence[Action]) -> list[Message]:
        """Return all rulings, and a menu of similar legal moves."""
        to = self._seat_map.recipient(user)
        lines = [self._formatter.text("refused"), *map(self._formatter.refusal, refusals)]
        menu = self._new_menu(suggestions, "suggestions", to=to) if suggestions else []
        return split_messages(lines, self.limit, to=to) + menu

    # --- commands: `_handle` calls `_<command>` for the commands of texts.py ------------------------------------------

    def _undo(self, user: str) -> list[Message]:
        return self._undo_messages(self._undo_agreement.request(user))

    def _agree(self, user: str) -> list[Message]:
        return self._undo_messages(self._undo_agreement.agree(user))

    def _undo_messages(self, reply: UndoReply) -> list[Message]:
        messages = [message for line in reply.lines for message in split_messages([line], self.limit, to=reply.to)]
        return messages + (self._run_bots() if reply.is_undone else [])

    def _help(self, user: str) -> list[Message]:
        return self._reply("help", example=self._parser.example())

    def _table(self, user: str) -> list[Message]:
        """Show the board: to all, or only to the user if the user's seat sees more than a spectator."""
        seat = self._seat_map.seat_of(user)
        view = self.match.view(seat, names=self._formatter.board_names, width=self.width)
        board = code_block(view.text, self.limit, to=self._seat_map.recipient(user))
        return self._illustrate(board, seat)

    def _picture(self, user: str) -> list[Message]:
        """Show a picture: to all, or only to the user if the user's seat sees more than a spectator."""
        picture, to = self._table_pictures.for_viewer(self._seat_map.seat_of(user)), self._seat_map.recipient(user)
        text = picture.note or escape_markdown(picture.attachments[0].alt)
        return [Message(shorten(text, self.limit), to, attachments=picture.attachments)]

    def _switch_pictures(self, user: str, *, on: bool) -> list[Message]:
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        if on and not self._table_pictures.parts:
            return self._reply("no pictures")
        self.pictures = on
        return self._reply("pictures on" if on else "pictures off")

    _pictures_on = partialmethod(_switch_pictures, on=True)
    _pictures_off = partialmethod(_switch_pictures, on=False)

    def _score(self, user: str) -> list[Message]:
        """Show the score, and the final position if the match is over."""
        score = split_messages(list(self._formatter.scores(self.match.score())), self.limit)
        return self._illustrate(score, None) if self.match.is_over else score

    def _moves(self, user: str) -> list[Message]:
        """Show the menu of all legal actions from its first page."""
        return self._reply("over") if self.match.is_over else self._prompt()

    def _more(self, user: str) -> list[Message]:
        """Show the next page of the current menu."""
        refused = self._turn_error(user)
        return refused if refused is not None else self._page(None, to=self._seat_map.recipient(user))

    # --- output -------------------------------------------------------------------------------------------------------

    def _prompt(self) -> list[Message]:
        """Prompt the player who decides. The menu is private if the seat sees more than a spectator."""
        turn = self.match.turn
        self._menu = ActionMenu(self.match.legal_actions())
        question = self._formatter.with_names(turn.prompt)
        seat = turn.seat
        if not isinstance(seat, int):
            return self._illustrate(self._page(self._formatter.text("chance prompt", prompt=question), to=None), None)
        name = self._formatter.seat_name(seat)
        prompt = self._formatter.text("prompt", user=name, prompt=question)
        player = self.seats[seat]
        if not isinstance(player, str) or not self._seat_map.has_private_view(seat):
            return self._illustrate(self._page(prompt, to=None), seat)
        note = self._formatter.text("private menu", user=name)
        public = self._illustrate(split_messages([prompt, note], self.limit), None)
        return public + self._illustrate(self._page(prompt, to=player), seat, is_private_menu=True)

    def _illustrate(self, messages: list[Message], seat: int | None, *, is_private_menu: bool = False) -> list[Message]:
        """Add what a seat or a spectator sees to the last message, unless pictures are off."""
        if not self.pictures:
            return messages
        draw = self._table_pictures.for_menu if is_private_menu else self._table_pictures.for_viewer
        return attach(messages, draw(seat), self.limit)

    def _new_menu(self, actions: Sequence[Action], title: str, *, to: str | None) -> list[Message]:
        """Make these actions the current menu, and show its first page. `title` is a key of the texts."""
        self._menu = ActionMenu(self.match.legal_actions(), actions)
        return self._page(self._formatter.text(title), to=to)

    def _page(self, title: str | None, *, to: str | None) -> list[Message]:
        """Return the next page of the current menu, with an optional title line."""
        menu = self._current_menu()
        return menu.page_messages(self._formatter, title, size=self.page, limit=self.limit, to=to)

    def _reply(self, key: str, *, to: str | None = None, **facts: object) -> list[Message]:
        return split_messages([self._formatter.text(key, **facts)], self.limit, to=to)

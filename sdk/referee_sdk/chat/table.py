"""Table in a chat: users write text, and the table returns short Markdown messages. It works with any chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from referee_sdk.chat.answers import TableAnswers
from referee_sdk.chat.completion import complete_move, complete_name
from referee_sdk.chat.component_answers import component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.messages import MenuOption, Message, clean_text, split_messages
from referee_sdk.chat.move_parser import MoveParser
from referee_sdk.chat.prompter import Prompter
from referee_sdk.chat.room_match import RoomMatch
from referee_sdk.chat.room_table import RoomTable
from referee_sdk.chat.saved_table import SAVED_SETTINGS, saved_text, table_parts
from referee_sdk.chat.seats import BotSeat, OnBotProgress, Player, SeatMap
from referee_sdk.chat.table_match import TableMatch
from referee_sdk.chat.table_player import TablePlayer
from referee_sdk.chat.texts import COMMANDS, ROOM_COMMANDS
from referee_sdk.chat.undo_agreement import UndoAgreement, UndoReply
from referee_sdk.client import Client
from referee_sdk.errors import RateLimited, RefereeError, RoomGone, ServerError, StalePosition
from referee_sdk.match import Match
from referee_sdk.models import Event
from referee_sdk.options import Language
from referee_sdk.records import Chance


class Table:
    """One match with its users and bots. Pass every text of a user to `say`, and send the messages it returns.

    A user is the string by which the chat identifies a person. `names` maps users to display names. `limit` is the
    longest message in characters, `page` the number of actions per menu page, `width` the longest line of a board.
    `pictures` adds a picture to each message that shows the position; without it users get one with `picture`.
    `announce_private` adds a public message to each private menu; a table at one keyboard needs none.
    At the table of a room, other seats play elsewhere: send the messages of `refresh` too.
    """

    def __init__(
        self,
        match: TableMatch,
        seats: Sequence[Player],
        *,
        names: Mapping[str, str] | None = None,
        limit: int = 2000,
        page: int = 10,
        width: int = 80,
        pictures: bool = True,
        announce_private: bool = True,
        on_bot_progress: OnBotProgress | None = None,
    ) -> None:
        self.names, self.on_bot_progress = dict(names or {}), on_bot_progress
        self.limit, self.page, self.width = limit, page, width
        self.pictures, self.announce_private = pictures, announce_private
        self._sit_down(match, seats)

    def _sit_down(self, match: TableMatch, seats: Sequence[Player]) -> None:
        """Play a match at this table from now on."""
        self.match, self._seat_map = match, SeatMap(match, seats)
        self._formatter = ChatFormatter(match.client.language, self.names)
        self._prompter = Prompter(self, match, self._seat_map, self._formatter)
        self._index = ComponentIndex(match.client, match.game, match.content)
        parser = MoveParser(match, self._index, self._formatter.with_plain_names)
        self._answers = TableAnswers(self._prompter, parser)
        self._undo_agreement = UndoAgreement(self._seat_map, self._formatter)
        self._room = RoomTable(match, self._seat_map, self._prompter) if isinstance(match, RoomMatch) else None
        self._show_names()
        self._player = TablePlayer(self._prompter, parser, self._played)

    def _show_names(self) -> None:
        names = () if self._room is None else self._room.names()
        self._formatter.names = self._seat_map.labels(self.names, names)

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

    @classmethod
    def join(cls, client: Client, links: Mapping[str, str], *, language: Language = "en", **settings: Any) -> Table:
        """Join a room with the link of each user. `settings` are keyword arguments of `Table`.

        Raises `BadRequest` for a link that is none, or of another room or service.
        """
        localized, (first, *others) = client.with_language(language), links.items()
        match = RoomMatch.join(localized, first[1])
        table = cls(match, [None] * len(match.public.players), **settings)
        for user, link in (first, *others):
            RoomTable.of(table._room).add(user, link)
        return table

    def add_seat(self, user: str, link: str, *, name: str | None = None) -> list[Message]:
        """Give a user the seat of a link to the room of this table. A link for watchers gives none.

        Raises `BadRequest` if the table has no room, or for the link of another one.
        """
        if name is not None:
            self.names[user] = name
        seated = RoomTable.of(self._room).add(user, link)
        return seated if self.match.is_over else seated + self._run_bots()

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Return the table as one string. It contains all hidden information, so only the host may keep it."""
        return saved_text(self.match, self.seats, {name: getattr(self, name) for name in SAVED_SETTINGS})

    @classmethod
    def resume(cls, client: Client, saved: str, *, on_bot_progress: OnBotProgress | None = None) -> Table:
        """Return the table that `save` saved. Raises `BadRequest` if the string is not a saved table."""
        match, seats, settings = table_parts(client, saved)
        return cls(match, seats, **settings, on_bot_progress=on_bot_progress)

    # --- seats --------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Player, ...]:
        """The user or bot of every seat; None for a seat of a room that is played elsewhere."""
        return self._seat_map.players

    @property
    def users(self) -> list[str]:
        """Every user who plays, each once."""
        return self._seat_map.users

    @property
    def current_player(self) -> str | BotSeat | None:
        """The user or bot that decides now; None if chance decides, a seat elsewhere, or the match is over."""
        return self._seat_map.current_player

    @property
    def room(self) -> RoomMatch | None:
        """The match of the room at which this table plays, if it is a room's."""
        return self.match if isinstance(self.match, RoomMatch) else None

    @property
    def is_gone(self) -> bool:
        """Whether the room of this table does not exist any more."""
        return self._room is not None and self._room.is_gone

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
            news = self.refresh()
            if self.is_gone or (news and words.isdigit()):  # a number of a menu that is not the current one
                return news
            bot_messages = self._run_bots() if isinstance(self.current_player, BotSeat) else []
            return news + bot_messages + self._handle(user, words)
        except StalePosition:
            return self._reply("moved meanwhile") + self.refresh()
        except RoomGone as error:
            return RoomTable.of(self._room).gone(error)
        except RefereeError as error:
            return self._reply("failed", reason=error.detail, to=user)

    def refresh(self) -> list[Message]:
        """Return what happened in the room since the last look, with a prompt if the turn has changed.

        Without a room nothing happens that this table did not send. Raises `RefereeError` if the service fails.
        """
        if self._room is None:
            return []
        seat = self.match.seat
        try:
            lines = self._room.news()
        except RoomGone as error:
            return self._room.gone(error)
        if lines is None:
            return []
        if not self.match.is_over and self.current_player is None and self.match.seat == seat:
            return split_messages(lines, self.limit)  # the same seat elsewhere plays on
        return self._run_bots(lines)

    def choose(self, user: str, menu_id: str, number: int) -> list[Message]:
        """Handle a button: play this number of the menu. If the menu is outdated, play nothing and show the new one."""
        if menu_id == self.menu_id or self._player.turn_error(user) is not None:
            return self.say(user, str(number))
        return self._reply("old menu", to=self._seat_map.recipient(user)) + self._prompter.prompt()

    def complete(self, user: str, text: str, limit: int = 25) -> tuple[MenuOption, ...]:
        """Return the legal moves of a user that fit a half-written text: a number, words or notation.

        An empty text fits all moves. A user who does not decide now gets none. Raises `RefereeError`.
        """
        if self._player.turn_error(user) is not None:
            return ()
        return complete_move(text, self.match.legal_actions(), self._formatter.with_plain_names, limit)

    def complete_component(self, text: str, limit: int = 25) -> tuple[str, ...]:
        """Return the names of cards and pieces that fit a half-written name. Raises `RefereeError`."""
        return complete_name(text, self._index, limit)

    @property
    def menu_id(self) -> str:
        """Id of the numbers that can be chosen now; it changes with every decision."""
        return self._prompter.menu_id

    def _handle(self, user: str, words: str) -> list[Message]:
        command = COMMANDS.get(words.lower())
        if command is not None:
            return self._handlers()[command](user)
        if self._room is not None and (room_command := ROOM_COMMANDS.get(words.lower())) is not None:
            return self._change_room(user, room_command)
        component = component_question(words)
        if component is not None:  # spectators may ask too, at any time
            return self._answers.component(user, component)
        return self._player.handle(user, words)

    # --- moves --------------------------------------------------------------------------------------------------------

    def _run_bots(self, lines: Sequence[str] = ()) -> list[Message]:
        """Play bot moves until a user must decide, then prompt that user. `lines` come before the events of bots."""
        self._undo_agreement.cancel()
        self._prompter.menu = None
        event_lines = list(lines)
        try:
            while isinstance(bot := self.current_player, BotSeat):
                event_lines += self._formatter.events(self._bot_move(bot))
            prompt = self._answers.score("") if self.match.is_over else self._prompter.prompt()
        except (ServerError, RateLimited) as error:
            prompt = self._reply("stuck", reason=error.detail)
        return split_messages(event_lines, self.limit) + prompt

    def _played(self, events: Sequence[Event]) -> list[Message]:
        return self._run_bots(self._formatter.events(events))

    def _bot_move(self, bot: BotSeat) -> tuple[Event, ...]:
        seat = self.match.seat
        assert isinstance(seat, int)
        assert isinstance(self.match, Match), "workers move the bots of a room"
        name, callback = self._formatter.seat_name(seat), self.on_bot_progress
        return bot.play(self.match, on_progress=(lambda job: callback(name, job)) if callback else None)

    # --- commands of texts.py -----------------------------------------------------------------------------------------

    def _handlers(self) -> dict[str, Callable[[str], list[Message]]]:
        """Return the function per command."""
        answers = self._answers
        return {
            "help": answers.help,
            "table": answers.table,
            "picture": answers.picture,
            "score": answers.score,
            "moves": answers.moves,
            "more": self._more,
            "undo": self._undo,
            "agree": self._agree,
            "leave": self.leave,
            "come_back": self.come_back,
            "pictures_on": partial(self._switch_pictures, on=True),
            "pictures_off": partial(self._switch_pictures, on=False),
        }

    def leave(self, user: str) -> list[Message]:
        """Give the seats of a user to a bot, until the user comes back. The last user of a table does not leave it."""
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        name = self._formatter.user_name(user)
        if self._room is not None:
            return self._run_bots(self._room.leave(user))
        if len(self.users) == 1:
            return self._reply("last user", user=name, to=user)
        is_turn = self.current_player == user
        self._seat_map.replace(user, BotSeat())
        self._show_names()
        line = self._formatter.text("has left", user=name)
        return self._run_bots([line]) if is_turn else split_messages([line], self.limit)

    def come_back(self, user: str) -> list[Message]:
        """Give a user the seats back that a bot plays meanwhile."""
        if self._room is not None:
            if user not in self.users:
                return self._reply("watching", user=self._formatter.user_name(user), to=user)
            return self._run_bots(self._room.come_back(user))
        if not self._seat_map.restore(user):
            key = "never left" if user in self.users else "watching"
            return self._reply(key, user=self._formatter.user_name(user), to=user)
        self._show_names()
        return self._run_bots([self._formatter.text("is back", user=self._formatter.user_name(user))])

    def _change_room(self, user: str, command: str) -> list[Message]:
        """Play a rematch with all users of the table."""
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        table = RoomTable.of(self._room)
        assert command == "rematch"
        if not self.match.is_over:
            return self._reply("no rematch", to=user)
        self._sit_down(table.match.rematch(), self.seats)
        return self.begin()

    def _undo(self, user: str) -> list[Message]:
        return self._undo_messages(self._undo_agreement.request(user))

    def _agree(self, user: str) -> list[Message]:
        return self._undo_messages(self._undo_agreement.agree(user))

    def _undo_messages(self, reply: UndoReply) -> list[Message]:
        messages = [message for line in reply.lines for message in split_messages([line], self.limit, to=reply.to)]
        return messages + (self._run_bots() if reply.is_undone else [])

    def _switch_pictures(self, user: str, *, on: bool) -> list[Message]:
        if user not in self.users:
            return self._reply("watching", user=self._formatter.user_name(user), to=user)
        if on and not self._prompter.drawings.parts:
            return self._reply("no pictures")
        self.pictures = on
        return self._reply("pictures on" if on else "pictures off")

    def _more(self, user: str) -> list[Message]:
        """Show the next page of the current menu."""
        refused = self._player.turn_error(user)
        return refused if refused is not None else self._prompter.next_page(to=self._seat_map.recipient(user))

    def _reply(self, key: str, *, to: str | None = None, **facts: object) -> list[Message]:
        return self._prompter.reply(key, to=to, **facts)

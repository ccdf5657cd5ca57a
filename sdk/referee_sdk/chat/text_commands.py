"""Text commands for chats without commands of their own: `new`, `games`, `join` and `close`, in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.game_list import BOTS
from referee_sdk.chat.lobby import TEXTS
from referee_sdk.chat.manager import TableManager
from referee_sdk.chat.messages import Message, clean_text, split_messages
from referee_sdk.chat.seats import BotSeat
from referee_sdk.chat.words import folded
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language

WORDS: dict[str, tuple[str, Language]] = {
    "new": ("new", "en"),
    "open": ("new", "en"),
    "play": ("new", "en"),
    "ouvrir": ("new", "fr"),
    "ouvre": ("new", "fr"),
    "nouveau": ("new", "fr"),
    "nouvelle": ("new", "fr"),
    "jouer": ("new", "fr"),
    "games": ("games", "en"),
    "jeux": ("games", "fr"),
    "join": ("join", "en"),
    "rejoindre": ("join", "fr"),
    "rejoins": ("join", "fr"),
    "close": ("close", "en"),
    "fermer": ("close", "fr"),
    "ferme": ("close", "fr"),
}
"""Command and language per first word."""

FRENCH_WORDS = ("aide", "bonjour", "salut", "coucou", "quitter", "comment", "que", "c'est", "a", "partie")
"""First words, folded, that get the explanation in French."""

AT_A_TABLE = ("new", "ouvrir", "join", "rejoindre", "close", "fermer")
"""First words that are commands during a match, too. All other texts go to the table: "play the peasant"."""

WHILE_WAITING = ("join", "close")
"""Commands at a table that waits for users, by any of their words."""

_FILLERS_TEXT = """
    a the with for against and player players game of seats bot bots in on
    un une la le partie de avec pour contre et joueur joueurs places place robot robots jeu en a
"""
FILLERS = frozenset(_FILLERS_TEXT.split())
"""Words of a `new` command that say nothing: "new game of burgundy for 3 players"."""


class TextCommands:
    """Text commands of a manager. Pass it every text of a channel; texts that are no command go to the table."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager

    def handle(self, channel: str, user: str, text: str, *, name: str | None = None) -> list[Message]:
        """Handle a text of a user and return the messages to send."""
        first, *arguments = clean_text(text).split() or [""]
        command, language = WORDS.get(folded(first), ("", "en"))
        if self._is_for_table(channel, folded(first), command):
            return self.manager.say(channel, user, text)
        if command:
            self.manager.note_language(channel, language)
        link = next((word for word in reversed(arguments) if "/" in word), None)
        if command == "join" and link is not None:
            return self.manager.join_room(channel, user, link, name=name, language=language, is_public=True)
        if command == "join":
            return self.manager.join(channel, user, name=name)
        if command == "close":
            return self.manager.close(channel, user)
        if command == "new" and arguments:
            return self._open(channel, user, arguments, language, name)
        return self._explain(command or folded(first), language)

    def _is_for_table(self, channel: str, word: str, command: str) -> bool:
        """Return whether the table of a channel handles a text with this first word."""
        if word in AT_A_TABLE:
            return False
        try:
            if self.manager.lobby(channel) is not None:
                return command not in WHILE_WAITING
            return self.manager.table(channel) is not None
        except RefereeError:
            return True  # it cannot be loaded now; the manager says why

    def _open(
        self, channel: str, user: str, arguments: Sequence[str], language: Language, name: str | None
    ) -> list[Message]:
        """Open a table. Words before the number of seats are the game, and those after it the bot."""
        words = [word for word in arguments if folded(word) not in FILLERS]
        place = next((place for place, word in enumerate(words) if word.isascii() and word.isdigit()), len(words))
        game, others = words[:place], words[place + 1 :]
        if not others and folded(game[-1] if game else "") in BOTS:
            others = [game.pop()]
        seats = int(words[place][:6]) if place < len(words) else 2
        bot = BotSeat(folded(others[0])) if others else None
        return self.manager.open(channel, user, " ".join(game), name=name, seats=seats, bot=bot, language=language)

    def _explain(self, word: str, language: Language) -> list[Message]:
        """List the games, or explain how to open a table."""
        if word != "games":
            texts = [TEXTS["fr" if word in FRENCH_WORDS else language]["usage"]]
            return split_messages(texts, self.manager.limit)
        try:
            games, listed = self.manager.games(language), self.manager.listed_games(language)
        except RefereeError as error:
            return split_messages([error_text(error, language)], self.manager.limit)
        text = TEXTS[language]["games"].format(games=listed, example=games[0].game if games else "…")
        return split_messages([text], self.manager.limit)

"""List of the games of a service for chats: cached, found by their names, and checked before a table opens."""

from __future__ import annotations

from time import monotonic

from referee_sdk.catalogue import GameSummary
from referee_sdk.chat.lobby import TEXTS
from referee_sdk.chat.messages import escape_markdown
from referee_sdk.chat.seats import BotSeat
from referee_sdk.chat.words import has_same_stem, significant_words
from referee_sdk.client import Client
from referee_sdk.options import Language

VALID_SECONDS = 300.0
"""Time for which the list of games is valid."""

BOTS = ("random", "greedy", "search")
"""Names of the bots."""


class GameList:
    """Games of a service with their titles in both languages."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._games: dict[Language, tuple[tuple[GameSummary, ...], float]] = {}

    def games(self, language: Language) -> tuple[GameSummary, ...]:
        """Return the games with their titles in a language, at most some minutes old."""
        games, expires_at = self._games.get(language, ((), 0.0))
        if monotonic() >= expires_at:
            games = self.client.with_language(language).games()
            self._games[language] = games, monotonic() + VALID_SECONDS
        return games

    def find(self, name: str, language: Language) -> GameSummary | None:
        """Return the game with this name, or the only one whose name or title in a language has all its words."""
        games = self.games(language)
        for game in games:
            if game.game == name.strip().lower():
                return game
        words = significant_words(name.replace("_", " "))
        titles = {game.game: [game.title] for game in games}
        for other in self.games("fr" if language == "en" else "en"):
            titles.setdefault(other.game, []).append(other.title)
        found = [
            game
            for game in games
            if words and any(_has_words(form, words) for form in (game.game.replace("_", " "), *titles[game.game]))
        ]
        return found[0] if len(found) == 1 else None

    def title(self, name: str, language: Language) -> str:
        """Return the title of a game, or its name if the service has it no more."""
        return next((game.title for game in self.games(language) if game.game == name), name)

    def refusal(self, name: str, seats: int, bot: BotSeat | None, language: Language) -> str | None:
        """Return why no table of a game can be opened, with what exists; None if it can."""
        texts, game = TEXTS[language], self.find(name, language)
        if game is None:
            return texts["no game"].format(name=escape_markdown(name[:40]), games=self.listed(language))
        if seats not in game.seats:
            return texts["no seats"].format(game=escape_markdown(game.title), seats=_numbers(game.seats, language))
        if bot is not None and bot.name not in BOTS:
            bots = ", ".join(f"`{each}`" for each in BOTS)
            return texts["no bot"].format(name=escape_markdown(bot.name[:40]), bots=bots)
        return None

    def listed(self, language: Language) -> str:
        """Return all games in one line: name, title and numbers of players."""
        return ", ".join(
            TEXTS[language]["game"].format(
                name=game.game, title=escape_markdown(game.title), seats=_numbers(game.seats, language)
            )
            for game in self.games(language)
        )


def _has_words(form: str, words: tuple[str, ...]) -> bool:
    names = significant_words(form)
    return all(any(name.startswith(word) or has_same_stem(name, word) for name in names) for word in words)


def _numbers(seats: tuple[int, ...], language: Language) -> str:
    """Return numbers of seats: "2 to 4", or "3" if there is only one."""
    first, last = min(seats), max(seats)
    return str(first) if first == last else TEXTS[language]["range"].format(first=first, last=last)

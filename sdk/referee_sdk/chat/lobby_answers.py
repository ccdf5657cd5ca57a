"""Answers of a table that waits for users: who waits, help, and what a component does."""

from __future__ import annotations

from referee_sdk.chat.component_answers import ComponentAnswers, component_question
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.game_list import GameList
from referee_sdk.chat.lobby import TEXTS, Lobby
from referee_sdk.chat.messages import escape_markdown
from referee_sdk.chat.phrases import command_in


class LobbyAnswers:
    """Answers of the lobbies of one service, as Markdown lines."""

    def __init__(self, games: GameList) -> None:
        self.games = games

    def lines(self, lobby: Lobby, words: str) -> list[str]:
        """Return the answer to a text that changes nothing."""
        command, component = command_in(words), component_question(words)
        if command == "help":
            return [TEXTS[lobby.language]["lobby help"]]
        if component is None or command is not None:
            return [self.waiting(lobby)]
        return ComponentAnswers(self.index(lobby), ChatFormatter(lobby.language, {})).lines(component)

    def waiting(self, lobby: Lobby) -> str:
        """Return who waits, and how many seats are free."""
        names = ", ".join(escape_markdown(name) for name in lobby.users.values())
        title = escape_markdown(self.games.title(lobby.game, lobby.language))
        free = lobby.seats - len(lobby.users)
        return TEXTS[lobby.language]["waiting"].format(game=title, names=names, free=free)

    def index(self, lobby: Lobby) -> ComponentIndex:
        """Return the components of the game of a lobby."""
        return ComponentIndex(self.games.client.with_language(lobby.language), lobby.game)

"""Lobby: a table that waits for users, and the texts for the time before and after a match in both languages."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from referee_sdk import savefile
from referee_sdk.errors import BadRequest
from referee_sdk.options import Language

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "waiting": "**{game}**: {names}. Seats free: {free}. Say `join` to sit down.",
        "lobby help": (
            "The match begins when all seats are taken. `join` sits down, `leave` stands up, `close` ends the table;"
            " `what is …` explains a card or piece."
        ),
        "already open": "There is a table here already; `close` ends it.",
        "full": "All seats here are taken, so you watch. After leaving, `come back`.",
        "no table": "There is no table here; `new GAME` opens one.",
        "seated": "You already have a seat here, {user}.",
        "closed": "{user} closed the table.",
        "not a player": "Only players may close the table.",
        "no link": "That is not the link of a room; it looks like https://referee.example/#/room/ID/CREDENTIAL.",
        "other service": "That link is of {address}; this table can only join rooms of {own}.",
        "cannot join": "You cannot join that room: {reason}",
        "public link": "⚠️ Anyone who reads that link can play the seat: delete your message, {user}.",
        "cannot load": "The table cannot be loaded now: {reason}",
        "cannot open": "That table cannot be set up: {reason}",
        "no game": "There is no game “{name}”. Games: {games}.",
        "game": "`{name}` ({title}, {seats} players)",
        "games": "Games: {games}. Open a table: `new {example}`.",
        "range": "{first} to {last}",
        "no seats": "{game} is for {seats} players.",
        "no bot": "There is no bot “{name}”. Bots: {bots}.",
        "usage": (
            "`new GAME [SEATS] [BOT]` opens a table, for example `new burgundy 2` or `new burgundy 2 greedy`;"
            " `games` lists the games; `join`, `join LINK` (a room), `leave` and `close` too. At a table, `help`"
            " explains how to play."
        ),
    },
    "fr": {
        "waiting": "**{game}** : {names}. Places libres : {free}. Dites `rejoindre` pour vous asseoir.",
        "lobby help": (
            "La partie commence quand toutes les places sont prises. `rejoindre` vous assoit, `quitter` vous lève,"
            " `fermer` ferme la table ; `c'est quoi …` explique une carte ou une pièce."
        ),
        "already open": "Il y a déjà une table ici ; `fermer` la ferme.",
        "full": "Toutes les places sont prises : vous regardez. Après avoir quitté, dites `je reviens`.",
        "no table": "Il n'y a pas de table ici ; `ouvrir JEU` en ouvre une.",
        "seated": "Vous êtes déjà à cette table, {user}.",
        "closed": "{user} a fermé la table.",
        "not a player": "Seuls ceux qui jouent peuvent fermer la table.",
        "no link": "Ce n'est pas le lien d'un salon ; il a la forme https://referee.example/#/room/ID/CREDENTIAL.",
        "other service": "Ce lien mène à {address} ; cette table ne joue que dans les salons de {own}.",
        "cannot join": "Vous ne pouvez pas entrer dans ce salon : {reason}",
        "public link": "⚠️ Quiconque lit ce lien peut jouer à cette place : effacez votre message, {user}.",
        "cannot load": "La table ne peut pas être reprise maintenant : {reason}",
        "cannot open": "Cette table ne peut pas être ouverte : {reason}",
        "no game": "Il n'y a pas de jeu « {name} ». Jeux : {games}.",
        "game": "`{name}` ({title}, {seats} joueurs)",
        "games": "Jeux : {games}. Pour ouvrir une table : `ouvrir {example}`.",
        "range": "{first} à {last}",
        "no seats": "{game} est pour {seats} joueurs.",
        "no bot": "Il n'y a pas de robot « {name} ». Robots : {bots}.",
        "usage": (
            "`ouvrir JEU [PLACES] [ROBOT]` ouvre une table, par exemple `ouvrir burgundy 2` ou"
            " `ouvrir burgundy 2 greedy` ; `jeux` liste les jeux ; aussi `rejoindre`, `rejoindre LIEN` (un salon),"
            " `quitter` et `fermer`. À une table, `aide` explique comment jouer."
        ),
    },
}


@dataclass
class Lobby:
    """A table that waits for users. `users` maps those who joined to their display names."""

    game: str
    seats: int
    language: Language
    users: dict[str, str] = field(default_factory=dict)

    def save(self) -> str:
        """Return the lobby as one string."""
        return savefile.dumps({"lobby": asdict(self), "language": self.language})

    @classmethod
    def resume(cls, saved: str) -> Lobby | None:
        """Return the lobby that `save` saved; None if the string is another saved table. Raises `BadRequest`."""
        data = savefile.loads(saved)
        if "lobby" not in data:
            return None
        try:
            return cls(**data["lobby"])
        except TypeError as error:
            raise BadRequest("This is not a saved lobby.") from error

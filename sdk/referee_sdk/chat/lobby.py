"""Lobby: a table that waits for users, and the texts for the time before and after a match in both languages."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee_sdk.options import Language

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "waiting": "**{game}**: {names}. Seats free: {free}. Say `join` to sit down.",
        "already open": "There is a table here already; `close` ends it.",
        "no table": "There is no table here; open one.",
        "seated": "You already have a seat here, {user}.",
        "closed": "{user} closed the table.",
        "not a player": "Only players may close the table.",
        "no link": "That is not the link of a room; it looks like https://referee.example/#/room/ID/CREDENTIAL.",
        "other service": "That link is of {address}; this table can only join rooms of {own}.",
        "cannot join": "You cannot join that room: {reason}",
        "public link": "⚠️ Anyone who reads that link can play the seat: delete your message, {user}.",
        "cannot load": "The table cannot be loaded now: {reason}",
        "cannot open": "That table cannot be set up: {reason}",
    },
    "fr": {
        "waiting": "**{game}** : {names}. Places libres : {free}. Dites `join` pour vous asseoir.",
        "already open": "Il y a déjà une table ici ; `close` la ferme.",
        "no table": "Il n'y a pas de table ici ; ouvrez-en une.",
        "seated": "Vous êtes déjà à cette table, {user}.",
        "closed": "{user} a fermé la table.",
        "not a player": "Seuls ceux qui jouent peuvent fermer la table.",
        "no link": "Ce n'est pas le lien d'un salon ; il a la forme https://referee.example/#/room/ID/CREDENTIAL.",
        "other service": "Ce lien mène à {address} ; cette table ne joue que dans les salons de {own}.",
        "cannot join": "Vous ne pouvez pas entrer dans ce salon : {reason}",
        "public link": "⚠️ Quiconque lit ce lien peut jouer à cette place : effacez votre message, {user}.",
        "cannot load": "La table ne peut pas être reprise maintenant : {reason}",
        "cannot open": "Cette table ne peut pas être ouverte : {reason}",
    },
}


@dataclass
class Lobby:
    """A table that waits for users. `users` maps those who joined to their display names."""

    game: str
    seats: int
    language: Language
    users: dict[str, str] = field(default_factory=dict)

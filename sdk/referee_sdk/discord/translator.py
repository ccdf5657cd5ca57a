"""Translator of the slash commands: their French names, descriptions and choices."""

from __future__ import annotations

import discord
from discord import app_commands

from referee_sdk.options import Language

FRENCH = {
    # names of commands
    **{"play": "jouer", "join": "rejoindre", "leave": "quitter", "back": "revenir", "close": "fermer"},
    **{"move": "coup", "moves": "coups", "what": "fiche", "why": "pourquoi", "table": "plateau", "picture": "image"},
    **{"pictures": "images", "score": "score", "undo": "annuler", "agree": "accepter", "help": "aide"},
    **{"rematch": "revanche", "replace": "remplacer"},
    # names of options
    **{"game": "jeu", "seats": "places", "bot": "robot", "language": "langue", "link": "lien", "text": "texte"},
    **{"name": "nom", "switch": "choix", "player": "personne"},
    # descriptions of commands
    "Open a table in a new thread": "Ouvrir une table dans un nouveau fil",
    "Sit down at the table here, or in a room by its link": "S'asseoir ici, ou dans un salon de jeu par son lien",
    "Leave the table; a bot plays your seat": "Quitter la table ; un robot joue à votre place",
    "Take your seat back from a bot": "Reprendre votre place à un robot",
    "End the table here": "Fermer la table ici",
    "Play a move: a number, your words or notation": "Jouer un coup : un numéro, vos mots ou la notation",
    "Your hand and your moves, only for you": "Votre main et vos coups, pour vous seulement",
    "What does a card or piece do?": "Que fait une carte ou une pièce ?",
    "Why is a move not allowed?": "Pourquoi un coup n'est-il pas permis ?",
    "The board as text": "Le plateau en texte",
    "A picture of the table": "Une image de la table",
    "The score, line by line": "Les points, ligne par ligne",
    "Switch the pictures of the table": "Activer ou désactiver les images de la table",
    "Take your last move back": "Reprendre votre dernier coup",
    "Agree to what another player has requested": "Accepter ce que quelqu'un d'autre a demandé",
    "Play again in the same room": "Jouer la revanche dans le même salon de jeu",
    "Let a bot play for a player who does not come back": "Faire jouer un robot pour une personne absente",
    "How to play here": "Comment jouer ici",
    # descriptions of options
    "The game": "Le jeu",
    "Number of seats": "Nombre de places",
    "Bot in all other seats": "Robot à toutes les autres places",
    "Language of the table": "Langue de la table",
    "Link of a seat in a room; only you see it": "Lien d'une place dans un salon de jeu ; vous seul le voyez",
    "A number, words or notation": "Un numéro, des mots ou la notation",
    "Name of the card or piece": "Nom de la carte ou de la pièce",
    "The move": "Le coup",
    "On or off": "Oui ou non",
    "The player": "La personne",
    # choices
    "random: plays anything": "random : joue au hasard",
    "greedy: takes the best move at once": "greedy : prend le meilleur coup tout de suite",
    "search: thinks ahead": "search : réfléchit plus loin",
    **{"English": "anglais", "French": "français", "on": "oui", "off": "non"},
}
"""French text per English text."""


class FrenchTranslator(app_commands.Translator):
    """Translator to French. Discord shows the English texts in all other languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the French text, or None for other languages. Raises `TranslationError` if it is missing."""
        if locale is not discord.Locale.french:
            return None
        if string.message not in FRENCH:
            raise app_commands.TranslationError(string=string, locale=locale, context=context)
        return FRENCH[string.message]


def language_of(locale: discord.Locale) -> Language:
    """Return the language for a user of Discord: French, or English for all others."""
    return "fr" if locale is discord.Locale.french else "en"

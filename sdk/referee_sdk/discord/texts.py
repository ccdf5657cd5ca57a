"""Texts of the Discord adapter in English and French. Those of the tables are in `referee_sdk.chat`."""

from __future__ import annotations

from referee_sdk.chat.texts import COMMANDS
from referee_sdk.options import Language

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "table opened": "🎲 {user} has opened a table of **{title}**: {place}",
        "thread name": "{title} with {user}",
        "no thread": (
            "I cannot open a thread here, so the table is in this channel. For a thread I need the permissions"
            " “Create Public Threads” and “Send Messages in Threads”."
        ),
        "cannot write": (
            "I cannot write in this channel. Please give me “View Channel”, and “Send Messages” or, for a thread,"
            " “Send Messages in Threads”. In a locked thread I also need “Manage Threads”."
        ),
        "cannot attach": "(No picture: here I lack “Attach Files” or “Embed Links”.)",
        "picture refused": "(No picture: Discord refuses it. {reason})",
        "picture too large": "(No picture: it is larger than {megabytes} MB, the limit here.)",
        "played": "✓ Played.",
        "your seat": "You sit at the table: {place}",
        "no moves": "It is not your turn; these buttons wait for another player.",
        "failed": "Something went wrong, and the error is in the log of the bot. Please try again.",
        "outdated command": "This command has changed: press Ctrl+R in Discord, and try again.",
        "choose": "Choose a move: {first}–{last} of {count}",
        "join": "Sit down",
        "agree": "Agree",
        "rematch": "Rematch",
        "back": "Take my seat back",
        "moves": "My hand and moves",
        "undo": "Undo",
        "help": "Help",
        "manual": (
            "**Open a table** with {play}: it waits for players, who press “Sit down” or use {join}; with a bot the"
            " match begins at once. {join} with the link of a room plays a seat of that room here.\n"
            "**Your turn:** press a button, choose from the list, or use {move}, which completes what you type: a"
            " number, words or notation. A picture has the numbers of the moves. {moves} shows your hand and your"
            " moves, only to you; {undo} takes your last move back.\n"
            "**Questions**, which only you see answered: {what} a card or piece does, {why} a move is not allowed,"
            " {table}, {picture}, {score}.\n"
            "**People:** {leave} gives your seat to a bot, {back} takes it back, {replace} requests a bot for a"
            " player who is away. {rematch} plays again in a room, {close} ends the table, {pictures} switches the"
            " pictures."
        ),
    },
    "fr": {
        "table opened": "🎲 {user} a ouvert une table de **{title}** : {place}",
        "thread name": "{title} avec {user}",
        "no thread": (
            "Je ne peux pas ouvrir de fil ici : la table est donc dans ce salon. Pour un fil, il me faut les"
            " permissions « Créer des fils publics » et « Envoyer des messages dans les fils »."
        ),
        "cannot write": (
            "Je ne peux pas écrire dans ce salon. Donnez-moi « Voir le salon », et « Envoyer des messages » ou, pour un"
            " fil, « Envoyer des messages dans les fils ». Dans un fil verrouillé, il me faut aussi « Gérer les fils »."
        ),
        "cannot attach": "(Pas d'image : il me manque ici « Joindre des fichiers » ou « Intégrer des liens ».)",
        "picture refused": "(Pas d'image : Discord la refuse. {reason})",
        "picture too large": "(Pas d'image : elle dépasse {megabytes} Mo, la limite ici.)",
        "played": "✓ C'est joué.",
        "your seat": "Vous êtes à la table : {place}",
        "no moves": "Ce n'est pas à vous de jouer ; ces boutons attendent quelqu'un d'autre.",
        "failed": "Une erreur s'est produite ; elle est dans le journal du robot. Réessayez, s'il vous plaît.",
        "outdated command": "Cette commande a changé : appuyez sur Ctrl+R dans Discord, puis réessayez.",
        "choose": "Choisissez un coup : {first} à {last} sur {count}",
        "join": "S'asseoir",
        "agree": "D'accord",
        "rematch": "Revanche",
        "back": "Reprendre ma place",
        "moves": "Ma main et mes coups",
        "undo": "Annuler",
        "help": "Aide",
        "manual": (
            "**Ouvrez une table** avec {play} : elle attend des joueurs, qui appuient sur « S'asseoir » ou utilisent"
            " {join} ; contre un robot, la partie commence aussitôt. {join} avec le lien d'un salon de jeu y prend ici"
            " la place de ce lien.\n"
            "**À vous de jouer :** appuyez sur un bouton, choisissez dans la liste, ou utilisez {move}, qui complète"
            " ce que vous tapez : un numéro, des mots ou la notation. Les images portent les numéros des coups."
            " {moves} montre votre main et vos coups, à vous seulement ; {undo} reprend votre dernier coup.\n"
            "**Des questions**, dont vous seul voyez la réponse : {what} ce que fait une carte ou une pièce, {why} un"
            " coup n'est pas permis, {table}, {picture}, {score}.\n"
            "**Autour de la table :** {leave} confie votre place à un robot, {back} la reprend, {replace} demande un"
            " robot pour une personne absente. {rematch} lance la revanche dans un salon de jeu, {close} ferme la"
            " table, {pictures} active ou désactive les images."
        ),
    },
}

SLASH_COMMANDS = {"come_back": "back", "pictures_on": "pictures", "pictures_off": "pictures", "more": "moves"}
"""Slash command per command of a table, where the names differ."""

PHRASES = {
    **{text: SLASH_COMMANDS.get(name, name) for text, name in COMMANDS.items()},
    **dict.fromkeys(("join", "rejoindre"), "join"),
    **dict.fromkeys(("close", "fermer"), "close"),
    **dict.fromkeys(("open", "new", "ouvrir"), "play"),
    **dict.fromkeys(("what is", "c'est quoi"), "what"),
    **dict.fromkeys(("why not", "pourquoi pas"), "why"),
}
"""Slash command per text that a table tells users to write."""

PREFIXES = ("what is", "c'est quoi", "why not", "pourquoi pas", "new", "ouvrir")
"""Those of these texts that have an argument."""

OFFERS = ("join", "agree", "rematch", "back")
"""Slash commands that a message offers as buttons when its text names them."""


def text(language: Language, key: str, **facts: object) -> str:
    """Return a text of the adapter filled with facts."""
    return TEXTS[language][key].format(**facts)

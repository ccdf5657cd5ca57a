"""Texts of the terminal in English and French. Those of the table are in `referee_sdk.chat.texts`."""

from __future__ import annotations

from referee_sdk.options import Language

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "hint": (
            "Type a number to play; also: table, picture, moves, more, why not …, ? NAME (what a card or piece does),"
            " undo, score, help, save FILE, quit."
        ),
        "hand over": "Pass the keyboard to {user}, who presses Enter: ",
        "saved": "Saved: {file}",
        "picture": "Picture: {file}",
        "not saved": "Cannot save: {reason}",
        "room link": "Paste the link of your seat: ",
        "room hint": "The other seats play elsewhere; Ctrl-C leaves, and the same link joins again.",
        "waiting": "Waiting for {user} …",
        "room bye": "You have left. The link joins the room again, here or in a browser.",
        "bot progress": "{user} searches: {iterations} iterations, best so far: {best}",
        "name a game": "name a game to play:",
        "game line": "  {game:<16} {title}, {seats} seats",
        "not json": "--options is not JSON: {reason}",
        "no object": "--options must be a JSON object",
        "no bot": "there is no bot “{name}”; bots: {bots}",
        "install": "For the full screen: pip install 'referee-sdk[terminal]'",
        "resume": "To play on: referee-play --resume {file}",
        "service failed": "The referee cannot respond: {reason}",
        # titles
        "board": "Board",
        "log": "Log",
        "moves": "Moves",
        "over": "The match is over.",
        "opens": "The board is being set up …",
        "bots": "Others play …",
        "matches": "Fits “{text}”: {count}",
        "nothing fits": "Nothing in the list fits “{text}”. Enter sends it.",
        "busy": "The referee is busy; Enter works as soon as it responds.",
        "thinks": "Please wait …",
        "prompt": "Number, words, command or ? name",
        # keys
        "keys": "Tab complete  ↑↓ history  PgUp/PgDn board  F2 board  F3 log  F4 moves  F1 help  Ctrl-Q quit",
        "keys short": "Tab completes · PgUp/PgDn board · F2 board F3 log F4 moves · F1 help · Ctrl-Q",
        "back": "Esc or Enter goes back · PgUp/PgDn scroll",
        "all moves": "Esc shows all moves again",
        "list keys": "↑↓ choose · Enter plays · Esc back to the input line",
        "help": (
            "**Keys**\n"
            "`Enter` plays what you typed, or the chosen line of the list · `Tab` completes a move, name or command;"
            " with nothing typed it goes to the list\n"
            "`↑` `↓` earlier texts, or lines of the list · `PgUp` `PgDn` scroll the board · `Ctrl-↑` `Ctrl-↓`"
            " scroll the log\n"
            "`F2` `F3` `F4` enlarge the board, the log, the moves; again or `Esc`: back · `Ctrl-Q`, `Ctrl-C` or"
            " `quit` leaves the game\n"
            "`save FILE` saves the match for `referee-play --resume FILE`; with a name that ends in `.game` it writes"
            " the record"
        ),
        # hand-over
        "hand over title": "Pass the keyboard to {user}.",
        "hand over key": "{user} presses Enter to see the hand and the moves.",
        # end of the match
        "save record": "Save the record as {file}",
        "show score": "Show the score",
        "show picture": "Show a picture of the table",
        "take back": "Take the last move back",
        "play rematch": "Play a rematch",
        "leave game": "Quit",
    },
    "fr": {
        "hint": (
            "Un numéro joue ; aussi : plateau, image, coups, suite, pourquoi pas …, ? NOM (ce que fait une carte ou"
            " une pièce), annuler, score, aide, enregistrer FICHIER, quitter."
        ),
        "hand over": "Passez le clavier à {user}, qui appuie sur Entrée : ",
        "saved": "Enregistré : {file}",
        "picture": "Image : {file}",
        "not saved": "Impossible d'enregistrer : {reason}",
        "room link": "Collez le lien de votre place : ",
        "room hint": "Les autres places jouent ailleurs ; Ctrl-C quitte, et le même lien vous ramène ici.",
        "waiting": "En attente de {user} …",
        "room bye": "Vous avez quitté le salon. Le lien y ramène, ici ou dans un navigateur.",
        "bot progress": "{user} réfléchit : {iterations} itérations, le mieux jusqu'ici : {best}",
        "name a game": "choisissez un jeu :",
        "game line": "  {game:<16} {title}, {seats} places",
        "not json": "--options n'est pas du JSON : {reason}",
        "no object": "--options doit être un objet JSON",
        "no bot": "il n'y a pas de robot « {name} » ; robots : {bots}",
        "install": "Pour le plein écran : pip install 'referee-sdk[terminal]'",
        "resume": "Pour reprendre : referee-play --resume {file}",
        "service failed": "L'arbitre ne peut pas répondre : {reason}",
        "board": "Plateau",
        "log": "Journal",
        "moves": "Coups",
        "over": "La partie est finie.",
        "opens": "Mise en place …",
        "bots": "Les autres jouent …",
        "matches": "Correspond à « {text} » : {count}",
        "nothing fits": "Rien dans la liste ne correspond à « {text} ». Entrée l'envoie.",
        "busy": "L'arbitre est occupé ; Entrée fonctionnera dès qu'il aura répondu.",
        "thinks": "Un instant …",
        "prompt": "Numéro, mots, commande ou ? nom",
        "keys": (
            "Tab complète  ↑↓ historique  PgPréc/PgSuiv plateau  F2 plateau  F3 journal  F4 coups  F1 aide"
            "  Ctrl-Q quitte"
        ),
        "keys short": "Tab complète · PgPréc/PgSuiv · F2 plateau F3 journal F4 coups · F1 aide · Ctrl-Q",
        "back": "Échap ou Entrée : retour · PgPréc/PgSuiv défilent",
        "all moves": "Échap montre de nouveau tous les coups",
        "list keys": "↑↓ choisir · Entrée joue · Échap revient à la saisie",
        "help": (
            "**Touches**\n"
            "`Entrée` joue ce que vous avez tapé, ou la ligne choisie de la liste · `Tab` complète un coup, un nom ou"
            " une commande ; sans texte, va à la liste\n"
            "`↑` `↓` textes précédents, ou lignes de la liste · `PgPréc` `PgSuiv` font défiler le plateau · `Ctrl-↑`"
            " `Ctrl-↓` le journal\n"
            "`F2` `F3` `F4` agrandissent le plateau, le journal, les coups ; encore ou `Échap` : retour · `Ctrl-Q`,"
            " `Ctrl-C` ou `quitter` quitte le jeu\n"
            "`enregistrer FICHIER` garde la partie pour `referee-play --resume FICHIER` ; avec un nom en `.game`,"
            " écrit le relevé des coups"
        ),
        "hand over title": "Passez le clavier à {user}.",
        "hand over key": "{user} appuie sur Entrée pour voir sa main et ses coups.",
        "save record": "Enregistrer le relevé des coups : {file}",
        "show score": "Voir les points",
        "show picture": "Voir une image de la table",
        "take back": "Reprendre le dernier coup",
        "play rematch": "Jouer la revanche",
        "leave game": "Quitter",
    },
}

SAVE_COMMANDS = ("save", "enregistrer", "sauver")
QUIT_COMMANDS = ("quit", "exit", "q", "close", "quitter", "fermer")
"""Commands that leave the game. `fin` is none: a French player writes it to end a turn."""

COMMAND_WORDS: dict[Language, tuple[str, ...]] = {
    "en": (
        *("help", "moves", "table", "picture", "score", "undo", "why not ", "what is ", "? "),
        *("agree", "disagree", "leave", "come back", "bot for ", "rematch", "save ", "quit"),
    ),
    "fr": (
        *("aide", "coups", "plateau", "image", "score", "annuler", "pourquoi pas ", "c'est quoi ", "? "),
        *("d'accord", "pas d'accord", "je pars", "je reviens", "robot pour ", "revanche", "enregistrer ", "quitter"),
    ),
}
"""Commands that Tab completes. Those that end with a space take more words."""

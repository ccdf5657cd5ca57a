"""Texts and commands of a table in English and French. Labels, prompts and rulings come from the service."""

from __future__ import annotations

from referee_sdk.options import Language

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "opening": "**{title}**: {names}",
        "prompt": "**{user}**: {prompt}",
        "chance prompt": "**Table**: what did chance bring? {prompt}",
        "more": "… {remaining} more: say `more`, or write what you want to do.",
        "earlier events": "… {count} earlier events.",
        "which": "Which one?",
        "not understood": "I do not understand “{text}”. Say a number, write a move, or `help`.",
        "no such number": "There is no choice {number}; there are {count}.",
        "old menu": "That list is old; here is the new one.",
        "refused": "That is not allowed:",
        "judged": "`{notation}`",
        "suggestions": "Similar legal moves:",
        "legal": "That is allowed: `{notation}`.",
        "usage": "I cannot tell which move you mean. Write it like this: `{usage}`",
        "not your turn": "It is {user}'s turn.",
        "watching": "You are watching, {user}: you may ask for `table`, `picture`, `score`, `what is …` and `help`.",
        "over": "The game is over.",
        "winner": "🏁 {winners} won.",
        "no winner": "🏁 The game is lost.",
        "score": "**{user}**: {score}",
        "score line": "  {points} – {title}",
        "undone": "↩️ {user} took a move back.",
        "nothing to undo": "You have nothing to take back, {user}.",
        "undo consent": "{user} wants to take a move back, but {reasons}. {others}: `agree`?",
        "revealed chance": "chance has acted since",
        "revealed other-seat": "another player has moved since",
        "revealed over": "the game has ended since",
        "nothing to agree": "There is nothing to agree to.",
        "agreed": "{user} agrees.",
        "private menu": "I sent {user} the choices in private.",
        "component": "**{name}**: {text}",
        "component rules": "*Rules: {titles}*",
        "separator": "; ",
        "components": "“{text}” fits several cards or pieces:",
        "more components": "… {count} more: write more of the name.",
        "no component": "No card or piece of this game is called “{text}”.",
        "similar components": "Similar names: {names}.",
        "component example": "Write its name as the board or the list of moves shows it: `what is {name}`.",
        "pictures on": "Pictures are on. `pictures off` switches them off.",
        "pictures off": "Pictures are off. `pictures on` switches them on; `picture` shows one.",
        "no pictures": "There are no pictures of this game.",
        "pictures busy": "No picture: the service is busy. Write `picture` to try again.",
        "picture failed": "No picture: {reason} Write `picture` to try again.",
        "alt mine": "What seat {seat} has.",
        "alt score": "Score: {scores}.",
        "seated": "{user} plays seat {seat}.",
        "seat taken": "{user} plays that seat here.",
        "moved meanwhile": "Others have changed the position meanwhile; nothing was played.",
        "taken back": "↩️ A move was taken back.",
        "resigned": "🏳️ The match has ended, because too few players play on.",
        "rematch": "A rematch is open: say `rematch` to play it here.",
        "no rematch": "A rematch follows the end of the match.",
        "bot plays": "A bot plays your seat, {user}: say `come back` to play again.",
        "is back": "{user} is back.",
        "has left": "{user} has left; a bot plays on until {user} writes `come back`.",
        "last user": "You are the last person here, {user}: the table waits for you. `close` ends it.",
        "never left": "You have your seat, {user}.",
        "failed": "The referee cannot respond: {reason} Nothing has changed; please write it again.",
        "stuck": "The referee cannot continue: {reason} All moves so far count; write anything to try again.",
        "help": (
            "Say a **number** from the list, write a move in **your words** (“take 3 from depot 2”) or in **notation**"
            " (`{example}`). Also: `moves`, `more`, `table`, `picture`, `score`, `what is …` (a card or piece),"
            " `why not …`, `undo`, `help`. A picture has the numbers of the list; `pictures off` and `pictures on`"
            " switch pictures."
        ),
    },
    "fr": {
        "opening": "**{title}** : {names}",
        "prompt": "**{user}** : {prompt}",
        "chance prompt": "**Table** : qu'a donné le hasard ? {prompt}",
        "more": "… encore {remaining} : dites `suite`, ou écrivez ce que vous voulez faire.",
        "earlier events": "… {count} choses sont arrivées avant cela.",
        "which": "Lequel ?",
        "not understood": "Je ne comprends pas « {text} ». Dites un numéro, écrivez un coup, ou `aide`.",
        "no such number": "Il n'y a pas de choix {number} ; il y en a {count}.",
        "old menu": "Cette liste est ancienne ; voici la nouvelle.",
        "refused": "Ce n'est pas permis :",
        "judged": "`{notation}`",
        "suggestions": "Coups proches :",
        "legal": "C'est permis : `{notation}`.",
        "usage": "Je ne sais pas quel coup vous voulez dire. Écrivez-le ainsi : `{usage}`",
        "not your turn": "C'est à {user} de jouer.",
        "watching": "Vous regardez, {user} : vous pouvez demander `table`, `image`, `score`, `c'est quoi …` et `aide`.",
        "over": "La partie est finie.",
        "winner": "🏁 Victoire : {winners}.",
        "no winner": "🏁 La partie est perdue.",
        "score": "**{user}** : {score}",
        "score line": "  {points} – {title}",
        "undone": "↩️ {user} a repris un coup.",
        "nothing to undo": "Vous n'avez rien à reprendre, {user}.",
        "undo consent": "{user} veut reprendre un coup, mais {reasons}. {others} : `d'accord` ?",
        "revealed chance": "le hasard a agi depuis",
        "revealed other-seat": "quelqu'un d'autre a joué depuis",
        "revealed over": "la partie s'est finie depuis",
        "nothing to agree": "Il n'y a rien à accepter.",
        "agreed": "{user} est d'accord.",
        "private menu": "J'ai envoyé les choix à {user} en privé.",
        "component": "**{name}** : {text}",
        "component rules": "*Règles : {titles}*",
        "separator": " ; ",
        "components": "« {text} » correspond à plusieurs cartes ou pièces :",
        "more components": "… encore {count} : écrivez le nom plus complètement.",
        "no component": "Aucune carte ni pièce de ce jeu ne s'appelle « {text} ».",
        "similar components": "Noms proches : {names}.",
        "component example": "Écrivez son nom tel qu'il figure sur le plateau ou dans les coups : `c'est quoi {name}`.",
        "pictures on": "Les images sont activées. `images non` les désactive.",
        "pictures off": "Les images sont désactivées. `images oui` les active ; `image` en montre une.",
        "no pictures": "Ce jeu n'a pas d'images.",
        "pictures busy": "Pas d'image : le service est occupé. Écrivez `image` pour réessayer.",
        "picture failed": "Pas d'image : {reason} Écrivez `image` pour réessayer.",
        "alt mine": "Le jeu de la place {seat}.",
        "alt score": "Points : {scores}.",
        "seated": "{user} joue à la place {seat}.",
        "seat taken": "{user} joue déjà à cette place ici.",
        "moved meanwhile": "La position a changé entre-temps ; rien n'a été joué.",
        "taken back": "↩️ Un coup a été repris.",
        "resigned": "🏳️ La partie est terminée, faute d'assez de joueurs.",
        "rematch": "Une revanche est ouverte : dites `revanche` pour la jouer ici.",
        "no rematch": "La revanche vient après la fin de la partie.",
        "bot plays": "Un robot joue à votre place, {user} : dites `je reviens` pour rejouer.",
        "is back": "{user} est de retour.",
        "has left": "{user} a quitté la table ; un robot joue à sa place jusqu'à son `je reviens`.",
        "last user": "Il ne reste que vous, {user} : la table vous attend. `fermer` la ferme.",
        "never left": "Vous avez déjà votre place, {user}.",
        "failed": "L'arbitre ne peut pas répondre : {reason} Rien n'a changé ; redites-le, s'il vous plaît.",
        "stuck": "L'arbitre ne peut pas continuer : {reason} Ce qui est joué compte ; dites un mot pour redemander.",
        "help": (
            "Dites un **numéro** de la liste, écrivez un coup avec **vos mots** (« prendre 3 au dépôt 2 ») ou en"
            " **notation** (`{example}`). Aussi : `coups`, `suite`, `table`, `image`, `score`, `c'est quoi …` (carte ou"
            " pièce), `pourquoi pas …`, `annuler`, `aide`. Une image porte les numéros de la liste ; `images non` et"
            " `images oui` désactivent et activent les images."
        ),
    },
}

COMMANDS: dict[str, str] = {
    text: command
    for command, texts in {
        "help": ("help", "aide", "?"),
        "score": ("score", "scores", "points"),
        "undo": ("undo", "take back", "annuler", "annule", "reprendre"),
        "agree": ("agree", "agreed", "d'accord", "accord"),
        "table": ("table", "board", "plateau", "hand", "main"),
        "picture": ("picture", "image"),
        "pictures_on": ("pictures on", "picture on", "images oui", "image oui"),
        "pictures_off": ("pictures off", "picture off", "images non", "image non"),
        "moves": ("moves", "list", "coups", "liste"),
        "more": ("more", "suite", "next"),
        "leave": ("leave", "i leave", "leave the table", "quitter", "quitter la table", "je pars", "je quitte"),
        "come_back": ("come back", "i am back", "i'm back", "je reviens", "je suis de retour"),
    }.items()
    for text in texts
}
"""Command per text. Users may write either language at any table."""

ROOM_COMMANDS: dict[str, str] = {
    text: command
    for command, texts in {
        "rematch": ("rematch", "revanche"),
    }.items()
    for text in texts
}
"""Command per text at the table of a room."""

WHY_PREFIXES = ("why not", "why", "pourquoi pas", "pourquoi")
"""Prefixes of a question about a move; a longer prefix comes before its own beginning."""

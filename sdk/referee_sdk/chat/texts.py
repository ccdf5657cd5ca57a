"""What a table says by itself, in English and French; labels, prompts and rulings come from the service."""

from __future__ import annotations

from referee_sdk.client import Language

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "seated": "**{title}**: {people}",
        "turn": "**{person}**: {prompt}",
        "dice": "**Table**: what did chance bring? {prompt}",
        "more": "… {left} more: say `more`, or write what you want to do.",
        "before": "… {count} things happened before that.",
        "which": "Which one?",
        "not understood": "I do not understand “{text}”. Say a number, write a move, or `help`.",
        "no such number": "There is no choice {number}; there are {count}.",
        "old": "That list is old; here is the new one.",
        "refused": "That is not allowed:",
        "judged": "`{notation}`",
        "near": "Near moves:",
        "legal": "That is allowed: `{notation}`.",
        "write it": "I cannot tell which move you mean. Write it like this: `{form}`",
        "not your turn": "It is {person}'s turn.",
        "watching": "You are watching, {person}: you may ask for `table`, `score` and `help`.",
        "over": "The game is over.",
        "winner": "🏁 {winners} won.",
        "score": "**{person}**: {score}",
        "line": "  {points} – {title}",
        "undone": "↩️ {person} took a move back.",
        "nothing to undo": "You have nothing to take back, {person}.",
        "reveals": "{person} wants to take a move back, but {reasons}. {asked}: `agree`?",
        "chance": "chance has acted since",
        "other-seat": "somebody else has moved since",
        "over-since": "the game has ended since",
        "nothing to agree": "There is nothing to agree to.",
        "agreed": "{person} agrees.",
        "private": "I sent {person} the choices in private.",
        "failed": "The referee cannot answer: {reason} Nothing was changed; please say it again.",
        "stuck": "The referee cannot go on: {reason} What was played counts; say anything to ask again.",
        "help": (
            "Say a **number** from the list, write a move in **your words** (“take 3 from depot 2”) or in **notation**"
            " (`{example}`). Also: `moves`, `more`, `table`, `score`, `why not …`, `undo`, `help`."
        ),
    },
    "fr": {
        "seated": "**{title}** : {people}",
        "turn": "**{person}** : {prompt}",
        "dice": "**Table** : qu'a donné le hasard ? {prompt}",
        "more": "… encore {left} : dites `suite`, ou écrivez ce que vous voulez faire.",
        "before": "… {count} choses sont arrivées avant cela.",
        "which": "Lequel ?",
        "not understood": "Je ne comprends pas « {text} ». Dites un numéro, écrivez un coup, ou `aide`.",
        "no such number": "Il n'y a pas de choix {number} ; il y en a {count}.",
        "old": "Cette liste est ancienne ; voici la nouvelle.",
        "refused": "Ce n'est pas permis :",
        "judged": "`{notation}`",
        "near": "Coups proches :",
        "legal": "C'est permis : `{notation}`.",
        "write it": "Je ne sais pas quel coup vous voulez dire. Écrivez-le ainsi : `{form}`",
        "not your turn": "C'est à {person} de jouer.",
        "watching": "Vous regardez, {person} : vous pouvez demander `table`, `score` et `aide`.",
        "over": "La partie est finie.",
        "winner": "🏁 Victoire : {winners}.",
        "score": "**{person}** : {score}",
        "line": "  {points} – {title}",
        "undone": "↩️ {person} a repris un coup.",
        "nothing to undo": "Vous n'avez rien à reprendre, {person}.",
        "reveals": "{person} veut reprendre un coup, mais {reasons}. {asked} : `d'accord` ?",
        "chance": "le hasard a agi depuis",
        "other-seat": "quelqu'un d'autre a joué depuis",
        "over-since": "la partie s'est finie depuis",
        "nothing to agree": "Il n'y a rien à accepter.",
        "agreed": "{person} est d'accord.",
        "private": "J'ai envoyé les choix à {person} en privé.",
        "failed": "L'arbitre ne peut pas répondre : {reason} Rien n'a changé ; redites-le, s'il vous plaît.",
        "stuck": "L'arbitre ne peut pas continuer : {reason} Ce qui est joué compte ; dites un mot pour redemander.",
        "help": (
            "Dites un **numéro** de la liste, écrivez un coup avec **vos mots** (« prendre 3 au dépôt 2 ») ou en"
            " **notation** (`{example}`). Aussi : `coups`, `suite`, `table`, `score`, `pourquoi pas …`, `annuler`,"
            " `aide`."
        ),
    },
}

COMMANDS: dict[str, str] = {
    spoken: command
    for command, all_spoken in {
        "help": ("help", "aide", "?"),
        "score": ("score", "scores", "points"),
        "undo": ("undo", "take back", "annuler", "annule", "reprendre"),
        "agree": ("agree", "agreed", "d'accord", "accord"),
        "table": ("table", "board", "plateau", "hand", "main"),
        "moves": ("moves", "list", "coups", "liste"),
        "more": ("more", "suite", "next"),
    }.items()
    for spoken in all_spoken
}
"""What may be said in either language, and what it asks for."""

WHY_PREFIXES = ("why not", "why", "pourquoi pas", "pourquoi")
"""How a question about a move begins."""

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
        "mean": "Did you mean this?",
        "not understood": "I do not understand “{text}”. Say a number, write a move, or `help`.",
        "no such number": "There is no choice {number}; there are {count}.",
        "old menu": "That list is old; here is the new one.",
        "refused": "That is not allowed:",
        "judged": "`{notation}`",
        "judged move": "{label} – `{notation}`",
        "nothing to choose": "Nothing can be done with “{text}” now.",
        "suggestions": "Similar legal moves:",
        "legal": "That is allowed: `{notation}`.",
        "legal moves": "That is allowed:",
        "usage": "I cannot tell which move you mean. Name it as `moves` shows it, or write `{usage}`.",
        "not your turn": "It is {user}'s turn.",
        "watching": "You are watching, {user}: you may ask for `table`, `picture`, `score`, `what is …` and `help`.",
        "over": "The game is over.",
        "after over": "The game is over. `score` shows the points, `close` ends this table.",
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
        "declined": "{user} does not agree.",
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
        "no room": "Only a room has a rematch: `close` this table and open a new one.",
        "no workers": "• `search` is not possible at this service, so `greedy` plays.",
        "bot plays": "A bot plays your seat, {user}: say `come back` to play again.",
        "is back": "{user} is back.",
        "has left": "{user} has left; a bot plays on until {user} writes `come back`.",
        "bot request": "{user} wants a bot to play for {absent}. {others}: `agree`?",
        "bot replaces": "A bot plays for {user} now, until {user} writes `come back`.",
        "bot replaces elsewhere": "A bot plays for {user} now, until {user} comes back.",
        "still here": "{user} is here, so no bot takes over.",
        "present": "{user} is there, or a bot plays already. Write it again after {user} is away for a minute.",
        "not away": "{user} may be thinking. If nothing comes, write it again in {minutes} min.",
        "no such player": "No player here is called “{text}”. Players: {names}.",
        "late": "Something has changed meanwhile, so nothing was done. Write it again if you still want it.",
        "last user": "You are the last person here, {user}: the table waits for you. `close` ends it.",
        "never left": "You have your seat, {user}.",
        "failed": "The referee cannot respond: {reason} Nothing has changed; please write it again.",
        "stuck": "The referee cannot continue: {reason} All moves so far count; write anything to try again.",
        "help": (
            "**Play**: a **number** from the list, a move in **your words** (“{words}”), or **notation**"
            " (`{example}`).\n"
            "**Ask**: `what is …` (a card or piece), `why not …` (a move, piece or place). A question never plays.\n"
            "**Look**: `moves`, `more`, `table`, `picture`, `score`; `pictures off` and `pictures on` switch pictures,"
            " which have the numbers of the list.\n"
            "**Change**: `undo`, `agree`, `leave` (a bot plays on), `come back`, `bot for NAME` (who is away); `close`"
            " ends the table."
        ),
        "help room": "**Room**: `rematch` after the end; to resign, open the link in a browser.",
    },
    "fr": {
        "opening": "**{title}** : {names}",
        "prompt": "**{user}** : {prompt}",
        "chance prompt": "**Table** : qu'a donné le hasard ? {prompt}",
        "more": "… encore {remaining} : dites `suite`, ou écrivez ce que vous voulez faire.",
        "earlier events": "… {count} choses sont arrivées avant cela.",
        "which": "Lequel ?",
        "mean": "Est-ce cela ?",
        "not understood": "Je ne comprends pas « {text} ». Dites un numéro, écrivez un coup, ou `aide`.",
        "no such number": "Il n'y a pas de choix {number} ; il y en a {count}.",
        "old menu": "Cette liste est ancienne ; voici la nouvelle.",
        "refused": "Ce n'est pas permis :",
        "judged": "`{notation}`",
        "suggestions": "Coups proches :",
        "nothing to choose": "Rien n'est possible avec « {text} » en ce moment.",
        "judged move": "{label} – `{notation}`",
        "legal": "C'est permis : `{notation}`.",
        "legal moves": "C'est permis :",
        "usage": "Je ne sais pas quel coup vous voulez dire. Nommez-le comme dans `coups`, ou écrivez `{usage}`.",
        "not your turn": "C'est à {user} de jouer.",
        "watching": "Vous regardez, {user} : vous pouvez demander `table`, `image`, `score`, `c'est quoi …` et `aide`.",
        "over": "La partie est finie.",
        "after over": "La partie est finie. `score` montre les points, `fermer` ferme cette table.",
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
        "declined": "{user} n'est pas d'accord.",
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
        "no room": "Seul un salon a une revanche : fermez cette table (`fermer`) et ouvrez-en une autre.",
        "no workers": "• `search` n'est pas possible avec ce service : `greedy` joue.",
        "bot plays": "Un robot joue à votre place, {user} : dites `je reviens` pour rejouer.",
        "is back": "{user} est de retour.",
        "has left": "{user} a quitté la table ; un robot joue à sa place jusqu'à son `je reviens`.",
        "bot request": "{user} veut qu'un robot joue pour {absent}. {others} : `d'accord` ?",
        "bot replaces": "Un robot joue maintenant pour {user}, jusqu'à son `je reviens`.",
        "bot replaces elsewhere": "Un robot joue maintenant pour {user}, jusqu'à son retour.",
        "still here": "{user} est là : aucun robot ne prend sa place.",
        "present": "{user} est là, ou un robot joue déjà. Redites-le après une minute d'absence.",
        "not away": "{user} réfléchit peut-être. Sans nouvelles, redites-le dans {minutes} min.",
        "no such player": "Personne ici ne s'appelle « {text} ». À cette table : {names}.",
        "late": "Quelque chose a changé entre-temps ; rien n'a été fait. Redites-le si vous le voulez encore.",
        "last user": "Il ne reste que vous, {user} : la table vous attend. `fermer` la ferme.",
        "never left": "Vous avez déjà votre place, {user}.",
        "failed": "L'arbitre ne peut pas répondre : {reason} Rien n'a changé ; redites-le, s'il vous plaît.",
        "stuck": "L'arbitre ne peut pas continuer : {reason} Ce qui est joué compte ; dites un mot pour redemander.",
        "help": (
            "**Jouer** : un **numéro** de la liste, un coup avec **vos mots** (« {words} »), ou en **notation**"
            " (`{example}`).\n"
            "**Demander** : `c'est quoi …` (carte ou pièce), `pourquoi pas …` (coup, pièce ou lieu). Une question ne"
            " joue jamais.\n"
            "**Voir** : `coups`, `suite`, `table`, `image`, `score` ; `images non` et `images oui` désactivent et"
            " activent les images, qui portent les numéros de la liste.\n"
            "**Changer** : `annuler`, `d'accord`, `quitter` (un robot continue), `je reviens`, `robot pour NOM` (qui"
            " est absent) ; `fermer` ferme la table."
        ),
        "help room": "**Salon** : `revanche` après la fin ; pour abandonner, ouvrez le lien dans un navigateur.",
    },
}

COMMANDS: dict[str, str] = {
    text: command
    for command, texts in {
        "help": (
            *("help", "help me", "commands", "how do i play", "rules", "the rules", "what are the rules"),
            *("aide", "aide-moi", "aidez-moi", "commandes", "comment jouer", "règles", "les règles"),
            *("comment ça marche", "comment on joue", "how does it work", "how does this work", "how to play"),
        ),
        "score": (
            *("score", "scores", "points", "the score", "show score", "show the score", "who is winning", "who wins"),
            *("les points", "le score", "les scores", "qui gagne", "points de chacun"),
        ),
        "undo": (
            *("undo", "take back", "take it back", "undo that", "undo my move"),
            *("annuler", "annule", "reprendre", "annule mon coup", "annuler mon coup", "reprendre mon coup"),
        ),
        "agree": ("agree", "agreed", "i agree", "d'accord", "accord", "je suis d'accord"),
        "decline": ("disagree", "i disagree", "not agreed", "pas d'accord", "je refuse"),
        "table": (
            *("table", "the table", "board", "the board", "show board", "show the board", "show table", "position"),
            *("hand", "my hand", "show my hand", "plateau", "le plateau", "la table", "voir le plateau"),
            *("montre le plateau", "main", "ma main", "voir ma main"),
        ),
        "picture": ("picture", "a picture", "show picture", "image", "une image", "l'image"),
        "pictures_on": ("pictures on", "picture on", "images oui", "image oui"),
        "pictures_off": ("pictures off", "picture off", "images non", "image non"),
        "moves": (
            *("moves", "my moves", "list", "the list", "options", "my options", "choices", "legal moves"),
            *("what can i do", "what are my options", "what are my moves", "whose turn is it", "whose turn"),
            *("who's turn", "who's turn is it", "who is next", "is it my turn", "turn"),
            *("coups", "mes coups", "les coups", "liste", "la liste", "choix", "mes choix", "que puis-je faire"),
            *("qu'est-ce que je peux faire", "à qui le tour", "c'est à qui", "à qui de jouer", "c'est mon tour"),
        ),
        "more": ("more", "show more", "suite", "la suite", "next", "next page", "page suivante"),
        "leave": (
            *("leave", "i leave", "leave the table", "i have to go", "i'm leaving"),
            *("quitter", "quitter la table", "je quitte", "je quitte la table", "je pars", "je dois partir"),
        ),
        "come_back": ("come back", "i am back", "i'm back", "back", "je reviens", "je suis de retour", "revenir"),
        "rematch": ("rematch", "play again", "revanche", "une revanche"),
    }.items()
    for text in texts
}
"""Command per text. Users may write either language at any table."""

NO_WORDS = ("no", "nope", "no thanks", "non", "non merci")
YES_WORDS = ("yes", "y", "yep", "ok", "okay", "oui", "ouais")
PASS_WORDS = ("pass", "i pass", "done", "i am done", "i'm done", "finished", "passer", "je passe", "j'ai fini", "fini")
"""Short answers, which mean the legal move that refuses, accepts or ends something."""

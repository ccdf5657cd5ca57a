"""Sentences of record checks in English and French, about files and headers. Rulings come from the service."""

from __future__ import annotations

from typing import Any

from referee_sdk.options import Language

TEXTS: dict[str, dict[str, str]] = {
    "legal": {"en": "{count} moves are legal", "fr": "{count} coups sont légaux"},
    "scores": {"en": ", scores {scores}", "fr": ", scores {scores}"},
    "unfinished": {"en": ", not finished", "fr": ", non terminé"},
    "summary": {"en": "{checked} checked, {failed} failed", "fr": "vérifiés : {checked}, refusés : {failed}"},
    "summary_error": {"en": ", 1 error", "fr": ", erreurs : 1"},
    "summary_errors": {"en": ", {errors} errors", "fr": ", erreurs : {errors}"},
    "changed": {
        "en": "{count} of {total} records changed since {base}",
        "fr": "relevés changés depuis {base} : {count} sur {total}",
    },
    "all_changed": {
        "en": "all records were checked, because git has no earlier commit to compare with here",
        "fr": "tous les relevés ont été vérifiés, car git n'a ici aucun commit antérieur à comparer",
    },
    # --- files
    "file": {"en": "cannot be read: {why}", "fr": "illisible : {why}"},
    "binary": {"en": "is not a text file", "fr": "n'est pas un fichier texte"},
    "encoding": {
        "en": "is not UTF-8 (byte {byte}); save it as UTF-8",
        "fr": "n'est pas en UTF-8 (octet {byte}) ; enregistrez-le en UTF-8",
    },
    "no_records": {"en": "this folder has no *.game file", "fr": "ce dossier n'a aucun fichier *.game"},
    "not_judged": {"en": "the service cannot judge it: {why}", "fr": "le service ne peut le juger : {why}"},
    # --- records
    "empty": {"en": "the file is empty", "fr": "le fichier est vide"},
    "cut_line": {
        "en": "not finished: the file may have been cut in its last line; {why}",
        "fr": "non terminé : le fichier a pu être coupé dans sa dernière ligne ; {why}",
    },
    "cut_header": {
        "en": "not finished: the file ends inside its header, which lacks {missing}",
        "fr": "non terminé : le fichier s'arrête dans son en-tête, où il manque {missing}",
    },
    "cut_moves": {
        "en": "not finished: the header claims the scores {claimed}, but the match is not over after the last move",
        "fr": "non terminé : l'en-tête annonce les scores {claimed}, mais la partie continue après le dernier coup",
    },
    "json": {"en": "this is not a record in JSON: {why}", "fr": "ce n'est pas un relevé en JSON : {why}"},
    "move_line": {
        "en": "a move is a seat and an action, not {line!r}",
        "fr": "un coup est une place et une action, non {line!r}",
    },
    # --- headers
    "header_line": {
        "en": "this is neither a header `name: value` nor a move `SEAT ACTION`: {line!r}",
        "fr": "ce n'est ni un en-tête « nom: valeur » ni un coup « PLACE ACTION » : {line!r}",
    },
    "header_missing": {"en": "the header lacks {missing}", "fr": "il manque à l'en-tête : {missing}"},
    "header_twice": {
        "en": "the header `{name}` appears twice; remove one",
        "fr": "l'en-tête « {name} » figure deux fois ; retirez-en un",
    },
    "header_unknown": {
        "en": "no header is named `{name}`; use {known}, or start a comment with #",
        "fr": "aucun en-tête ne s'appelle « {name} » ; il y a {known}, et # commence un commentaire",
    },
    "header_misspelt": {
        "en": "no header is named `{name}`; write `{nearest}`",
        "fr": "aucun en-tête ne s'appelle « {name} » ; écrivez « {nearest} »",
    },
    "header_value": {
        "en": "the header `{name}` must be {expected}, not {value}",
        "fr": "l'en-tête « {name} » doit être {expected}, non {value}",
    },
    "header_game": {
        "en": "the service has no game {game!r}; it has {games}",
        "fr": "le service n'a pas de jeu {game!r} ; il a {games}",
    },
    "header_ruleset": {
        "en": "this record needs ruleset {needed} of {game}; the service has {available}",
        "fr": "ce relevé demande le règlement {needed} de {game} ; le service a {available}",
    },
    "header_content": {
        "en": "this record needs the content pack {needed} of {game}; the service has {available}",
        "fr": "ce relevé demande le contenu {needed} de {game} ; le service a {available}",
    },
    "header_seats": {
        "en": "{game} has {available} seats, not {seats}",
        "fr": "{game} se joue à {available}, non à {seats}",
    },
    "header_options": {
        "en": "the match cannot be set up: {why}",
        "fr": "la partie ne peut être mise en place : {why}",
    },
    "service": {"en": "{why}", "fr": "{why}"},
}

EXPECTED: dict[str, dict[str, str]] = {
    "game": {"en": "the name of a game", "fr": "le nom d'un jeu"},
    "ruleset": {"en": "the name of a ruleset", "fr": "le nom d'un règlement"},
    "content": {"en": "the name of a content pack", "fr": "le nom d'un contenu"},
    "seats": {"en": "a whole number", "fr": "un nombre entier"},
    "options": {"en": "a JSON object", "fr": "un objet JSON"},
    "chance": {"en": "one of seeded, table, secret", "fr": "seeded, table ou secret"},
    "seed": {"en": "a JSON string or a word without quotes", "fr": "une chaîne JSON ou un mot sans guillemets"},
    "result": {
        "en": 'JSON such as {"winners":[0],"scores":[49,46]}',
        "fr": 'du JSON tel que {"winners":[0],"scores":[49,46]}',
    },
    "moves": {"en": "a list", "fr": "une liste"},
}
"""What the value of each header must be."""


def check_text(language: Language, text: str, /, **facts: Any) -> str:
    """Return a sentence in a language, filled with facts."""
    if text == "header_value":
        facts["expected"] = EXPECTED[facts["name"]][language]
    return TEXTS[text][language].format(**facts)

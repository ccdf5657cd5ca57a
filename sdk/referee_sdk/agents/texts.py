"""Sentences of the tools in English and French. The sentences about the game come from the service."""

from __future__ import annotations

from typing import Final

from referee_sdk.options import Language

WRITTEN: Final = ("bot", "expected", "found", "game", "name", "notation", "query", "verb")
"""Facts that agents have written."""
MAX_WRITTEN_CHARS: Final = 80

SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "you": "You are {seats}.",
        "seat": "seat {seat}",
        "colon": ": ",
        "forced": " (forced)",
        "and": " and ",
        "players": "{bot} plays {seats}.",
        "name": "match: {name}",
        "names": "One match name per seat. Each is the key to its seat, so give each agent only its own. It then"
        " calls look:",
        "watching": "You watch this room and have no seat. Call wait_for_turn for news; to play, join by the link"
        " of a seat.",
        "to move as": "Seat {seat} decides. {prompt}",
        "deadline": "Decide within {seconds} seconds, else a bot does.",
        "not your turn": "It is not your turn: seat {seat} decides. Call wait_for_turn.",
        "decides": "Seat {seat} decides.",
        "waited": "Still not your turn: seat {seat} decides. Call wait_for_turn again.",
        "over": "The match is over.",
        "resigned": "The match is over: too few players play on.",
        "scores": "Scores: {scores}.",
        "score": "{side} {points}",
        "winners": "Winner: {winners}.",
        "no winner": "No side wins.",
        "after over": "Call score for the lines, or new_match for another match.",
        "not played": "Nothing was played.",
        "play one": "Play one of these, by number or notation:",
        "no number": "There is no move {number}: the list has {count}.",
        "no list": "Numbers are of the last list that you got, and you have none of this position.",
        "stale list": "The position has changed since your last list, so number {number} may mean another move.",
        "other move": "Number {number} is `{found}`, not `{expected}`.",
        "not expected": "You expected `{expected}`, but the move is `{found}`.",
        "empty move": "The move is empty.",
        "stale position": "Other players have changed the position.",
        "bot had seat": "A bot had your seat. You have it back.",
        "bot failed": "The bot of seat {seat} could not decide ({reason}). Your move counts. Call wait_for_turn.",
        "legal move": "Legal: number {number}, `{notation}`.",
        "legal unlisted": "Legal: `{notation}`.",
        "illegal move": "Illegal now:",
        "similar": "Similar legal moves:",
        "usage": "Write: {usage}",
        "unknown match": "There is no match “{name}”. Start one with new_match, or enter a room with join.",
        "known matches": "Your matches: {names}.",
        "room gone": "The room does not exist any more. Start a match with new_match.",
        "try again": "{reason} Try the same call again in a few seconds.",
        "unknown game": "There is no game “{game}”. Games: {games}.",
        "bad seats": "{game} has {counts} seats, not {seats}.",
        "unknown bot": 'There is no bot “{bot}”. Bots: random, greedy, search. With "none" you play all seats.',
        "no search": "The bot search needs a service with workers. Choose greedy. (The person who runs this server can"
        " start `referee up`, and then `referee mcp --url http://127.0.0.1:8080`.)",
        "too many bots": "{bots} bots do not fit {seats} seats with one of yours. Name fewer opponents or more seats.",
        "one seat": 'A match of one seat has no opponents: leave them out or say "none".',
        "ignored option": "{names}: only with {counts} seat, not with {seats}. Leave it out, or call new_match with"
        " seats={counts}.",
        "guarded seed": "A guarded match takes no seed, because a seed decides all dice. Leave it out.",
        "saved": 'Each move is saved. After a restart: resume(match="{name}"), or any tool with this name.',
        "seconds": "seconds must be from 0 to {most}.",
        "other service": "This server enters only rooms of its own service. Ask the person who runs it to start it with"
        " `--url` and the address of the room.",
        "no hint": "There is no hint now.",
        "hint": "{bot} would play, best first, with the lead over the best opponent that it expects at the end, in"
        " points:",
        "games": "Bots: random, greedy, search. The first value of an option is its"
        " default. Read rules(game) before a first match.",
        "game": "{game}: {title}; seats {seats}",
        "search rules": "More: rules(game, query) with a word, or the id in brackets behind a refusal.",
        "verbs": "Moves in notation: {verbs}.",
        "no rule": "No rule of {game} has “{query}”. Try one word, or the beginning of an id: {prefixes}. For cards,"
        " tiles and dice call components(game, query).",
        "more": "… and {count} more, by their ids: {ids}",
        "no component": "No component of {game} is called “{query}”.",
        "similar names": "Similar: {names}.",
        "too many names": "Name at most {most} components in one call.",
        "kinds": "Search by a name or an id. There are: {names}.",
        "no picture": "This game has no pictures. Use look.",
        "unknown bot hint": "There is no bot “{bot}”. Bots: random, greedy, search.",
        "field missing": "{verb} lacks the field {field}.",
        "field wrong": "{field} must be {kind}.",
        "a number": "a number",
        "true or false": "true or false",
        "several names": "names, separated by commas",
        "a name": "a name",
        "no verb": "“{verb}” is no verb that you may use now.",
        "did you mean": "Did you mean {names}?",
        "verbs now": "Verbs now: {verbs}.",
        "legal moves": "Legal moves:",
        "stored matches": "Stored matches: {names}.",
        "saved in": "Saved in {folder}.",
        "bad link": "{reason} Ask for a new link, and give join the whole address.",
        "no preference": "{bot} has no preference: it would play any legal move.",
        "unknown part": "{reason} Also: moves.",
        "games here": "Bots: random, greedy. (No search: this server has no workers.) The first value of an option"
        " is its default. Read rules(game) before a first match.",
        "only with": "only with {{counts}} seat: ",
        "option": "Option of new_match: {option}. {description} {values}",
        "no rule but component": "No rule of {game} has “{query}”, but it is a component: call components(game,"
        " query).",
        "in rules": "Rules have it: call rules(game, query).",
        "all names": "components(game) lists all names.",
    },
    "fr": {
        "you": "Vous êtes {seats}.",
        "seat": "la place {seat}",
        "colon": " : ",
        "forced": " (seule réponse permise)",
        "and": " et ",
        "players": "{bot} joue {seats}.",
        "name": "match: {name}",
        "names": "Un nom de partie par place. Chacun est la clé de sa place : ne donnez à chaque agent que le sien,"
        " et il appelle look :",
        "watching": "Vous regardez ce salon sans y avoir de place. Appelez wait_for_turn pour la suite ; pour"
        " jouer, entrez par le lien d'une place.",
        "to move as": "La place {seat} décide. {prompt}",
        "deadline": "Décidez dans les {seconds} secondes, sinon un robot le fera.",
        "not your turn": "Ce n'est pas à vous : la place {seat} décide. Appelez wait_for_turn.",
        "decides": "La place {seat} décide.",
        "waited": "Ce n'est toujours pas à vous : la place {seat} décide. Appelez de nouveau wait_for_turn.",
        "over": "La partie est terminée.",
        "resigned": "La partie est terminée : trop peu de joueurs continuent.",
        "scores": "Scores : {scores}.",
        "score": "{side} {points}",
        "winners": "Victoire : {winners}.",
        "no winner": "Aucun camp ne gagne.",
        "after over": "Appelez score pour le détail, ou new_match pour une autre partie.",
        "not played": "Rien n'a été joué.",
        "play one": "Jouez l'un de ces coups, par numéro ou en notation :",
        "no number": "Il n'y a pas de coup {number} : la liste en a {count}.",
        "no list": "Les numéros sont ceux de votre dernière liste, et vous n'en avez pas pour cette position.",
        "stale list": "La position a changé depuis votre liste : le numéro {number} peut désigner un autre coup.",
        "other move": "Le numéro {number} est `{found}`, et non `{expected}`.",
        "not expected": "Vous attendiez `{expected}`, mais le coup est `{found}`.",
        "empty move": "Le coup est vide.",
        "stale position": "D'autres joueurs ont changé la position.",
        "bot had seat": "Un robot tenait votre place. Elle est de nouveau à vous.",
        "bot failed": "Le robot de la place {seat} n'a pas pu décider ({reason}). Votre coup compte. Appelez"
        " wait_for_turn.",
        "legal move": "Possible : numéro {number}, `{notation}`.",
        "legal unlisted": "Possible : `{notation}`.",
        "illegal move": "Impossible maintenant :",
        "similar": "Coups possibles semblables :",
        "usage": "Écrivez : {usage}",
        "unknown match": "Il n'y a pas de partie « {name} ». Commencez-en une avec new_match, ou entrez dans un salon"
        " avec join.",
        "known matches": "Vos parties : {names}.",
        "room gone": "Ce salon n'existe plus. Commencez une partie avec new_match.",
        "try again": "{reason} Refaites le même appel dans quelques secondes.",
        "unknown game": "Il n'y a pas de jeu « {game} ». Jeux : {games}.",
        "bad seats": "{game} se joue à {counts} places, et non à {seats}.",
        "unknown bot": "Il n'y a pas de robot « {bot} ». Robots : random, greedy, search. Avec « none » vous jouez"
        " toutes les places.",
        "no search": "Le robot search demande un service qui a des processus de recherche. Choisissez greedy. (La"
        " personne qui tient ce serveur peut lancer `referee up`, puis `referee mcp --url http://127.0.0.1:8080`.)",
        "too many bots": "{bots} robots ne tiennent pas sur {seats} places dont une est à vous. Nommez moins"
        " d'adversaires ou plus de places.",
        "one seat": "Une partie à une place n'a pas d'adversaire : n'en nommez pas, ou dites « none ».",
        "ignored option": "{names} : seulement à {counts} place, et non à {seats}. Ne le donnez pas, ou appelez"
        " new_match avec seats={counts}.",
        "guarded seed": "Une partie protégée n'accepte pas de graine, qui déciderait de tous les dés. N'en donnez pas.",
        "saved": 'Chaque coup est enregistré. Après un redémarrage : resume(match="{name}"), ou tout autre outil'
        " avec ce nom.",
        "seconds": "seconds va de 0 à {most}.",
        "other service": "Ce serveur n'entre que dans les salons de son propre service. Demandez à la personne qui le"
        " tient de le lancer avec `--url` et l'adresse du salon.",
        "no hint": "Il n'y a pas de conseil maintenant.",
        "hint": "{bot} jouerait, le meilleur d'abord, avec l'avance finale en points sur le meilleur adversaire"
        " qu'il attend :",
        "games": "Robots : random, greedy, search. La première valeur d'"
        "une option est celle par défaut. Lisez rules(game) avant la première partie.",
        "game": "{game} : {title} ; places {seats}",
        "search rules": "Plus : rules(game, query) avec un mot, ou l'identifiant entre parenthèses après un refus.",
        "verbs": "Coups en notation : {verbs}.",
        "no rule": "Aucune règle de {game} ne contient « {query} ». Essayez un seul mot, ou le début d'un identifiant :"
        " {prefixes}. Pour les cartes, tuiles et dés : components(game, query).",
        "more": "… et {count} de plus, par leurs identifiants : {ids}",
        "no component": "Aucun élément de {game} ne s'appelle « {query} ».",
        "similar names": "Noms semblables : {names}.",
        "too many names": "Nommez au plus {most} éléments par appel.",
        "kinds": "Cherchez par un nom ou un identifiant. Il y a : {names}.",
        "no picture": "Ce jeu n'a pas d'images. Utilisez look.",
        "unknown bot hint": "Il n'y a pas de robot « {bot} ». Robots : random, greedy, search.",
        "field missing": "Il manque à {verb} le champ {field}.",
        "field wrong": "{field} doit être {kind}.",
        "a number": "un nombre",
        "true or false": "true ou false",
        "several names": "des noms séparés par des virgules",
        "a name": "un nom",
        "no verb": "« {verb} » n'est pas un verbe possible maintenant.",
        "did you mean": "Vouliez-vous dire {names} ?",
        "verbs now": "Verbes possibles : {verbs}.",
        "legal moves": "Coups possibles :",
        "stored matches": "Parties enregistrées : {names}.",
        "saved in": "Enregistré dans {folder}.",
        "bad link": "{reason} Demandez un nouveau lien, et donnez à join l'adresse entière.",
        "no preference": "{bot} n'a pas de préférence : il jouerait n'importe quel coup possible.",
        "unknown part": "{reason} Aussi : moves.",
        "games here": "Robots : random, greedy. (Pas de search : ce serveur n'a pas de processus de recherche.) La"
        " première valeur d'une option est celle par défaut. Lisez rules(game) avant la première partie.",
        "only with": "seulement à {{counts}} place : ",
        "option": "Option de new_match : {option}. {description} {values}",
        "no rule but component": "Aucune règle de {game} ne contient « {query} », mais c'est un élément : appelez"
        " components(game, query).",
        "in rules": "Des règles en parlent : appelez rules(game, query).",
        "all names": "components(game) donne tous les noms.",
    },
}


class Texts:
    """Sentences in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def get(self, key: str, **facts: object) -> str:
        """Return a sentence filled with facts. What an agent has written is cut, because an error repeats it."""
        cut = {name: _cut(value) if name in WRITTEN else value for name, value in facts.items()}
        return SENTENCES[self.language][key].format(**cut)

    def seats(self, seats: tuple[int, ...]) -> str:
        """Return seats as words: `seat 0 and seat 1`."""
        return self.get("and").join(self.get("seat", seat=seat) for seat in seats)


def _cut(value: object) -> object:
    is_long = isinstance(value, str) and len(value) > MAX_WRITTEN_CHARS
    return f"{value[:MAX_WRITTEN_CHARS]}…" if is_long and isinstance(value, str) else value

"""Grammar of English and French: articles, plurals, gender, elision and lists. Templates of the catalogue use it.

Only the plural rule and the lists of two languages are needed, and the kernel uses nothing but msgspec, so this module
has them itself instead of a library of all languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from referee_service.kernel.rules import Language

Article = Literal["the", "a"]


class Noun(Struct, frozen=True, forbid_unknown_fields=True):
    """A name with its forms in one language. A name without forms is a proper name: it has no article and no plural."""

    one: str
    many: str = ""
    """The plural. Empty: the regular one."""
    gender: Literal["m", "f"] = "m"
    """Gender in French."""
    number: Literal["one", "many"] = "one"
    """`many` for a name that is always plural, such as "the woods": `one` then has that plural."""
    is_proper: bool = False
    """Whether no article stands before it."""


class LocalizedName(Struct, frozen=True, forbid_unknown_fields=True):
    """A name in English and French: a proper name as text, or a noun with its forms."""

    en: str | Noun
    fr: str | Noun

    def __getitem__(self, language: Language) -> str:
        name = self.fr if language == "fr" else self.en
        return name if isinstance(name, str) else name.one

    def noun(self, language: Language) -> Noun:
        """Return the forms of the name. Those of a proper name are all the same."""
        name = self.fr if language == "fr" else self.en
        return Noun(name, name, is_proper=True) if isinstance(name, str) else name


# --- numbers and lists ----------------------------------------------------------------------------------------------


def is_plural(count: int, language: Language) -> bool:
    """Return whether a noun after this number is plural. In French 0 and 1 are singular, in English only 1 is."""
    return abs(count) > 1 if language == "fr" else abs(count) != 1


def plural(noun: Noun, language: Language) -> str:
    """Return the plural of a noun: its own form, or the regular one."""
    if noun.many or noun.number == "many":
        return noun.many or noun.one
    return _french_plural(noun.one) if language == "fr" else _english_plural(noun.one)


def _french_plural(word: str) -> str:
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith(("au", "eu")):
        return f"{word}x"
    return f"{word[:-2]}aux" if word.endswith("al") else f"{word}s"


def _english_plural(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def counted(count: int, noun: Noun, language: Language) -> str:
    """Return a number with its noun: `1 worker`, `2 workers`, `0 ouvrier`."""
    return f"{count} {plural(noun, language) if is_plural(count, language) else noun.one}"


_CONJUNCTIONS: Final = {("and", "en"): "and", ("and", "fr"): "et", ("or", "en"): "or", ("or", "fr"): "ou"}


def joined(parts: Sequence[str], language: Language, conjunction: Literal["and", "or"] = "and") -> str:
    """Return parts as a list: `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {_CONJUNCTIONS[conjunction, language]} {parts[-1]}"


# --- articles -------------------------------------------------------------------------------------------------------

_CONSONANT_VOWELS = re.compile(r"(?:one|once|uni(?!n)|use|util|eu|ewe)", re.IGNORECASE)
_SILENT_H = re.compile(r"(?:hour|honest|heir|honou?r)", re.IGNORECASE)


def with_article(noun: Noun, article: Article, language: Language) -> str:
    """Return a noun with its article: `an oak`, `l'église`, `des vaches`. A proper name stands alone."""
    if noun.is_proper:
        return noun.one
    is_many = noun.number == "many"
    if language == "en":
        if article == "the":
            return f"the {noun.one}"
        return noun.one if is_many else f"{_indefinite_english(noun.one)} {noun.one}"
    if article == "a":
        return f"{'des' if is_many else 'une' if noun.gender == 'f' else 'un'} {noun.one}"
    if is_many:
        return f"les {noun.one}"
    return f"l'{noun.one}" if starts_with_vowel(noun.one) else f"{'la' if noun.gender == 'f' else 'le'} {noun.one}"


def _indefinite_english(word: str) -> str:
    sounds_open = (word[:1].lower() in "aeiou" and not _CONSONANT_VOWELS.match(word)) or _SILENT_H.match(word)
    return "an" if sounds_open else "a"


# --- elision --------------------------------------------------------------------------------------------------------

_VOWELS: Final = frozenset("aeiouàâäéèêëîïôöùûüœæ")
_ASPIRATED: Final = [
    "hache",
    "haie",
    "hall",
    "halle",
    "halte",
    "hameau",
    "hangar",
    "hanse",
    "hareng",
    "harnais",
    "hasard",
    "hausse",
    "haut",
    "haute",
    "hauteur",
    "héron",
    "héraut",
    "héros",
    "herse",
    "hêtre",
    "hibou",
    "homard",
    "honte",
    "hors",
    "hotte",
    "houe",
    "houille",
    "houx",
    "huit",
    "hutte",
]
"""French words whose h does not allow an elision."""
_WORD = re.compile(r"\w+")
_ELIDED = re.compile(r"(?<![\w’'])(?:(?:d|n|s|j|qu|jusqu|lorsqu|puisqu)e|l[ea]) $", re.IGNORECASE)
_CONTRACTED: Final = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
_PREPOSITION = re.compile(r"(?<!\w)(de|à) $", re.IGNORECASE)


def starts_with_vowel(text: str) -> bool:
    """Return whether French words before this text lose their vowel: `l'église`, `d'hommes`, but `le héros`."""
    word = _WORD.match(text.lower())
    if word is None:
        return False
    first = word[0]
    if first[0] == "h":
        return first not in _ASPIRATED and first.rstrip("sx") not in _ASPIRATED
    return first[0] in _VOWELS or (first[0] == "y" and first[1:2] not in _VOWELS)


def attach(before: str, text: str) -> str:
    """Return French text with a filled slot after it: `de` and `le marché` make `du marché`, `de` and `or` make `d'or`.

    The slot is contracted only if it begins with the article that `with_article` wrote.
    """
    article, _, rest = text.partition(" ")
    preposition = _PREPOSITION.search(before)
    if preposition and rest and (contraction := _CONTRACTED.get((preposition[1].lower(), article))):
        head = before[: preposition.start()]
        written = contraction.capitalize() if preposition[1][0].isupper() else contraction
        return f"{head}{written} {rest}"
    if starts_with_vowel(text) and (elided := _ELIDED.search(before)):
        return f"{before[: elided.end() - 2]}'{text}"
    return before + text


def capitalized(text: str) -> str:
    """Return a text whose first letter is a capital, also after an opening quotation mark."""
    for at, character in enumerate(text):
        if character.isalpha():
            return text[:at] + character.upper() + text[at + 1 :]
        if character.isdigit():
            return text
    return text

"""Checks of sentences that people read: names instead of ids, grammar of both languages, and punctuation."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.grammar import Noun, plural, starts_with_vowel
from referee_service.kernel.rules import Fact

WORD = re.compile(r"[\w'’-]+")
UNFILLED = re.compile(r"[{}\[\]]|\b(?:None|True|False)\b")
ELIDED = re.compile(r"(?<![\w’'-])(de|le|la|que|ne|se|je|jusque|lorsque|puisque) (\w+)", re.IGNORECASE)
CONTRACTED = re.compile(r"(?<![\w’'-])(?:de|à) les? (\w+)", re.IGNORECASE)
INFINITIVE = re.compile(r".*(?:er|ir|re)$")
INDEFINITE = re.compile(r"(?<![\w’'-])(an?) (\w+)", re.IGNORECASE)
NOT_ELIDED = {"onze", "oui", "ou", "et", "un", "une", "y", "à", "où", "en", "au", "aux"}
"""Words that a pronoun or a number word may precede without an elision: `le ou les`."""
CONSONANT_SOUND = re.compile(r"(?:one|once|uni(?!n)|use|util|eu|ewe)")
ENGLISH_ONLY = {"the", "you", "your", "with", "and", "of", "is", "are", "seat", "turn", "card", "tile", "from", "into"}
SHARED_WORDS = {
    "bot",
    "boost",
    "raid",
    "score",
    "action",
    "main",
    "pile",
    "dé",
    "or",
    "on",
    "a",
    "pause",
    "but",
    "place",
    "case",
}
"""English words that are French ones too."""


def findings(text: str, language: str, *, is_sentence: bool) -> Iterator[str]:
    """Yield what is wrong with a text. A sentence also ends with a full stop."""
    if not text.strip():
        yield "it is empty"
        return
    if UNFILLED.search(text):
        yield "a slot is not filled"
    if re.search(r"\w_\w", text):
        yield "an id with an underscore"
    if "  " in text:
        yield "a double space"
    if "(s)" in text or "(e)" in text or "(es)" in text:
        yield "a plural or gender in brackets"
    if re.search(r"\(\W*\)", text):
        yield "an empty parenthesis"
    first = next((each for each in text if each.isalnum()), "A")
    if first.islower():
        yield "it begins with a small letter"
    if is_sentence and not re.search(r"[.!?…][”»)\s]*$", text):
        yield "no full stop"
    yield from _french_findings(text) if language == "fr" else _english_findings(text)


def _french_findings(text: str) -> Iterator[str]:
    for word, following in ELIDED.findall(text):
        if following.lower() not in NOT_ELIDED and not following[0].isdigit() and starts_with_vowel(following):
            yield f"no elision: {word} {following}"
    for following in CONTRACTED.findall(text):
        if not INFINITIVE.match(following):
            yield f"no contraction before {following}"
    if found := {word.lower() for word in WORD.findall(text)} & ENGLISH_ONLY:
        yield f"English in French: {', '.join(sorted(found))}"


def _english_findings(text: str) -> Iterator[str]:
    for article, following in INDEFINITE.findall(text):
        sounds_open = following[0].lower() in "aeiou" and not CONSONANT_SOUND.match(following.lower())
        is_word = following[0].isalpha() and len(following) > 1
        is_silent = following.lower().startswith(("hour", "honest", "heir", "hono"))
        if is_word and not is_silent and sounds_open != (article.lower() == "an"):
            yield f"the article of “{article} {following}”"


def ids_shown(text: str, facts: Mapping[str, Fact], catalogue: Catalogue, language: str) -> Iterator[str]:
    """Yield the ids among the facts that a text shows although they are no words of the name of that thing."""
    words = {word.lower() for word in WORD.findall(text)}
    for name, fact in facts.items():
        for value in fact if isinstance(fact, tuple) else (fact,):
            if not isinstance(value, str) or value.lower() not in words or not value.isidentifier():
                continue
            if value not in name_words(catalogue, language) and not _is_word_of(catalogue, name, value, language):
                yield f"the id {value!r} of the fact {name!r}"


def _is_word_of(catalogue: Catalogue, fact: str, value: str, language: str) -> bool:
    known = catalogue.names.get(value) or catalogue.names.get(f"{fact}_{value}")
    forms = noun_forms(known.noun(language), language) if known else ()
    return value.lower() in {word.lower() for form in forms for word in WORD.findall(form)}


def noun_forms(noun: Noun, language: str) -> tuple[str, ...]:
    """Return singular and plural of a noun."""
    return noun.one, plural(noun, language)


@cache
def name_words(catalogue: Catalogue, language: str) -> frozenset[str]:
    """Return all words of the names and templates of a catalogue in one language."""
    names = (noun_forms(name.noun(language), language) for name in catalogue.names.values())
    templates = chain(
        (rule.message[language] for rule in catalogue.rules.values()),
        (rule.title[language] for rule in catalogue.rules.values()),
        (verb.label[language] for verb in catalogue.verbs.values()),
        (verb.title[language] for verb in catalogue.verbs.values()),
        (text[language] for table in (catalogue.questions, catalogue.events) for text in table.values()),
    )
    plain = (re.sub(r"\{[^}]*\}", " ", template) for template in templates)
    return frozenset(word.lower() for text in chain(chain.from_iterable(names), plain) for word in WORD.findall(text))


def english_words(text: str, catalogue: Catalogue) -> set[str]:
    """Return the words of a French text that only the English texts of the catalogue have."""
    only_english = name_words(catalogue, "en") - name_words(catalogue, "fr") - SHARED_WORDS
    return {word.lower() for word in WORD.findall(text) if len(word) > 2} & only_english

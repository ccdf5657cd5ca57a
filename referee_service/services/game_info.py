"""Games and rules as plain data, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Language, Rule
from referee_service.services.errors import ServiceError
from referee_service.services.option_schemas import options_schema
from referee_service.services.pictures import PICTURES, picture_parts


class GameSummary(Struct, frozen=True):
    """A game with its possible seat counts, rulesets and content packs."""

    game: str
    """Name of the game in paths and states."""
    title: str
    """Name of the game for people."""
    seats: tuple[int, ...]
    """Numbers of seats that a match may have."""
    rulesets: tuple[str, ...]
    """Versions of the rules that this service judges by."""
    content: tuple[str, ...]
    """Packs of components that a match may use. The first is the default."""


class GameList(Struct, frozen=True):
    """All games of this service."""

    games: tuple[GameSummary, ...]
    """Every game, with what a client needs to set up a match."""


class VerbField(Struct, frozen=True):
    """A field of a verb, with the name of the domain of its values."""

    domain: str
    """Name of the set of values that the field may have."""


class VerbResponse(Struct, frozen=True):
    """A verb with its title and fields. `chance` is true if only chance plays it."""

    title: str
    """The verb in a few words."""
    chance: bool
    """Whether only chance plays it: dice and draws."""
    fields: dict[str, VerbField]
    """Fields of its actions, by name."""


class GameInfo(Struct, frozen=True):
    """A game with all that a client needs before it plays."""

    game: str
    """Name of the game in paths and states."""
    title: str
    """Name of the game for people."""
    seats: tuple[int, ...]
    """Numbers of seats that a match may have."""
    rulesets: tuple[str, ...]
    """Versions of the rules that this service judges by."""
    content: tuple[str, ...]
    """Packs of components that a match may use. The first is the default."""
    options: dict[str, object]
    """JSON Schema of the options of a set-up, with their texts."""
    verbs: dict[str, VerbResponse]
    """Every verb of the game, by name."""
    packs: dict[str, dict[str, int]]
    """For each pack, how many of its rows have each provenance."""
    picture_parts: tuple[str, ...]
    """Parts that a picture may show alone. Empty if the game has no pictures."""


class RuleResponse(Struct, frozen=True):
    """A rule with its title, its message template and its place in the rulebook."""

    rule: str
    """Id of the rule, as refusals and score lines name it."""
    title: str
    """The rule in a few words."""
    message: str
    """Template of its sentence. Facts stand in braces."""
    source: str
    """Where the rulebook has the rule, or which ruling decides it."""


class RuleList(Struct, frozen=True):
    """The rule catalogue of a game."""

    rules: tuple[RuleResponse, ...]
    """Every rule of the game, those of the service included."""


def list_games(games: Iterable[AnyGame], language: Language) -> GameList:
    """Return a summary of each game."""
    return GameList(tuple(_summary(game, language) for game in games))


def _summary(game: AnyGame, language: Language) -> GameSummary:
    title = game.catalogue().title[language]
    return GameSummary(game.name, title, game.seats, (game.ruleset,), tuple(game.packs.load_builtin()))


def game_info(game: AnyGame, language: Language) -> GameInfo:
    """Return the facts about a game that a client needs before it plays."""
    summary = _summary(game, language)
    packs = {
        name: dict(Counter(str(row.provenance) for row in tables.pack.rows()))
        for name, tables in game.packs.load_builtin().items()
        if hasattr(tables.pack, "rows")
    }
    return GameInfo(
        summary.game,
        summary.title,
        summary.seats,
        summary.rulesets,
        summary.content,
        options=options_schema(game, language),
        verbs={name: _verb(game, name, language) for name in game.verbs},
        packs=packs,
        picture_parts=picture_parts(game.name, max(game.seats)) if game.name in PICTURES else (),
    )


def _verb(game: AnyGame, name: str, language: Language) -> VerbResponse:
    verb = game.verbs[name]
    fields = {field: VerbField(domain) for field, domain in verb.domains.items()}
    return VerbResponse(game.catalogue().verbs[name].title[language], verb.outcomes is not None, fields)


def list_rules(game: AnyGame, language: Language) -> RuleList:
    """Return the rule catalogue of a game."""
    return RuleList(tuple(_rule(name, rule, language) for name, rule in game.catalogue().rules.items()))


def get_rule(game: AnyGame, name: str, language: Language) -> RuleResponse:
    """Return one rule. Raises ServiceError `unknown-rule` if the game has no rule of that name."""
    rule = game.catalogue().rules.get(name)
    if rule is None:
        raise ServiceError("unknown-rule.named", game=game.name, rule=name)
    return _rule(name, rule, language)


def _rule(name: str, rule: Rule, language: Language) -> RuleResponse:
    return RuleResponse(name, rule.title[language], rule.message[language], rule.localized_source(language))

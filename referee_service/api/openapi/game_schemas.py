"""Schemas of one game: its state, actions and components, and the responses that contain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct, defstruct

from referee_service.api.openapi.descriptions import field_description
from referee_service.api.openapi.struct_schemas import Json, public_name, schema_ref, schemas_for
from referee_service.api.schemas.requests import schema_prefix
from referee_service.kernel.chance import ActCount, Chance
from referee_service.kernel.codec import MatchEnvelope
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import new_match
from referee_service.kernel.notation import SEPARATORS, optional_fields
from referee_service.kernel.packs import Row
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import verb_of
from referee_service.services.bots.responses import BotChoice, BotMove, RankedAction
from referee_service.services.components import ComponentList, ComponentResponse
from referee_service.services.matches.place_verdicts import MAX_CANDIDATES
from referee_service.services.matches.responses import (
    LegalActions,
    PlaceVerdict,
    Position,
    Replay,
    SeatView,
    Verdict,
)

EVENT_FIELDS = ("events", "processed_events")
"""Fields of a kernel state that no JSON has: a position has its events beside the state."""

GAME_RESPONSES = frozenset(
    (
        *("Position", "Verdict", "PlaceVerdict", "LegalActions", "SeatView", "Replay", "BotMove", "BotChoice"),
        *("RankedAction", "TurnResponse", "MoveResponse", "EventResponse"),
        *("ComponentResponse", "ComponentSummary", "ComponentList"),
    )
)
"""Response structs whose schemas differ from game to game, because they contain verbs, questions or states."""


def game_schemas(game: AnyGame) -> dict[str, Json]:
    """Return all schemas of a game. Their names start with the prefix of the game."""
    prefix = schema_prefix(game)
    schemas = _state_schemas(game) | _action_schemas(game) | _name_schemas(game) | _response_schemas(game)
    schemas |= _view_schemas(game) | _component_schemas(game)
    assert all(name.startswith(prefix) or name in SHARED_NAMES for name in schemas), "a name without the prefix"
    return schemas


def _name_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the closed sets of names of a game: verbs, questions, kinds of events."""
    prefix, catalogue = schema_prefix(game), game.catalogue()
    questions = [question for question, verbs in game.flow.verbs.items() if verbs]
    sets: Mapping[str, tuple[str, Iterable[str]]] = {
        "Verb": ("A verb: the kind of an action.", game.verbs),
        "Question": ("A question that a seat, or chance, must answer.", questions),
        "EventKind": ("The kind of an event: what happened.", catalogue.events),
    }
    return {
        f"{prefix}{name}": {"type": "string", "description": text, "enum": list(values)}
        for name, (text, values) in sets.items()
    }


# --- states and actions ---------------------------------------------------------------------------------------------


def _state_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of a game's state, its board with all parts, and its set-up options."""
    prefix, board = schema_prefix(game), game.state_type.__name__
    head = [("game", str), ("ruleset", str), ("content", str), ("chance", Chance), ("ply", ActCount)]
    wire = defstruct("Wire", [*head, ("board", game.state_type)], forbid_unknown_fields=True)
    wire.__doc__ = f"A state of {game.name}. Send it back unchanged."
    names = {"Wire": f"{prefix}State", board: f"{prefix}Board", game.options_type.__name__: f"{prefix}Options"}
    names["ScoreLine"] = f"{prefix}StateScoreLine"  # the one of responses has a title
    schemas = schemas_for([wire, game.options_type], lambda name: names.get(name, _shared_or(prefix, name)))
    properties = schemas[f"{prefix}State"]["properties"]
    for name, property_schema in properties.items():
        property_schema["description"] = field_description(MatchEnvelope, name)
    properties["game"]["const"] = game.name
    _finish_board(schemas, prefix, "Board")
    del schemas[f"{prefix}Board"]["properties"]["pack"]  # the state has it as `content`
    return schemas


def _finish_board(schemas: dict[str, Json], prefix: str, board: str) -> None:
    """Remove what no JSON has from the schema of a board, and give the frames of its pending stack a name."""
    properties = schemas[f"{prefix}{board}"]["properties"]
    for internal in EVENT_FIELDS:
        properties.pop(internal)
    schemas.pop(f"{prefix}Event")
    frames = properties["pending"]["items"]
    schemas[f"{prefix}Frame"] = {"description": "An open question, or a step that waits below one.", **frames}
    properties["pending"]["items"] = schema_ref(f"{prefix}Frame")


def _shared_or(prefix: str, name: str) -> str:
    return name if name == "Chance" else f"{prefix}{name}"


def _action_schemas(game: AnyGame) -> dict[str, Json]:
    """Return one schema per verb of a game, and `…Action` for any of them. What is only for display is optional."""
    prefix = schema_prefix(game)
    verbs = {verb.action.__name__: verb.action for verb in game.verbs.values()}
    domains = game.domains(new_match(game, seats=game.seats[0], chance=Chance("table", "")).state)
    schemas = schemas_for(verbs.values(), lambda name: f"{prefix}{name}Action")
    for name, action in verbs.items():
        schema = schemas[f"{prefix}{name}Action"]
        for field in schema["properties"].values():
            _add_value_pattern(field)
            field.pop("default", None)  # generators make a property with a default a required one
        schema["properties"] |= DISPLAY_PROPERTIES
        schema["required"] = [field for field in schema.get("required", []) if field not in optional_fields(action)]
        schema["additionalProperties"] = False
        schema["examples"] = [_example(game, domains, verb_of(action), schema["properties"])]
    kinds = {kind: schema_ref(f"{prefix}{verb.action.__name__}Action") for kind, verb in game.verbs.items()}
    schemas[f"{prefix}Action"] = {
        "description": f"An action of {game.name}. Its `kind` is the verb and says which fields it has.",
        "oneOf": list(kinds.values()),
        "discriminator": {"propertyName": "kind", "mapping": {kind: ref["$ref"] for kind, ref in kinds.items()}},
    }
    return schemas


DISPLAY_PROPERTIES: Json = {
    "notation": schema_ref("Notation"),
    "label": schema_ref("Label"),
    "touches": schema_ref("Touches"),
}
"""Properties of an action that the service adds for display. Requests may contain them."""

DISPLAY_SCHEMAS: dict[str, Json] = {
    "Notation": {"type": "string", "description": "The action as one line, which requests and records accept."},
    "Label": {"type": "string", "description": "Sentence for a button or menu, in the language of the request."},
    "Touches": {
        "type": "array",
        "items": {"type": "array", "items": {"type": "string"}},
        "description": "What a player points at to choose an action: one group of places for each field that lies on"
        " the table, in order. All places of a group show the same value, so one of them is enough.",
    },
}

VALUE_PATTERN = f"^[^{SEPARATORS}]*$"
"""Pattern of the texts in an action: none of the characters that separate the parts of a line of notation."""


def _add_value_pattern(schema: Json) -> None:
    """Add the pattern to a field of an action: to a text, the texts of a list, or one of several types."""
    if schema.get("type") == "string" and "enum" not in schema:
        schema["pattern"] = VALUE_PATTERN
    if schema.get("type") == "array":
        _add_value_pattern(schema["items"])
        if schema["items"].get("type") == "string":
            schema["items"]["minLength"] = 1
    for each in schema.get("anyOf", ()):
        _add_value_pattern(each)


def _example(game: AnyGame, domains: Mapping[str, Sequence[Fact]], kind: str, properties: Json) -> Json:
    """Return an example action with the first value of every domain. It need not be legal."""
    values = {name: domains[domain][0] for name, domain in game.verbs[kind].domains.items()}
    fields = {name: [value] if properties[name].get("type") == "array" else value for name, value in values.items()}
    return {"kind": kind, **fields}


SHARED_NAMES = frozenset(
    (
        *("Candidate", *DISPLAY_SCHEMAS, "Chance", "Refusal", "Fault"),
        *("ScoreLine", "Rival", "Result", "Credentials", "RuleReference", "ReplayStep", "ChanceProof"),
    )
)
"""Schemas that the schemas of every game refer to."""


# --- responses ------------------------------------------------------------------------------------------------------

CANDIDATE_SCHEMA: Json = {
    "type": "object",
    "description": "An action that the places may mean: its `kind` and fields, whether it is legal, and its refusals.",
    "properties": {
        "kind": {"type": "string", "description": "Verb of the action. Its other fields stand beside it."},
        **DISPLAY_PROPERTIES,
        "legal": {"type": "boolean", "description": "Whether the seat may play this action now."},
        "refusals": {
            "type": "array",
            "items": schema_ref("Refusal"),
            "description": "Every rule that forbids this action. Empty if it is legal.",
        },
    },
    "required": ["kind", *DISPLAY_PROPERTIES, "legal", "refusals"],
    "additionalProperties": True,
}


def _response_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of responses that contain states, actions or names of this game."""
    prefix = schema_prefix(game)
    types: list[type[Struct]] = [Position, Verdict, PlaceVerdict, LegalActions, SeatView, Replay]
    types += [BotMove, BotChoice, RankedAction]
    schemas = schemas_for(
        types, lambda name: f"{prefix}{public_name(name)}" if name in GAME_RESPONSES else public_name(name)
    )
    schemas |= {"Candidate": CANDIDATE_SCHEMA, **DISPLAY_SCHEMAS}
    action, verb = schema_ref(f"{prefix}Action"), schema_ref(f"{prefix}Verb")
    actions = {"type": "array", "items": action}
    legal = {"anyOf": [actions, {"type": "array", "items": {"type": "string"}}]}
    replaced: dict[str, dict[str, Json]] = {
        "Position": {"state": schema_ref(f"{prefix}State"), "legal_actions": legal},
        "Verdict": {"suggestions": actions},
        "PlaceVerdict": {
            "suggestions": actions,
            "candidates": {"type": "array", "items": schema_ref("Candidate"), "maxItems": MAX_CANDIDATES},
        },
        "LegalActions": {"legal_actions": legal},
        "SeatView": {"legal_actions": legal, "view": schema_ref(f"{prefix}View")},
        "Turn": {"question": schema_ref(f"{prefix}Question"), "verbs": {"type": "array", "items": verb}},
        "Move": {"kind": verb, "action": action},
        "Event": {"kind": schema_ref(f"{prefix}EventKind")},
        "BotMove": {"action": action},
        "BotChoice": {"action": action},
        "RankedAction": {"action": action},
    }
    for name, properties in replaced.items():
        _replace_properties(schemas[f"{prefix}{name}"], properties)
    _replace_properties(schemas[f"{prefix}Position"], {"game": {"type": "string", "const": game.name}})
    return schemas


def _replace_properties(schema: Json, replaced: Mapping[str, Json]) -> None:
    """Replace the types of properties, and keep their descriptions."""
    for name, property_schema in replaced.items():
        before = schema["properties"][name]
        notes = {key: before[key] for key in ("description",) if key in before}
        schema["properties"][name] = {**property_schema, **notes}


def _view_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of what a seat sees. Its board also names the pack, which a state has beside its board."""
    prefix, board = schema_prefix(game), game.state_type.__name__
    names = {board: f"{prefix}SeenBoard", "ScoreLine": f"{prefix}StateScoreLine"}
    names[game.options_type.__name__] = f"{prefix}Options"
    schemas = schemas_for([game.view_type], lambda name: names.get(name, _shared_or(prefix, name)))
    _finish_board(schemas, prefix, "SeenBoard")
    if game.view_type is game.state_type:
        schemas[f"{prefix}View"] = schema_ref(f"{prefix}SeenBoard")
    return schemas


# --- components -----------------------------------------------------------------------------------------------------

OTHER_FACTS: Json = {
    "type": "object",
    "description": "Data of a piece that has no row of its own, such as the numbers of the rules that use it.",
}


def _component_schemas(game: AnyGame) -> dict[str, Json]:
    """Return the schemas of a game's components. `facts` has the data of a row of a content table."""
    prefix = schema_prefix(game)
    schemas = schemas_for(
        [ComponentList, ComponentResponse],
        lambda name: f"{prefix}{public_name(name)}" if name in GAME_RESPONSES else public_name(name),
    )
    kinds, rows = _component_types(game)
    facts = schemas_for(rows, lambda name: f"{prefix}{name}Facts")
    for row in rows:
        schema = facts[f"{prefix}{row.__name__}Facts"]
        for name in ROW_HEAD:
            schema["properties"].pop(name, None)
        schema["required"] = [name for name in schema.get("required", ()) if name not in ROW_HEAD]
    any_of = [*(schema_ref(f"{prefix}{row.__name__}Facts") for row in rows), OTHER_FACTS]
    kind = {"type": "string", "enum": kinds}
    _replace_properties(schemas[f"{prefix}Component"], {"facts": {"anyOf": any_of}, "kind": kind})
    _replace_properties(schemas[f"{prefix}ComponentSummary"], {"kind": kind})
    return schemas | facts


ROW_HEAD = ("id", "provenance")
"""Fields of a row that its component has beside its facts."""


def _component_types(game: AnyGame) -> tuple[list[str], list[type[Row]]]:
    """Return the kinds of a game's components, and the types of the rows that are their facts, sorted by name."""
    kinds: dict[str, None] = {}
    found: set[type[Row]] = set()
    for name, tables in game.packs.load_builtin().items():
        components = {each.id: each for each in game.components(tables, game.texts(name), "en")}
        kinds |= dict.fromkeys(each.kind for each in components.values())
        for row in tables.pack.rows() if components else ():
            facts = msgspec.to_builtins(row, str_keys=True)
            own = {key: value for key, value in facts.items() if key not in ROW_HEAD}
            if own and row.id in components and components[row.id].facts == own:
                found.add(type(row))
    return list(kinds), sorted(found, key=lambda row: row.__name__)

"""Questions of Settlement, and the verbs that answer only them."""

from __future__ import annotations

from referee_service.kernel.question import Question

from ..state import State
from .basics import GAIN_BASIC, GIVE_BASIC, KEEP_BASICS_QUESTION, LAST_EXCHANGES
from .buildings import PLACE_BUILDING_QUESTION, USE_BUILDINGS
from .exploration import COLLECT_TERRAIN_QUESTION, DRAW_TERRAIN_QUESTION, ENCOUNTER
from .payment import PAYMENT, WELCOME_HERO
from .setup import PICK_STARTER_QUESTION, TAKE_ARTEFACT_QUESTION
from .supply import FILL_MARKET, FILL_ROW, REVEAL_ARTEFACTS

QUESTIONS: tuple[Question[State], ...] = (
    PICK_STARTER_QUESTION,
    REVEAL_ARTEFACTS,
    FILL_MARKET,
    FILL_ROW,
    DRAW_TERRAIN_QUESTION,
    TAKE_ARTEFACT_QUESTION,
    PLACE_BUILDING_QUESTION,
    WELCOME_HERO,
    USE_BUILDINGS,
    GIVE_BASIC,
    GAIN_BASIC,
    COLLECT_TERRAIN_QUESTION,
    ENCOUNTER,
    KEEP_BASICS_QUESTION,
    LAST_EXCHANGES,
    PAYMENT,
)

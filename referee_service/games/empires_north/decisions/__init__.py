"""Questions of the game in groups, and the verbs that answer only them."""

from __future__ import annotations

from referee_service.games.empires_north.decisions.boosts import BOOST_WINDOW, DISCARD_BOOST, HARVEST_QUESTION, PERFORM
from referee_service.games.empires_north.decisions.card_picks import (
    COPY,
    EXHAUST_FIELD,
    GIVE_UP,
    GUARD,
    INVADE,
    PAY_WITH_CARD,
    RAID_FREE,
    REFRESH,
)
from referee_service.games.empires_north.decisions.effects import EFFECTS, EMIT_EVENT, ORDER_TRIGGERS
from referee_service.games.empires_north.decisions.expedition import BLIND_LANDING, LANDING, VOYAGE
from referee_service.games.empires_north.decisions.goods import (
    ASSIGN_QUESTION,
    GAIN_RESOURCE,
    RECOVER,
    RELEASE_QUESTION,
)
from referee_service.games.empires_north.decisions.lookout import DRAW, END_LOOKOUT, KEEP, LAY_OFF_QUESTION, REVEAL
from referee_service.games.empires_north.decisions.options import CHOOSE_COST, CHOOSE_QUESTION, TRIBUTE
from referee_service.games.empires_north.decisions.pawns import ARRIVE, REFRESH_PAWN_QUESTION, SHIFT_PAWN_QUESTION
from referee_service.games.empires_north.decisions.payment import PAYMENT, PLACE
from referee_service.games.empires_north.decisions.pile_picks import (
    BUILD_FREE,
    CONSTRUCT_QUESTION,
    DISCARD_HAND,
    PAY_FROM_HAND,
    SEARCH,
    STARTING_CARD,
    TAKE_BACK,
)
from referee_service.games.empires_north.decisions.scenarios import DRAW_EVENT_QUESTION, DRAW_ISLE, OFFER
from referee_service.games.empires_north.decisions.setup import (
    CHOOSE_CLAN_QUESTION,
    DEAL_CLAN_QUESTION,
    LAY_RING,
    PICK_STARTER_QUESTION,
)
from referee_service.games.empires_north.decisions.ships import CHOOSE_SHIP_QUESTION, SAIL_QUESTION
from referee_service.games.empires_north.state import State
from referee_service.kernel.question import Question

QUESTIONS: tuple[Question[State], ...] = (
    *(LAY_RING, PICK_STARTER_QUESTION, DEAL_CLAN_QUESTION, CHOOSE_CLAN_QUESTION),
    *(REVEAL, DRAW, KEEP, LAY_OFF_QUESTION, END_LOOKOUT),
    *(DRAW_EVENT_QUESTION, DRAW_ISLE, OFFER),
    *(ARRIVE, REFRESH_PAWN_QUESTION, SHIFT_PAWN_QUESTION),
    *(PERFORM, BOOST_WINDOW, DISCARD_BOOST, HARVEST_QUESTION),
    *(CONSTRUCT_QUESTION, BUILD_FREE, SEARCH, TAKE_BACK, STARTING_CARD, PAY_FROM_HAND, DISCARD_HAND),
    *(SAIL_QUESTION, CHOOSE_SHIP_QUESTION),
    *(VOYAGE, BLIND_LANDING, LANDING),
    *(EFFECTS, EMIT_EVENT, ORDER_TRIGGERS),
    *(PLACE, PAYMENT),
    *(CHOOSE_QUESTION, CHOOSE_COST, TRIBUTE),
    *(PAY_WITH_CARD, REFRESH, COPY, EXHAUST_FIELD, GUARD, GIVE_UP, INVADE, RAID_FREE),
    *(GAIN_RESOURCE, RECOVER, ASSIGN_QUESTION, RELEASE_QUESTION),
)
"""The questions of the game, by group."""

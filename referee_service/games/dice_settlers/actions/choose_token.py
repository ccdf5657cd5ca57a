"""Verb `choose_token`: one token of any kind, gained by an effect."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import TOKENS
from referee_service.games.dice_settlers.fields import TokenField
from referee_service.games.dice_settlers.gains import take_tokens
from referee_service.games.dice_settlers.questions import GainTokensFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, replace_top
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class ChooseToken(Action, frozen=True, tag="choose_token"):
    """A token of this kind."""

    token: TokenField


def candidates(state: State) -> list[ChooseToken]:
    """Return one action per kind of token."""
    return [ChooseToken(token) for token in TOKENS]


def objections(state: State, action: ChooseToken) -> tuple[Refusal, ...]:
    """Return no refusal: every kind is allowed, and the supply is unlimited."""
    return ()


def apply(state: State, action: ChooseToken) -> State:
    """Give the token, and ask again while tokens remain to choose."""
    frame = expect_top(state, GainTokensFrame)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1)) if frame.remaining > 1 else pop(state)
    return take_tokens(state, state.active_side, action.token, 1)


CHOOSE_TOKEN = verb(ChooseToken, candidates, objections, apply, exact=True)

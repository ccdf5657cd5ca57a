"""Choose a token that is gained."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import TOKENS
from referee_service.games.dice_settlers.gains import gain_tokens_of
from referee_service.games.dice_settlers.questions import GainTokens
from referee_service.games.dice_settlers.state import State, Token
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop, swap
from referee_service.kernel.ruling import Refusal
from referee_service.kernel.state import Action


class ChooseToken(Action, frozen=True, tag="choose_token"):
    """Take a token of this kind."""

    token: Token


def candidates(state: State) -> list[ChooseToken]:
    """Every kind."""
    return [ChooseToken(token) for token in TOKENS]


def objections(state: State, action: ChooseToken) -> tuple[Refusal, ...]:
    """Nothing forbids any kind."""
    return ()


def apply(state: State, action: ChooseToken) -> State:
    """The token comes."""
    frame = asking(state, GainTokens)
    state = swap(state, replace(frame, left=frame.left - 1)) if frame.left > 1 else pop(state)
    return gain_tokens_of(state, state.active, action.token, 1)


CHOOSE_TOKEN = verb(ChooseToken, candidates, objections, apply, exact=True)

"""Audit of open questions: each frame must fit the state and the frames below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from referee_service.games.dice_settlers.actions.raid import shields
from referee_service.games.dice_settlers.actions.recruit import price_of
from referee_service.games.dice_settlers.content.tables import TOKENS, Content, content
from referee_service.games.dice_settlers.map_tiles import find_map_tile, has_explore_cell, is_present, recruitable
from referee_service.games.dice_settlers.payment import HALF_SYMBOL, can_pay_tokens, is_payable, is_token_price, sources
from referee_service.games.dice_settlers.printed_bot.actions import dice_to_recruit
from referee_service.games.dice_settlers.questions import (
    ActingFrame,
    AdjustFrame,
    BotActFrame,
    BotRaidFrame,
    BotRecruitFrame,
    BotSettleFrame,
    ChooseTileFrame,
    DefendFrame,
    DrawDiceFrame,
    DrawTilesFrame,
    ExtraActionFrame,
    FollowFrame,
    GainDieFrame,
    GainTokensFrame,
    PlaceTileFrame,
    QueueDiceFrame,
    RecruitingFrame,
    RerollFrame,
    ResearchingFrame,
    RollDiceFrame,
)
from referee_service.games.dice_settlers.state import State, is_bot, number_bonus, sides_of
from referee_service.kernel.bags import Bag, count_in, size_of
from referee_service.kernel.payment import PaymentFrame, covers
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import Frame, question_of


def questions(state: State) -> Iterator[Fault]:
    """Yield a fault for each frame that the state cannot have. The draft is checked by `timing`."""
    if state.stage == "draft":
        return
    for index, frame in enumerate(state.pending):
        fits = CHECKS.get(type(frame))
        if fits is not None and not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


# --- dice -----------------------------------------------------------------------------------------------------------


def _is_valid_draw_dice(state: State, index: int, frame: Frame) -> bool:
    """Return whether the number of dice to draw is possible for the active player."""
    assert isinstance(frame, DrawDiceFrame)
    max_dice = state.active_player.quota if frame.refill else content(state).numbers["draw_for_resource"]
    return frame.to == state.active_side and 0 < frame.remaining <= max_dice


def _is_valid_roll_dice(state: State, index: int, frame: Frame) -> bool:
    """Return whether these dice can be rolled now, by a player or by the printed Bot."""
    assert isinstance(frame, RollDiceFrame)
    if is_bot(state, frame.to):
        return state.turn_index == len(state.players)
    max_rerolled = content(state).numbers["most_rerolled"]
    return (
        frame.to == state.active_side
        and not frame.rolled
        and len(frame.dice) <= max_rerolled
        and state.turn_index < len(state.players)
    )


def _is_valid_reroll(state: State, index: int, frame: Frame) -> bool:
    """Return whether one or two sorted dice are in hand."""
    assert isinstance(frame, RerollFrame)
    return 0 < len(frame.dice) < content(state).numbers["most_rerolled"] and list(frame.dice) == sorted(frame.dice)


# --- payment --------------------------------------------------------------------------------------------------------


def _is_valid_payment(state: State, index: int, frame: Frame) -> bool:
    """Return whether the price fits the frame below, is not covered yet, and can be paid."""
    assert isinstance(frame, PaymentFrame)
    if frame.purpose != _purpose(state, index) or not _is_the_price(state, index, frame.owed):
        return False
    last = index == len(state.pending) - 1
    if not last:
        return is_token_price(frame.owed) and not frame.pool and can_pay_tokens(state.active_player, frame.owed)
    known = set(dict(frame.owed)) | (set() if is_token_price(frame.owed) else {HALF_SYMBOL})
    open_still = set(dict(frame.pool)) <= known and not covers(frame.pool, frame.owed, {})
    return open_still and is_payable(state, frame.owed, frame.pool, sources(state)[1])


def _frame_being_paid(state: State, index: int) -> Frame | None:
    """Return the frame that is paid for: the first one below that is no payment and no draw of tiles."""
    below = reversed(state.pending[:index])
    return next((frame for frame in below if not isinstance(frame, PaymentFrame | DrawTilesFrame)), None)


def _purpose(state: State, index: int) -> str:
    """Return the purpose that a payment at this index must have."""
    match _frame_being_paid(state, index):
        case AdjustFrame(price=price):
            return price
        case ResearchingFrame(technology=technology):
            return technology
        case RecruitingFrame():
            return "recruit"
        case ChooseTileFrame():
            return "explore"
        case _:
            return next((frame.action for frame in reversed(state.pending) if isinstance(frame, ActingFrame)), "")


def _is_the_price(state: State, index: int, owed: Bag) -> bool:
    """Return whether this is the price of the frame that is paid for."""
    match _frame_being_paid(state, index):
        case AdjustFrame(price=price):
            return owed == ((price, 1),)
        case ResearchingFrame(technology=technology):
            row = content(state).technologies[technology]
            symbols: Bag = (("research", row.row.research),)
            beneath = any(isinstance(frame, PaymentFrame) for frame in state.pending[index + 1 :])
            return owed == row.tokens or (owed == symbols and not beneath)
        case RecruitingFrame(dice=dice):
            return owed == (("recruit", price_of(state, len(dice))),)
        case ChooseTileFrame():
            bonus = number_bonus(state, state.active_player, "explored_tiles")
            draws = [frame.remaining for frame in state.pending if isinstance(frame, DrawTilesFrame)]
            return [owed] == [(("explore", drawn - bonus),) for drawn in draws]
        case _:
            action = _purpose(state, index)
            return owed in [((symbol, 1),) for symbol in (TOKENS if action == "harvest" else (action,))]


# --- actions --------------------------------------------------------------------------------------------------------


def _is_valid_acting(state: State, index: int, frame: Frame) -> bool:
    """Return whether the action was begun, and its bonus, tile and shields are possible."""
    assert isinstance(frame, ActingFrame)
    if frame.action not in state.active_player.actions_done or frame.action not in (
        "settle",
        "raid",
        "harvest",
        "trade",
    ):
        return False
    if frame.recalling and (frame.action != "settle" or state.options.recall != "any_number"):
        return False
    max_bonus = sum(tile.row.bonus == frame.action for tile in content(state).tiles.values())
    if frame.bonus > max_bonus - (1 if state.options.bonus_alone and max_bonus else 0):
        return False
    if frame.action != "raid":
        return not frame.tile and not frame.shields
    map_tile, max_shields = find_map_tile(state, frame.tile), shields(state)
    lessened = len(frame.shields) == sides_of(state) and all(
        remaining <= full for remaining, full in zip(frame.shields, max_shields, strict=True)
    )
    return lessened and map_tile is not None and is_present(map_tile, state.active_side)


def _is_valid_recruiting(state: State, index: int, frame: Frame) -> bool:
    """Return whether the dice are accessible, in the supply, sorted and not too many."""
    assert isinstance(frame, RecruitingFrame)
    dice = Counter(frame.dice)
    is_in_supply = all(count_in(state.supply, colour) >= count for colour, count in dice.items())
    known = set(dice) <= set(recruitable(state, state.active_side)) and list(frame.dice) == sorted(frame.dice)
    return (
        "recruit" in state.active_player.actions_done
        and 1 <= len(frame.dice) <= len(content(state).recruit_costs)
        and is_in_supply
        and known
    )


def _is_valid_researching(state: State, index: int, frame: Frame) -> bool:
    """Return whether the technology is on the table and not owned, and research was begun."""
    assert isinstance(frame, ResearchingFrame)
    fits = frame.technology in state.technologies and frame.technology not in state.active_player.technologies
    return fits and "research" in state.active_player.actions_done


def _is_valid_extra_action(state: State, index: int, frame: Frame) -> bool:
    """Return whether any effect of the pack gives a further main action."""
    return _has_effect(content(state), "ask_action")


def _is_valid_gain_die(state: State, index: int, frame: Frame) -> bool:
    """Return whether any effect of the pack gives a die of choice."""
    return _has_effect(content(state), "ask_die")


def _is_valid_gain_tokens(state: State, index: int, frame: Frame) -> bool:
    """Return whether an explosive technology gives at least this number of tokens."""
    assert isinstance(frame, GainTokensFrame)
    max_tokens = max(
        (
            count
            for row in content(state).pack.technologies
            for effect in row.on_explode
            if isinstance(count := effect.get("ask_tokens"), int)
        ),
        default=0,
    )
    return 0 < frame.remaining <= max_tokens


def _has_effect(tables: Content, effect: str) -> bool:
    """Return whether any tile or technology of the pack names this effect."""
    return any(effect in each for row in tables.pack.tiles for each in row.effects) or any(
        effect in each for row in tables.pack.technologies for each in row.on_explode
    )


# --- exploration ----------------------------------------------------------------------------------------------------


def _is_valid_draw_tiles(state: State, index: int, frame: Frame) -> bool:
    """Return whether this number of tiles can be drawn: one for the printed Bot."""
    assert isinstance(frame, DrawTilesFrame)
    if is_bot(state, state.active_side):
        return frame.remaining == 1
    return 0 < frame.remaining <= sum(die.row.count for die in content(state).dice.values())


def _is_valid_choose_tile(state: State, index: int, frame: Frame) -> bool:
    """Return whether tiles are drawn or still to draw, and a cell is legal."""
    assert isinstance(frame, ChooseTileFrame)
    is_drawing = any(isinstance(other, DrawTilesFrame) for other in state.pending)
    is_paying = any(isinstance(other, PaymentFrame) for other in state.pending)
    if is_paying and (frame.tiles or not is_drawing):
        return False
    done = is_bot(state, state.active_side) or "explore" in state.active_player.actions_done
    return done and (is_drawing or len(frame.tiles) > 1) and has_explore_cell(state, state.active_side)


def _is_valid_place_tile(state: State, index: int, frame: Frame) -> bool:
    """Return whether the tile is not on the map and a cell is legal for the active side."""
    assert isinstance(frame, PlaceTileFrame)
    done = is_bot(state, state.active_side) or "explore" in state.active_player.actions_done
    known = bool(frame.tile) and frame.side == state.active_side and find_map_tile(state, frame.tile) is None
    return known and done and has_explore_cell(state, frame.side)


def _is_valid_follow(state: State, index: int, frame: Frame) -> bool:
    """Return whether the side is next in order, and the tile was laid last.

    The stack has the explorer at the bottom and the other sides above, the next one to answer on top.
    """
    assert isinstance(frame, FollowFrame)
    sides = sides_of(state)
    last = (state.active_side - index) % sides
    seat = 0 if is_bot(state, frame.side) else frame.side
    return frame.side == last and frame.seat == seat and frame.tile == state.map[-1].tile and index < sides


def _is_valid_defend(state: State, index: int, frame: Frame) -> bool:
    """Return whether the explorer is the active side, and the tile was laid last."""
    assert isinstance(frame, DefendFrame)
    done = is_bot(state, state.active_side) or "explore" in state.active_player.actions_done
    return (
        done
        and frame.side == state.active_side
        and frame.tile == state.map[-1].tile
        and len(state.map) > sides_of(state)
    )


# --- printed Bot ----------------------------------------------------------------------------------------------------


def _is_valid_queue_dice(state: State, index: int, frame: Frame) -> bool:
    """Return whether dice wait for the queue."""
    assert isinstance(frame, QueueDiceFrame)
    return size_of(frame.dice) > 0


def _is_valid_bot_act(state: State, index: int, frame: Frame) -> bool:
    """Return whether the action is that of the marker's edge, with some force."""
    assert isinstance(frame, BotActFrame)
    tables = content(state)
    marker_action = tables.hexagon[state.bot.marker] if state.bot else ""
    return frame.action == marker_action and frame.force > 0


def _is_valid_bot_recruit(state: State, index: int, frame: Frame) -> bool:
    """Return whether this number of dice is possible with this force."""
    assert isinstance(frame, BotRecruitFrame)
    return frame.force > 0 and 0 < frame.remaining <= dice_to_recruit(state, frame.force)


def _is_valid_bot_settle(state: State, index: int, frame: Frame) -> bool:
    """Return whether either force remains or the tent is free, and the printed Bot has a tent."""
    assert isinstance(frame, BotSettleFrame)
    return (frame.force == 0) == frame.free and bool(state.bot and state.bot.tents)


def _is_valid_bot_raid(state: State, index: int, frame: Frame) -> bool:
    """Return whether force remains."""
    assert isinstance(frame, BotRaidFrame)
    return frame.force > 0


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    DrawDiceFrame: _is_valid_draw_dice,
    RollDiceFrame: _is_valid_roll_dice,
    RerollFrame: _is_valid_reroll,
    PaymentFrame: _is_valid_payment,
    ActingFrame: _is_valid_acting,
    RecruitingFrame: _is_valid_recruiting,
    ResearchingFrame: _is_valid_researching,
    ExtraActionFrame: _is_valid_extra_action,
    GainDieFrame: _is_valid_gain_die,
    GainTokensFrame: _is_valid_gain_tokens,
    DrawTilesFrame: _is_valid_draw_tiles,
    ChooseTileFrame: _is_valid_choose_tile,
    PlaceTileFrame: _is_valid_place_tile,
    FollowFrame: _is_valid_follow,
    DefendFrame: _is_valid_defend,
    QueueDiceFrame: _is_valid_queue_dice,
    BotActFrame: _is_valid_bot_act,
    BotRecruitFrame: _is_valid_bot_recruit,
    BotSettleFrame: _is_valid_bot_settle,
    BotRaidFrame: _is_valid_bot_raid,
}
"""Check of each frame class. Classes that are not listed need none."""

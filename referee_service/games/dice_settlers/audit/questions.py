"""Open questions that can be asked: about what is there, by what asks them, and with an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from referee_service.games.dice_settlers.actions.raid import shields
from referee_service.games.dice_settlers.actions.recruit import price_of
from referee_service.games.dice_settlers.bot_actions import dice_wanted
from referee_service.games.dice_settlers.content import TOKENS, Content, content
from referee_service.games.dice_settlers.paying import HALF, can_pay_tokens, is_in_tokens, is_payable, sources
from referee_service.games.dice_settlers.questions import (
    Acting,
    Adjust,
    BotAct,
    BotRaid,
    BotRecruit,
    BotSettle,
    ChooseTile,
    Defend,
    DrawDice,
    DrawTiles,
    ExtraAction,
    Follow,
    GainDie,
    GainTokens,
    PlaceTile,
    QueueDice,
    Recruiting,
    Reroll,
    Researching,
    RollDice,
)
from referee_service.games.dice_settlers.state import (
    State,
    has_room,
    is_bot,
    is_present,
    number,
    place_of,
    recruitable,
    sides_of,
)
from referee_service.kernel.payment import Payment, covers
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.state import Frame, question_of
from referee_service.kernel.values import Bag, count_in, size_of


def questions(state: State) -> Iterator[Fault]:
    """Every open question in turn."""
    if state.stage == "draft":
        return
    for index, frame in enumerate(state.pending):
        fits = CHECKS.get(type(frame))
        if fits is not None and not fits(state, index, frame):
            yield fault(f"pending[{index}]", "audit.question", question=question_of(frame))


# --- dice -----------------------------------------------------------------------------------------------------------


def _drawing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, DrawDice)
    most = state.me.quota if frame.refill else content(state).numbers["draw_for_resource"]
    return frame.to == state.active and 0 < frame.left <= most


def _rolling(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, RollDice)
    if is_bot(state, frame.to):
        return state.turn == len(state.players)
    most = content(state).numbers["most_rerolled"]
    return frame.to == state.active and not frame.rolled and len(frame.dice) <= most and state.turn < len(state.players)


def _picked(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Reroll)
    return 0 < len(frame.dice) < content(state).numbers["most_rerolled"] and list(frame.dice) == sorted(frame.dice)


# --- paying ---------------------------------------------------------------------------------------------------------


def _paying(state: State, index: int, frame: Frame) -> bool:
    """The price is that of what waits beneath; it is not covered yet, and can be."""
    assert isinstance(frame, Payment)
    if frame.purpose != _purpose(state, index) or not _is_the_price(state, index, frame.owed):
        return False
    last = index == len(state.pending) - 1
    if not last:
        return is_in_tokens(frame.owed) and not frame.pool and can_pay_tokens(state.me, frame.owed)
    known = set(dict(frame.owed)) | (set() if is_in_tokens(frame.owed) else {HALF})
    open_still = set(dict(frame.pool)) <= known and not covers(frame.pool, frame.owed, {})
    return open_still and is_payable(state, frame.owed, frame.pool, sources(state)[1])


def _beneath(state: State, index: int) -> Frame:
    """What is being paid for: the first question beneath that is neither a payment nor waits for chance."""
    return next(frame for frame in reversed(state.pending[:index]) if not isinstance(frame, Payment | DrawTiles))


def _purpose(state: State, index: int) -> str:
    match _beneath(state, index):
        case Adjust(price=price):
            return price
        case Researching(technology=technology):
            return technology
        case Recruiting():
            return "recruit"
        case ChooseTile():
            return "explore"
        case _:
            return next((frame.action for frame in reversed(state.pending) if isinstance(frame, Acting)), "")


def _is_the_price(state: State, index: int, owed: Bag) -> bool:
    """Whether just this is asked for what waits beneath."""
    match _beneath(state, index):
        case Adjust(price=price):
            return owed == ((price, 1),)
        case Researching(technology=technology):
            row = content(state).technologies[technology]
            symbols: Bag = (("research", row.row.research),)
            beneath = any(isinstance(frame, Payment) for frame in state.pending[index + 1 :])
            return owed == row.tokens or (owed == symbols and not beneath)
        case Recruiting(dice=dice):
            return owed == (("recruit", price_of(state, len(dice))),)
        case ChooseTile():
            drawn = next(frame.left for frame in state.pending if isinstance(frame, DrawTiles))
            return owed == (("explore", drawn - number(state, state.me, "explored_tiles")),)
        case _:
            action = _purpose(state, index)
            return owed in [((symbol, 1),) for symbol in (TOKENS if action == "harvest" else (action,))]


# --- actions --------------------------------------------------------------------------------------------------------


def _going_on(state: State, index: int, frame: Frame) -> bool:
    """An action that was begun, with no more bonus than tiles can give, and a raid on its tile."""
    assert isinstance(frame, Acting)
    if frame.action not in state.me.done or frame.action not in ("settle", "raid", "harvest", "trade"):
        return False
    if frame.recalling and (frame.action != "settle" or state.options.recall != "any_number"):
        return False
    most = sum(tile.row.bonus == frame.action for tile in content(state).tiles.values())
    if frame.bonus > most - (1 if state.options.bonus_alone and most else 0):
        return False
    if frame.action != "raid":
        return not frame.tile and not frame.shields
    place, most_shields = place_of(state, frame.tile), shields(state)
    lessened = len(frame.shields) == sides_of(state) and all(
        left <= most for left, most in zip(frame.shields, most_shields, strict=True)
    )
    return lessened and place is not None and is_present(place, state.active)


def _recruiting(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Recruiting)
    dice = Counter(frame.dice)
    there = all(count_in(state.supply, colour) >= count for colour, count in dice.items())
    known = set(dice) <= set(recruitable(state, state.active)) and list(frame.dice) == sorted(frame.dice)
    return "recruit" in state.me.done and 1 <= len(frame.dice) <= len(content(state).recruit_costs) and there and known


def _researching(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Researching)
    fits = frame.technology in state.table and frame.technology not in state.me.technologies
    return fits and "research" in state.me.done


def _extra(state: State, index: int, frame: Frame) -> bool:
    """A tile just laid, a factory used or a technology exploded gives a main action more."""
    return _effect_named(content(state), "ask_action")


def _gaining(state: State, index: int, frame: Frame) -> bool:
    return _effect_named(content(state), "ask_die")


def _gaining_tokens(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, GainTokens)
    most = max(
        (
            count
            for row in content(state).pack.technologies
            for effect in row.on_explode
            if isinstance(count := effect.get("ask_tokens"), int)
        ),
        default=0,
    )
    return 0 < frame.left <= most


def _effect_named(tables: Content, effect: str) -> bool:
    return any(effect in each for row in tables.pack.tiles for each in row.effects) or any(
        effect in each for row in tables.pack.technologies for each in row.on_explode
    )


# --- exploring ------------------------------------------------------------------------------------------------------


def _drawing_tiles(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, DrawTiles)
    if is_bot(state, state.active):
        return frame.left == 1
    return 0 < frame.left <= sum(die.row.count for die in content(state).dice.values())


def _choosing(state: State, index: int, frame: Frame) -> bool:
    """Tiles to choose from, unless they are still turned up; and a place for one."""
    assert isinstance(frame, ChooseTile)
    coming = any(isinstance(other, DrawTiles) for other in state.pending)
    paying = any(isinstance(other, Payment) for other in state.pending)
    if paying and (frame.tiles or not coming):
        return False
    done = is_bot(state, state.active) or "explore" in state.me.done
    return done and (coming or len(frame.tiles) > 1) and has_room(state, state.active)


def _placing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, PlaceTile)
    done = is_bot(state, state.active) or "explore" in state.me.done
    known = bool(frame.tile) and frame.side == state.active and place_of(state, frame.tile) is None
    return known and done and has_room(state, frame.side)


def _following(state: State, index: int, frame: Frame) -> bool:
    """The others in turn, counter-clockwise from the bottom, about the tile just laid."""
    assert isinstance(frame, Follow)
    sides = sides_of(state)
    last = (state.active - index) % sides
    seat = 0 if is_bot(state, frame.side) else frame.side
    return frame.side == last and frame.seat == seat and frame.tile == state.map[-1].tile and index < sides


def _defending(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, Defend)
    done = is_bot(state, state.active) or "explore" in state.me.done
    return done and frame.side == state.active and frame.tile == state.map[-1].tile and len(state.map) > sides_of(state)


# --- the Bot --------------------------------------------------------------------------------------------------------


def _queueing(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, QueueDice)
    return size_of(frame.dice) > 0


def _bot_acting(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, BotAct)
    tables = content(state)
    at = tables.hexagon[state.bot.marker] if state.bot else ""
    return frame.action == at and frame.force > 0


def _bot_recruiting(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, BotRecruit)
    return frame.force > 0 and 0 < frame.left <= dice_wanted(state, frame.force)


def _bot_settling(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, BotSettle)
    return (frame.force == 0) == frame.free and bool(state.bot and state.bot.tents)


def _bot_raiding(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, BotRaid)
    return frame.force > 0


CHECKS: dict[type[Frame], Callable[[State, int, Frame], bool]] = {
    DrawDice: _drawing,
    RollDice: _rolling,
    Reroll: _picked,
    Payment: _paying,
    Acting: _going_on,
    Recruiting: _recruiting,
    Researching: _researching,
    ExtraAction: _extra,
    GainDie: _gaining,
    GainTokens: _gaining_tokens,
    DrawTiles: _drawing_tiles,
    ChooseTile: _choosing,
    PlaceTile: _placing,
    Follow: _following,
    Defend: _defending,
    QueueDice: _queueing,
    BotAct: _bot_acting,
    BotRecruit: _bot_recruiting,
    BotSettle: _bot_settling,
    BotRaid: _bot_raiding,
}

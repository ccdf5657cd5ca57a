"""Seat views, and full states that match a view. Only the bags may be closed; everything else is public.

With closed bags a view has the shape of the state: every die in another seat's bag is a `hidden` one.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, count_in, remove_from, size_of
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.tuples import with_player

from .content.tables import content
from .questions import RerollFrame, RollDiceFrame
from .setup import start_dice
from .state import Player, State, dice_by_colour, dice_in_play

HIDDEN = "hidden"
"""Stands for the colour of each die in a closed bag."""


def view(state: State, seat: int | None) -> State:
    """Return what a seat may see: all but the colours of the dice in the closed bags of other seats."""
    if state.options.bags == "open":
        return state
    return replace(
        state,
        players=tuple(
            player if other == seat else _with_closed_bag(player) for other, player in enumerate(state.players)
        ),
    )


def _with_closed_bag(player: Player) -> Player:
    """Return the player with only the number of dice in the bag."""
    return replace(player, bag=((HIDDEN, size_of(player.bag)),)) if player.bag else player


def determinize(seen: State, key: bytes) -> State:
    """Sample a full state that matches a view: deal the dice that do not lie in the open to the closed bags.

    A seat that shows fewer dice of a colour than it began with gets these first. Only a sale can have cost it one.
    """
    if seen.options.bags == "open":
        return seen
    bags: dict[int, Bag] = {seat: () for seat, player in enumerate(seen.players) if count_in(player.bag, HIDDEN)}
    room = {seat: count_in(seen.players[seat].bag, HIDDEN) for seat in bags}
    missing = {seat: missing_start_dice(seen, seat) for seat in bags}
    undealt = unseen_dice(seen)
    while undealt:
        open_bags = [seat for seat in bags if size_of(bags[seat]) < room[seat]]
        start_dice_first = [
            ((seat, colour), missing[seat][colour])
            for seat in open_bags
            for colour, _ in undealt
            if missing[seat][colour]
        ]
        any_dice = [((seat, colour), count) for seat in open_bags for colour, count in undealt]
        seat, colour = weighted_choice(key, size_of(undealt), start_dice_first or any_dice)
        bags[seat], undealt = add_to(bags[seat], colour), remove_from(undealt, colour)
        missing[seat] -= Counter([colour])
    state = seen
    for seat, bag in bags.items():
        state = with_player(state, seat, bag=bag)
    return state


def unseen_dice(seen: State) -> Bag:
    """Return the dice in all closed bags together: the dice of the game without those that the view shows."""
    shown, total = dice_by_colour(seen), dice_in_play(content(seen), len(seen.players))
    return tuple((colour, total[colour] - shown[colour]) for colour in sorted(total) if total[colour] > shown[colour])


def missing_start_dice(seen: State, seat: int) -> Counter[str]:
    """Return the dice that a seat began with and does not show among its active or spent dice or in its hand."""
    player, tables = seen.players[seat], content(seen)
    shown = Counter(dict(player.spent))
    for die, count in player.active:
        shown[tables.faces[die][0]] += count
    for frame in seen.pending:
        if isinstance(frame, RerollFrame | RollDiceFrame):
            owner = frame.to if isinstance(frame, RollDiceFrame) else frame.seat
            shown.update(frame.dice if owner == seat else ())
    return Counter(dict(start_dice(tables))) - shown

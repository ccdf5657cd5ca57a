"""Set-up: the first state, and what chance and the players do before the first round."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.setup import SetupError, check_first_player
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player

from .content.scenarios import ScenarioRules, resolve_scenario
from .content.tables import PACKS, Content, content, scenario
from .economy.supply import receive
from .empire.cards import add_card
from .questions import (
    AnyFrame,
    ChooseClanFrame,
    DealClanFrame,
    DiscardUnkeptFrame,
    DrawFrame,
    DrawIsleFrame,
    KeepFrame,
    LayRingFrame,
    PickStarterFrame,
    RevealFrame,
    StartingCardFrame,
)
from .state import EmpiresOptions, IslandPiles, Player, Solo, State

EMPTY_PLAYER = Player(
    clan="",
    goods=(),
    workers=0,
    spent_workers=0,
    ships=0,
    empire=(),
    hand=(),
    deck=(),
    discard=(),
    looked_at=(),
    kept=(),
    pawns=(),
    passed=False,
)
"""A player without a clan."""


def setup(seats: int, options: EmpiresOptions, pack: str) -> State:
    """Return the first state, before chance has acted. Raises SetupError for options that do not fit."""
    tables = PACKS.get(pack)
    check_first_player(options.first_player, seats)
    if seats > 1 and options.slots:
        raise SetupError("setup_solo", option="slots")
    if list(options.slots) != sorted(dict(options.slots).items()):
        raise SetupError("setup_sorted", option="slots")
    solo = None
    if seats == 1:
        solo = Solo(foundations=_scenario_rules(tables, options, pack).foundations)
    state = State(
        pack=pack,
        options=options,
        stage="setup",
        round=0,
        first_seat=options.first_player or 0,
        active_seat=options.first_player or 0,
        has_acted=False,
        is_last_round=False,
        ring=(),
        near=IslandPiles(tables.islands["near"], (), ()),
        distant=IslandPiles(tables.islands["distant"], (), ()),
        queue=(),
        solo=solo,
        players=(EMPTY_PLAYER,) * seats,
        pending=(),
        score_lines=((),) * seats,
    )
    return replace(state, pending=setup_frames(state, tables))


def _scenario_rules(tables: Content, options: EmpiresOptions, pack: str) -> ScenarioRules:
    """Return the rules of the solo scenario. Raises SetupError with all slots and values if one is unknown."""
    try:
        return resolve_scenario(tables.pack, options.scenario, dict(options.slots), where=pack).rules
    except ValueError as error:
        slots = [slot for slot in tables.pack.slots if slot.scenario in ("", options.scenario)]
        known = ", ".join(f"{slot.id} ({' | '.join(slot.values)})" for slot in slots)
        raise SetupError("setup_slots", option="slots", scenario=options.scenario, values=known) from error


def setup_frames(state: State, tables: Content) -> tuple[AnyFrame, ...]:
    """Return the questions of the set-up. The last frame is answered first."""
    seats, numbers = range(len(state.players)), tables.numbers
    frames: list[AnyFrame] = [LayRingFrame(CHANCE)]
    if state.options.first_player is None and len(seats) > 1:
        frames.append(PickStarterFrame(CHANCE))
    frames += [
        RevealFrame(CHANCE, "near", numbers["open_islands"]),
        RevealFrame(CHANCE, "distant", numbers["open_islands"]),
    ]
    chosen = state.options.clans == "chosen"
    frames += [ChooseClanFrame(seat) if chosen else DealClanFrame(CHANCE, seat) for seat in seats]
    frames += [DrawFrame(CHANCE, seat, numbers["start_draw"], "looked_at") for seat in seats]
    frames += [KeepFrame(seat, numbers["start_keep"]) for seat in seats]
    frames += [DiscardUnkeptFrame(CHANCE, seat) for seat in seats]
    if state.solo is not None:
        rules = scenario(state).rules
        frames += [DrawIsleFrame(CHANCE, "near", "empire")] * rules.islands
        frames += [StartingCardFrame(0, good) for good in rules.searches]
    return tuple(reversed(frames))


def assign_clan(state: State, seat: int, clan: str) -> State:
    """Give a player a clan with its base fields and their goods, workers, ships and deck."""
    tables = content(state)
    row = tables.clans[clan]
    workers = tables.numbers["start_workers"]
    state = with_player(state, seat, clan=clan, workers=workers, ships=row.ships, deck=tables.decks[clan])
    state = emit(state, "clan_taken", seat, clan=clan)
    for card in row.base_fields:
        state, _ = add_card(state, seat, card)
        state = receive(state, seat, tables.cards[card].goods, "score.bonus")
    if state.solo is None:
        return state
    current = scenario(state)
    if current.location is not None:
        state, _ = add_card(state, seat, current.location.id)
    stock = [(kind, count) for kind, count in current.rules.stock.items() if isinstance(count, int)]
    return receive(state, seat, stock, "score.event")


def available_clans(state: State) -> tuple[str, ...]:
    """Return the clans that no player has."""
    taken = {player.clan for player in state.players}
    return tuple(clan for clan in content(state).clans if clan not in taken)

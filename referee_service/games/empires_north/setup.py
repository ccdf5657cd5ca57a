"""From options to the first state: pieces counted out, and what chance and the players do before the first round."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.content import SHELF, Content, content, scenario
from referee_service.games.empires_north.empire import enter
from referee_service.games.empires_north.questions import (
    ChooseClan,
    DealClan,
    Draw,
    DrawIsle,
    Found,
    Keep,
    LayOff,
    LayRing,
    PickStarter,
    Question,
    Reveal,
)
from referee_service.games.empires_north.scenarios import resolved
from referee_service.games.empires_north.state import EmpiresOptions, Isles, Player, Solo, State
from referee_service.games.empires_north.supply import receive
from referee_service.kernel.events import note
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import change

NOBODY = Player(
    clan="",
    goods=(),
    workers=0,
    spent=0,
    ships=0,
    empire=(),
    hand=(),
    deck=(),
    discard=(),
    looked=(),
    kept=(),
    pawns=(),
    passed=False,
)
"""A player without a clan."""


def setup(seats: int, options: EmpiresOptions, pack: str) -> State:
    """A table with all pieces in their places, before chance has acted."""
    tables = SHELF.find(pack)
    if options.first_player is not None and options.first_player not in range(seats):
        raise ValueError(f"first_player is one of the seats 0 to {seats - 1}")
    if seats > 1 and options.slots:
        raise ValueError("slots are readings of a solo scenario")
    if list(options.slots) != sorted(dict(options.slots).items()):
        raise ValueError("slots stand once each, in order")
    solo = None
    if seats == 1:
        rules = resolved(tables.pack, options.scenario, dict(options.slots), where=pack).rules
        solo = Solo(foundations=rules.foundations)
    state = State(
        pack=pack,
        options=options,
        stage="setup",
        round=0,
        first=options.first_player or 0,
        active=options.first_player or 0,
        acted=False,
        last=False,
        ring=(),
        near=Isles(tables.isles["near"], (), ()),
        distant=Isles(tables.isles["distant"], (), ()),
        queue=(),
        solo=solo,
        players=(NOBODY,) * seats,
        pending=(),
        points=((),) * seats,
    )
    return replace(state, pending=opening(state, tables))


def opening(state: State, tables: Content) -> tuple[Question, ...]:
    """All that happens before the first round, the first thing last."""
    seats, numbers = range(len(state.players)), tables.numbers
    asked: list[Question] = [LayRing(CHANCE)]
    if state.options.first_player is None and len(seats) > 1:
        asked.append(PickStarter(CHANCE))
    asked += [Reveal(CHANCE, "near", numbers["open_islands"]), Reveal(CHANCE, "distant", numbers["open_islands"])]
    chosen = state.options.clans == "chosen"
    asked += [ChooseClan(seat) if chosen else DealClan(CHANCE, seat) for seat in seats]
    asked += [Draw(CHANCE, seat, numbers["start_draw"], "looked") for seat in seats]
    asked += [Keep(seat, numbers["start_keep"]) for seat in seats]
    asked += [LayOff(CHANCE, seat) for seat in seats]
    if state.solo is not None:
        rules = scenario(state).rules
        asked += [DrawIsle(CHANCE, "near", "empire")] * rules.islands
        asked += [Found(0, good) for good in rules.searches]
    return tuple(reversed(asked))


def take_clan(state: State, seat: int, clan: str) -> State:
    """A player takes a clan: base fields with their goods, workers, ships and the deck."""
    tables = content(state)
    row = tables.clans[clan]
    workers = tables.numbers["start_workers"]
    state = change(state, seat, clan=clan, workers=workers, ships=row.ships, deck=tables.decks[clan])
    state = note(state, "clan_taken", seat, clan=clan)
    for card in row.base_fields:
        state, _ = enter(state, seat, card)
        state = receive(state, seat, tables.cards[card].goods, "score.bonus")
    if state.solo is None:
        return state
    played = scenario(state)
    if played.location is not None:
        state, _ = enter(state, seat, played.location.id)
    stock = [(kind, count) for kind, count in played.rules.stock.items() if isinstance(count, int)]
    return receive(state, seat, stock, "score.event")


def clans_left(state: State) -> tuple[str, ...]:
    """The clans that nobody has."""
    taken = {player.clan for player in state.players}
    return tuple(clan for clan in content(state).clans if clan not in taken)

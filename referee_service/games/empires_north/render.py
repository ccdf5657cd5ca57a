"""The view as text: the common table, then one section for each seat."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.score import total_points
from referee_service.kernel.text_table import Block, Section, Table, TextContext

from .content.tables import PILES, card_of, scenario
from .empire.cards import COPY_OF_NOTHING, action_of
from .facts import load_of
from .state import Pawn, Player, Site, State
from .view import View

GROUPS = ("fields", "actions", "used", "others", "islands")
"""The groups of cards in an empire, in order."""
NO_BREAK = "\N{NO-BREAK SPACE}"
"""Keeps a card on the line of its slot."""


def sections(seen: View, context: TextContext) -> Iterator[Section]:
    """Yield the common table, and one section for each seat."""
    title = context.catalogue.title[context.language]
    yield Section("table", title, tuple(_table(seen, context)))
    for seat, player in enumerate(seen.board.players):
        clan = f" – {context.piece(player.clan)}" if player.clan else ""
        points = context.caption("seat_title", points=total_points(seen.board, seat))
        yield Section(f"seat.{seat}", f"{context.player(seat)}{clan}{points}", tuple(_seat(seen, seat, context)))


# --- the common table -------------------------------------------------------------------------------------------------


def _table(seen: View, context: TextContext) -> Iterator[Block]:
    """Yield the round, the scenario, the ring, the islands, the queue and the players."""
    state = seen.board
    line = [context.caption("round", round=state.round, stage=state.stage)]
    if len(state.players) > 1:
        line += [f"{context.caption('first')} {context.player(state.first_seat)}."]
    if len(state.players) > 1 and state.stage == "actions":
        line += [f"{context.caption('turn')} {context.player(state.active_seat)}."]
    yield " ".join([*line, *([context.caption("last")] if state.is_last_round else [])])
    if state.solo is not None:
        yield from _scenario(state, context)
    yield _ring(state, context)
    yield _islands(state, context)
    ships = [
        " ".join(filter(None, (f"{rank}.", context.player(ship.seat), _bracketed(context, load_of(ship)))))
        for rank, ship in enumerate(state.queue, start=1)
    ]
    yield f"{context.caption('queue')} {', '.join(ships) or context.caption('no_ships')}."
    if len(state.players) > 1:
        yield _players(seen, context)


def _scenario(state: State, context: TextContext) -> Iterator[Block]:
    assert state.solo is not None
    current, solo = scenario(state), state.solo
    line = [context.caption("scenario", scenario=current.id, threshold=current.threshold)]
    line += [context.caption("event", event=solo.event)] if solo.event else []
    yield " ".join(line)
    if solo.foundations:
        yield context.caption("foundations", count=solo.foundations)
    if solo.covered:
        yield f"{context.caption('covered')} {', '.join(map(context.piece, solo.covered))}."


def _bracketed(context: TextContext, pieces: tuple[str, ...]) -> str:
    return f"({', '.join(map(context.piece, pieces))})" if pieces else ""


def _ring(state: State, context: TextContext) -> Table:
    """Return the tiles in their order round the ring, with the pawns on them. In a solo game they have a side."""
    rows = []
    for tile in state.ring:
        pawns = [
            f"{context.player(seat)}{_pawn_mark(pawn, context)}"
            for seat, player in enumerate(state.players)
            for pawn in player.pawns
            if pawn.tile == tile
        ]
        row = [context.piece(tile), ", ".join(pawns) or context.caption("no_pawns")]
        if state.solo is not None:
            row.insert(1, context.caption("side_solo" if tile in state.solo.solo_side_tiles else "side_white"))
        rows.append(tuple(row))
    names = ("tile", "pawns") if state.solo is None else ("tile", "side", "pawns")
    return Table(tuple(map(context.caption, names)), tuple(rows))


def _pawn_mark(pawn: Pawn, context: TextContext) -> str:
    return f" {context.caption('exhausted_pawn')}" if pawn.exhausted else ""


def _islands(state: State, context: TextContext) -> Table:
    rows = []
    for pile in PILES:
        islands = state.islands(pile)
        shown = ", ".join(map(context.piece, islands.face_up)) or context.caption("no_islands")
        rows.append((context.caption(pile), shown, str(size_of(islands.pile))))
    return Table(tuple(map(context.caption, ("islands", "face_up", "face_down"))), tuple(rows))


def _players(seen: View, context: TextContext) -> Table:
    rows = []
    for seat, player in enumerate(seen.board.players):
        rows.append(
            (
                context.player(seat),
                context.piece(player.clan) if player.clan else context.caption("no_clan"),
                str(total_points(seen.board, seat)),
                str(player.workers),
                str(player.ships),
                str(seen.hands[seat]),
                context.caption("passed") if player.passed else "",
            )
        )
    heads = map(context.caption, ("player", "clan", "points", "workers", "ships", "hand_size"))
    return Table((*heads, ""), tuple(rows))


# --- one seat ---------------------------------------------------------------------------------------------------------


def _seat(seen: View, seat: int, context: TextContext) -> Iterator[Block]:
    """Yield the supply, the cards and the empire of a seat."""
    player = seen.board.players[seat]
    counts = {"workers": player.workers, "spent": player.spent_workers, "ships": player.ships}
    goods = context.counted(player.goods) if player.goods else context.caption("no_goods")
    yield f"{context.caption('supply', **counts)} {goods}."
    yield from _cards(seen, seat, player, context)
    groups = [(site, _group(seen, player, site)) for site in player.empire]
    rows = tuple(
        (context.caption(f"group_{name}"), ", ".join(cards))
        for name in GROUPS
        if (cards := [_site(seen.board, site, context) for site, group in groups if group == name])
    )
    if rows:
        yield Table((context.caption("group"), context.caption("cards")), rows)


def _cards(seen: View, seat: int, player: Player, context: TextContext) -> Iterator[Block]:
    """Yield hand, deck and discard pile. Other seats see the number of cards only."""
    is_viewer, hidden = seat == seen.seat, seen.hands[seat]
    deck = size_of(player.deck) if is_viewer else size_of(seen.unseen[seat]) - hidden - seen.looked[seat]
    if not hidden:
        yield context.caption("hand_empty")
    else:
        own = f"{context.caption('hand')} {_bag(player.hand, context)}."
        yield own if is_viewer else context.caption("hand_hidden", count=hidden)
    if seen.looked[seat]:
        own = f"{context.caption('looked')} {_bag(player.looked_at, context)}."
        yield own if is_viewer else context.caption("looked_hidden", count=seen.looked[seat])
    discard = _bag(player.discard, context) or context.caption("no_cards")
    yield f"{context.caption('deck', count=deck)} {context.caption('discard')} {discard}."


def _bag(pieces: Bag, context: TextContext) -> str:
    return ", ".join(context.piece(piece) + (f" ×{count}" if count > 1 else "") for piece, count in pieces)


def _group(seen: View, player: Player, site: Site) -> str:
    """Return the group of a card in an empire."""
    card = card_of(seen.board, site.card)
    if card.goods:
        return "fields"
    if action_of(seen.board, player, site) is not None:
        return "used" if site.exhausted else "actions"
    return "islands" if card.is_island else "others"


def _site(state: State, site: Site, context: TextContext) -> str:
    """Return a card of an empire: its slot, its name and its marks."""
    marks = ", ".join(_marks(state, site, context))
    return f"{site.slot}{NO_BREAK}{context.piece(site.card)}" + (f" ({marks})" if marks else "")


def _marks(state: State, site: Site, context: TextContext) -> Iterator[str]:
    """Yield the marks of a card: exhausted field, island, invaded, host, copy and goods."""
    if card_of(state, site.card).is_island:
        yield context.caption("mark_island")
    if site.exhausted and card_of(state, site.card).goods:
        yield context.caption("mark_exhausted")
    if site.invaded:
        yield context.caption("mark_invaded")
    if site.host is not None:
        yield context.caption("mark_under", slot=site.host)
    if site.copied_slot is not None:
        is_blank = site.copied_slot == COPY_OF_NOTHING
        yield context.caption("mark_blank") if is_blank else context.caption("mark_copies", slot=site.copied_slot)
    if site.goods:
        yield context.counted(site.goods)

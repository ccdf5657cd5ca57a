"""The use cases: set up, move, judge, list, view, audit, score, replay. Pure but for the store that remembers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from referee_service import __version__
from referee_service.kernel import play
from referee_service.kernel.chance import Chance, commitment
from referee_service.kernel.codec import (
    CodecError,
    Match,
    Record,
    action_from,
    digest,
    encode,
    notation,
    parse,
)
from referee_service.kernel.game import AnyGame
from referee_service.kernel.ruling import Language
from referee_service.kernel.score import total
from referee_service.kernel.state import CHANCE, Action, Event, Options, Seat, Turn
from referee_service.services.answers import (
    EMPTY_LIST,
    PARTS,
    Audit,
    LegalList,
    Listed,
    Passes,
    Position,
    Replay,
    Score,
    Taken,
    Teller,
    Verdict,
    View,
)
from referee_service.services.problems import IllegalMove, Problem
from referee_service.services.sources import Given, OpenState, Reader, Source, decoded
from referee_service.services.vault import Sealed, Vault
from referee_service.store import Store, StoreDown

Wish = tuple[Seat | None, dict[str, object] | str]
"""A move as a client sends it: the seat (None: whoever is to move) and the action as JSON or notation."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads an answer, and how: the language, the parts of a position, and whose cache is used."""

    language: Language = "en"
    include: frozenset[str] = frozenset(PARTS)
    owner: str = ""


@dataclass(slots=True)
class Played:
    """A match being played on within one request, and what was done."""

    match: Match
    moves: list[Taken] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def take(self, step: play.Step) -> None:
        """Go on with what a step brought."""
        self.moves += zip(step.boards, step.played, step.actions, strict=True)
        self.events += step.events
        self.match = step.match


class Judged(Struct, frozen=True, array_like=True):
    """A verdict as it is written, and the rules that refused the move."""

    rules: tuple[str, ...]
    verdict: Raw


_judged = msgspec.json.Decoder(Judged)


class Desk:
    """Where requests are served, for all games alike."""

    def __init__(self, store: Store, vault: Vault | None = None, *, cache_seconds: int = 3600) -> None:
        self.store, self.vault, self.cache_seconds = store, vault, cache_seconds
        self.reader = Reader(store, vault, cache_seconds=cache_seconds)

    # --- set up and move ----------------------------------------------------------------------------------------------

    def set_up(
        self,
        game: AnyGame,
        *,
        seats: int,
        options: Options,
        chance: Chance,
        content: str | None,
        guarded: bool,
        reading: Reading,
    ) -> Position:
        """A new match, played on until somebody must decide."""
        match_id = self._new_match_id() if guarded else None
        if match_id is not None and self.vault is not None:
            chance = Chance("secret", commitment(self.vault.chance_key(match_id)))
        elif chance.mode == "secret":
            raise Problem("impossible-setup.secret")
        try:
            match = play.start(game, seats=seats, options=options, chance=chance, content=content)
        except (ValueError, LookupError) as error:
            raise Problem("impossible-setup.refused", why=str(error)) from error
        if match_id is not None:
            self._begin_guard(match_id)
        sealed = Sealed(match_id, "", seats, b"") if match_id is not None else None
        played = Played(match)
        played.take(self._settled(game, match, sealed))
        if sealed is None:
            return self._open(game, played, reading)
        raw = encode(played.match)
        sealed = Sealed(sealed.match_id, digest(raw), seats, raw)
        position = self._sealed(game, Given(played.match, sealed.base, "keeper", sealed), played, reading)
        return replace(position, passes=self._passes(sealed))

    def move(self, game: AnyGame, source: Source, wishes: Sequence[Wish], reading: Reading) -> Position:
        """Play one or several actions, all or none, and then chance until somebody must decide."""
        given = self.reader.read(game, source, owner=reading.owner)
        played = Played(given.match)
        for index, wish in enumerate(wishes):
            if index and given.sealed is not None and _is_final(game, given, played):
                # What chance brought must not be told before it is committed, not even by a refusal.
                raise Problem("final-move.index", index=index - 1)
            seat, action = self._wished(game, given, played.match, wish)
            try:
                played.take(play.move(game, played.match, seat, action))
            except play.Refused as error:
                near = self._suggested(game, given, played.match, (seat, action), reading)
                raise IllegalMove(error.refusals, near, index) from error
            played.take(self._settled(game, played.match, given.sealed))
        if given.sealed is None:
            return self._open(game, played, reading)
        return self._sealed(game, self._committed(game, given, given.sealed, played), played, reading)

    def _wished(self, game: AnyGame, given: Given, match: Match, wish: Wish) -> tuple[Seat, Action]:
        """The seat and the action that a client means; a pass speaks for its own seat only."""
        seat, said = wish
        turn = game.turn(match.board)
        if seat is None:
            seat = given.speaker if isinstance(given.speaker, int) else turn.seat if turn else 0
        if given.sealed is not None and seat != given.speaker:
            raise Problem("bad-pass.speaks", seat=seat)
        try:
            return seat, parse(game, said) if isinstance(said, str) else action_from(game, _bare(said))
        except CodecError as error:
            name = "unreadable-notation.line" if isinstance(said, str) else "schema-mismatch.action"
            raise Problem(name, why=error.reason) from error

    def _settled(self, game: AnyGame, match: Match, sealed: Sealed | None) -> play.Step:
        key = self.vault.chance_key(sealed.match_id) if sealed is not None and self.vault is not None else None
        return play.settle(game, match, key)

    # --- guarded matches ----------------------------------------------------------------------------------------------

    def _new_match_id(self) -> str:
        if self.vault is None:
            raise Problem("impossible-setup.no-secret")
        return self.vault.new_match_id()

    def _begin_guard(self, match_id: str) -> None:
        try:
            self.store.begin_guard(match_id)
        except StoreDown as error:
            raise Problem("guard-unavailable.silent") from error

    def _passes(self, sealed: Sealed) -> Passes:
        assert self.vault is not None
        seats = tuple(self.vault.pass_for(sealed.match_id, seat) for seat in range(sealed.seats))
        return Passes(seats, self.vault.pass_for(sealed.match_id, "keeper"))

    def _committed(self, game: AnyGame, given: Given, sealed: Sealed, played: Played) -> Given:
        """What was played, sealed again; once it is final, the guard lets nobody play otherwise from before."""
        raw = encode(played.match)
        base, name = sealed.base, digest(raw)
        if _is_final(game, given, played):
            self._commit(sealed.match_id, base, name)
            base = name
        return Given(played.match, name, given.speaker, Sealed(sealed.match_id, base, sealed.seats, raw))

    def _commit(self, match_id: str, base: str, after: str) -> None:
        try:
            made = self.store.commit(match_id, base, after)
        except StoreDown as error:
            raise Problem("guard-unavailable.silent") from error
        if made == "lost":
            raise Problem("guard-unavailable.lost")
        if made == "other":
            raise Problem("already-played.other")

    # --- judge, list, view --------------------------------------------------------------------------------------------

    def judge(self, game: AnyGame, source: Source, wish: Wish, reading: Reading) -> Judged:
        """Whether a move is legal; nothing is played, and chance does not act."""
        given = self.reader.read(game, source, owner=reading.owner)
        seat, action = self._wished(game, given, given.match, wish)
        if given.sealed is not None:
            return self._judged(game, given, seat, action, reading)
        parts = ",".join(sorted(reading.include))
        about = f"{seat}:{notation(action)}:{reading.language}:{parts}:{reading.owner}"
        written = self._kept(
            f"verdict:{game.name}:{given.digest}:{about}",
            given,
            lambda: self._judged(game, given, seat, action, reading),
        )
        return _judged.decode(written)

    def _judged(self, game: AnyGame, given: Given, seat: Seat, action: Action, reading: Reading) -> Judged:
        teller = Teller(game, reading.language, given.seat)
        try:
            step = play.move(game, given.match, seat, action)
        except play.Refused as error:
            near = self._suggested(game, given, given.match, (seat, action), reading)
            verdict = Verdict(legal=False, refusals=teller.refusals(error.refusals), suggestions=near)
            return Judged(tuple(refusal.rule for refusal in error.refusals), Raw(msgspec.json.encode(verdict)))
        played = Played(given.match)
        played.take(step)
        preview = self._open(game, played, reading) if given.sealed is None else None
        verdict = Verdict(legal=True, refusals=[], suggestions=[], preview=preview)
        return Judged((), Raw(msgspec.json.encode(verdict)))

    def legal(self, game: AnyGame, source: Source, kind: str | None, reading: Reading) -> LegalList:
        """Everything the seat to move may do; in a guarded match only for its own pass."""
        given = self.reader.read(game, source, owner=reading.owner)
        teller = Teller(game, reading.language, given.seat)
        turn = game.turn(given.match.board)
        return LegalList(teller.turn(turn), self._listed(teller, given, turn, kind=kind))

    def _listed(self, teller: Teller, given: Given, turn: Turn | None, *, kind: str | None = None) -> Raw:
        """The legal list as it is written, for those who may see it: in the open all, else its seat and the keeper."""
        if turn is None or not (given.sees_all or given.speaker == turn.seat):
            return EMPTY_LIST
        name = f"legal:{teller.game.name}:{given.digest}:{teller.language}:{kind or ''}"
        return Raw(self._kept(name, given, lambda: teller.legal(given.match.board, kind=kind)))

    def _kept(self, name: str, given: Given, make: Callable[[], object]) -> bytes:
        """What was written before about this state, or is written now.

        What is about a state of our own stays with us: the store would take longer to ask than it takes to write. What
        is about a state that another process made is shared as that state is, with services of the same version.
        """
        name = f"{__version__}:{name}"
        found = self.store.get(name, near=given.near)
        if found is None:
            found = msgspec.json.encode(make())
            self.store.put(name, found, seconds=self.cache_seconds, near=given.near)
        return found

    def view(self, game: AnyGame, source: Source, seat: int | None, reading: Reading) -> View:
        """What a seat sees; a pass shows its own seat's view, the keeper's pass everybody's."""
        given = self.reader.read(game, source, owner=reading.owner)
        board = given.match.board
        if given.seat is not None and seat not in (None, given.seat):
            raise Problem("bad-pass.shows", seat=seat)
        reader = given.seat if given.seat is not None else seat
        if reader is not None and reader >= len(board.points):
            raise Problem("impossible-setup.seat", seat=reader)
        teller, turn = Teller(game, reading.language, reader), game.turn(board)
        seen = game.view(board, reader)
        listed = self._listed(teller, given, turn) if turn is not None and reader == turn.seat else EMPTY_LIST
        text = game.describe(seen, game.catalogue(), reading.language)
        return View(reader, seen, text, teller.turn(turn), listed, *self._chance_of(game, given))

    def _suggested(
        self, game: AnyGame, given: Given, match: Match, refused: tuple[Seat, Action], reading: Reading
    ) -> list[Listed]:
        """Near legal moves, for the seat to move alone."""
        teller = Teller(game, reading.language, given.seat)
        return [teller.listed(near) for near in play.nearest(game, match.board, *refused)]

    # --- audit, score, replay -----------------------------------------------------------------------------------------

    def audit(self, game: AnyGame, given: OpenState, reading: Reading) -> Audit:
        """Why a state is impossible, if it is."""
        match = decoded(game, given.written)
        faults = list(game.audit(match.board))
        return Audit(not faults, Teller(game, reading.language).faults(faults))

    def score(self, game: AnyGame, source: Source, reading: Reading) -> Score:
        """The score so far, line by line."""
        board = self.reader.read(game, source, owner=reading.owner).match.board
        teller = Teller(game, reading.language)
        scores = tuple(total(board, seat) for seat in range(len(board.points)))
        return Score(scores, teller.lines(board.points), teller.result(game.result(board)))

    def replay(self, game: AnyGame, record: Record, reading: Reading) -> Replay:
        """A record played through to its last position, or to its first move that cannot have been played."""
        teller = Teller(game, reading.language)
        try:
            match = play.replay(game, record)
        except play.Diverged as error:
            refusals = teller.refusals(error.refusals)
            return Replay(valid=False, index=error.index, reason=error.reason.told(reading.language), refusals=refusals)
        return Replay(valid=True, position=self._open(game, Played(match), reading))

    # --- positions ----------------------------------------------------------------------------------------------------

    def _open(self, game: AnyGame, played: Played, reading: Reading) -> Position:
        """The position of an open match, which is remembered from now on."""
        raw = encode(played.match)
        name = self.reader.keep(game, played.match, raw, owner=reading.owner)
        position = self._position(game, Given(played.match, name), played, reading)
        return replace(position, state=Raw(raw)) if "state" in reading.include else position

    def _sealed(self, game: AnyGame, given: Given, played: Played, reading: Reading) -> Position:
        """The position of a guarded match: a token for the state, and at the end the key that chance used."""
        assert self.vault is not None
        assert given.sealed is not None
        promised, key = self._chance_of(game, given)
        return replace(
            self._position(game, given, played, reading),
            token=self.vault.seal(given.sealed, game=game.name),
            digest=_seen_digest(game, given),
            commitment=promised,
            chance_key=key,
        )

    def _position(self, game: AnyGame, given: Given, played: Played, reading: Reading) -> Position:
        """A match as its reader may see it."""
        match, teller, parts = played.match, Teller(game, reading.language, given.seat), reading.include
        board, turn = match.board, game.turn(match.board)
        return Position(
            game=game.name,
            ruleset=game.ruleset,
            content=board.pack,
            ply=match.ply,
            digest=given.digest,
            turn=teller.turn(turn),
            legal_actions=self._listed(teller, given, turn) if "legal_actions" in parts else UNSET,
            played=teller.played(played.moves, sees_all=given.sees_all) if "played" in parts else UNSET,
            events=teller.events(played.events) if "events" in parts else UNSET,
            result=teller.result(game.result(board)),
        )

    def _chance_of(self, game: AnyGame, given: Given) -> tuple[str | UnsetType, str | UnsetType]:
        """What a guarded match has promised of its chance, and the key once it is over.

        A token of a match that is over is made only after the guard has recorded the last ply.
        """
        if given.sealed is None or self.vault is None:
            return UNSET, UNSET
        is_over = game.turn(given.match.board) is None
        return given.match.chance.seed, self.vault.chance_key(given.sealed.match_id).hex() if is_over else UNSET


def _bare(listed: dict[str, object]) -> dict[str, object]:
    """An action as it may come back out of a legal list: notation and label are only for reading."""
    return {name: value for name, value in listed.items() if name not in ("notation", "label")}


def _is_final(game: AnyGame, given: Given, played: Played) -> bool:
    """Once chance acted, something hidden was shown, or another seat decides, there is no way back."""
    turn = game.turn(played.match.board)
    chance_acted = any(move.seat == CHANCE for _, move, _ in played.moves)
    told = any(event.secrets for event in played.events)
    return chance_acted or told or turn is None or turn.seat != given.speaker


def _seen_digest(game: AnyGame, given: Given) -> str:
    """A digest of what the reader sees, so that it tells nothing more."""
    board = given.match.board
    return digest(msgspec.json.encode(board if given.seat is None else game.view(board, given.seat)))

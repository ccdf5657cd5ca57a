"""Conformance check: compares any HTTP service that follows /openapi.yaml with a kit of `referee conformance export`.

python examples/conformance.py KIT --url http://127.0.0.1:8080

Exit code 0: no difference. 1: the service differs from the kit. 2: the check could not run (no service, another kind of
kit, a changed file, a ruleset that the service lacks). The format of a kit: docs/conformance.md.
"""

# Long because it is one file to copy to another project, and needs nothing of this one but `requests`.
from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import requests

FORMAT = 1
BATCH_SIZE = 50
TIMEOUT_SECONDS = 60
MAX_WAIT_SECONDS = 60
MAX_TEXT = 300
"""Longest value that a report prints completely."""
Json = dict[str, Any]


class CannotRun(Exception):
    """Raised if the check cannot run. The message says why, and what to do."""


# --- the kit --------------------------------------------------------------------------------------------------------


class Kit:
    """A kit in a folder. Raises CannotRun if it is not complete, or has another format."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            manifest = json.loads((folder / "manifest.json").read_bytes())
        except (OSError, ValueError) as error:
            raise CannotRun(f"{folder} is not a kit: {error}; write one with `referee conformance export`") from error
        if manifest.get("format") != FORMAT:
            raise CannotRun(f"{folder} has format {manifest.get('format')!r}, and this program reads {FORMAT}")
        self.games: dict[str, Json] = {game["game"]: game for game in manifest["games"]}

    def rows(self, game: str, subject: str) -> list[Json]:
        """Return the rows of one file after checking that it is unchanged."""
        file = self.games[game]["files"][subject]
        try:
            raw = (self.folder / file["path"]).read_bytes()
        except OSError as error:
            raise CannotRun(f"the kit is not complete: {error}") from error
        if sha256(raw).hexdigest() != file["sha256"]:
            raise CannotRun(f"{self.folder / file['path']} was changed after the export; export the kit again")
        return [json.loads(line) for line in raw.splitlines()]


# --- the service ----------------------------------------------------------------------------------------------------


class Response(NamedTuple):
    """The status of a response and its JSON."""

    status: int
    body: Any


class Service:
    """An HTTP service. Judges several moves in one request if the service can."""

    def __init__(self, url: str, api_key: str | None = None) -> None:
        self.url, self.session = url.rstrip("/"), requests.Session()
        self.requests, self.has_batches = 0, True
        if api_key:
            self.session.headers["Authorization"] = f"Bearer {api_key}"

    def call(self, method: str, path: str, body: Json | None = None) -> Response:
        """Send a request. Waits as long as the service asks if there are too many."""
        while True:
            self.requests += 1
            try:
                sent = self.session.request(method, f"{self.url}{path}", json=body, timeout=TIMEOUT_SECONDS)
            except requests.RequestException as error:
                raise CannotRun(
                    f"no response from {self.url}: start the service, or correct --url ({error})"
                ) from error
            if sent.status_code == 401:
                raise CannotRun("the service needs an API key; give one with --api-key")
            if sent.status_code != 429:
                break
            time.sleep(wait_seconds(sent.headers.get("Retry-After", "1")))
        try:
            return Response(sent.status_code, sent.json())
        except ValueError:
            return Response(sent.status_code, sent.text)

    def post(self, game: str, name: str, body: Json) -> Response:
        """Send a POST request about a game."""
        return self.call("POST", f"/v1/games/{game}/{name}", body)

    def verdicts(self, game: str, items: list[Json], include: list[str]) -> Iterator[Response]:
        """Yield the verdict on each item, in order."""
        for start in range(0, len(items), BATCH_SIZE):
            part = items[start : start + BATCH_SIZE]
            found = self._batch(game, part, include) if self.has_batches else None
            if found is not None:
                yield from found
                continue
            for item in part:
                yield self.post(game, "verdicts", {**item, "include": include})

    def _batch(self, game: str, items: list[Json], include: list[str]) -> list[Response] | None:
        """Return the verdicts on all items, or None if the service has no batches. It is then not tried again."""
        response = self.post(game, "verdicts", {"batch": items, "include": include})
        results = response.body.get("results") if response.status == 200 and isinstance(response.body, dict) else None
        if not isinstance(results, list) or len(results) != len(items):
            self.has_batches = False
            return None
        return [batch_response(result) for result in results]


def batch_response(result: Any) -> Response:
    """Return the response to one item of a batch. A result of another form has status 0, so that it differs."""
    is_response = isinstance(result, dict) and result.keys() >= {"status", "body"}
    return Response(result["status"], result["body"]) if is_response else Response(0, result)


def wait_seconds(retry_after: str) -> float:
    """Return the seconds of a `Retry-After` header, which is a number or a date. One that cannot be read is 1."""
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            date = parsedate_to_datetime(retry_after)
        except (ValueError, OverflowError):
            return 1.0
        seconds = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - time.time()
    return min(max(0.0, seconds), MAX_WAIT_SECONDS)


# --- the checks -----------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """One comparison: what it is about, what the kit expects, and what the service returned."""

    name: str
    expected: Any
    found: Any


class Check(NamedTuple):
    """What a check of one game needs: the service, the game, and its states by digest."""

    service: Service
    game: str
    states: dict[str, Json]


def parts(response: Response, read: Callable[[Any], Any]) -> Any:
    """Return the compared parts of a response, or the whole response if it lacks one of them."""
    try:
        return read(response.body) if response.status == 200 else response._asdict()
    except (AttributeError, KeyError, TypeError):
        return response._asdict()


def only(fields: Json, *names: str) -> Json:
    """Return some fields of a JSON object."""
    return {name: fields[name] for name in names}


def check_states(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare audits: every state of the kit is possible."""
    for row in rows:
        response = check.service.post(check.game, "audits", {"state": row["state"]})
        found = parts(response, lambda body: only(body, "possible", "faults"))
        yield Case(f"audit of {row['digest']}", {"possible": True, "faults": []}, found)


def check_positions(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare what is due, and the complete list of legal actions."""

    def read(body: Any) -> Json:
        turn = only(body["turn"], "seat", "question", "verbs")
        return {"turn": turn, "legal": sorted(action["notation"] for action in body["legal_actions"])}

    for row in rows:
        response = check.service.post(check.game, "legal-actions", {"state": check.states[row["state"]]})
        yield Case(f"legal actions in {row['state']}", only(row, "turn", "legal"), parts(response, read))


def check_refusals(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare the rules that forbid a move."""

    def read(body: Any) -> Json:
        return {"legal": body["legal"], "rules": sorted({refusal["rule"] for refusal in body["refusals"]})}

    items = [{"state": check.states[row["state"]], **only(row, "seat", "notation")} for row in rows]
    for row, response in zip(rows, check.service.verdicts(check.game, items, []), strict=True):
        name = f"verdict in {row['state']} on {row['seat']} {row['notation']}"
        yield Case(name, {"legal": False, "rules": row["rules"]}, parts(response, read))


def check_transitions(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare the moves played, the next state and the public events of a legal move."""

    def read(body: Any) -> Json:
        played = [only(move, "seat", "notation") for move in body["played"]]
        events = [only(event, "kind", "seat", "facts") for event in body["events"]]
        return {"played": played, "events": events, "digest": body["digest"], "state": body["state"]}

    for row in rows:
        move = {"state": check.states[row["state"]], **only(row, "seat", "notation")}
        response = check.service.post(check.game, "moves", {**move, "include": ["state", "played", "events"]})
        expected = {**only(row, "played", "events"), "digest": row["next"], "state": check.states[row["next"]]}
        yield Case(f"move in {row['state']}: {row['seat']} {row['notation']}", expected, parts(response, read))


def result_of(result: Json | None) -> Json | None:
    """Return the compared fields of a result."""
    return None if result is None else only(result, "winners", "scores", "ranking")


def check_scores(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare points, score lines with their rules, and the result."""

    def lines(listed: list[Json]) -> list[Json]:
        return [only(line, "rule", "count", "points") for line in listed]

    def read(body: Any) -> Json:
        rivals = [{**only(rival, "name", "score"), "lines": lines(rival["lines"])} for rival in body["rivals"]]
        result = result_of(body["result"])
        return {"scores": body["scores"], "lines": [*map(lines, body["lines"])], "rivals": rivals, "result": result}

    for row in rows:
        response = check.service.post(check.game, "scores", {"state": check.states[row["state"]]})
        expected = only(row, "scores", "lines", "rivals", "result")
        yield Case(f"score of {row['state']}", expected, parts(response, read))


def check_records(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare the end of a game that is replayed from text and from JSON."""

    def read(body: Any) -> Json:
        end = only(body["position"], "digest", "state") if body["valid"] else only(body, "index", "reason")
        return {"valid": body["valid"], **end, "result": result_of((body["position"] or {}).get("result"))}

    for row in rows:
        expected = {"valid": True, "digest": row["end"], "state": check.states[row["end"]], "result": row["result"]}
        for form in ("record", "text"):
            response = check.service.post(check.game, "replays", {form: row[form], "include": ["state"]})
            yield Case(f"replay of {row['name']} as {form}", expected, parts(response, read))


class Node(NamedTuple):
    """The end of a line of play: its state, its board as text, and the moves that may follow, each with its seat."""

    state: Json
    board: str
    moves: list[Json]


def check_perft(check: Check, rows: list[Json]) -> Iterator[Case]:
    """Compare the number of lines of play, and of positions at their ends. Previews of verdicts show the lines."""
    for digest, depths in groupby(rows, key=lambda row: row["state"]):
        state, expected = check.states[digest], {str(row["depth"]): [row["lines"], row["positions"]] for row in depths}
        response = check.service.post(check.game, "legal-actions", {"state": state})
        level, found = parts(response, lambda body, start=state: [node_of(start, body)]), {}
        for depth in expected:
            level = next_level(check, level) if isinstance(level, list) else level
            ends = {node.board for node in level} if isinstance(level, list) else set()
            found[depth] = [len(level), len(ends)] if isinstance(level, list) else level
        yield Case(f"perft of {digest}: lines and positions by depth", expected, found)


def node_of(state: Json, body: Json) -> Node:
    """Return a node. No move follows where chance would act or the game is over."""
    seat = body["turn"]["seat"] if body["turn"] else "chance"
    actions = [] if seat == "chance" else body["legal_actions"]
    return Node(state, board_text(state), [{"seat": seat, "notation": action["notation"]} for action in actions])


def next_level(check: Check, level: list[Node]) -> Any:
    """Return the ends of all lines that are one move longer, or the first response that is no preview of one."""
    ends = [node for node in level if not node.moves]
    items = [{"state": node.state, **move} for node in level for move in node.moves]
    for response in check.service.verdicts(check.game, items, ["state", "legal_actions"]):
        node = parts(response, lambda body: node_of(body["preview"]["state"], body["preview"]))
        if not isinstance(node, Node):
            return node
        ends.append(node)
    return ends


def board_text(state: Json) -> str:
    """Return the board as text without the questions that closed on the way, to compare positions."""
    return json.dumps({name: part for name, part in state["board"].items() if name != "closed"}, sort_keys=True)


CHECKS: dict[str, Callable[[Check, list[Json]], Iterator[Case]]] = {
    "states": check_states,
    "positions": check_positions,
    "refusals": check_refusals,
    "transitions": check_transitions,
    "scores": check_scores,
    "perft": check_perft,
    "records": check_records,
}


# --- the report -----------------------------------------------------------------------------------------------------


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Yield a line for every part that differs."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in [*expected, *(name for name in found if name not in expected)]:
            at = f"{path}.{name}" if path else name
            yield from differences(expected.get(name, "(nothing)"), found.get(name, "(nothing)"), at)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif expected != found:
        missing, extra = only_in(expected, found), only_in(found, expected)
        if missing is None or extra is None:
            yield f"{path}: expected {short(expected)}, found {short(found)}"
        else:
            yield f"{path}: missing {short(missing)}, unexpected {short(extra)}"


def only_in(first: Any, second: Any) -> list[Any] | None:
    """Return the items of a list that another list lacks, or None if one of them is no list."""
    both = isinstance(first, list) and isinstance(second, list)
    return [item for item in first if item not in second] if both else None


def short(value: Any) -> str:
    """Return a value as JSON, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"


def check_game(kit: Kit, service: Service, game: str, subjects: Iterable[str], shown: int) -> int:
    """Check one game, print a line for each subject and its first differences. Return the number of differences."""
    require_game(kit, service, game)
    check, total = Check(service, game, {row["digest"]: row["state"] for row in kit.rows(game, "states")}), 0
    for subject in subjects:
        cases, wrong = 0, list[Case]()
        for case in CHECKS[subject](check, kit.rows(game, subject)):
            cases += 1
            show_progress(f"{game}: {subject} {cases}")
            if case.expected != case.found:
                wrong.append(case)
        show_progress("")
        print(f"{game}: {subject}: {f'{len(wrong)} of {cases} differ' if wrong else f'{cases} equal'}", flush=True)
        for case in wrong[:shown]:
            print(f"    {case.name}", *differences(case.expected, case.found), sep="\n        ")
        total += len(wrong)
    return total


def require_game(kit: Kit, service: Service, game: str) -> None:
    """Raise CannotRun if the service lacks the game, the ruleset or the pack of the kit."""
    about, response = kit.games[game], service.call("GET", f"/v1/games/{game}")
    if response.status != 200:
        raise CannotRun(f"the service has no game {game}: {response.status} {short(response.body)}")
    for name, field in (("ruleset", "rulesets"), ("content", "content")):
        offered = response.body.get(field) if isinstance(response.body, dict) else None
        if not isinstance(offered, list):
            raise CannotRun(f"the service does not list `{field}` of {game} in GET /v1/games/{game}; add this field")
        if about[name] not in offered:
            raise CannotRun(f"{game}: the kit has {name} {about[name]}, the service {offered}; use a matching kit")


def show_progress(text: str) -> None:
    """Overwrite the current line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Check a service and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kit", type=Path, help="folder of a kit")
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--api-key")
    parser.add_argument("--game", action="append", help="game to check, repeatable (default: all of the kit)")
    parser.add_argument("--subject", action="append", choices=CHECKS, help="subject to check (default: all)")
    parser.add_argument("--shown", type=int, default=3, help="differences to print per game and subject (default: 3)")
    options = parser.parse_args(arguments)
    try:
        kit, service = Kit(options.kit), Service(options.url, options.api_key)
        if unknown := [game for game in options.game or () if game not in kit.games]:
            raise CannotRun(f"the kit has no game {unknown[0]}; it has {', '.join(kit.games)}")
        total = 0
        for game in options.game or kit.games:
            total += check_game(kit, service, game, options.subject or CHECKS, options.shown)
    except CannotRun as error:
        show_progress("")
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    print(f"{total or 'no'} difference{'' if total == 1 else 's'} in {service.requests} requests")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())

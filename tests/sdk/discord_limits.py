"""Limits of Discord's API: what it refuses in commands, messages, components and autocompletion."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MAX_FILE_BYTES = 10 * 1024 * 1024
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
MESSAGE_FIELDS = {
    *("content", "embeds", "components", "attachments", "allowed_mentions", "flags", "tts", "nonce", "enforce_nonce"),
}
BUTTON, SELECT = 2, 3


def message_faults(payload: Mapping[str, Any], files: Mapping[str, bytes], *, is_new: bool = True) -> Iterator[str]:
    """Yield what Discord refuses in a message."""
    yield from (f"unknown field {field}" for field in payload.keys() - MESSAGE_FIELDS)
    text, embeds = payload.get("content") or "", payload.get("embeds") or []
    if len(text) > 2000:
        yield f"content has {len(text)} characters"
    if is_new and not (text or embeds or files or payload.get("components")):
        yield "an empty message"
    if is_new and "everyone" in (payload.get("allowed_mentions") or {"parse": ["everyone"]}).get("parse", []):
        yield "users may be mentioned without a limit"
    yield from embed_faults(embeds, files)
    yield from file_faults(payload.get("attachments") or [], files)
    yield from component_faults(payload.get("components") or [])


def embed_faults(embeds: Sequence[Mapping[str, Any]], files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what Discord refuses in embeds, and images that show no file of the message."""
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds"
    texts = [str(embed.get(field, "")) for embed in embeds for field in ("title", "description")]
    texts += [embed["footer"]["text"] for embed in embeds if "footer" in embed]
    texts += [field[part] for embed in embeds for field in embed.get("fields", []) for part in ("name", "value")]
    if sum(map(len, texts)) > 6000 or any(len(text) > 4096 for text in texts):
        yield "embeds are too long"
    for embed in embeds:
        name = str(embed.get("image", {}).get("url", "")).removeprefix("attachment://")
        if name and name not in files:
            yield f"an embed shows {name}, which is no file of the message"


def file_faults(attachments: Sequence[Mapping[str, Any]], files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what Discord refuses in files, and files without an alt text."""
    if len(files) > 10:
        yield f"{len(files)} files"
    yield from (f"{name} is too large" for name, content in files.items() if len(content) > MAX_FILE_BYTES)
    alts = {each.get("filename"): each.get("description") or "" for each in attachments}
    for name in files:
        if not 1 <= len(alts.get(name, "")) <= 1024:
            yield f"{name} has an alt text of {len(alts.get(name, ''))} characters"


def component_faults(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what Discord refuses in rows of buttons and select menus."""
    if len(rows) > 5:
        yield f"{len(rows)} rows of components"
    items = [item for row in rows for item in row["components"]]
    ids = [item["custom_id"] for item in items if "custom_id" in item]
    yield from (f"custom_id {each} is too long" for each in ids if not 1 <= len(each) <= 100)
    yield from (f"custom_id {each} is not unique" for each in set(ids) if ids.count(each) > 1)
    for row in rows:
        kinds = [item["type"] for item in row["components"]]
        if row["type"] != 1 or not 1 <= len(kinds) <= 5 or (SELECT in kinds and len(kinds) > 1):
            yield f"a row with the components {kinds}"
    for item in items:
        if item["type"] == BUTTON and not 1 <= len(item.get("label") or "") <= 80 and "emoji" not in item:
            yield f"a button with the label {item.get('label')!r}"
        if item["type"] == SELECT:
            yield from select_faults(item)


def select_faults(menu: Mapping[str, Any]) -> Iterator[str]:
    """Yield what Discord refuses in a select menu."""
    options = menu["options"]
    if not 1 <= len(options) <= 25:
        yield f"a select menu with {len(options)} options"
    if len(menu.get("placeholder") or "") > 150:
        yield "a placeholder is too long"
    if len({option["value"] for option in options}) != len(options):
        yield "values of options are not unique"
    for option in options:
        if not 1 <= len(option["label"]) <= 100 or not 1 <= len(option["value"]) <= 100:
            yield f"an option {option}"
        if len(option.get("description") or "") > 100:
            yield f"a description of {len(option['description'])} characters"


def choice_faults(choices: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what Discord refuses in the choices of an autocompletion."""
    if len(choices) > 25:
        yield f"{len(choices)} choices"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100 or not 1 <= len(str(choice["value"])) <= 100:
            yield f"a choice {choice}"


def command_faults(commands: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what Discord refuses in the list of all commands."""
    if len(commands) > 100:
        yield f"{len(commands)} commands"
    for locale in (None, "fr"):
        names = [localized(command, "name", locale) for command in commands]
        yield from (f"two commands have the name {name}" for name in set(names) if names.count(name) > 1)
    for command in commands:
        options = command.get("options", [])
        is_required = [option.get("required", False) for option in options]
        if len(options) > 25 or is_required != sorted(is_required, reverse=True):
            yield f"the options of {command['name']}"
        yield from named_faults(command)
        for option in options:
            yield from named_faults(option)
            yield from choice_faults(option.get("choices", []))


def named_faults(named: Mapping[str, Any]) -> Iterator[str]:
    """Yield what Discord refuses in the names and descriptions of a command or option, in all languages."""
    for name in (named["name"], *(named.get("name_localizations") or {}).values()):
        if not COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield f"the name {name!r}"
    for text in (named["description"], *(named.get("description_localizations") or {}).values()):
        if not 1 <= len(text) <= 100:
            yield f"the description {text!r}"


def localized(named: Mapping[str, Any], field: str, locale: str | None) -> str:
    """Return a name or description in a language of Discord, or as it is without one."""
    return str((named.get(f"{field}_localizations") or {}).get(locale, named[field]))

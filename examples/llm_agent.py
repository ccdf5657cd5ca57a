"""Agent that puts each decision to a language model, at any address that speaks the chat completions of OpenAI.

export LLM_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.3  # LLM_API_KEY, if the service needs one
referee tournament burgundy --agents 'llm=python examples/llm_agent.py' greedy --games 2 --seconds 120
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO
from urllib.request import HTTPError, Request, urlopen

TASK = "You play seat {seat} of {title}.\n{guide}\nAnswer with the number of one move in the last line, as: MOVE 3"
MOVE = re.compile(r"MOVE\D{0,3}(\d+)")


def ask_model(messages: list[dict[str, str]]) -> str:
    """Return what the model writes next. Without a model, end this program with one sentence."""
    url, key = os.environ.get("LLM_URL", "").rstrip("/"), os.environ.get("LLM_API_KEY", "")
    body = json.dumps({"model": os.environ.get("LLM_MODEL", "default"), "messages": messages}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    try:
        with urlopen(Request(f"{url}/chat/completions", body, headers)) as response:
            return str(json.load(response)["choices"][0]["message"]["content"] or "")
    except (OSError, ValueError, LookupError) as error:
        why = f"{error}. {error.read(300).decode(errors='replace')}" if isinstance(error, HTTPError) else error
        sys.exit(f"llm_agent: no language model at LLM_URL={url!r} ({why}); set it, as in {__file__}")


def question(message: dict[str, Any]) -> str:
    """Return a decision as text: the news, the table, and the numbered moves."""
    moves = "\n".join(f"{move['number']}. {move['notation']} – {move['label']}" for move in message["moves"])
    news = "\n".join(message["events"])
    return f"Since your last move:\n{news}\n\n{message['text']}\n\n{message['prompt']}\n{moves}"


def play(messages: Iterable[str], answers: TextIO, ask: Callable[[list[dict[str, str]]], str] = ask_model) -> None:
    """Answer every question. A refused answer goes back to the model with the reasons; the table need not."""
    task, talk = "", list[dict[str, str]]()
    for line in messages:
        message = json.loads(line)
        if message["type"] == "start":
            task = TASK.format(**message)
        elif message["type"] == "decide":  # each decision is a talk of its own, so that the context stays short
            talk = [{"role": "system", "content": task}, {"role": "user", "content": question(message)}]
        elif message["type"] == "error":
            talk.append({"role": "user", "content": json.dumps(message, ensure_ascii=False)})
        if message["type"] in ("decide", "error"):
            text = ask(talk)
            talk.append({"role": "assistant", "content": text})
            numbers = MOVE.findall(text)
            print(json.dumps({"move": int(numbers[-1]) if numbers else text}), file=answers, flush=True)


if __name__ == "__main__":
    play(sys.stdin, sys.stdout)

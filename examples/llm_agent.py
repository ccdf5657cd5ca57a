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
from urllib.request import Request, urlopen

TASK = "You play seat {seat} of {title}.\n{guide}\nAnswer with the number of one move in the last line, as: MOVE 3"
MOVE = re.compile(r"MOVE\D{0,3}(\d+)")


def ask_model(messages: list[dict[str, str]]) -> str:
    """Return what the model writes next."""
    body = {"model": os.environ.get("LLM_MODEL", "default"), "messages": messages}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('LLM_API_KEY', '')}"}
    request = Request(f"{os.environ['LLM_URL']}/chat/completions", json.dumps(body).encode(), headers)
    with urlopen(request) as response:
        text: str = json.load(response)["choices"][0]["message"]["content"]
    return text


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
        if message["type"] not in ("decide", "error"):
            continue
        if message["type"] == "decide":  # each decision is a talk of its own, so that the context stays short
            talk = [{"role": "system", "content": task}, {"role": "user", "content": question(message)}]
        else:
            talk.append({"role": "user", "content": json.dumps(message, ensure_ascii=False)})
        text = ask(talk)
        talk.append({"role": "assistant", "content": text})
        numbers = MOVE.findall(text)
        print(json.dumps({"move": int(numbers[-1]) if numbers else text}), file=answers, flush=True)


if __name__ == "__main__":
    play(sys.stdin, sys.stdout)

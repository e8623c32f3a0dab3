"""Calls operations for a test that is not in Python: a line of JSON in for each call, one out with what it returned.

The names of methods are derived from those of the operations here, and not taken from the generator.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, Callable

from tessera import Client, TesseraError, connect


def main() -> None:
    clients: dict[str, Client] = {}
    for line in sys.stdin:
        call = json.loads(line)
        token = call["token"]
        if token not in clients:
            clients[token] = connect(call["url"], token, retries=0)
        try:
            answer = {"result": perform(clients[token], call)}
        except TesseraError as error:
            answer = {"error": f"{error.code}: {error} {error.fields}"}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def perform(client: Client, call: dict[str, Any]) -> object:
    noun, verb = (spelled(name) for name in call["operation"].split("."))
    arguments = [*call["path"], *([call["body"]] if "body" in call else [])]
    how = call["how"]
    if how == "call":
        result = method(client, noun, verb)(*arguments)
        return len(result) if isinstance(result, bytes) else result
    if how == "walk":
        return len(list(method(client, noun, verb.replace("list", "all", 1))(*arguments)))
    method(client, noun, verb.replace("get", "save", 1))(*arguments, call["file"])
    return os.path.getsize(call["file"])


def method(client: Client, noun: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(getattr(client, noun), name)
    if not found.__doc__:
        raise AttributeError(f"{noun}.{name} has no docstring")
    return found


def spelled(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


if __name__ == "__main__":
    main()

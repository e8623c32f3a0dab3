"""A program that uses the client, as one outside of this project would: the types must fit, and its mistakes must show.

A mistake that type checkers should find is marked as ignored. Without the finding, the mark itself is an error.
"""

from __future__ import annotations

import sys

from tessera import TesseraError, connect, types


def main(url: str, token: str) -> None:
    with connect(url, token) as client:
        me = client.users.me()["user"]
        print(me["email"])
        organization: types.OrganizationListItem = next(client.users.all_organizations("me"))
        created = client.workspaces.create(organization["id"], {"name": "Plans"})
        board = created["workspace"]["properties"]["uid"]
        note = client.notes.create(board, {"text": "hello", "backgroundColor": "Gold"})["note"]
        client.notes.update(board, note["id"], {"x": 200}, if_match=note["version"])
        for result in connect_notes(url, token, board, note["id"]):
            if "connector" in result:
                print(result["connector"]["points"])
        for thing in client.objects.all(board):
            if thing["kind"] == "note":
                print(thing["text"], thing["x"])
            elif thing["kind"] == "connector":
                print(thing["from"], thing["to"])
        print(len(client.pictures.get(board, width=400)))
        try:
            client.notes.get(board, "0" * 24)
        except TesseraError as error:
            print(error.code, error.status)


def connect_notes(url: str, token: str, board: str, start: str) -> list[types.ChangeResult]:
    changes: list[types.Change] = [
        {"op": "create", "kind": "note", "ref": "end", "data": {"text": "End", "x": 600}},
        {"op": "create", "kind": "connector", "data": {"from": {"id": start}, "to": {"id": {"ref": "end"}}}},
        {"op": "order", "ids": [start], "to": "front"},
    ]
    return connect(url, token).objects.change(board, {"changes": changes})["results"]


def mistakes(url: str, board: str) -> None:
    client = connect(url)
    client.notes.create(board, {"txt": "hello"})  # type: ignore
    client.notes.create(board, {"text": "a", "backgroundColor": "Purple"})  # type: ignore[typeddict-item]
    client.notes.create(board)  # type: ignore[call-arg]
    client.notes.list(board, limit="5")  # type: ignore[arg-type]
    client.notes.get(board, "n")["text"]  # type: ignore[typeddict-item]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

"""What a call sends and returns."""

from __future__ import annotations

import io
import os
import pathlib
import socket
import tempfile
import threading
import unittest
from unittest import mock

import tessera
from tessera import File, FileInput, TesseraError, TokenSource, connect
from tests.wire import Answer, Received, Reply, refusal, started


class Requests(unittest.TestCase):
    def test_path_query_and_body(self) -> None:
        with started() as wire:
            client = wire.client()
            client.notes.get("a/b ü", "n")
            client.users.list_workspaces("me", query="a b&c", limit=5, favorite=True)
            client.notes.create("w", {"text": "schön \ud800", "x": 3})
            client.workspaces.favorite("w")
        get, workspaces, create, favorite = wire.received
        self.assertEqual(get.path, "/api/workspaces/a%2Fb%20%C3%BC/notes/n")
        self.assertEqual(workspaces.query, {"query": "a b&c", "limit": "5", "favorite": "true"})
        self.assertEqual(create.json(), {"text": "schön \ud800", "x": 3})
        self.assertEqual(create.headers["content-type"], "application/json")
        self.assertEqual(favorite.headers["content-length"], "0")
        self.assertNotIn("content-type", favorite.headers)

    def test_an_id_that_would_change_the_path_is_refused(self) -> None:
        client = connect("http://127.0.0.1:9")
        for wrong in ("", ".", ".."):
            with self.assertRaises(ValueError):
                client.notes.get("w", wrong)
        for wrong_type in (None, True, 1.5):
            with self.assertRaises(TypeError):
                client.notes.get("w", wrong_type)  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            client.notes.create("w", {"text": "a", "scale": float("nan")})

    def test_the_address_is_that_of_the_service_with_or_without_api(self) -> None:
        with started() as wire:
            for end in ("", "/", "/api", "/api/"):
                connect(wire.url + end).users.me()
            connect(f"{wire.url}/boards").users.me()
        self.assertEqual([one.path for one in wire.received], ["/api/session/user"] * 4 + ["/boards/api/session/user"])
        for wrong in ("boards.example.org", "ftp://boards.example.org", "http://"):
            with self.assertRaises(ValueError):
                connect(wrong)

    def test_headers(self) -> None:
        with started() as wire:
            wire.client(user_agent="robot/1").users.me(headers={"accept": "text/plain", "X-Own": "1"})
            connect(wire.url).users.me()
        first, second = (one.headers for one in wire.received)
        expected = ("robot/1", "text/plain", "1", "Bearer secret")
        self.assertEqual(tuple(first[name] for name in ("user-agent", "accept", "x-own", "authorization")), expected)
        self.assertEqual(second["user-agent"], f"tessera-python/{tessera.__version__}")
        self.assertNotIn("authorization", second)


class Tokens(unittest.TestCase):
    def test_a_function_is_asked_before_each_attempt_and_again_after_a_401(self) -> None:
        asked: list[str | None] = []

        def token(refused: str | None) -> str:
            asked.append(refused)
            return "old" if refused is None else "new"

        def answers(request: Received, _count: int) -> Answer:
            return Reply() if request.headers["authorization"] == "Bearer new" else refusal(401, "Unauthorized")

        with started(answers) as wire:
            wire.client(token=token).users.me()
        self.assertEqual(asked, [None, "old"])
        self.assertEqual(len(wire.received), 2)

    def test_the_same_token_is_not_sent_twice(self) -> None:
        tokens: list[TokenSource] = ["old", lambda refused: "old"]
        for token in tokens:
            with started(lambda _request, _count: refusal(401, "Unauthorized")) as wire:
                with self.assertRaises(TesseraError):
                    wire.client(token=token).users.me()
            self.assertEqual(len(wire.received), 1)


class Lists(unittest.TestCase):
    def test_lists_are_read_page_by_page_as_needed(self) -> None:
        def answers(request: Received, _count: int) -> Answer:
            if request.path.endswith("/events"):
                after = int(request.query.get("after", 0))
                return Reply(200, {"events": [{"seq": seq} for seq in (after + 1, after + 2) if seq <= 5]})
            if request.path.endswith("/objects"):
                page = int(request.query.get("cursor", 0))
                return Reply(200, {"objects": [{"id": page}], "next_cursor": str(page + 1) if page < 2 else None})
            offset, limit = int(request.query.get("offset", 0)), int(request.query["limit"])
            items = [{"id": index} for index in range(offset, min(offset + limit, 5))]
            is_last = offset + limit >= 5
            return Reply(200, {"notes": items, "offset": offset, "paging": {"next": None if is_last else "/more"}})

        with started(answers) as wire:
            client = wire.client()
            self.assertEqual([one["id"] for one in client.notes.all("w", limit=2)], [0, 1, 2, 3, 4])
            self.assertEqual([one["seq"] for one in client.events.all("w", after=1)], [2, 3, 4, 5])
            self.assertEqual([one["id"] for one in client.objects.all("w", query="q")], [0, 1, 2])
            self.assertEqual([one.query["query"] for one in wire.received[-3:]], ["q"] * 3)
            wire.received.clear()
            next(client.notes.all("w"))
            self.assertEqual([one.query for one in wire.received], [{"limit": "200"}])


class Files(unittest.TestCase):
    data = bytes(range(256)) * 4000

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "plan.png"
        self.path.write_bytes(self.data)

    def test_a_file_is_bytes_a_path_or_an_open_file(self) -> None:
        with started() as wire, self.path.open("rb") as file:
            client = wire.client()
            files: list[FileInput] = [self.data, self.path, str(self.path), file, io.BytesIO(self.data)]
            for given in files:
                client.images.create("w", {"image": given, "x": 40, "pin": True})
            client.images.create("w", {"image": File(self.data, 'a "b"\n.png', "image/webp")})
            client.images.create("w", {"url": "https://example.org/a.png"})
        forms = [one.form() for one in wire.received[:-1]]
        names = ["image", "plan.png", "plan.png", "plan.png", "image", "a %22b%22%0A.png"]
        types = ["application/octet-stream", *["image/png"] * 3, "application/octet-stream", "image/webp"]
        self.assertEqual([form["image"] for form in forms], [(self.data, *one) for one in zip(names, types)])
        self.assertEqual((forms[0]["x"][0], forms[0]["pin"][0]), (b"40", b"true"))
        self.assertEqual(wire.received[-1].json(), {"url": "https://example.org/a.png"})

    def test_a_retry_sends_the_same_bytes(self) -> None:
        with started(lambda _request, count: "drop" if count % 2 else Reply()) as wire, self.path.open("rb") as file:
            client = wire.client()
            file.seek(5)
            files: list[FileInput] = [self.path, file]
            for given in files:
                client.images.create("w", {"image": given})
        first, second, third, fourth = wire.received
        self.assertEqual((first.body, third.body), (second.body, fourth.body))
        self.assertEqual((first.form()["image"][0], third.form()["image"][0]), (self.data, self.data[5:]))

    def test_what_is_no_file_is_refused_before_anything_is_sent(self) -> None:
        with started() as wire:
            client = wire.client()
            with self.assertRaises(TypeError):
                client.images.create("w", {"image": io.StringIO("text")})  # type: ignore[typeddict-item]
            with self.assertRaises(FileNotFoundError):
                client.images.create("w", {"image": "nowhere.png"})
        self.assertEqual(wire.received, [])

    def test_a_refusal_while_the_file_is_sent_is_read(self) -> None:
        error = b'{"error":{"code":"PayloadTooLarge","message":"too large","request_id":"r"}}'
        head = f"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: {len(error)}\r\n\r\n"

        def refuse() -> None:
            connection, _ = server.accept()
            connection.recv(1000)
            connection.sendall(head.encode() + error)
            connection.close()

        with socket.create_server(("127.0.0.1", 0)) as server:
            thread = threading.Thread(target=refuse)
            thread.start()
            client = connect(f"http://127.0.0.1:{server.getsockname()[1]}", retries=0)
            with self.assertRaises(TesseraError) as raised:
                client.images.create("w", {"image": bytes(20_000_000)})
            thread.join()
        self.assertEqual(raised.exception.code, "PayloadTooLarge")

    def test_a_picture_is_bytes_or_written_to_a_file_that_appears_when_it_is_complete(self) -> None:
        target = self.path.with_name("board.png")
        with started(lambda _request, count: "cut" if count == 2 else Reply(200, self.data)) as wire:
            client = wire.client()
            self.assertEqual(client.pictures.get("w", format="png", width=800), self.data)
            client.pictures.save("w", target, format="pdf")
        self.assertEqual(target.read_bytes(), self.data)
        self.assertEqual(wire.received[0].query, {"format": "png", "width": "800"})
        self.assertTrue(wire.received[0].headers["accept"].startswith("image/png, "))
        target.unlink()
        with started(lambda _request, _count: refusal(400, "BadRequest")) as wire:
            with self.assertRaises(TesseraError):
                wire.client().pictures.save("w", target)
        self.assertEqual(sorted(os.listdir(target.parent)), ["plan.png"])


class Connections(unittest.TestCase):
    def test_calls_share_a_connection_until_the_client_is_closed(self) -> None:
        with started() as wire, wire.client() as client:
            for _ in range(3):
                client.users.me()
            client.close()
            client.users.me()
        self.assertEqual(len({one.connection for one in wire.received[:3]}), 1)
        self.assertEqual(len({one.connection for one in wire.received}), 2)

    def test_a_connection_that_was_closed_while_idle_is_replaced_without_a_retry(self) -> None:
        with started(lambda _request, count: "drop" if count == 2 else Reply()) as wire:
            client = wire.client(retries=0)
            client.users.me()
            client.users.me()
        self.assertEqual(len(wire.received), 3)

    def test_threads_share_a_client(self) -> None:
        failures: list[BaseException] = []
        barrier = threading.Barrier(8)
        with started(lambda request, _count: Reply(200, {"note": {"id": request.path.rsplit("/", 1)[1]}})) as wire:
            client = wire.client()

            def work(worker: int) -> None:
                try:
                    barrier.wait()
                    for index in range(20):
                        name = f"{worker}-{index}"
                        assert client.notes.get("w", name)["note"]["id"] == name
                except BaseException as failure:
                    failures.append(failure)

            threads = [threading.Thread(target=work, args=(worker,)) for worker in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(len(wire.received), 160)
        self.assertLessEqual(len({one.connection for one in wire.received}), 8)

    def test_a_proxy_of_the_environment_is_used(self) -> None:
        with started() as proxy:
            with mock.patch.dict(os.environ, {"http_proxy": proxy.url.replace("://", "://user:pass@")}):
                connect("http://boards.example.org").users.me()
        (received,) = proxy.received
        self.assertEqual(received.headers["host"], "boards.example.org")
        self.assertEqual(received.headers["proxy-authorization"], "Basic dXNlcjpwYXNz")

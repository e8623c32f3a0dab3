"""A small server that speaks the wire.

It notes down what arrives and answers as a test says, faults of the network included. It knows nothing of the service.
"""

from __future__ import annotations

import contextlib
import email
import email.policy
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Union
from urllib.parse import parse_qsl, urlsplit

from tessera import Client, TokenSource, connect


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    connection: int
    """The port of the client: requests over one connection have the same."""

    def json(self) -> Any:
        return json.loads(self.body)

    def form(self) -> dict[str, tuple[bytes, str | None, str]]:
        """Each field with its content, file name and content type."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        message = email.message_from_bytes(head + self.body, policy=email.policy.HTTP)
        assert isinstance(message, EmailMessage)
        found: dict[str, tuple[bytes, str | None, str]] = {}
        for part in message.iter_parts():
            assert isinstance(part, EmailMessage)
            content = part.get_content()
            name = part.get_param("name", header="content-disposition")
            data = content.encode() if isinstance(content, str) else content
            found[str(name)] = (data, part.get_filename(), part.get_content_type())
        return found


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: object = field(default_factory=lambda: {"message": "done"})
    """JSON, or text or bytes as they are."""
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Union[Reply, str]
"""``drop`` breaks the connection, ``cut`` breaks it halfway, ``hang`` says nothing until the end of the test."""
Answers = Callable[[Received, int], Answer]


def refusal(status: int, code: str, **headers: str) -> Reply:
    error = {"code": code, "message": f"because of {code}", "request_id": "request-1"}
    return Reply(status, {"error": error}, {name.replace("_", "-"): value for name, value in headers.items()})


class Wire:
    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []

    def client(self, token: TokenSource = "secret", **options: Any) -> Client:
        return connect(self.url, token, **options)


@contextlib.contextmanager
def started(answers: Answers = lambda _request, _count: Reply()) -> Iterator[Wire]:
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def handle_any(self) -> None:
            address = urlsplit(self.path)
            received = Received(
                self.command,
                address.path,
                dict(parse_qsl(address.query)),
                {name.lower(): value for name, value in self.headers.items()},
                self.rfile.read(int(self.headers.get("Content-Length", 0))),
                self.client_address[1],
            )
            wire.received.append(received)
            self.answer(answers(received, len(wire.received)))

        do_GET = do_POST = do_PUT = do_DELETE = handle_any

        def answer(self, reply: Answer) -> None:
            if isinstance(reply, str):
                if reply == "hang":
                    ended.wait(30)
                if reply == "cut":
                    self.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"message":')
                self.close_connection = True
                with contextlib.suppress(OSError):
                    self.connection.shutdown(socket.SHUT_RDWR)
                return
            body = reply.body if isinstance(reply.body, (bytes, str)) else json.dumps(reply.body)
            data = body.encode() if isinstance(body, str) else body
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    wire = Wire(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield wire
    finally:
        ended.set()
        server.shutdown()
        thread.join()
        server.server_close()


def elapsed(started_at: float) -> float:
    return time.monotonic() - started_at

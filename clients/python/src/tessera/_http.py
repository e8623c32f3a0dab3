"""HTTP/1.1 over connections that are kept open between requests.

Safe for threads: a connection serves one request at a time, and idle ones wait in a deque for the next. Proxies are
taken from the environment (``HTTPS_PROXY``, ``HTTP_PROXY``, ``NO_PROXY``), as other programs do.
"""

from __future__ import annotations

import base64
import os
import socket
import ssl
import time
import weakref
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import BinaryIO, Callable, cast
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from tessera._files import Body
from tessera._response import Response

_READ_BYTES = 256 * 1024
_MAX_IDLE = 16


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    headers: Mapping[str, str]
    body: Body | None
    is_repeatable: bool
    """False if it must not be sent again after an unknown outcome."""
    open_file: Callable[[], BinaryIO] | None = None
    """Opens the file that the body of a successful response is written to."""


class Deadline:
    """The end of an attempt. A socket limits only a single wait."""

    def __init__(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    def remaining(self) -> float | None:
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return None if left == float("inf") else left


class ConnectionPool:
    def __init__(self, origin: SplitResult, ssl_context: ssl.SSLContext | None) -> None:
        self._origin = origin
        self._host = origin.netloc.rpartition("@")[2]
        self._proxy = _find_proxy(origin)
        self._ssl_context = ssl_context
        self._idle: deque[HTTPConnection] = deque()
        self._process_id = os.getpid()
        weakref.finalize(self, _close_all, self._idle)

    def exchange(self, request: Request, deadline: Deadline) -> Response:
        idle = self._take_idle() if request.is_repeatable else None
        if idle is not None:
            try:
                return self._exchange_over(idle, request, deadline)
            except ConnectionError:
                pass  # The service closed the connection while it was idle.
        return self._exchange_over(self._open(), request, deadline)

    def close(self) -> None:
        _close_all(self._idle)

    # A forked process must not use the connections of its parent.
    def _take_idle(self) -> HTTPConnection | None:
        if self._process_id != os.getpid():
            self._process_id = os.getpid()
            self.close()
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _open(self) -> HTTPConnection:
        proxy = self._proxy
        host, port = self._origin.hostname or "", self._origin.port
        via_host, via_port = (proxy.hostname or "", proxy.port or 80) if proxy else (host, port)
        if self._origin.scheme == "http":
            return HTTPConnection(via_host, via_port)
        connection = HTTPSConnection(via_host, via_port, context=self._ssl_context)
        if proxy:
            connection.set_tunnel(host, port, headers=_proxy_authorization(proxy))
        return connection

    def _exchange_over(self, connection: HTTPConnection, request: Request, deadline: Deadline) -> Response:
        try:
            is_sent = self._send(connection, request, deadline)
            # If the service closes the connection after the response, `connection` has no socket any more.
            connected = _limit(connection, deadline)
            response = connection.getresponse()
            body = _read(response, connected, request, deadline)
        except BaseException:
            connection.close()
            raise
        if is_sent and not response.will_close and len(self._idle) < _MAX_IDLE:
            self._idle.append(connection)
        else:
            connection.close()
        return Response(response.status, response.headers, body)

    def _send(self, connection: HTTPConnection, request: Request, deadline: Deadline) -> bool:
        """Returns False if the service stopped reading, because it has already refused the request."""
        _limit(connection, deadline)
        # Over https, the proxy passes on bytes that it cannot read.
        proxy = self._proxy if self._origin.scheme == "http" else None
        target = f"http://{self._host}{request.target}" if proxy else request.target
        connection.putrequest(request.method, target, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", self._host)
        headers = {**request.headers, **(_proxy_authorization(proxy) if proxy else {})}
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        try:
            for block in request.body.blocks() if request.body else ():
                _limit(connection, deadline)
                connection.send(block)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True


def _close_all(idle: deque[HTTPConnection]) -> None:
    while idle:
        idle.pop().close()


def _limit(connection: HTTPConnection, deadline: Deadline) -> socket.socket:
    """Connects if necessary, and limits the next wait."""
    connection.timeout = deadline.remaining()
    if connection.sock is None:
        connection.connect()
    # The types of the standard library differ between versions of mypy.
    connected: socket.socket = cast(socket.socket, connection.sock)
    connected.settimeout(connection.timeout)
    return connected


def _read(response: HTTPResponse, connected: socket.socket, request: Request, deadline: Deadline) -> bytes:
    blocks = _blocks(response, connected, deadline)
    if request.open_file is None or not 200 <= response.status < 300:
        return b"".join(blocks)
    with request.open_file() as file:
        file.writelines(blocks)
    return b""


def _blocks(response: HTTPResponse, connected: socket.socket, deadline: Deadline) -> Iterator[bytes]:
    while not response.isclosed():
        connected.settimeout(deadline.remaining())
        block = response.read1(_READ_BYTES)
        if not block:
            break
        yield block
    if response.length:
        raise IncompleteRead(b"", response.length)
    response.close()


def _find_proxy(origin: SplitResult) -> SplitResult | None:
    address = getproxies().get(origin.scheme)
    if not address or proxy_bypass(origin.hostname or ""):
        return None
    return urlsplit(address if "://" in address else f"http://{address}")


def _proxy_authorization(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    user = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(user.encode()).decode()}"}

"""One call: its attempts over the connection, each with the current token, until there is a final response."""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import secrets
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http.client import HTTPException
from typing import Any, BinaryIO, Callable, Optional, Union
from urllib.parse import urlsplit

from tessera._files import Body, bytes_body, form_body
from tessera._http import ConnectionPool, Deadline, Request
from tessera._paging import Paging, walk
from tessera._response import Response, error_of, read_json
from tessera._retries import RetryRules, pause_after
from tessera._values import path_of, query_of
from tessera._version import __version__
from tessera.errors import ConnectionError, TesseraError

TokenSource = Union[str, Callable[[Optional[str]], Optional[str]]]
"""An access token, or a function that returns one.

The function is called with None before each attempt, and once more with the refused token after a 401.
"""


@dataclass(frozen=True)
class Operation:
    """What a call needs to know of an operation."""

    id: str
    method: str
    path: str
    repeat: str
    """What a second request does: ``safe``, ``idempotent``, ``keyed`` (by Idempotency-Key) or ``never`` allowed."""
    accept: str = "application/json"
    upload: str | None = None
    """The field of the form that has the file."""
    fetches_file: bool = False
    """The service can fetch the file itself: without one, the body is JSON."""
    paging: Paging | None = None


class Connection:
    def __init__(
        self,
        url: str,
        token: TokenSource | None,
        *,
        retries: int,
        timeout: float,
        user_agent: str | None,
        ssl_context: ssl.SSLContext | None,
    ) -> None:
        address = urlsplit(url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"url must be a complete http or https address: {url}")
        self._base_path = address.path.rstrip("/").removesuffix("/api") + "/api"
        self._origin = f"{address.scheme}://{address.netloc}"
        self._pool = ConnectionPool(address, ssl_context)
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._user_agent = user_agent or f"tessera-python/{__version__}"

    def close(self) -> None:
        self._pool.close()

    def call(
        self,
        operation: Operation,
        path: tuple[object, ...] = (),
        *,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
        if_match: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
        open_file: Callable[[], BinaryIO] | None = None,
    ) -> Any:
        """Returns the body of the response: what its JSON describes, or the bytes of a file."""
        # The request is built once, so that every attempt sends the same key and the same bytes.
        encoded = _encode(operation, body) if body is not None or operation.upload else None
        request = Request(
            operation.method,
            self._base_path + path_of(operation.path, path) + query_of(query or {}),
            self._headers(operation, encoded, idempotency_key, if_match, headers or {}),
            encoded,
            # With If-Match, a second run would fail with a conflict that the first run caused itself.
            is_repeatable=operation.repeat != "never" and if_match is None,
            open_file=open_file,
        )
        rules = RetryRules(is_repeatable=request.is_repeatable, is_keyed=operation.repeat == "keyed")
        seconds = timeout if timeout is not None else self._timeout + _upload_seconds(operation, encoded)
        retry = 0
        while True:
            try:
                return self._try_once(operation, request, seconds)
            except (TesseraError, ConnectionError) as failure:
                pause = pause_after(failure, retry, rules, random.random()) if retry < self._retries else None
                if pause is None:
                    raise
            time.sleep(pause)
            retry += 1

    def walk(
        self,
        operation: Operation,
        path: tuple[object, ...],
        query: Mapping[str, object],
        *,
        timeout: float | None,
        headers: Mapping[str, str] | None,
    ) -> Iterator[Any]:
        assert operation.paging is not None
        return walk(
            operation.paging,
            query,
            lambda page: self.call(operation, path, query=page, timeout=timeout, headers=headers),
        )

    def save(
        self,
        operation: Operation,
        file: str | os.PathLike[str],
        path: tuple[object, ...],
        query: Mapping[str, object],
        *,
        timeout: float | None,
        headers: Mapping[str, str] | None,
    ) -> None:
        """Writes the file that an operation returns. It appears under its name when it is complete."""
        unfinished = f"{os.fspath(file)}.{secrets.token_hex(4)}.part"
        try:
            self.call(
                operation,
                path,
                query=query,
                timeout=timeout,
                headers=headers,
                open_file=lambda: open(unfinished, "wb"),
            )
            os.replace(unfinished, file)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.remove(unfinished)
            raise

    def _headers(
        self,
        operation: Operation,
        body: Body | None,
        idempotency_key: str | None,
        if_match: int | None,
        more: Mapping[str, str],
    ) -> dict[str, str]:
        headers = {"Accept": operation.accept, "User-Agent": self._user_agent}
        if body is not None:
            headers.update({"Content-Type": body.content_type, "Content-Length": str(body.length)})
        elif operation.method in ("POST", "PUT"):
            headers["Content-Length"] = "0"
        if operation.repeat == "keyed":
            headers["Idempotency-Key"] = idempotency_key or secrets.token_hex(16)
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        given = {name.lower() for name in more}
        return {**{name: value for name, value in headers.items() if name.lower() not in given}, **more}

    def _try_once(self, operation: Operation, request: Request, seconds: float) -> Any:
        if not callable(self._token):
            return self._exchange(operation, request, seconds, self._token)
        token = self._token(None)
        try:
            return self._exchange(operation, request, seconds, token)
        except TesseraError as refusal:
            if refusal.status != 401:
                raise
            another = self._token(token)
            if another == token:
                raise
        return self._exchange(operation, request, seconds, another)

    def _exchange(self, operation: Operation, request: Request, seconds: float, token: str | None) -> Any:
        response = self._send(operation, _authorized(request, token), seconds)
        if operation.accept == "application/json":
            return read_json(operation.id, response)
        # An error is JSON in any case.
        if not response.is_success:
            raise error_of(operation.id, response)
        return response.body

    def _send(self, operation: Operation, request: Request, seconds: float) -> Response:
        where = f"{request.method} {self._origin}{request.target}"
        try:
            return self._pool.exchange(request, Deadline(seconds))
        # Before Python 3.10, socket.timeout is not a TimeoutError.
        except (TimeoutError, socket.timeout) as cause:
            message = f"{where}: no response within {seconds:g} s"
            raise ConnectionError(message, is_timeout=True, operation=operation.id) from cause
        except (OSError, HTTPException) as cause:
            raise ConnectionError(f"{where}: {cause or type(cause).__name__}", operation=operation.id) from cause


def _encode(operation: Operation, body: Mapping[str, object] | None) -> Body:
    fields = body or {}
    has_file = operation.upload is not None and fields.get(operation.upload) is not None
    if operation.upload is not None and (has_file or not operation.fetches_file):
        return form_body(operation.upload, fields)
    # json.dumps escapes what is not ASCII, and so also text that UTF-8 cannot represent.
    data = json.dumps(fields, separators=(",", ":"), allow_nan=False).encode()
    return bytes_body("application/json", data)


def _upload_seconds(operation: Operation, body: Body | None) -> float:
    """The extra time for a file: what it needs at 100 kilobytes per second."""
    return math.ceil(body.length / 100) / 1000 if body is not None and operation.upload is not None else 0


def _authorized(request: Request, token: str | None) -> Request:
    if not token or any(name.lower() == "authorization" for name in request.headers):
        return request
    value = token if token.lower().startswith("bearer ") else f"Bearer {token}"
    return replace(request, headers={**request.headers, "Authorization": value})

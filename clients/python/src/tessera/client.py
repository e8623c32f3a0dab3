"""The client: a method for every operation, grouped by noun."""

from __future__ import annotations

import ssl
from types import TracebackType

from tessera._connection import Connection, TokenSource
from tessera._nouns import Nouns


class Client(Nouns):
    """``client.<noun>.<verb>(path parameters in order, body, query parameters and options by name)``.

    Threads can share a client. Its connections stay open for the next call until `close`, or the end of a ``with``
    block.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._connection = connection

    def close(self) -> None:
        """Close idle connections. The client can still be used, and opens new ones then."""
        self._connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def connect(
    url: str,
    token: TokenSource | None = None,
    *,
    retries: int = 2,
    timeout: float = 30,
    user_agent: str | None = None,
    ssl_context: ssl.SSLContext | None = None,
) -> Client:
    """Return a client for a service. Nothing is sent before the first call.

    Args:
        url: The address of the service, such as ``https://boards.example.org``.
        token: An access token, or a function that returns one. Without one, calls are sent without authorization.
        retries: How many times a failed call is retried.
        timeout: The time limit of each attempt in seconds, to which a file adds what it needs at 100 kB per second.
            ``math.inf`` is no limit.
        user_agent: Sent instead of the client's own.
        ssl_context: For services with a certificate of their own.
    """
    connection = Connection(
        url, token, retries=retries, timeout=timeout, user_agent=user_agent, ssl_context=ssl_context
    )
    return Client(connection)

"""What a call can fail with: a response that is an error, or no response at all.

Mistakes of the calling code, such as an empty id or an invalid address, are plain ``TypeError`` and ``ValueError``.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from tessera.types import FieldError


class TesseraError(Exception):
    """The service responded with an error."""

    code: str
    """The code of the service, such as ``ResourceNotFound``.

    ``UnexpectedReply`` is a response that does not have the format of the service, for example that of a proxy.
    """
    status: int
    """The HTTP status."""
    fields: Sequence[FieldError]
    """Every invalid field with the reason; empty if the error is not about a field."""
    request_id: str | None
    """Finds the request in the log of the service."""
    retry_after: float | None
    """How many seconds to wait before the next request."""
    operation: str
    """The operation that was called, such as ``notes.create``."""

    # Every argument has a default, so that an error can be pickled and crosses the border of a process.
    def __init__(
        self,
        message: str,
        *,
        code: str = "UnexpectedReply",
        status: int = 0,
        fields: Sequence[FieldError] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
        operation: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.fields = fields
        self.request_id = request_id
        self.retry_after = retry_after
        self.operation = operation


class ConnectionError(builtins.ConnectionError):
    """There was no complete response: whether the operation happened is unknown."""

    is_timeout: bool
    operation: str

    def __init__(self, message: str, *, is_timeout: bool = False, operation: str = "") -> None:
        super().__init__(message)
        self.is_timeout = is_timeout
        self.operation = operation

"""Reads a response: returns the body as it is, or raises the error that it contains."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPMessage

from tessera.errors import TesseraError


@dataclass(frozen=True)
class Response:
    status: int
    headers: HTTPMessage
    body: bytes
    """Empty if the response was written to a file."""

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


def read_json(operation: str, response: Response) -> object:
    body = _parse(response.body)
    if response.is_success and isinstance(body, dict):
        return body
    raise error_of(operation, response)


def error_of(operation: str, response: Response) -> TesseraError:
    body = _parse(response.body)
    error = body.get("error") if isinstance(body, dict) else None
    retry_after = _retry_after(response.headers.get("Retry-After"))
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return TesseraError(_describe(response), status=response.status, retry_after=retry_after, operation=operation)
    fields = error.get("errors")
    return TesseraError(
        str(error.get("message")),
        code=error["code"],
        status=response.status,
        fields=fields if isinstance(fields, list) else (),
        request_id=error.get("request_id"),
        retry_after=retry_after,
        operation=operation,
    )


def _parse(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _retry_after(value: str | None) -> float | None:
    """Retry-After is a number of seconds, or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


# Redirects are not followed: a POST would arrive at the new address as a GET.
def _describe(response: Response) -> str:
    if 300 <= response.status < 400:
        location = response.headers.get("Location") or "another address"
        return f"Redirected to {location}: connect to that address directly"
    excerpt = " ".join(response.body.decode("utf-8", "replace").split())[:200]
    what = f"an unexpected body: {excerpt}" if excerpt else "an empty body"
    return f"Status {response.status} with {what}"

"""Verifies the notifications that a listener receives, which are signed as Standard Webhooks describes."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

_TOLERANCE = 5 * 60.0


class Headers(Protocol):
    """A dict, or the headers of any web framework."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class VerificationError(ValueError):
    """The notification was not signed with this secret, or not now: do not trust it."""


def verify(
    secret: str | Iterable[str],
    headers: Headers,
    body: bytes | str,
    *,
    tolerance: float = _TOLERANCE,
    now: float | None = None,
) -> Any:
    """Check the signature of a notification and return its content.

    Args:
        secret: The secret of the listener (``whsec_…``), or several of which one must fit while a secret is replaced.
        headers: The headers of the request, with names in any case.
        body: The body exactly as it was received: parsing and writing it again changes its bytes.
        tolerance: How many seconds the notification may be older or newer than the clock, so that an old one cannot be
            sent again.
        now: The time to compare with, in seconds since 1970, instead of the clock.

    Raises:
        VerificationError: Do not trust the notification. A receiver should respond with 400.
    """
    received = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at = _header(received, "webhook-id"), _header(received, "webhook-timestamp")
    signatures = _signatures(_header(received, "webhook-signature"))
    _check_time(sent_at, time.time() if now is None else now, tolerance)
    data = body.encode() if isinstance(body, str) else body
    signed = b".".join((message_id.encode(), sent_at.encode(), data))
    secrets = [secret] if isinstance(secret, str) else list(secret)
    # Every pair is compared, so that the time does not tell which one fits.
    found = [hmac.compare_digest(_sign(_key(one), signed), signature) for one in secrets for signature in signatures]
    if not any(found):
        raise VerificationError("no signature fits the secret and the body")
    try:
        return json.loads(data)
    except ValueError as cause:
        raise VerificationError("the body is not JSON") from cause


def sign(secret: str, message_id: str, timestamp: int, body: bytes | str) -> str:
    """Return the ``webhook-signature`` of a notification, for tests of a receiver."""
    data = body.encode() if isinstance(body, str) else body
    signature = _sign(_key(secret), b".".join((message_id.encode(), str(timestamp).encode(), data)))
    return f"v1,{base64.b64encode(signature).decode()}"


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise VerificationError(f"the header {name} is missing")
    return value


def _check_time(sent_at: str, now: float, tolerance: float) -> None:
    try:
        age = now - int(sent_at)
    except ValueError:
        raise VerificationError("webhook-timestamp is not a number of seconds") from None
    if age > tolerance:
        raise VerificationError("the notification is too old")
    if age < -tolerance:
        raise VerificationError("the notification is from the future: check the clock of this machine")


def _signatures(header: str) -> list[bytes]:
    """Those of version 1, which has a symmetric key. Other versions, and what is not base64, are skipped."""
    found = []
    for entry in header.split():
        version, _, signature = entry.partition(",")
        if version == "v1":
            try:
                found.append(base64.b64decode(signature, validate=True))
            except binascii.Error:
                continue
    return found


def _key(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ValueError("the secret is not that of a listener (whsec_…)") from None


def _sign(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()

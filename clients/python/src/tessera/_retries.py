"""Which failures are retried, and how long to wait before.

The pauses grow, are never shorter than Retry-After, and there is no retry if Retry-After is more than a minute.
"""

from __future__ import annotations

from dataclasses import dataclass

from tessera.errors import ConnectionError, TesseraError

_FIRST_PAUSE = 0.25
_MAX_PAUSE = 8.0
_MAX_RETRY_AFTER = 60.0


@dataclass(frozen=True)
class RetryRules:
    is_repeatable: bool
    """False if a second run after an unknown outcome would do harm. Then only refusals are retried."""
    is_keyed: bool
    """An Idempotency-Key is sent, so a conflict means that the first run has not finished yet."""


def pause_after(failure: Exception, retry: int, rules: RetryRules, random: float) -> float | None:
    """Return the seconds to wait before retry number ``retry`` + 1, or None if the failure is final."""
    if not _is_transient(failure, rules):
        return None
    asked = failure.retry_after if isinstance(failure, TesseraError) else None
    if asked is None:
        return min(_FIRST_PAUSE * 2.0**retry, _MAX_PAUSE) * (0.5 + random / 2)
    return None if asked > _MAX_RETRY_AFTER else asked


def _is_transient(failure: Exception, rules: RetryRules) -> bool:
    if isinstance(failure, ConnectionError):
        return rules.is_repeatable
    if not isinstance(failure, TesseraError):
        return False
    if failure.status in (429, 503):
        return True
    if failure.status in (502, 504):
        return rules.is_repeatable
    return failure.status == 409 and rules.is_keyed

"""Values of Python as text in paths, queries and forms."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlencode


def text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def path_of(template: str, values: tuple[object, ...]) -> str:
    """Fills in the parameters of a path, in their order."""
    pieces = template.split("{")
    path = pieces[0]
    for piece, value in zip(pieces[1:], values):
        name, _, rest = piece.partition("}")
        path += _parameter(name, value) + rest
    return path


# "." and ".." cannot be escaped: proxies and servers would resolve them as path segments.
def _parameter(name: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{name} must be a string or an integer, not {type(value).__name__}")
    if value in ("", ".", ".."):
        raise ValueError(f"{name} cannot be {value!r}")
    return quote(str(value), safe="")


def query_of(fields: Mapping[str, object]) -> str:
    given = {name: text_of(value) for name, value in fields.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""

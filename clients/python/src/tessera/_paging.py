"""Iterates over lists item by item, whether they page by offset, by cursor, or by the last item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Callable

_MAX_LIMIT = 200


@dataclass(frozen=True)
class Paging:
    """How the pages of a list follow each other, and the field of the response that has the items."""

    by: str
    items: str


def walk(
    paging: Paging,
    query: Mapping[str, object],
    get_page: Callable[[Mapping[str, object]], Any],
) -> Iterator[Any]:
    step: Mapping[str, object] | None = dict(query)
    if paging.by == "offset" and query.get("limit") is None:
        step = {**query, "limit": _MAX_LIMIT}
    while step is not None:
        page = get_page(step)
        items = page[paging.items]
        yield from items
        step = _next(paging, step, page, items)


def _next(paging: Paging, query: Mapping[str, object], page: Any, items: list[Any]) -> Mapping[str, object] | None:
    if paging.by == "cursor":
        cursor = page["next_cursor"]
        return None if cursor is None else {**query, "cursor": cursor}
    if not items:
        return None
    if paging.by == "after":
        return {**query, "after": items[-1]["seq"]}
    return None if page["paging"]["next"] is None else {**query, "offset": page["offset"] + len(items)}

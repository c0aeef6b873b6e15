"""What a binding can read: outputs of steps, responses, inputs, and what a run knows of its lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ...model import ABSENT
from .lookup import Picker, first_match


@attrs.frozen(kw_only=True)
class Response:
    """What a step gave besides its output: response headers and status, where the adapter tells them."""

    headers: Mapping[str, str] = attrs.Factory(dict)
    status: int = 0


@attrs.frozen(kw_only=True, eq=False)
class Scope:
    """Everything that a binding can read."""

    #: Step id → output.
    outputs: Mapping[str, Any] = attrs.Factory(dict)
    input_context: Mapping[str, Any] = attrs.Factory(dict)
    responses: Mapping[str, Response] = attrs.Factory(dict)
    #: The element of a `foreach` step; `ABSENT` outside one.
    item: Any = ABSENT
    #: Which element a filter means.
    pick: Picker = first_match
    #: Step id → how many elements its call asked for at most, where it did.
    page_sizes: Mapping[str, int] = attrs.Factory(dict)
    #: A list that was read page by page, as a reference → what shows that it was not read to its end; "" where it was.
    unread: Mapping[str, str] = attrs.Factory(dict)
    #: Step id → the elements that a `foreach` step was called for.
    items: Mapping[str, Sequence[Any]] = attrs.Factory(dict)

"""Questions for the demo's shop, with what a form or a model would have picked out of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs


@attrs.frozen
class Question:
    """A question in plain words, and the values that stand in it."""

    text: str
    entities: Mapping[str, str]


QUESTIONS: Final = (
    Question("What is the current location of Mina Park's latest shipment?", {"customer_name": "Mina Park"}),
    Question("Refund order A-1003, it came too late", {"orderNumber": "A-1003", "reason": "late"}),
    Question("Get order A-1002 with its lines", {"orderNumber": "A-1002"}),
    Question("List the orders of customer Luis Ortega", {"customer_name": "Luis Ortega"}),
    Question("주문 A-1003 환불 목록 조회", {"orderNumber": "A-1003"}),
    Question("Cancel the order of Jonas Weber", {"customer": "Jonas Weber"}),
    # She has two orders: which one is meant is asked, and nothing is changed before.
    Question("Refund the order of Mina Park, it came too late", {"customer": "Mina Park", "reason": "late"}),
)
#: What the demo shows by itself: a question that reads, a change by names alone, and one that must ask.
SHOWN: Final = (0, 5, 6)

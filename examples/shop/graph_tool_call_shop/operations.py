"""What the shop's operations do: one function for each `operationId` of its document."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

Row = dict[str, Any]
Answer = tuple[int, Row]

#: A new row's time stamp. Fixed, so that two runs of the demo show the same.
NOW: Final = "2025-03-23T10:00:00Z"
REASONS: Final = ("DAMAGED", "LATE", "WRONG_ITEM", "CHANGED_MIND")

CUSTOMER = "SELECT id, name, email, city FROM customers"
PRODUCT = "SELECT id, title, price AS priceCents FROM products"
ORDER = """SELECT o.id, o.number AS orderNumber, o.customer AS customerId, o.status,
    (SELECT sum(p.price * l.quantity) FROM lines l JOIN products p ON p.id = l.product WHERE l.order_id = o.id)
    AS totalCents, o.placed AS placedAt FROM orders o"""
SHIPMENT = "SELECT id, order_id AS orderId, carrier, status, shipped AS shippedAt FROM shipments"
REFUND = "SELECT id, order_id AS orderId, amount AS amountCents, reason, created AS createdAt FROM refunds"


class ShopError(Exception):
    """A request that the shop refuses, with the HTTP status and a code."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(status, code, message)
        self.status = status
        self.code = code
        self.message = message


@attrs.frozen(eq=False)
class Request:
    """One request: *db* is its own connection, *given* its path and query parameters, *body* its JSON body."""

    db: sqlite3.Connection
    given: Mapping[str, str]
    body: Any = None

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """What *sql* finds, as dicts."""
        return [dict(row) for row in self.db.execute(sql, values)]

    def one(self, sql: str, key: str, what: str) -> Row:
        """The row whose id is parameter *key*; 404 without one."""
        found = self.rows(sql, self.given[key])
        if not found:
            raise ShopError(404, "not_found", f"There is no {what} {self.given[key]!r}.")
        return found[0]

    def page(self, sql: str, *values: Any) -> Answer:
        """The part of the rows that `limit` and `offset` ask for."""
        rows = self.rows(sql, *values)
        offset, limit = self._number("offset", 0), self._number("limit", 20)
        return 200, {"items": rows[offset : offset + limit], "total": len(rows)}

    def _number(self, name: str, default: int) -> int:
        text = self.given.get(name, str(default))
        if not text.isdecimal():
            raise ShopError(400, "bad_parameter", f"{name} must be a whole number, not {text!r}.")
        return int(text)


def list_customers(request: Request) -> Answer:
    """All customers, or those of a city."""
    city = request.given.get("city")
    return request.page(f"{CUSTOMER} WHERE ? IS NULL OR city = ? ORDER BY id", city, city)


def create_customer(request: Request) -> Answer:
    """A new customer with the next id."""
    body = request.body if isinstance(request.body, dict) else {}
    if not body.get("name") or not body.get("email"):
        raise ShopError(400, "bad_body", "name and email are needed.")
    number = request.rows("SELECT count(*) AS n FROM customers")[0]["n"] + 1
    row = (f"cus_{number:02}", body["name"], body["email"], body.get("city", ""))
    request.db.execute("INSERT INTO customers VALUES (?, ?, ?, ?)", row)
    return 201, dict(zip(("id", "name", "email", "city"), row, strict=True))


def get_customer(request: Request) -> Answer:
    """One customer."""
    return 200, request.one(f"{CUSTOMER} WHERE id = ?", "customerId", "customer")


def list_customer_orders(request: Request) -> Answer:
    """A customer's orders, the latest first."""
    get_customer(request)
    given = request.given
    status = given.get("status")
    where = "WHERE o.customer = ? AND (? IS NULL OR o.status = ?) ORDER BY placedAt DESC"
    return request.page(f"{ORDER} {where}", given["customerId"], status, status)


def list_customer_shipments(request: Request) -> Answer:
    """What was sent to a customer, the latest first."""
    get_customer(request)
    where = "WHERE order_id IN (SELECT id FROM orders WHERE customer = ?) ORDER BY shippedAt DESC"
    return request.page(f"{SHIPMENT} {where}", request.given["customerId"])


def search_orders(request: Request) -> Answer:
    """Orders by number or state, the latest first."""
    given = request.given
    number, status = given.get("orderNumber"), given.get("status")
    where = "WHERE (? IS NULL OR o.number = ?) AND (? IS NULL OR o.status = ?) ORDER BY placedAt DESC"
    return request.page(f"{ORDER} {where}", number, number, status, status)


def _order(request: Request) -> Row:
    return request.one(f"{ORDER} WHERE o.id = ?", "orderId", "order")


def get_order(request: Request) -> Answer:
    """One order with its lines."""
    order = _order(request)
    sql = """SELECT l.product AS productId, p.title, l.quantity, p.price AS priceCents
        FROM lines l JOIN products p ON p.id = l.product WHERE l.order_id = ? ORDER BY p.id"""
    return 200, {**order, "lines": request.rows(sql, order["id"])}


def cancel_order(request: Request) -> Answer:
    """An order that has not left the warehouse is cancelled."""
    order = _order(request)
    if order["status"] not in ("PLACED", "PAID"):
        raise ShopError(409, "already_shipped", f"Order {order['orderNumber']} is {order['status']}.")
    request.db.execute("UPDATE orders SET status = 'CANCELLED' WHERE id = ?", (order["id"],))
    return 200, {**order, "status": "CANCELLED"}


def list_order_refunds(request: Request) -> Answer:
    """What was given back for an order."""
    _order(request)
    return request.page(f"{REFUND} WHERE order_id = ? ORDER BY createdAt DESC, id DESC", request.given["orderId"])


def create_refund(request: Request) -> Answer:
    """Money goes back, at most what is left of the order's total."""
    order = _order(request)
    body = request.body if isinstance(request.body, dict) else {}
    if body.get("reason") not in REASONS:
        raise ShopError(400, "bad_body", f"reason must be one of {', '.join(REASONS)}.")
    left = order["totalCents"] - sum(
        r["amount"] for r in request.rows("SELECT amount FROM refunds WHERE order_id = ?", order["id"])
    )
    amount = body.get("amountCents", left)
    if not isinstance(amount, int) or not 0 < amount <= left:
        raise ShopError(409, "amount", f"{amount} cents cannot be refunded; {left} are left.")
    number = request.rows("SELECT count(*) AS n FROM refunds")[0]["n"] + 1
    row = (f"ref_{number}", order["id"], amount, body["reason"], NOW)
    request.db.execute("INSERT INTO refunds VALUES (?, ?, ?, ?, ?)", row)
    return 201, dict(zip(("id", "orderId", "amountCents", "reason", "createdAt"), row, strict=True))


def get_refund(request: Request) -> Answer:
    """One refund."""
    return 200, request.one(f"{REFUND} WHERE id = ?", "refundId", "refund")


def get_shipment(request: Request) -> Answer:
    """One shipment with its parcels."""
    shipment = request.one(f"{SHIPMENT} WHERE id = ?", "shipmentId", "shipment")
    parcels = request.rows(
        "SELECT grams AS weightGrams, upper(id) AS label FROM shipments WHERE id = ?", shipment["id"]
    )
    return 200, {**shipment, "parcels": parcels}


def get_shipment_location(request: Request) -> Answer:
    """Where a shipment is, and where it has been."""
    shipment = request.one(f"{SHIPMENT} WHERE id = ?", "shipmentId", "shipment")
    events = request.rows("SELECT at, place, note FROM events WHERE shipment = ? ORDER BY at DESC", shipment["id"])
    now = events[0]
    where = {"place": now["place"], "updatedAt": now["at"]}
    return 200, {"shipmentId": shipment["id"], "status": shipment["status"], **where, "events": events}


def search_products(request: Request) -> Answer:
    """Products with a word in their title."""
    word = request.given.get("keyword", "")
    return request.page(f"{PRODUCT} WHERE title LIKE '%' || ? || '%' ORDER BY id", word)


def get_product(request: Request) -> Answer:
    """One product."""
    return 200, request.one(f"{PRODUCT} WHERE id = ?", "productId", "product")


HANDLERS: Final[Mapping[str, Callable[[Request], Answer]]] = {
    "listCustomers": list_customers,
    "createCustomer": create_customer,
    "getCustomer": get_customer,
    "listCustomerOrders": list_customer_orders,
    "listCustomerShipments": list_customer_shipments,
    "searchOrders": search_orders,
    "getOrder": get_order,
    "cancelOrder": cancel_order,
    "listOrderRefunds": list_order_refunds,
    "createRefund": create_refund,
    "getRefund": get_refund,
    "getShipment": get_shipment,
    "getShipmentLocation": get_shipment_location,
    "searchProducts": search_products,
    "getProduct": get_product,
}

"""The demo's shop keeps to its own document."""

from __future__ import annotations

import json
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from jsonschema import Draft202012Validator

from graph_tool_call.cli.demo.call import adapter
from graph_tool_call_shop import document_text, operations, running_shop

DOCUMENT = json.loads(document_text())
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
SAMPLES = {
    "customerId": "cus_04",
    "orderId": "ord_13",
    "shipmentId": "shp_23",
    "refundId": "ref_1",
    "productId": "prd_1",
}
BODIES = {
    "createCustomer": {"name": "Ada", "email": "ada@example.com"},
    "createRefund": {"reason": "LATE", "amountCents": 100},
}


@pytest.fixture(name="url")
def _url():
    with running_shop() as url:
        yield url


def fetch(url, method="GET", body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data=data, method=method), timeout=10) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def conforms(body, operation, status):
    schema = operation["responses"][str(status)]["content"]["application/json"]["schema"]
    whole = {"components": DOCUMENT["components"], **schema}
    return [error.message for error in Draft202012Validator(whole).iter_errors(body)]


def test_document_is_served(url):
    """The document that the shop serves is the one it is routed by."""
    assert (200, DOCUMENT) == fetch(f"{url}/openapi.json")


def test_every_operation_has_a_handler():
    """Handlers and operations are the same set."""
    assert set(OPERATIONS) == set(operations.HANDLERS)


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_answers_fit_the_document(url, name):
    """The answer of each operation has a declared status and the declared shape."""
    method, path, operation = OPERATIONS[name]
    if name == "cancelOrder":
        path = path.replace("{orderId}", "ord_14")

    status, body = fetch(url + path.format(**SAMPLES), method.upper(), BODIES.get(name))

    assert status < 300
    assert [] == conforms(body, operation, status)


@pytest.mark.parametrize("name", sorted(n for n, (_, p, _) in OPERATIONS.items() if "{" in p))
def test_unknown_ids_are_not_found(url, name):
    """An id that does not exist gives 404 and the error shape."""
    method, path, operation = OPERATIONS[name]

    status, body = fetch(url + path.format(**dict.fromkeys(SAMPLES, "none")), method.upper(), BODIES.get(name))

    assert (404, []) == (status, conforms(body, operation, 404))


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/orders/ord_13/refunds", {"reason": "BORED"}, 400),
        ("/orders/ord_13/refunds", {"reason": "LATE", "amountCents": 999999}, 409),
        ("/orders/ord_13/cancel", None, 409),
        ("/customers", {"name": "Ada"}, 400),
    ],
)
def test_refusals(url, path, body, status):
    """What the shop does not do, it refuses with a reason."""
    got, answer = fetch(url + path, "POST", body)

    assert (status, ["code", "message"]) == (got, sorted(answer))


def test_a_refund_can_be_given_once(url):
    """What was refunded is not there to be refunded again, and is listed."""
    first = fetch(f"{url}/orders/ord_13/refunds", "POST", {"reason": "LATE"})
    second = fetch(f"{url}/orders/ord_13/refunds", "POST", {"reason": "LATE"})
    listed = fetch(f"{url}/orders/ord_13/refunds")

    assert (201, 409, [first[1]]) == (first[0], second[0], listed[1]["items"])


def test_two_shops_share_nothing(url):
    """A second shop has its own port and its own data."""
    fetch(f"{url}/orders/ord_13/refunds", "POST", {"reason": "LATE"})

    with running_shop() as other:
        assert urlsplit(url).port != urlsplit(other).port
        assert 0 == fetch(f"{other}/orders/ord_13/refunds")[1]["total"]


def test_paging(url):
    """limit and offset cut a page out of the list; total stays."""
    status, body = fetch(f"{url}/customers?limit=2&offset=1")

    assert (200, ["cus_02", "cus_03"], 5) == (status, [row["id"] for row in body["items"]], body["total"])
    assert 400 == fetch(f"{url}/customers?limit=many")[0]


def row(name, location):
    return {"name": name, "location": location}


TOOLS = {
    "listCustomerOrders": {
        "metadata": {
            "method": "get",
            "path": "/customers/{customerId}/orders",
            "api_contract": {"consumes": [row("customerId", "path"), row("status", "query")]},
        }
    },
    "createRefund": {
        "metadata": {
            "method": "post",
            "path": "/orders/{orderId}/refunds",
            "api_contract": {"consumes": [row("orderId", "path"), row("reason", "body")]},
        }
    },
}


def test_adapter_places_arguments_by_contract(url):
    """Path, query and body arguments go where the contract has them."""
    call = adapter(url, TOOLS)

    orders = call("listCustomerOrders", {"customerId": "cus_04", "status": "SHIPPED"})
    refund = call("createRefund", {"orderId": "ord_13", "reason": "LATE"})

    assert (["ord_13"], 10300) == ([order["id"] for order in orders["items"]], refund["amountCents"])


def test_adapter_escapes_path_values(url):
    """A value cannot leave its path segment."""
    call = adapter(url, TOOLS)

    with pytest.raises(RuntimeError, match=r"/customers/\.\.%2Fcustomers/orders answered 404"):
        call("listCustomerOrders", {"customerId": "../customers"})

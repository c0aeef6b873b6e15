from __future__ import annotations

import json
from email import message_from_bytes
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl

import pytest
from http_loopback import Execute, Loopback, row, tool

from graph_tool_call.hooks import ToolResult

# --- server ---


def test_servers_of_the_operation(execute: Execute, server: Loopback) -> None:
    """The first server of the operation, with its path, is where the request goes."""
    made = tool("GET /a", servers=[f"{server.url}/v2/", "https://other.example.test"])

    assert execute(made, base_url="", allow_private=True).ok
    assert server.targets == ["GET /v2/a"]


def test_servers_of_the_document(execute: Execute, server: Loopback) -> None:
    """They are used where the operation has none; `base_url` comes before both."""
    assert execute(tool("GET /a"), base_url="", servers=[f"{server.url}/doc"], allow_private=True).ok
    assert execute(tool("GET /a", servers=["https://other.example.test"]), base_url=f"{server.url}/mine").ok
    assert server.targets == ["GET /doc/a", "GET /mine/a"]


def test_server_variables(execute: Execute, server: Loopback) -> None:
    """A variable that is left takes its value from the options, or is a problem that says so."""
    made = tool("GET /a", servers=[server.url + "/{stage}"])

    assert execute(made, base_url="", server_variables={"stage": "beta"}, allow_private=True).ok
    assert server.targets == ["GET /beta/a"]
    assert "variable 'stage'" in execute(made, base_url="", allow_private=True).error


@pytest.mark.parametrize(
    ("urls", "kind", "says"),
    [
        ([], "argument", "names no server"),
        (["/v1"], "argument", "is relative"),
        (["ftp://files.example.test"], "refused", "neither http nor https"),
    ],
)
def test_server_that_cannot_be_used(execute: Execute, urls: list[str], kind: str, says: str) -> None:
    """The failure says what to give."""
    result = execute(tool("GET /a", servers=urls), base_url="")

    assert (result.ok, result.error_kind) == (False, kind)
    assert says in result.error


def test_base_url_with_a_query(execute: Execute, server: Loopback) -> None:
    """Queries of the base, of the path template and of the arguments add up."""
    made = tool("GET /a?action=list", row("q", "query"))

    execute(made, {"q": 1}, base_url=f"{server.url}/x?sig=1")

    assert server.targets == ["GET /x/a?sig=1&action=list&q=1"]


# --- path ---


@pytest.mark.parametrize(
    ("template", "args", "target"),
    [
        ("/files/{fileId}/thumb.{ext}", {"fileId": "f1", "ext": "png"}, "/files/f1/thumb.png"),
        ("/compare/{base}...{head}", {"base": "v1", "head": "v2"}, "/compare/v1...v2"),
        ("/{tenant}/{tenant}/devices", {"tenant": "t1"}, "/t1/t1/devices"),
        ("/{kind}/{kindId}/x/{id}", {"kind": "{id}", "kindId": "k1", "id": "9"}, "/%7Bid%7D/k1/x/9"),
        ("/a/{x}", {"x": "b/c?d#e f%"}, "/a/b%2Fc%3Fd%23e%20f%25"),
        ("/a/{x}", {"x": "주문"}, "/a/%EC%A3%BC%EB%AC%B8"),
        ("/a/{x}", {"x": 0}, "/a/0"),
        ("/a/{x}", {"x": False}, "/a/false"),
        ("/a/{x}", {"x": "~.-_"}, "/a/~.-_"),
        ("/a/{x}", {"x": "..."}, "/a/..."),
        ("/a/v{x}", {"x": ".."}, "/a/v.."),
    ],
)
def test_paths_on_the_wire(
    execute: Execute, server: Loopback, template: str, args: dict[str, Any], target: str
) -> None:
    """One pass, every value escaped; what arrives is what was meant."""
    rows = [row(name, "path", required=True) for name in args]

    assert execute(tool(f"GET {template}", *rows), args).ok
    assert server.targets == [f"GET {target}"]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("", "path parameter 'x' is empty"),
        ([], "path parameter 'x' is empty"),
        (None, "path parameter 'x' is missing"),
        ("..", "leaves the path"),
        (".", "leaves the path"),
    ],
)
def test_path_values_that_are_refused(execute: Execute, server: Loopback, value: Any, says: str) -> None:
    """They would make another path; nothing is sent."""
    result = execute(tool("GET /a/{x}/b", row("x", "path")), {"x": value})

    assert (result.error_kind, server.received) == ("argument", [])
    assert says in result.error


def test_path_parameter_described_by_content(execute: Execute, server: Loopback) -> None:
    """It is JSON, escaped."""
    execute(tool("GET /a/{x}", row("x", "path", content_type="application/json")), {"x": {"a": 1}})

    assert server.targets == ["GET /a/%7B%22a%22%3A1%7D"]


# --- query, headers, cookies ---


def test_query_on_the_wire(execute: Execute, server: Loopback) -> None:
    """Styles as declared; what is not given is not sent."""
    made = tool(
        "GET /q",
        row("a", "query", style="form", explode=False),
        row("b", "query", style="pipeDelimited", explode=False),
        row("c", "query", style="deepObject", explode=True),
        row("d", "query", content_type="application/json"),
        row("e", "query", allow_reserved=True),
        row("f", "query"),
        row("g", "query"),
        row("h[]", "query"),
    )

    execute(
        made,
        {
            "a": ["x", "y,z"],
            "b": ["x", "y"],
            "c": {"k": {"l": 1}},
            "d": {"m": 1},
            "e": "p/q:r",
            "f": [1, 2],
            "g": None,
            "h[]": [3],
        },
    )

    assert server.targets == ["GET /q?a=x,y%2Cz&b=x%7Cy&c[k][l]=1&d=%7B%22m%22%3A1%7D&e=p/q:r&f=1&f=2&h%5B%5D=3"]


def test_headers_on_the_wire(execute: Execute, server: Loopback) -> None:
    """Values are text; static headers of the caller go along; arguments win over them."""
    made = tool(
        "GET /h", row("X-Dry", "header"), row("X-Tags", "header"), row("X-Name", "header"), row("X-Opt", "header")
    )

    execute(
        made,
        {"x-dry": True, "X-Tags": ["a", "b"], "X-Name": "김", "X-Opt": None},
        headers={"X-Tenant": "t", "X-Dry": "other"},
    )

    (got,) = server.received
    assert {n: got.headers.get(n) for n in ("x-dry", "x-tags", "x-opt", "x-tenant")} == {
        "x-dry": "true",
        "x-tags": "a,b",
        "x-opt": None,
        "x-tenant": "t",
    }
    assert got.headers["x-name"].encode("latin-1").decode() == "김"


def test_header_with_a_line_break(execute: Execute, server: Loopback) -> None:
    """A value cannot bring a header of its own."""
    result = execute(tool("GET /h", row("X-A", "header")), {"X-A": "a\r\nX-Evil: 1"})

    assert (result.error_kind, server.received) == ("argument", [])


def test_cookies_on_the_wire(execute: Execute, server: Loopback) -> None:
    """Values are escaped, lists joined, missing ones left out."""
    made = tool("GET /c", row("sid", "cookie"), row("ids", "cookie"), row("no", "cookie"))

    execute(made, {"sid": "z 1;x", "ids": [1, 2], "no": None})

    assert server.received[0].headers["cookie"] == "sid=z%201%3Bx; ids=1,2"


def test_cookies_of_the_server_are_not_sent_back(execute: Execute, server: Loopback) -> None:
    """A call has what its arguments say, and nothing of an earlier call."""
    server.default.headers = {"Set-Cookie": "track=1; Path=/"}

    execute(tool("GET /a"))
    execute(tool("GET /a"))

    assert "cookie" not in server.received[1].headers


# --- bodies ---


def body_of(server: Loopback) -> Any:
    (got,) = server.received
    return got.headers["content-type"], got.body


def test_json_body(execute: Execute, server: Loopback) -> None:
    """Members by their paths, integers of any size, text of any script; parameters do not leak into it."""
    made = tool(
        "POST /tasks/{task}", row("task", "path"), row("notify", "query"), row("title", "body"), row("n", "body")
    )

    execute(made, {"task": 7, "notify": True, "title": "주문", "n": 9007199254740993})

    assert server.targets == ["POST /tasks/7?notify=true"]
    assert body_of(server) == ("application/json", '{"title":"주문","n":9007199254740993}'.encode())


def test_same_name_in_path_and_body(execute: Execute, server: Loopback) -> None:
    """Grouped arguments keep them apart."""
    made = tool("PUT /things/{id}", row("id", "path"), row("id", "body"), row("name", "body"))

    execute(made, {"path": {"id": 1}, "body": {"id": 2, "name": "n"}})

    assert server.targets == ["PUT /things/1"]
    assert json.loads(body_of(server)[1]) == {"id": 2, "name": "n"}


def test_nulls_in_a_body(execute: Execute, server: Loopback) -> None:
    """Left out where the contract does not call them nullable, kept where it does or does not know the field."""
    made = tool(
        "POST /z",
        row("a", "body"),
        row("b", "body", nullable=True),
        row("o", "body", field_type="object"),
        row("p", "body", "$.o.p"),
        row("r", "body", "$.o.r", nullable=True),
        row("l", "body", field_type="array"),
        row("m", "body", "$.l[*].m"),
    )

    execute(made, {"a": None, "b": None, "o": {"p": None, "r": None, "x": None}, "l": [{"m": None, "k": 1}]})

    assert json.loads(body_of(server)[1]) == {"b": None, "o": {"r": None, "x": None}, "l": [{"k": 1}]}


def test_merge_patch_keeps_nulls(execute: Execute, server: Loopback) -> None:
    """There they remove a member (RFC 7396)."""
    made = tool("PATCH /z", row("a", "body"), contract={"body": {"content_type": "application/merge-patch+json"}})

    execute(made, {"a": None})

    assert body_of(server) == ("application/merge-patch+json", b'{"a":null}')


@pytest.mark.parametrize("body", [[{"sku": "a"}], "text", 5, True, {"free": 1}])
def test_whole_bodies(execute: Execute, server: Loopback, body: Any) -> None:
    """Arrays and plain values are bodies too."""
    made = tool(
        "POST /bulk", row("body", "body", "$", whole_body=True), contract={"body": {"content_type": "application/json"}}
    )

    execute(made, {"body": body})

    assert json.loads(body_of(server)[1]) == body


def test_required_body_without_members(execute: Execute, server: Loopback) -> None:
    """An object whose members are all optional is still an object; an optional body stays away."""
    required = {"body": {"content_type": "application/json", "required": True}}

    execute(tool("POST /a", row("x", "body"), contract=required))
    execute(tool("POST /a", row("x", "body"), contract={"body": {"content_type": "application/json"}}))

    assert [got.body for got in server.received] == [b"{}", b""]
    assert "content-type" not in server.received[1].headers


def test_form_body(execute: Execute, server: Loopback) -> None:
    """Lists repeat, booleans are lower case, objects are JSON, styles of the encoding hold."""
    form = {"body": {"content_type": "application/x-www-form-urlencoded"}}
    made = tool(
        "POST /tok",
        row("scope", "body"),
        row("aud", "body"),
        row("on", "body"),
        row("o", "body"),
        row("deep", "body", encoding={"style": "deepObject", "explode": True}),
        row("none", "body", nullable=True),
        contract=form,
    )

    execute(made, {"scope": "r w", "aud": ["x", "y"], "on": True, "o": {"a": 1}, "deep": {"k": [1]}, "none": None})

    media, body = body_of(server)
    assert media == "application/x-www-form-urlencoded"
    assert parse_qsl(body.decode()) == [
        *(("scope", "r w"), ("aud", "x"), ("aud", "y"), ("on", "true"), ("o", '{"a":1}'), ("deep[k][0]", "1"))
    ]
    assert body.startswith(b"scope=r+w&")


def parts_of(server: Loopback) -> list[tuple[str, str | None, str, bytes]]:
    media, body = body_of(server)
    message = message_from_bytes(f"Content-Type: {media}\r\n\r\n".encode() + body, policy=HTTP)
    return [
        (
            part.get_param("name", header="Content-Disposition"),
            part.get_filename(),
            part.get_content_type() if "Content-Type" in part else "",
            part.get_payload(decode=True),
        )
        for part in message.iter_parts()
    ]


def test_multipart_body(execute: Execute, server: Loopback) -> None:
    """Files with their names, fields as text, objects as JSON."""
    made = tool(
        "POST /up",
        row("file", "body", format="binary"),
        row("raw", "body", format="binary"),
        row("many", "body", field_type="array", array={"type": "string", "format": "binary"}),
        row("title", "body"),
        row("meta", "body", encoding={"contentType": "application/ld+json"}),
        contract={"body": {"content_type": "multipart/form-data"}},
    )

    execute(
        made,
        {
            "file": {"filename": "a.txt", "content": "hi", "content_type": "text/x-note"},
            "raw": "bytes as text",
            "many": [{"filename": "1.bin", "content_base64": "AP8="}, b"\x01"],
            "title": "T",
            "meta": {"k": 1},
        },
    )

    assert body_of(server)[0].startswith("multipart/form-data; boundary=")
    assert parts_of(server) == [
        ("file", "a.txt", "text/x-note", b"hi"),
        ("raw", "raw", "application/octet-stream", b"bytes as text"),
        ("many", "1.bin", "application/octet-stream", b"\x00\xff"),
        ("many", "many", "application/octet-stream", b"\x01"),
        ("title", None, "", b"T"),
        ("meta", None, "application/ld+json", b'{"k":1}'),
    ]


def test_multipart_without_a_file(execute: Execute, server: Loopback) -> None:
    """It stays multipart when only fields are given."""
    made = tool("POST /up", row("title", "body"), contract={"body": {"content_type": "multipart/form-data"}})

    execute(made, {"title": "T"})

    assert parts_of(server) == [("title", None, "", b"T")]


@pytest.mark.parametrize(
    ("media", "body", "sent"),
    [
        ("text/plain", "hello", b"hello"),
        ("application/octet-stream", b"\x00\x01", b"\x00\x01"),
        ("application/octet-stream", {"content_base64": "AAE="}, b"\x00\x01"),
        ("application/xml", "<a/>", b"<a/>"),
        ("application/vnd.api+json", {"data": 1}, b'{"data":1}'),
        ("application/json; charset=utf-8", {"data": 1}, b'{"data":1}'),
    ],
)
def test_other_media_types(execute: Execute, server: Loopback, media: str, body: Any, sent: bytes) -> None:
    """The media type of the contract is what is sent, to the letter."""
    made = tool("POST /a", row("body", "body", "$"), contract={"body": {"content_type": media}})

    assert execute(made, {"body": body}).ok
    assert body_of(server) == (media, sent)


@pytest.mark.parametrize(
    ("body", "media"),
    [({"a": 1}, "application/json"), ("t", "text/plain; charset=utf-8"), (b"b", "application/octet-stream")],
)
def test_media_type_ranges(execute: Execute, server: Loopback, body: Any, media: str) -> None:
    """`*/*` names no media type: the value does."""
    execute(tool("POST /a", row("body", "body", "$"), contract={"body": {"content_type": "*/*"}}), {"body": body})

    assert body_of(server)[0] == media


@pytest.mark.parametrize(
    ("media", "body", "says"),
    [
        ("application/xml", {"a": 1}, "must be text or bytes"),
        ("application/json", {"a": float("nan")}, "not JSON"),
        ("application/x-www-form-urlencoded", "a=1", "must be an object of fields"),
        ("multipart/form-data", {"f": {"filename": "a", "content_base64": "!"}}, "not base64"),
    ],
)
def test_bodies_that_a_media_type_cannot_carry(
    execute: Execute, server: Loopback, media: str, body: Any, says: str
) -> None:
    """Nothing is sent."""
    result = execute(
        tool("POST /a", row("body", "body", "$"), contract={"body": {"content_type": media}}), {"body": body}
    )

    assert (result.error_kind, server.received) == ("argument", [])
    assert says in result.error


def test_files_are_never_read_from_disk(execute: Execute, server: Loopback) -> None:
    """A path in an argument is text, whoever wrote it."""
    made = tool(
        "POST /up", row("file", "body", format="binary"), contract={"body": {"content_type": "multipart/form-data"}}
    )

    execute(made, {"file": __file__})

    assert parts_of(server)[0][3] == __file__.encode()


# --- the rest of a request ---


def test_unknown_argument(execute: Execute, server: Loopback) -> None:
    """It is named, with what there is; one without a value is nothing."""
    made = tool("GET /a", row("q", "query"), row("key", "header", kind="auth"))

    result = execute(made, {"nope": 1})

    assert (result.error_kind, server.received) == ("argument", [])
    assert "unknown argument 'nope'; the operation takes q" in result.error
    assert execute(made, {"nope": None}).ok


def test_tool_that_is_no_operation(execute: Execute) -> None:
    """Without method and path there is nothing to send."""
    result: ToolResult = execute({"name": "t", "metadata": {}})

    assert (result.error_kind, "no HTTP operation" in result.error) == ("argument", True)


def test_idempotency_key(execute: Execute, server: Loopback) -> None:
    """Sent where the operation declares the header, or the options name one for unsafe calls; an argument wins."""
    declared = tool("POST /a", row("Idempotency-Key", "header"))

    execute(declared, idempotency_key="k1")
    execute(declared, {"Idempotency-Key": "mine"}, idempotency_key="k1")
    execute(tool("POST /a"), idempotency_key="k1")
    execute(tool("POST /a"), idempotency_key="k1", idempotency_header="X-Request-Id")
    execute(tool("GET /a"), idempotency_key="k1", idempotency_header="X-Request-Id")

    sent = [(got.headers.get("idempotency-key"), got.headers.get("x-request-id")) for got in server.received]
    assert sent == [("k1", None), ("mine", None), (None, None), (None, "k1"), (None, None)]


def test_accept_header(execute: Execute, server: Loopback) -> None:
    """The declared media type first, anything after it."""
    execute(tool("GET /a", contract={"result": {"content_type": "application/hal+json"}}))
    execute(tool("GET /a"))

    assert [got.headers["accept"] for got in server.received] == [
        *("application/hal+json, */*;q=0.5", "application/json, */*;q=0.5")
    ]


def test_options_are_checked(execute: Execute) -> None:
    """A limit without meaning is a failure that names it."""
    result = execute(tool("GET /a"), max_bytes=0)

    assert (result.error_kind, "max_bytes" in result.error) == ("argument", True)

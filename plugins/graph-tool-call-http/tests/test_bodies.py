"""Bodies by media type, as the server receives them."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl

import pytest
from http_loopback import Execute, Loopback, row, tool


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


def test_form_fields_with_a_media_type(execute: Execute, server: Loopback) -> None:
    """Without a style, the media type of the encoding decides: JSON, of lists and of texts too."""
    json_text = {"contentType": "application/json"}
    made = tool(
        "POST /f",
        row("tags", "body", field_type="array", encoding=json_text),
        row("word", "body", field_type="string", encoding=json_text),
        row("styled", "body", field_type="array", encoding={**json_text, "style": "form", "explode": False}),
        contract={"body": {"content_type": "application/x-www-form-urlencoded"}},
    )

    execute(made, {"tags": ["a", "b"], "word": "x", "styled": ["c", "d"]})

    assert body_of(server)[1] == b"tags=%5B%22a%22%2C%22b%22%5D&word=%22x%22&styled=c,d"


@pytest.mark.parametrize(
    ("facts", "value", "sent"),
    [
        ({"format": "byte"}, b"\x00\xff", "AP8="),
        ({"format": "byte"}, {"content": "hi"}, "aGk="),
        ({"format": "byte"}, {"filename": "a", "content_base64": "AP8="}, "AP8="),
        ({"format": "byte"}, "AP8=", "AP8="),
        ({"format": "base64url"}, b"\xfb\xff", "-_8"),
        (
            {"array": {"type": "string", "format": "byte"}},
            [b"\x01", {"content": "hi"}, "AA=="],
            ["AQ==", "aGk=", "AA=="],
        ),
        ({"format": "binary"}, {"content": "hi"}, "hi"),
        ({"format": "binary"}, b"hi", "hi"),
        ({"field_type": "object"}, {"content": "hi"}, {"content": "hi"}),
    ],
)
def test_bytes_in_json(execute: Execute, server: Loopback, facts: dict[str, Any], value: Any, sent: Any) -> None:
    """Where the field is Base64, files and bytes are; an object that only looks like a file stays one."""
    made = tool("POST /a", row("f", "body", **facts), contract={"body": {"content_type": "application/json"}})

    assert execute(made, {"f": value}).ok
    assert json.loads(body_of(server)[1]) == {"f": sent}


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


def test_multipart_lists_with_a_style(execute: Execute, server: Loopback) -> None:
    """The style says how a list becomes parts; files are parts of their own whatever it says."""
    csv = {"style": "form", "explode": False}
    made = tool(
        "POST /up",
        row("lang", "body", field_type="array", encoding=csv),
        row("bar", "body", field_type="array", encoding={"style": "pipeDelimited", "explode": False}),
        row("tab", "body", field_type="array", encoding={"style": "tabDelimited", "explode": False}),
        row("multi", "body", field_type="array", encoding={"style": "form", "explode": True}),
        row("plain", "body", field_type="array"),
        row("files", "body", field_type="array", array={"type": "string", "format": "binary"}, encoding=csv),
        contract={"body": {"content_type": "multipart/form-data"}},
    )

    execute(
        made,
        {
            **{name: ["d&e", "f g"] for name in ("lang", "bar", "tab", "multi", "plain")},
            "files": [{"filename": "1", "content": "x"}, {"filename": "2", "content": "y"}],
        },
    )

    assert [(name, file, data.decode()) for name, file, _, data in parts_of(server)] == [
        ("lang", None, "d&e,f g"),
        ("bar", None, "d&e|f g"),
        ("tab", None, "d&e\tf g"),
        *(("multi", None, "d&e"), ("multi", None, "f g"), ("plain", None, "d&e"), ("plain", None, "f g")),
        *(("files", "1", "x"), ("files", "2", "y")),
    ]


def test_file_names_of_any_kind(execute: Execute, server: Loopback) -> None:
    """Quotes and line breaks of a name make no header and no part of their own."""
    made = tool("POST /up", row("f", "body"), contract={"body": {"content_type": "multipart/form-data"}})

    execute(made, {"f": {"filename": 'a"\r\nX-Y: 1\r\n\r\nb', "content": "hi"}})

    body = server.received[0].body
    assert len(parts_of(server)) == 1
    assert b"\r\nX-Y" not in body


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
        ("application/json", {"f": b"\xff"}, "which this body cannot carry"),
        ("multipart/form-data", {"f": {"filename": "a", "content": "", "content_type": "x\r\nX-Y: 1"}}, "line break"),
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

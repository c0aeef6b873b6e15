from __future__ import annotations

import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import pytest
from http_loopback import Answer, Execute, Loopback, row, tool

from graph_tool_call_http.responses import Promise, read_body, retry_after

JSON = "application/json"


# --- bodies ---


@pytest.mark.parametrize(
    ("data", "media", "body"),
    [
        (b'{"id":9007199254740993}', JSON, {"id": 9007199254740993}),
        (b"[1]", "application/vnd.api+json; v=1", [1]),
        (b"[1]", "text/json", [1]),
        ("﻿".encode() + b'{"a":1}', JSON, {"a": 1}),
        ('{"a":"é"}'.encode("utf-16"), JSON, {"a": "é"}),
        (b"", JSON, None),
        (b"", "", None),
        (b"not json", JSON, "not json"),
        (b"9" * 5000, JSON, "9" * 5000),
        (b'{"a":1}\n{"a":2}\n\n', "application/x-ndjson", [{"a": 1}, {"a": 2}]),
        (b"hello", "text/plain", "hello"),
        ("é".encode("latin-1"), "text/plain; charset=latin-1", "é"),
        (b"\xff", "text/plain; charset=no-such", "�"),
        (b"<a/>", "application/xml", "<a/>"),
        (b"<a/>", "image/svg+xml", "<a/>"),
        (b"\x89PNG", "image/png", b"\x89PNG"),
        (b"%PDF", "application/pdf", b"%PDF"),
        (b'{"a":1}', "", {"a": 1}),
        (b"plain", "", "plain"),
        (b"\xff\xfe\x00", "", b"\xff\xfe\x00"),
    ],
)
def test_body_by_media_type(data: bytes, media: str, body: Any) -> None:
    """JSON as values, text as text, the rest as bytes; no body is no body."""
    charset = media.partition("charset=")[2] or None

    assert body == read_body(data, 200, {"content-type": media}, charset, Promise()).value


def test_empty_204_is_a_success(execute: Execute, server: Loopback) -> None:
    """Although it is labelled as JSON."""
    server.default = Answer(status=204, headers={"Content-Type": JSON})

    result = execute(tool("DELETE /h/{id}", row("id", "path")), {"id": 1})

    assert (result.ok, result.body, result.status) == (True, None, 204)


def test_head_has_headers_only(execute: Execute, server: Loopback) -> None:
    """The body that the headers speak of does not come."""
    server.default = Answer(headers={"Content-Type": JSON, "X-Total": "3"}, body=b"[1]")

    result = execute(tool("HEAD /h"))

    assert (result.ok, result.body, result.headers["x-total"]) == (True, None, "3")


def test_compressed_answer(execute: Execute, server: Loopback) -> None:
    """It is decoded."""
    server.default = Answer(
        headers={"Content-Type": JSON, "Content-Encoding": "gzip"}, body=gzip.compress(b'{"a":1}', mtime=0)
    )

    assert execute(tool("GET /a")).body == {"a": 1}


def test_size_limit(execute: Execute, server: Loopback) -> None:
    """Counted after decompression, so that a small bomb is none."""
    server.answers["GET /big"] = Answer(body=b"x" * 2000)
    server.answers["GET /bomb"] = Answer(
        headers={"Content-Encoding": "gzip"}, body=gzip.compress(b"0" * 5_000_000, mtime=0)
    )
    server.answers["GET /fits"] = Answer(headers={"Content-Type": "text/plain"}, body=b"x" * 1000)

    for path in ("/big", "/bomb"):
        result = execute(tool(f"GET {path}"), max_bytes=1000)
        assert (result.ok, result.error_kind, result.data) == (False, "answer", {"option": "max_bytes"})
        assert "1000 bytes" in result.error
    assert execute(tool("GET /fits"), max_bytes=1000).ok


def test_gzip_bomb_in_memory(execute: Execute, server: Loopback) -> None:
    """A bomb is noticed while it is undone: 100 MB of zeros never stand in memory."""
    bomb = gzip.compress(b"0" * 100_000_000, compresslevel=9, mtime=0)
    server.default = Answer(headers={"Content-Encoding": "gzip"}, body=bomb)
    tracemalloc.start()
    try:
        result = execute(tool("GET /bomb"), max_bytes=1_000_000)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert result.error_kind == "answer"
    assert most < 10_000_000


BARE = zlib.compressobj(wbits=-15)


@pytest.mark.parametrize(
    ("coding", "data"),
    [
        ("gzip", gzip.compress(b'{"a":', mtime=0) + gzip.compress(b"1}", mtime=0)),
        ("gzip", gzip.compress(b'{"a":1}', mtime=0) + b"\0\0"),
        ("x-gzip", gzip.compress(b'{"a":1}', mtime=0)),
        ("deflate", zlib.compress(b'{"a":1}')),
        ("deflate", BARE.compress(b'{"a":1}') + BARE.flush()),
        ("deflate, gzip", gzip.compress(zlib.compress(b'{"a":1}'), mtime=0)),
        ("identity", b'{"a":1}'),
    ],
)
def test_content_codings(execute: Execute, server: Loopback, coding: str, data: bytes) -> None:
    """Gzip of several members, deflate with and without its header, one coding over another."""
    server.default = Answer(headers={"Content-Type": JSON, "Content-Encoding": coding}, body=data)

    assert execute(tool("GET /a")).body == {"a": 1}
    assert server.received[0].headers["accept-encoding"] == "gzip, deflate"


def test_large_answer_through_the_decoder(execute: Execute, server: Loopback) -> None:
    """Nothing is lost between the pieces."""
    text = "".join(str(number) for number in range(200_000))
    server.default = Answer(headers={"Content-Type": "text/plain", "Content-Encoding": "gzip"})
    server.default.body = gzip.compress(text.encode())

    assert execute(tool("GET /a")).body == text


@pytest.mark.parametrize("data", [gzip.compress(b'{"a":1}' * 1000, mtime=0)[:-20], b"no gzip at all"])
def test_coding_that_is_none(execute: Execute, server: Loopback, data: bytes) -> None:
    """Cut off or mislabelled data is a failure of the answer."""
    server.default = Answer(headers={"Content-Type": JSON, "Content-Encoding": "gzip"}, body=data)

    result = execute(tool("POST /a"))

    assert (result.ok, result.error_kind, result.sent) == (False, "answer", True)


PROMISE = {
    "result": {"status": "200", "content_type": JSON},
    "produces": [{"name": "id", "path": "$.id", "location": "response"}],
}


@pytest.mark.parametrize(
    ("media", "data", "says"),
    [
        (JSON, b'{"id": "x", ', "is not JSON"),
        (JSON, b'{"id": NaN}', "NaN is not a JSON value"),
        (JSON, b'{"id": 1e999}', "1e999 is too large a number"),
        (JSON, b"[" * 200_000, "nested too deeply"),
        (JSON, b"not json", "is not JSON"),
        ("text/html", b"<html>Please log in</html>", "text/html where the contract promises application/json"),
        ("", b"\xff\xfe", "without a media type"),
    ],
)
def test_answer_that_is_not_what_was_promised(
    execute: Execute, server: Loopback, media: str, data: bytes, says: str
) -> None:
    """It is a failure of its own kind, with status and body; whether a change was made is not said."""
    server.default = Answer(headers={"Content-Type": media} if media else {}, body=data)

    result = execute(tool("POST /a", contract=PROMISE))

    assert (result.ok, result.error_kind, result.status, result.sent) == (False, "answer", 200, True)
    assert says in result.error
    assert result.body is not None


@pytest.mark.parametrize("data", [b'{"id": NaN}', b'{"id": ', b"[" * 200_000])
def test_broken_json_without_a_contract(execute: Execute, server: Loopback, data: bytes) -> None:
    """What begins as an object or a list and is none is a failure, whatever was promised."""
    server.default = Answer(headers={"Content-Type": JSON}, body=data)

    assert execute(tool("GET /a")).error_kind == "answer"


@pytest.mark.parametrize("media", ["text/javascript", "text/plain", "application/octet-stream", ""])
def test_json_under_another_label(execute: Execute, server: Loopback, media: str) -> None:
    """Where the contract promises JSON, JSON is read as JSON."""
    server.default = Answer(headers={"Content-Type": media} if media else {}, body=b'{"id": 1}')

    assert execute(tool("GET /a", contract=PROMISE)).body == {"id": 1}


@pytest.mark.parametrize(
    ("contract", "status"),
    [
        ({**PROMISE, "result": {"status": "200", "content_type": JSON, "content_types": [JSON, "text/*"]}}, 200),
        ({**PROMISE, "result": {"status": "200", "content_type": "text/csv"}}, 200),
        ({"result": {"status": "200", "content_type": JSON}}, 200),
        ({}, 200),
        (PROMISE, 202),
    ],
)
def test_other_answers_stay_as_they_are(
    execute: Execute, server: Loopback, contract: dict[str, Any], status: int
) -> None:
    """A documented media type, a contract without fields, an answer with another status: text is text."""
    server.default = Answer(status=status, headers={"Content-Type": "text/csv"}, body=b'{"a":1}')

    result = execute(tool("GET /a", contract=contract))

    assert (result.ok, result.body) == (True, '{"a":1}')


# --- failures ---


@pytest.mark.parametrize(
    ("status", "kind", "body", "error"),
    [
        (404, "http", b'{"message":"no such order"}', "GET /a/{id} answered 404: no such order"),
        (400, "http", b'{"error":{"message":"bad"}}', "GET /a/{id} answered 400: bad"),
        (400, "http", b'{"errors":[{"detail":"bad one"}]}', "GET /a/{id} answered 400: bad one"),
        (422, "http", b'{"title":"Invalid","detail":"qty"}', "GET /a/{id} answered 422: qty"),
        (500, "http", b"", "GET /a/{id} answered 500"),
        (502, "http", b"<html>Bad Gateway</html>", "GET /a/{id} answered 502"),
        (401, "auth", b'{"message":"who?"}', "GET /a/{id} answered 401: who?"),
        (403, "auth", b"", "GET /a/{id} answered 403"),
        (304, "http", b"", "GET /a/{id} answered 304 (a redirect that is not followed)"),
    ],
)
def test_failing_statuses(execute: Execute, server: Loopback, status: int, kind: str, body: bytes, error: str) -> None:
    """The result has status, kind, and what the server said."""
    media = "text/html" if body.startswith(b"<") else JSON
    server.default = Answer(status=status, headers={"Content-Type": media}, body=body)

    result = execute(tool("GET /a/{id}", row("id", "path")), {"id": 1})

    assert (result.ok, result.status, result.error_kind, result.error) == (False, status, kind, error)


def test_declared_redirect_is_a_success(execute: Execute, server: Loopback) -> None:
    """An operation whose documented answer is a redirect has succeeded with it."""
    server.default = Answer(status=302, headers={"Location": "/elsewhere"})

    result = execute(tool("POST /login", contract={"result": {"status": "302"}}))

    assert (result.ok, result.headers["location"]) == (True, "/elsewhere")


def test_retry_after_in_a_result(execute: Execute, server: Loopback) -> None:
    """The wait that the server asks for comes along, and is said."""
    server.default = Answer(status=429, headers={"Retry-After": "7"})

    result = execute(tool("GET /a"))

    assert result.retry_after == 7.0
    assert result.error == "GET /a answered 429 (the server asks to wait 7 s)"


def test_retry_after_forms() -> None:
    """Seconds, a date, a date that is past, nonsense."""
    now = datetime(2030, 1, 1, tzinfo=timezone.utc)
    seconds = now.timestamp()

    def read(text: str) -> float | None:
        return retry_after({"Retry-After": text}, lambda: seconds)

    assert read("120") == 120.0
    assert read(format_datetime(now + timedelta(seconds=30), usegmt=True)) == 30.0
    assert read(format_datetime(now - timedelta(seconds=30), usegmt=True)) == 0.0
    assert read("Tue, 01 Jan 2030 00:00:30 -0000") == 30.0
    assert read("soon") is None
    assert read("²") is None
    assert read("-5") is None
    assert read("9" * 400) is None
    assert read("Mon, 99 Foo 2030 25:61:61 GMT") is None
    assert read("") is None


def test_nobody_listens(execute: Execute, servers: Callable[[], Loopback]) -> None:
    """A refused connection is a failure of its own kind; it names the server and the reason, not who wanted in."""
    gone = servers()
    url = gone.url
    gone.http.server_close()

    result = execute(tool("GET /a"), base_url=url.replace("://", "://ada:hunter2@") + "/v1?key=hunter2")

    assert (result.ok, result.error_kind, result.sent) == (False, "connection", False)
    assert f"GET /a: no answer from {url} (Connection refused)" == result.error


def test_text_that_no_request_can_carry(execute: Execute) -> None:
    """Half a surrogate pair has no bytes: that is said of the argument, and nothing is sent."""
    for place in ("query", "header", "path"):
        result = execute(tool("GET /a/{q}" if place == "path" else "GET /a", row("q", place)), {"q": "\ud800"})

        assert (result.ok, result.error_kind) == (False, "argument")

"""The table "Style Examples" of OpenAPI 3.1.1, 4.8.12.4, and what lies beside it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote_plus

import pytest
from http_loopback import Execute, Loopback, row, tool

from graph_tool_call_http.styles import escape_reserved, header_text, path_text, query_pairs, text_of

ARRAY = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}


@pytest.mark.parametrize(
    ("style", "explode", "value", "text"),
    [
        ("matrix", False, "", ";color"),
        ("matrix", False, "blue", ";color=blue"),
        ("matrix", False, ARRAY, ";color=blue,black,brown"),
        ("matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
        ("matrix", True, "", ";color"),
        ("matrix", True, "blue", ";color=blue"),
        ("matrix", True, ARRAY, ";color=blue;color=black;color=brown"),
        ("matrix", True, OBJECT, ";R=100;G=200;B=150"),
        ("label", False, "", "."),
        ("label", False, "blue", ".blue"),
        ("label", False, ARRAY, ".blue,black,brown"),
        ("label", False, OBJECT, ".R,100,G,200,B,150"),
        ("label", True, ARRAY, ".blue.black.brown"),
        ("label", True, OBJECT, ".R=100.G=200.B=150"),
        ("simple", False, "", ""),
        ("simple", False, "blue", "blue"),
        ("simple", False, ARRAY, "blue,black,brown"),
        ("simple", False, OBJECT, "R,100,G,200,B,150"),
        ("simple", True, ARRAY, "blue,black,brown"),
        ("simple", True, OBJECT, "R=100,G=200,B=150"),
        # What delimits is never escaped, what is delimited always is.
        ("simple", False, ["a,b", "c/d"], "a%2Cb,c%2Fd"),
        ("label", True, ["a.b", "é"], ".a.b.%C3%A9"),
        ("matrix", True, {"a;b": "c=d"}, ";a%3Bb=c%3Dd"),
        ("simple", False, True, "true"),
        ("simple", False, [True, False, 0], "true,false,0"),
        ("simple", False, 9007199254740993, "9007199254740993"),
    ],
)
def test_path_styles(style: str, explode: bool, value: Any, text: str) -> None:
    """Simple, label and matrix, exploded or not."""
    assert text == path_text("color", value, style, explode=explode)


@pytest.mark.parametrize(
    ("style", "explode", "value", "query"),
    [
        ("form", False, "", "color="),
        ("form", False, "blue", "color=blue"),
        ("form", False, ARRAY, "color=blue,black,brown"),
        ("form", False, OBJECT, "color=R,100,G,200,B,150"),
        ("form", True, ARRAY, "color=blue&color=black&color=brown"),
        ("form", True, OBJECT, "R=100&G=200&B=150"),
        ("spaceDelimited", False, ARRAY, "color=blue%20black%20brown"),
        ("spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
        ("pipeDelimited", False, ARRAY, "color=blue%7Cblack%7Cbrown"),
        ("pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
        ("pipeDelimited", True, ARRAY, "color=blue&color=black&color=brown"),
        ("deepObject", True, OBJECT, "color[R]=100&color[G]=200&color[B]=150"),
        ("deepObject", True, {"a": {"b": [1, {"c": True}]}}, "color[a][b][0]=1&color[a][b][1][c]=true"),
        ("deepObject", True, ["x", "y"], "color[0]=x&color[1]=y"),
        ("deepObject", True, "plain", "color=plain"),
        ("form", True, [], ""),
        ("form", False, [], ""),
        ("form", True, {}, ""),
        ("form", True, [1, None, 2], "color=1&color=2"),
        ("form", True, {"a": None, "b": 1}, "b=1"),
        ("form", False, ["a,b", "c&d"], "color=a%2Cb,c%26d"),
        ("form", True, "a b+c", "color=a%20b%2Bc"),
    ],
)
def test_query_styles(style: str, explode: bool, value: Any, query: str) -> None:
    """Form, the delimited styles, and deep objects."""
    pairs = query_pairs("color", value, style, explode=explode)

    assert query == "&".join(f"{name}={text}" for name, text in pairs)


@pytest.mark.parametrize(
    ("explode", "value", "text"),
    [
        (False, "a b", "a b"),
        (False, True, "true"),
        (False, ["a", "b"], "a,b"),
        (False, OBJECT, "R,100,G,200,B,150"),
        (True, OBJECT, "R=100,G=200,B=150"),
    ],
)
def test_header_style(explode: bool, value: Any, text: str) -> None:
    """Simple, and nothing escaped: headers have no escapes."""
    assert text == header_text(value, explode=explode)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (None, ""),
        (0, "0"),
        (1.5, "1.5"),
        ("0012", "0012"),
        (2**70, "1180591620717411303424"),
        ({"a": [1, True]}, '{"a":[1,true]}'),
        ("주문", "주문"),
        (b"ab", "ab"),
    ],
)
def test_plain_values(value: Any, text: str) -> None:
    """Booleans lower case, numbers as in JSON, nested values as JSON."""
    assert text == text_of(value)


def test_reserved_characters_may_stay() -> None:
    """With `allowReserved`, but for those that end a value."""
    assert escape_reserved("a/b:c?d&e=f#g h") == "a/b:c?d%26e%3Df%23g%20h"


def test_form_bodies_escape_by_plus() -> None:
    """The same pairs with another escape are a form body."""
    assert list(query_pairs("a b", "c d", "form", explode=True, escaped=quote_plus)) == [("a+b", "c+d")]


CONTENT = {"content_type": "application/json", "field_type": "string"}


def test_texts_described_by_a_json_media_type(execute: Execute, server: Loopback) -> None:
    """A text is a JSON text, wherever it goes; a text in place of an object is taken as that object's JSON."""
    made = tool(
        "GET /c/{p}",
        row("p", "path", **CONTENT),
        *(row(name, "query", **CONTENT) for name in ("mood", "code")),
        row("plain", "query", content_type="text/plain", field_type="string"),
        row("filter", "query", content_type="application/json", field_type="object"),
        row("X-H", "header", **CONTENT),
        row("c", "cookie", **CONTENT),
    )
    args = {"p": "a", "mood": "calm", "code": "12", "plain": "as is", "filter": '{"a":1}', "X-H": "h", "c": "d"}

    assert execute(made, args).ok

    got = server.received[0]
    assert got.target == "/c/%22a%22?mood=%22calm%22&code=%2212%22&plain=as%20is&filter=%7B%22a%22%3A1%7D"
    assert (got.headers["x-h"], got.headers["cookie"]) == ('"h"', "c=%22d%22")


def test_reserved_characters_keep_what_is_escaped(execute: Execute, server: Loopback) -> None:
    """With `allowReserved`, percent triples pass as they are (RFC 6570, 3.2.3); a lone percent sign is escaped."""
    made = tool("GET /a", row("q", "query", allow_reserved=True), row("r", "query"))

    execute(made, {"q": "x%2Fy/z %2 100%", "r": "x%2Fy"})

    assert server.targets == ["GET /a?q=x%2Fy/z%20%252%20100%25&r=x%252Fy"]


@pytest.mark.parametrize(
    ("style", "escaped", "plain"),
    [("pipeDelimited", "1%7C2", "1|2"), ("spaceDelimited", "1%202", "1 2"), ("tabDelimited", "1%092", "1\t2")],
)
def test_delimiters_outside_the_query(execute: Execute, server: Loopback, style: str, escaped: str, plain: str) -> None:
    """The collection formats of Swagger 2.0 hold in paths and headers as in queries."""
    facts = {"style": style, "explode": False}

    execute(
        tool("GET /h/{p}", row("p", "path", **facts), row("q", "query", **facts), row("X-H", "header", **facts)),
        {"p": ["1", "2"], "q": ["1", "2"], "X-H": ["1", "2"]},
    )

    assert server.received[0].target == f"/h/{escaped}?q={escaped}"
    assert server.received[0].headers["x-h"] == plain

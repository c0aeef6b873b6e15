from __future__ import annotations

import pytest

from graph_tool_call.cli.entities import parse_entities, values_of
from graph_tool_call.cli.failure import BAD_INPUT, USAGE, CommandError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("42", 42),
        ("-3.5", -3.5),
        ("true", True),
        ("false", False),
        ("null", None),
        ('"42"', "42"),
        ("[1, 2]", [1, 2]),
        ('{"zip": "0815"}', {"zip": "0815"}),
        ("9007199254740993", 9007199254740993),
        ("A-100", "A-100"),
        ("0815", "0815"),
        ("1e5", "1e5"),
        ("True", "True"),
        ("", ""),
        ("a=b", "a=b"),
        ("@@home", "@home"),
    ],
)
def test_value(text, value):
    """JSON-like values are values, everything else is the text as written."""
    assert {"k": value} == values_of(parse_entities([f"k={text}"]))


def test_boolean_is_not_a_number():
    """`true` is True and not 1."""
    assert values_of(parse_entities(["k=true"]))["k"] is True


def test_text_is_kept_beside_the_value():
    """A field that takes text gets what was written."""
    entity = parse_entities(["zip=1.50"])["zip"]

    assert (1.5, "1.50", True) == (entity.value, entity.text, entity.typed)


def test_file(tmp_path):
    """`@FILE` takes a file's text; a .json file is read as JSON."""
    (tmp_path / "note.txt").write_text("two\nlines", encoding="utf-8")
    (tmp_path / "body.json").write_text('{"a": [1]}', encoding="utf-8")

    found = values_of(parse_entities([f"note=@{tmp_path}/note.txt", f"body=@{tmp_path}/body.json"]))

    assert {"note": "two\nlines", "body": {"a": [1]}} == found


def test_missing_file(tmp_path):
    """A file that cannot be read is a bad input that names the file."""
    with pytest.raises(CommandError, match=r"gone\.txt: the file cannot be read") as caught:
        parse_entities([f"k=@{tmp_path}/gone.txt"])

    assert ("entity_file", BAD_INPUT) == (caught.value.code, caught.value.exit_code)


@pytest.mark.parametrize("item", ["name", "=5", " =5"])
def test_without_name_or_equals(item):
    """Anything but NAME=VALUE is a usage error that shows what was written."""
    with pytest.raises(CommandError, match="not of the form NAME=VALUE") as caught:
        parse_entities([item])

    assert USAGE == caught.value.exit_code


def test_broken_json():
    """What begins like JSON has to be JSON, and the error says how to write plain text."""
    with pytest.raises(CommandError, match=r"is not JSON.*for text that begins like JSON"):
        parse_entities(["ids=[1,"])


def test_given_twice():
    """A name is given once; nothing is overwritten silently."""
    with pytest.raises(CommandError, match="gives a twice"):
        parse_entities(["a=1", "a=2"])


@pytest.mark.parametrize("word", ["issue.title", "issue title", "query.lang", "member_name", "파트너.이름", "a.b.c"])
def test_words_with_dots_and_blanks_stay_words(word):
    """Which thing's attribute, or which member of which object, is meant is for those who read the request."""
    assert {word: "Crash on start"} == values_of(parse_entities([f"{word}=Crash on start"]))


def test_an_object_is_one_only_where_it_is_written_as_one():
    """A dotted word builds no object; JSON does."""
    given = values_of(parse_entities(["issue.title=a", "issue.state=open", 'labels={"name": "bug"}']))

    assert {"issue.title": "a", "issue.state": "open", "labels": {"name": "bug"}} == given

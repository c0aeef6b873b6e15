"""`understand`: what a request is taken for, alone; kept in a file, edited, and handed back."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from graph_tool_call.request import REQUEST_SCHEMA, Request

pytestmark = pytest.mark.bundled

LIBRARY = Path(__file__).resolve().parents[2] / "examples" / "library.yaml"
RESERVE = ("--target", "reserveBook", "-e", "isbn=9780441013593", "-e", "until=2026-12-24")


@pytest.fixture(name="library", autouse=True)
def _library(tmp_path, monkeypatch):
    """A folder of its own with the library's document in it."""
    monkeypatch.chdir(tmp_path)
    Path("library.yaml").write_bytes(LIBRARY.read_bytes())
    return "library.yaml"


def request(**parts):
    """A request for reserveBook as a file has it."""
    return {"target": "reserveBook", "settings": [{"input": "isbn", "value": "1", "word": "isbn"}], **parts}


def kept(data, name="request.json"):
    """The name of a file with *data* in it."""
    Path(name).write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return name


# --- what is shown ---


def test_every_value_is_told(cli, library):
    """What has a place with who says so, what has none, and which required inputs nothing is said of."""
    result = cli("understand", library, *RESERVE, "-e", "shelf=A3")

    assert (0, "") == (result.code, result.err)
    assert "reserveBook POST /books/{isbn}/reservations" in result.words
    assert "isbn 9780441013593 input isbn request_exact" in result.words
    assert "shelf A3 no place found" in result.words
    assert "required: memberId, pickupBranchId" in result.words


def test_json_is_the_request(cli, library):
    """It is valid by the schema that `--schema` writes, and can be read again."""
    answer = cli("understand", library, "reserve a book", *RESERVE, "-e", "shelf=A3", "--json").json
    schema = json.loads(cli("understand", "--schema").out)

    Draft202012Validator(schema).validate(answer)
    assert answer == Request.from_dict(answer).to_dict()
    assert schema == REQUEST_SCHEMA
    assert ("reserveBook", "reserve a book") == (answer["target"], answer["question"])
    assert {"isbn": "9780441013593", "until": "2026-12-24"} == {s["input"]: s["value"] for s in answer["settings"]}
    assert ["shelf"] == [u["word"] for u in answer["unread"]]


def test_digits_for_text_are_text(cli, library):
    """A number given for an input of text is kept as written, as `plan` does."""
    answer = cli("understand", library, "--target", "listCopies", "-e", "isbn=0", "--json").json

    assert "0" == answer["settings"][0]["value"]


def test_a_question_selects_and_says_how_sure(cli, library):
    """The operation comes from the question; an ambiguous one is told with the others, not refused."""
    sure = cli("understand", library, "register a member with name and email", "-e", "name=Mina", "-e", "email=m@x.de")
    close = cli("understand", library, "a book for a member", "-e", "isbn=1")

    assert "registerMember POST /members" in sure.words
    assert "margin" in sure.words
    assert (0, True) == (close.code, "ambiguous" in close.words and "also:" in close.words)


def test_nothing_said_is_said(cli, library):
    """A target alone has nothing to understand."""
    assert "Nothing is said" in cli("understand", library, "--target", "listBranches").out


def test_secrets_are_withheld(cli, library):
    """A value under the name of a secret stands nowhere: not in the table, the question, or the file."""
    ask = ("understand", library, "list members with hunter22", "--target", "listMembers", "-e", "password=hunter22")

    shown, data = cli(*ask), cli(*ask, "--json", "-o", "kept.json")

    for text in (shown.out, data.out, Path("kept.json").read_text(encoding="utf-8")):
        assert "hunter22" not in text
    assert "password [hidden]" in shown.words


def test_secrets_of_a_change_are_withheld_from_its_words(cli, library):
    """Where something is changed, words that nothing explains are told: without the secret among them."""
    ask = ("understand", library, "frobnicate hunter22 now", "--target", "closeMembership", "-e", "token=hunter22")

    assert "hunter22" not in cli(*ask).out + cli(*ask, "--json").out


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((), "name an API description"),
        (("library.yaml",), "say what is wanted"),
        (("library.yaml", "a question", "--request", "r.json"), "--request FILE says what is meant"),
        (("library.yaml", "--target", "listMembers", "--llm-target", "listMembers"), "--target has already decided"),
        (("library.yaml", "--target", "listMembrs"), "did you mean listMembers"),
    ],
)
def test_what_is_wrong_with_the_command_line(cli, given, told):
    """Each mistake is one line with the next step."""
    result = cli("understand", *given)

    assert result.code in (1, 2)
    assert told in result.err


def test_texts_of_a_file_cannot_forge_lines(cli, library):
    """Control characters and line breaks of a request are a stranger's, too."""
    evil = "x\x1b[2J\u2028forged\nforged"
    data = request(unread=[{"word": f"w{evil}", "value": evil}])

    result = cli("understand", library, "--request", kept(data))

    assert 0 == result.code
    assert not any(line.startswith("forged") for line in result.out.splitlines())
    assert not {"\x1b", "\u2028"} & set(result.out)


# --- values that are more than a text ---


def upload():
    """A document with one operation that takes a file, a text that may be null, and an object as it is."""
    properties = {
        "file": {"type": "string", "format": "binary"},
        "caption": {"type": "string", "nullable": True},
        "meta": {"type": "object", "additionalProperties": True},
    }
    body = {"multipart/form-data": {"schema": {"type": "object", "required": ["file"], "properties": properties}}}
    operation = {
        "operationId": "addPhoto",
        "summary": "Add a photo",
        "requestBody": {"required": True, "content": body},
        "responses": {"200": {"description": "fine"}},
    }
    document = {"openapi": "3.0.3", "info": {"title": "x", "version": "1"}, "paths": {"/photos": {"post": operation}}}
    Path("photos.json").write_text(json.dumps(document), encoding="utf-8")
    Path("sea.png").write_bytes(b"\x89PNG\xff")
    return ("photos.json", "--target", "addPhoto", "-e", "file=@sea.png")


def test_files_objects_and_nulls_are_one_value_each(cli):
    """None is taken apart into members, and all have their place."""
    given = ("-e", 'meta={"a": {"b": 1}}', "-e", "caption=null")

    answer = cli("understand", *upload(), *given, "--json", "-o", "kept.json").json

    said = {one["input"]: one["value"] for one in answer["settings"]}
    assert ({"a": {"b": 1}}, None, "sea.png") == (said["meta"], said["caption"], said["file"]["filename"])
    assert "unread" not in answer
    plan = cli("plan", "photos.json", "--request", "kept.json", "--json").json["plan"]
    assert plan["steps"][-1]["args"] == said


def test_a_null_is_told_by_plan(cli):
    """What the command line itself sets stands among what was understood, too."""
    answer = cli("plan", *upload(), "-e", "caption=null", "--json").json

    (said,) = [one for one in answer["request"]["settings"] if one["input"] == "caption"]
    assert (None, "caption", "caller") == (said["value"], said["word"], said["said_by"])


# --- kept and handed back ---


def test_a_kept_request_comes_back_as_it_was(cli, library):
    """What --out writes, --request shows and checks without reading anything anew."""
    first = cli("understand", library, *RESERVE, "-o", "kept.json", "--json").json

    assert first == json.loads(Path("kept.json").read_bytes())
    assert first == cli("understand", library, "--request", "kept.json", "--json").json


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("{", "not JSON"),
        ([], "expected"),
        (request(wishes=[]), "wishes"),
        ({"settings": []}, "it has no target, and --target names none @ $.target"),
        (request(settings=[{"input": "isbm", "value": "1"}]), "'isbm'; did you mean 'isbn'? @ $.settings[0].input"),
        (request(things=[{"id": "t1", "noun": "member"}]), "nothing describes it @ $.things[0].where"),
        (
            request(things=[{"id": "t1", "noun": "member", "where": [{"value": 1}], "roles": ["member"]}]),
            "'member'; did you mean 'memberId'? @ $.things[0].roles[0]",
        ),
        (
            request(things=[{"id": "t1", "noun": "member", "where": [{"attribute": "nam", "value": "Mina"}]}]),
            "'nam' of member; did you mean 'name'? @ $.things[0].where[0].attribute",
        ),
        (
            request(things=[{"id": "t1", "where": [{"value": 1}], "roles": ["isbn"]}]),
            "'isbn' is filled twice",
        ),
    ],
)
def test_a_file_that_is_no_request(cli, library, data, told):
    """The error names the file, the place and the next step."""
    result = cli("understand", library, "--request", kept(data))

    assert (3, True) == (result.code, result.err.startswith("error[request_file]: request.json: "))
    assert told in result.err


def test_a_file_that_cannot_be_read(cli, library):
    """A missing file, and one that is no text."""
    Path("bytes.json").write_bytes(b"\xff\xfe{")

    assert "nowhere.json: cannot be read: No such file" in cli("understand", library, "--request", "nowhere.json").err
    assert "bytes.json: is not UTF-8" in cli("understand", library, "--request", "bytes.json").err


def test_a_request_for_another_target_is_refused(cli, library):
    """--target and the file must agree."""
    result = cli("understand", library, "--request", kept(request()), "--target", "getMember")

    assert 3 == result.code
    assert "it is for 'reserveBook', and --target names 'getMember' @ $.target" in result.err


# --- edited ---


@pytest.fixture(name="editor")
def _editor(monkeypatch):
    """Make the editor a program that replaces one text by another in the file."""

    def set_editor(old, new):
        program = "import sys, pathlib; p = pathlib.Path(sys.argv[1]); t = p.read_text('utf-8'); "
        program += f"p.write_text(t.replace({old!r}, {new!r}), 'utf-8'); import os; os.utime(p, (1, 1))"
        Path("editor.py").write_text(program, encoding="utf-8")
        monkeypatch.setenv("EDITOR", f"{sys.executable} {Path('editor.py').resolve()}")
        monkeypatch.delenv("VISUAL", raising=False)

    return set_editor


def test_what_is_edited_is_the_callers_word(cli, library, editor):
    """The corrected value is kept, with its author; the others keep theirs."""
    editor("2026-12-24", "2027-01-31")

    answer = cli("understand", library, *RESERVE, "--edit", "--json").json

    said = {s["input"]: (s["value"], s["said_by"]) for s in answer["settings"]}
    assert {"isbn": ("9780441013593", "request_exact"), "until": ("2027-01-31", "caller")} == said


def test_an_edited_request_is_checked(cli, library, editor):
    """What is no request any more is refused with its place, and nothing is written."""
    editor('"input": "until"', '"input": "untill"')

    result = cli("understand", library, *RESERVE, "--edit", "-o", "kept.json")

    assert 3 == result.code
    assert "the edited request: there is no input 'untill'; did you mean 'until'?" in result.err
    assert not Path("kept.json").exists()


# --- read by the bundled plugins ---


def test_a_word_of_a_thing_describes_it(cli, library):
    """`member.name` is no input: it describes the member that the membership is closed of."""
    answer = cli("understand", library, "--target", "closeMembership", "-e", "member.name=Mina Park", "--json").json

    (thing,) = answer["things"]
    assert ("member", ["memberId"]) == (thing["noun"], thing["roles"])
    assert [("name", "Mina Park", "member.name")] == [(c["attribute"], c["value"], c["word"]) for c in thing["where"]]


def test_a_wrong_reading_is_corrected_in_a_word(cli, library):
    """What the word leaves open, a word with the thing and its attribute settles."""
    ask = ("understand", library, "--target", "closeMembership", "--json")

    before, after = cli(*ask, "-e", "whom=mina@x.de").json, cli(*ask, "-e", "member.email=mina@x.de").json

    assert (["whom"], False) == ([one["word"] for one in before["unread"]], "things" in before)
    assert [["email"]] == [[c["attribute"] for c in t["where"]] for t in after["things"]]
    assert "unread" not in after


def test_corrections_are_words_that_do(cli, library):
    """A name that may be the member's or the branch's: each word that is offered settles it, and costs no other."""
    ask = ("understand", library, "--target", "reserveBook", "-e", "isbn=9780441013593", "-e", "name=Mill Street")

    result = cli(*ask)

    assert "A word says what is meant" in result.out
    for word, role in (("member.name", "memberId"), ("branch.name", "pickupBranchId")):
        assert f"-e '{word}=Mill Street'" in result.out
        answer = cli(*ask[:-2], "-e", f"{word}=Mill Street", "--json").json
        assert ([[role]], False) == ([thing["roles"] for thing in answer["things"]], "unread" in answer)


def test_a_word_that_would_take_another_place_is_not_offered(cli, library):
    """The book has its title already: "isbn.title" would push that out."""
    ask = ("understand", library, "--target", "reserveBook", "-e", "title=Dune", "-e", "name=Mill Street")

    assert "title=Mill Street" not in cli(*ask).out


def test_other_readings_are_told_once(cli, library):
    """A place that several plugins name is one other reading, with the surest score."""
    same = {"word": "isbn", "place": "book.isbn", "said_by": "x"}
    data = request(alternatives=[{**same, "score": 0.6}, {**same, "score": 0.8}])

    result = cli("understand", library, "--request", kept(data))

    assert 1 == result.out.count("book.isbn")
    assert "book.isbn 0.80" in result.words

from __future__ import annotations

import json
from typing import Any

import pytest
from conventional import worded
from reading import only_reading

from graph_tool_call import hookimpl
from graph_tool_call.hooks import ExecutorSpec, ToolResult
from graph_tool_call.plan import Plan, PlanRunner, PlanStep
from graph_tool_call.plan.running.redact import REDACTED, Redactor, holds_redacted, secret_names


@pytest.mark.parametrize(
    "name",
    [
        *("Authorization", "authorization", "X-API-Key", "apiKey", "api_key", "client_secret", "newPassword"),
        *("Set-Cookie", "access_token", "refreshToken", "token", "x-csrf-token", "aws_secret_access_key"),
        *("JSESSIONID", "private-key"),
    ],
)
def test_names_of_credentials(name: str) -> None:
    """In any spelling, at the end of a longer name too."""
    assert Redactor().is_secret(name)
    assert Redactor().mask({name: "value"}) == {name: REDACTED}


@pytest.mark.parametrize(
    "name", ["nextPageToken", "tokens_used", "author", "keyword", "orderKey", "secretary", "pinned"]
)
def test_ordinary_names(name: str) -> None:
    """Paging tokens and words that only resemble a credential stay readable."""
    assert Redactor().mask({name: "value"}) == {name: "value"}


def test_null_is_no_credential() -> None:
    """That none is there is worth knowing."""
    assert Redactor().mask({"token": None}) == {"token": None}


def test_values_are_masked_wherever_they_occur() -> None:
    """What was learnt as a credential is masked inside longer texts, the longer value first."""
    redactor = Redactor()
    redactor.learn({"a": ["secret-1", "secret-1-long"], "short": "abc"})

    assert redactor.mask(["see secret-1-long and secret-1", "abc"]) == [f"see {REDACTED} and {REDACTED}", "abc"]


@pytest.mark.parametrize(
    ("learnt", "quoted", "masked"),
    [
        ("p/w é+1", "GET /me?key=p%2Fw%20%C3%A9%2B1", f"GET /me?key={REDACTED}"),
        ("p/w é+1", "key=p%2Fw+%C3%A9%2B1&x=1", f"key={REDACTED}&x=1"),
        (("ada", "lovelace"), "sent YWRhOmxvdmVsYWNl", f"sent {REDACTED}"),
        ({"username": "ada", "password": "lovelace"}, "sent YWRhOmxvdmVsYWNl", f"sent {REDACTED}"),
        ("half\ud800", "half\ud800 is not valid", f"{REDACTED} is not valid"),
    ],
)
def test_values_are_masked_as_they_are_sent(learnt: object, quoted: str, masked: str) -> None:
    """A server may quote a credential as it came: escaped in a URL or a form, or in Base64."""
    redactor = Redactor()
    redactor.learn(learnt)

    assert masked == redactor.text(quoted)


def test_child_knows_what_its_parent_learns() -> None:
    """Also later; and not the other way round."""
    parent = Redactor()
    child = parent.child()
    parent.learn("parent-secret")
    child.learn("child-secret")

    assert child.text("parent-secret child-secret") == f"{REDACTED} {REDACTED}"
    assert parent.text("parent-secret child-secret") == f"{REDACTED} child-secret"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Authorization: Bearer abcdef123456", f"Authorization: Bearer {REDACTED}"),
        ("basic dXNlcjpwYXNz1234==", f"basic {REDACTED}"),
        ("token expired", "token expired"),
        ("bearer authentication required", "bearer authentication required"),
    ],
)
def test_header_values_in_texts(text: str, masked: str) -> None:
    """Values of authentication headers are masked; talk about them is not."""
    assert masked == Redactor().text(text)


def test_preview_is_bounded() -> None:
    """Long texts, wide objects, deep nesting: the size has a limit, and what is cut is said."""
    deep: object = "x"
    for _ in range(200):
        deep = {"a": deep, "b": [deep]}
    value = {"long": "y" * 100_000, "wide": {f"k{i}": i for i in range(1000)}, "rows": list(range(1000)), "deep": deep}

    text = json.dumps(Redactor().preview(value), ensure_ascii=False)

    assert len(text) < 20_000
    assert "(100000 characters)" in text
    assert "1000 members" in text
    assert "(1000 elements)" in text


def test_preview_masks_before_it_cuts() -> None:
    """Half a credential is still too much of it."""
    redactor = Redactor(text=20)
    redactor.learn("0123456789" * 5)

    assert "0123456789" not in json.dumps(redactor.preview({"x": "at the end " + "0123456789" * 5}))


def test_binary_values() -> None:
    """Bytes are named in events, and kept for a store."""
    assert Redactor().mask({"f": b"abc"}) == {"f": "<bytes>"}
    assert Redactor().mask({"f": b"abc"}, binary=True) == {"f": b"abc"}


def test_secret_names_of_a_tool() -> None:
    """Fields that the contract calls credentials, sent or received."""
    rows = {
        "consumes": [{"name": "X-Sess", "kind": "auth"}, {"name": "q"}],
        "produces": [{"name": "tk", "kind": "auth"}],
    }

    assert secret_names({"metadata": {"api_contract": rows}}) == {"X-Sess", "tk"}


def test_holds_redacted() -> None:
    """At any depth."""
    assert holds_redacted({"a": [{"b": f"Bearer {REDACTED}"}]})
    assert not holds_redacted({"a": [{"b": "c"}, 1, None]})


class _Echo:
    """An executor whose system tells everything that it was sent."""

    @hookimpl
    def gtc_executors(self) -> list[ExecutorSpec]:
        return [ExecutorSpec(name="echo", description="echo")]

    @hookimpl
    def gtc_execute(self, call: Any, context: Any) -> ToolResult:
        sent = [context.credentials("key"), context.options.get("headers"), dict(call.args)]
        return ToolResult(ok=False, error_kind="http", error=f"not allowed: {sent}", body={"sent": sent})


def _trace(**given: Any) -> str:
    plugins = only_reading().with_(_Echo(), id="echo")
    runner = PlanRunner.from_plugins({"tools": {"t": {}}}, executor="echo", plugins=plugins, **given)
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="t", args={"q": "plain"})], output_binding="${s1}")
    trace = runner.run(plan)
    return f"{trace!r} {json.dumps(trace.to_dict())}"


def test_executor_that_quotes_what_it_was_given() -> None:
    """A credential, and a header named like one, are masked in what comes back; other headers are not."""
    headers = {"X-Api-Key": "header-s3cret", "X-Tenant": "acme"}

    told = _trace(credentials={"key": "s3cret-key"}.get, options={"headers": headers})

    assert "not allowed" in told
    assert "acme" in told
    assert "s3cret" not in told


def test_names_of_secrets_that_plugins_say() -> None:
    """What is sent under such a name is masked wherever it comes back."""

    def told(tables: dict[str, list[str]]) -> str:
        plugins = worded(only_reading().with_(_Echo(), id="echo"), tables)
        runner = PlanRunner.from_plugins({"tools": {"t": {}}}, executor="echo", plugins=plugins)
        plan = Plan(id="p", steps=[PlanStep("s1", "t", {"wacht_woord": "tulp-4711-rood"})], output_binding="${s1}")
        return json.dumps(runner.run(plan).to_dict())

    assert "tulp-4711-rood" in told({})
    assert "tulp-4711-rood" not in told({"secret_names": ["wachtWoord"]})


def test_credentials_that_cannot_be_had() -> None:
    """What the callback raises may quote the secret: its type is told, and its text is not."""

    def broken(scheme: str) -> str:
        raise KeyError(f"no entry for s3cret in {scheme}")

    told = _trace(credentials=broken)

    assert "credentials('key') raised KeyError" in told
    assert "s3cret" not in told


@pytest.mark.parametrize(
    "name",
    [
        *("ssn", "creditCard", "card_number", "iban", "mfaCode", "totp", "recovery_code", "connectionString"),
        *("accessKeyId", "licenseKey", "encryption_key", "auth_header", "x-auth", "code_verifier"),
    ],
)
def test_further_names_of_credentials(name: str) -> None:
    """What identifies a person or opens an account is masked whatever it holds."""
    assert Redactor().mask({name: "x"}) == {name: REDACTED}


@pytest.mark.parametrize("name", ["session", "sid", "sas", "pat", "dsn", "csrf", "assertion"])
def test_doubtful_names_are_masked_by_what_they_hold(name: str) -> None:
    """A key is one, a word or a thing of that name is none."""
    redactor = Redactor()

    for value in ("a1b2c3d4", "eyJhbGciOi.JIUzI1NiJ9", 48291355, "correct horse battery staple"):
        assert redactor.mask({name: value}) == {name: REDACTED}
    for value in ("Monday", {"id": 7, "title": "Opening"}, [1, 2], 7, None, True):
        assert redactor.mask({name: value}) == {name: value}


@pytest.mark.parametrize("word", ["user", "none", "true", "enabled", "main", "yes", "12", "Kim"])
def test_ordinary_words_under_telling_names_stay_readable_elsewhere(word: str) -> None:
    """An answer says `auth: user`: that is no reason to hide the word in everything that follows."""
    answers = {"a": {"auth": word, "items": [{"name": f"{word} one", "id": 5}, {"name": word, "id": 6}]}, "b": {}}
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="a"), PlanStep(id="s2", tool="b")], output_binding="${s1.items}")

    trace = PlanRunner(lambda name, _args: answers[name]).run(plan)

    shown = next(event for event in trace.events if event.type == "step.completed").output_preview
    assert shown == {"auth": REDACTED, "items": answers["a"]["items"]}


def test_numbers_are_learnt() -> None:
    """A PIN is masked in messages and as a value, but not as a part of longer numbers."""
    redactor = Redactor()
    redactor.learn({"pin": 482913})

    assert redactor.text("pin 482913 is wrong, see order 94829130") == f"pin {REDACTED} is wrong, see order 94829130"
    assert redactor.mask({"x": [482913, 4829130, 1.5]}) == {"x": [REDACTED, 4829130, 1.5]}


def test_sent_password_is_masked_where_the_server_repeats_it() -> None:
    """What the caller sends under a telling name is a credential, though it looks like a word."""
    said = ToolResult(ok=False, status=401, error_kind="auth", error="swordfish is no password")
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="a", args={"password": "swordfish"})])

    assert "swordfish" not in json.dumps(PlanRunner(lambda _name, _args: said).run(plan).to_dict())


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_events_are_json_whatever_a_function_returns(number: float) -> None:
    """NaN and infinity are not JSON (RFC 8259, 6)."""
    trace = PlanRunner(lambda _name, _args: {"x": number}).run(Plan(id="p", steps=[PlanStep(id="s1", tool="a")]))

    assert json.loads(json.dumps(trace.to_dict(), allow_nan=False))

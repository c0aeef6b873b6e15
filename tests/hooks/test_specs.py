from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call import hooks
from graph_tool_call.hooks import specs, types

HOOKS = {name: spec for name, spec in vars(specs).items() if hasattr(spec, "graph_tool_call_spec")}
#: Hooks of which the first answer holds; those of all others are collected.
FIRST = {"gtc_read_source", "gtc_choices", "gtc_resolve_enum", "gtc_find_options", "gtc_execute", "gtc_aexecute"}
TESTS = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("name", HOOKS)
def test_specs_have_the_form_of_hooks(name: str) -> None:
    """Named `gtc_…`, annotated, without defaults, and with a docstring that says when it is called."""
    signature = inspect.signature(HOOKS[name])

    assert name.startswith("gtc_")
    assert inspect.Signature.empty is not signature.return_annotation
    for parameter in signature.parameters.values():
        assert parameter.default is parameter.empty
        assert parameter.annotation is not parameter.empty
        assert parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    assert "Called " in (HOOKS[name].__doc__ or "")


@pytest.mark.parametrize("name", HOOKS)
def test_docstrings_explain_arguments_and_answers(name: str) -> None:
    """Each argument has its line, and the answer its own, unless there is none."""
    text = inspect.getdoc(HOOKS[name]) or ""
    signature = inspect.signature(HOOKS[name])

    for argument in signature.parameters:
        assert re.search(rf"^    {argument}: ", text, re.MULTILINE), argument
    assert (signature.return_annotation != "None") == ("\nReturns:\n" in text)


def test_contexts_come_last() -> None:
    """An argument can be added to a context without breaking anybody, so hooks that need one take it last."""
    for name, spec in HOOKS.items():
        arguments = list(inspect.signature(spec).parameters)
        if "context" in arguments:
            assert "context" == arguments[-1], name


def test_first_answer_hooks() -> None:
    """Which hooks stop at the first answer is part of the contract."""
    assert {name for name, spec in HOOKS.items() if spec.graph_tool_call_spec["firstresult"]} == FIRST


def test_types_of_hooks_are_exported() -> None:
    """A plugin imports everything that a signature names from `graph_tool_call.hooks`."""
    named = {
        word
        for spec in HOOKS.values()
        for word in re.findall(r"\w+", " ".join(map(str, inspect.get_annotations(spec).values())))
        if hasattr(types, word)
    }

    assert "BuildContext" in named
    assert set() == named - {"Callable", "Mapping", "Sequence"} - set(hooks.__all__)


# --- the page -----------------------------------------------------------------------


@pytest.fixture(scope="module", name="page")
def _page(repository: Path) -> dict[str, str]:
    """Text of docs/reference/hooks.md by hook, with every run of spaces as one."""
    text = (repository / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8")
    parts = re.split(r"^## `(gtc_\w+)`$", text.partition("\n## Values\n")[0], flags=re.MULTILINE)
    return dict(zip(parts[1::2], (" ".join(part.split()) for part in parts[2::2]), strict=True))


@pytest.mark.repository
def test_page_has_every_hook_in_order(page: dict[str, str]) -> None:
    """The page lists the hooks as the specs do, and none that is gone."""
    assert list(HOOKS) == list(page)


@pytest.mark.repository
@pytest.mark.parametrize("name", HOOKS)
def test_page_has_the_signature(page: dict[str, str], name: str) -> None:
    """Arguments with their types, and the answer, as the spec has them."""
    signature = inspect.signature(HOOKS[name])
    arguments = ", ".join(f"{one.name}: {one.annotation}" for one in signature.parameters.values())

    assert f"```python {name}({arguments}) -> {signature.return_annotation} ```" in page[name]


@pytest.mark.repository
@pytest.mark.parametrize("name", HOOKS)
def test_page_has_the_docstring(page: dict[str, str], name: str) -> None:
    """Every word of the docstring stands on the page, in its order."""
    words = re.findall(r"\w+", inspect.getdoc(HOOKS[name]) or "")
    after_signature = page[name].partition(" ``` ")[2]

    assert words == re.findall(r"\w+", after_signature)


# --- tests --------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_test(name: str) -> None:
    """Some test of the host implements the hook; a new hook without one fails here."""
    sources = [path.read_text(encoding="utf-8") for path in sorted((TESTS / "pluginset").glob("test_*.py"))]

    assert any(re.search(rf"\b{name}=|def {name}\(", source) for source in sources)


def _example(name: str) -> dict[str, Any]:
    """Names that the code in a hook's docstring defines."""
    lines = re.split(r"\n(?:Args|Returns):", inspect.getdoc(HOOKS[name]) or "")[0].splitlines()
    code = "\n".join(line.removeprefix("    ") for line in lines if line.startswith("    ") or not line)
    names = dict(vars(hooks))
    exec("from __future__ import annotations\n" + code, names)  # noqa: S102 - it is the documentation's own
    return names


def test_the_example_of_rules_says_what_it_shows() -> None:
    """The code in the docstring of `gtc_planning_rules`, run as it stands."""
    names = _example("gtc_planning_rules")
    audit = hooks.ToolFacts(name="log", path="/audit/log")
    need = hooks.Need(ref=3, name="pid", path="pid", location="path", semantic_tag="patient_id")
    candidate = hooks.ProducerCandidate(ref=8, need=3, tool=audit, name="pid", path="$.pid")
    consumer = hooks.Consumer(
        tool=hooks.ToolFacts(name="pay", tags=("billing",)), needs=(need,), candidates=(candidate,)
    )
    said = list(names["gtc_planning_rules"](consumer))

    assert [hooks.Veto, hooks.AskPerson, hooks.NeedsApproval] == [type(rule) for rule in said]
    assert (8, 3, "pay") == (said[0].candidate, said[1].need, said[2].tool)


def test_the_example_of_choices_says_what_it_shows() -> None:
    """The code in the docstring of `gtc_choices`, run as it stands."""
    names = _example("gtc_choices")
    place = hooks.ToolFacts(name="t")
    said = names["gtc_choices"](hooks.ChoiceRequest(tool=place, field="facility", word="North wing"))
    listed = names["gtc_choices"](hooks.ChoiceRequest(tool=place, field="facility"))

    assert ("F-11", ["F-11", "F-12"]) == (said.value, [one.value for one in listed.options])
    assert names["gtc_choices"](hooks.ChoiceRequest(tool=place, field="other")) is None


def test_the_example_of_exporters_says_what_it_shows() -> None:
    """The code in the docstring of `gtc_exporters`, run as it stands."""
    (spec,) = _example("gtc_exporters")["gtc_exporters"]()
    loans = hooks.Operation(key="GET /loans", name="listLoans", method="get", path="/loans", summary="All loans")

    assert ("collection",) == spec.writes
    assert {"GET /loans": "All loans"} == spec.collection(hooks.Collection(operations=(loans,)), None)


def test_the_example_of_sources_says_what_it_shows() -> None:
    """The code in the docstring of `gtc_read_source`, run as it stands."""
    read = _example("gtc_read_source")["gtc_read_source"]
    listed = {"commands": [{"name": "greet", "about": "Greets", "takes": {"name": "string"}}, {"name": "stop"}]}
    found = read(hooks.Source.of(listed))

    assert [("greet", "Greets", ["name"]), ("stop", "", [])] == [
        (one.name, one.summary, [parameter.name for parameter in one.parameters]) for one in found.operations
    ]
    assert ("commands", "<mapping>") == (found.format, found.source)
    assert read(hooks.Source.of({"openapi": "3.0.3"})) is None

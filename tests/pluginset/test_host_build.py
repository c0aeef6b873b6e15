from __future__ import annotations

import json
import pickle
import sys
import types
from typing import Any

import attrs
import pytest
from sample_plugins import COLLECTION, FIELDS, OPERATION, host, plugin

from graph_tool_call.errors import (
    DecodeError,
    DuplicateExecutorError,
    HookFailedError,
    HookResultError,
    HookSignatureError,
    PluginError,
    PluginLoadError,
    PluginSettingsError,
    UnknownHookError,
    UnknownPluginError,
)
from graph_tool_call.hooks import ExecutorSpec, FieldVerdict, PluginInfo, hookimpl, specs
from graph_tool_call.pluginset import PluginHost, PluginSet


def verdict(field: int = 1, confidence: float = 0.5, **parts: Any) -> FieldVerdict:
    return FieldVerdict(field=field, confidence=confidence, reason="test", **parts)


# --- what is refused ----------------------------------------------------------------


def test_unknown_hook_is_named_with_its_near_miss() -> None:
    """pluggy registers a misspelt hook in silence; the host does not."""
    with pytest.raises(UnknownHookError) as caught:
        host(acme=plugin(gtc_clasify_fields=lambda fields: None))

    assert ("acme", "gtc_clasify_fields") == (caught.value.plugin, caught.value.hook)
    assert "did you mean 'gtc_classify_fields'?" in str(caught.value)


def test_unknown_hook_without_near_miss_lists_all() -> None:
    """Where nothing is close, the error lists the hooks."""
    with pytest.raises(
        UnknownHookError, match=r"hooks are gtc_aexecute, gtc_analyze_text, gtc_choices, .*gtc_run_event"
    ):
        host(acme=plugin(zzz=lambda: None))


def test_unknown_argument_is_named_with_its_near_miss() -> None:
    """An argument that the hook does not have is named, with those it has."""
    with pytest.raises(UnknownHookError) as caught:
        host(acme=plugin(gtc_classify_fields=lambda feilds: None))

    message = "no argument 'feilds' (did you mean 'fields'?); arguments are operation, fields, context"
    assert message in str(caught.value)


def test_class_instead_of_instance_is_refused() -> None:
    """A class registers with pluggy and fails at the first call; the host says what to write."""

    class Rules:
        @hookimpl
        def gtc_classify_fields(self, fields): ...

    with pytest.raises(PluginLoadError, match=r"Rules is a class; give an instance, Rules\(\), or a module"):
        host(acme=Rules)


@pytest.mark.parametrize("thing", [42, "graph_tool_call_names", None, types.ModuleType("empty"), object()])
def test_what_has_no_hook_is_no_plugin(thing: object) -> None:
    """A plugin that implements nothing is a mistake."""
    with pytest.raises(PluginLoadError, match=r"without any function marked with @hookimpl"):
        host(acme=thing)


def test_forgotten_marker_is_named() -> None:
    """A function with the name of a hook and without marker would never be called."""
    module = types.ModuleType("acme")
    module.gtc_plugin_info = hookimpl(lambda: None)
    module.gtc_classify_fields = lambda fields: None

    with pytest.raises(HookSignatureError, match=r"hook 'gtc_classify_fields': not marked; put @hookimpl above it"):
        host(acme=module)


def test_imported_specs_are_no_implementations() -> None:
    """A module may import a hook's specification."""
    module = types.ModuleType("acme")
    module.gtc_plugin_info = hookimpl(lambda: None)
    module.gtc_classify_fields = specs.gtc_classify_fields

    assert ("gtc_plugin_info",) == host(acme=module).report[0].hooks


async def no_arguments():
    return None


async def coroutine(call):
    return None


def generator(call):
    yield


@pytest.mark.parametrize(
    ("name", "function", "text"),
    [
        ("gtc_classify_fields", lambda fields=(): None, "argument 'fields' has a default"),
        ("gtc_classify_fields", lambda *args: None, r"argument '\*args'"),
        ("gtc_classify_fields", lambda **kw: None, r"argument '\*\*kw'"),
        ("gtc_classify_fields", lambda *, fields: None, "argument 'fields'"),
        ("gtc_execute", coroutine, "called, not awaited; make it a plain function, or implement gtc_aexecute"),
        ("gtc_run_event", no_arguments, "called, not awaited; make it a plain function"),
        ("gtc_aexecute", lambda: None, r"make it a coroutine function \(async def\); gtc_execute is the plain one"),
        ("gtc_execute", generator, "return it instead of yielding"),
    ],
)
def test_what_cannot_be_called_is_refused(name: str, function: Any, text: str) -> None:
    """Defaults, catch-alls and coroutines are refused before the first call, with the reason."""
    with pytest.raises(HookSignatureError, match=text) as caught:
        host(acme=plugin(**{name: function}))

    assert name == caught.value.hook


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("gtc_classify_fields", {"wrapper": True}, "only gtc_execute may be wrapped"),
        ("gtc_aexecute", {"wrapper": True}, "only gtc_execute may be wrapped; its wrappers are around both"),
        ("gtc_execute", {"hookwrapper": True}, r"use @hookimpl\(wrapper=True\)"),
    ],
)
def test_wrappers_stand_around_execution_only(name: str, options: dict[str, bool], text: str) -> None:
    """A batch hook has nothing to wrap, and the old kind of wrapper is not supported."""

    class Wrapper:
        pass

    def wrap():
        yield

    setattr(Wrapper, name, staticmethod(hookimpl(**options)(wrap)))
    with pytest.raises(HookSignatureError, match=text):
        host(acme=Wrapper())


def test_wrapper_must_yield() -> None:
    """A wrapper that is no generator is refused."""

    class Wrapper:
        @hookimpl(wrapper=True)
        def gtc_execute(self, call):
            return None

    with pytest.raises(HookSignatureError, match=r"a wrapper must yield"):
        host(acme=Wrapper())


def test_one_object_under_two_ids_is_refused() -> None:
    """It would answer twice, and agree with itself."""
    one = plugin(gtc_plugin_info=lambda: None)
    with pytest.raises(PluginLoadError, match=r"plugin 'b'.*same object as plugin 'a'"):
        host(a=one, b=one)


def test_optional_hook_of_a_later_version_is_skipped() -> None:
    """`optionalhook=True` is how a plugin supports a hook that this version does not have."""

    class Ahead:
        @hookimpl(optionalhook=True)
        def gtc_hook_of_tomorrow(self, moon): ...

    assert () == host(acme=Ahead()).report[0].hooks


def test_specname_names_the_hook() -> None:
    """A function of another name may implement a hook by `specname`."""

    class Named:
        @hookimpl(specname="gtc_classify_fields")
        def classify(self, fields):
            return [verdict(kind="auth")]

    classified = host(acme=Named()).build_session(COLLECTION).classify(OPERATION, FIELDS)
    assert "auth" == classified.fields[1].value("kind")


def test_installed_plugins_are_named_with_their_distribution(distribution) -> None:
    """Errors about an installed plugin name distribution and version, so that one knows what to update."""
    source = "from graph_tool_call.hooks import hookimpl\n@hookimpl\ndef gtc_classfy_fields(fields): ..."
    distribution("gtc-typo", "3.1", "typo = typo_mod", typo_mod=source)

    with pytest.raises(UnknownHookError, match=r"plugin 'typo' \(gtc-typo 3\.1\), hook 'gtc_classfy_fields'"):
        PluginHost(PluginSet.installed().only("typo"))


# --- all kinds of plugin objects ----------------------------------------------------


def test_properties_are_not_evaluated() -> None:
    """Looking for hooks runs no code of the plugin."""

    class Careful:
        @property
        def connection(self):
            pytest.fail("evaluated")

        @hookimpl
        def gtc_classify_fields(self):
            return [verdict(role="option")]

    assert ("gtc_classify_fields",) == host(acme=Careful()).report[0].hooks


@pytest.mark.parametrize("outer", [True, False])
@pytest.mark.parametrize("kind", [staticmethod, classmethod])
def test_static_and_class_methods_are_hooks(kind: Any, outer: bool) -> None:
    """The marker may stand above or below `staticmethod` and `classmethod`."""

    def static(fields):
        return [verdict(role="option")]

    def bound(cls, fields):
        return [verdict(role="option")]

    function = static if kind is staticmethod else bound
    member = hookimpl(kind(function)) if outer else kind(hookimpl(function))
    one = type("Holder", (), {"gtc_classify_fields": member})()

    assert "option" == host(acme=one).build_session(COLLECTION).classify(OPERATION, FIELDS).fields[1].value("role")


def test_unhashable_and_equal_plugins_are_fine() -> None:
    """What a plugin thinks of equality is its own business; pluggy alone would stumble over both."""

    @attrs.define
    class Rules:
        kind: str = "auth"

        @hookimpl
        def gtc_classify_fields(self, fields):
            return [verdict(kind=self.kind)]

    decided = host(a=Rules(), b=Rules()).build_session(COLLECTION).classify(OPERATION, FIELDS).fields[1]
    assert ["a", "b"] == [opinion.plugin for opinion in decided.opinions]


def test_arguments_may_be_taken_in_any_order_and_number() -> None:
    """Implementations take a subset of the arguments, by name, in their own order."""
    seen: dict[str, tuple[Any, ...]] = {}
    record = seen.__setitem__
    one = plugin(gtc_classify_fields=lambda context, operation: record("two", (context.collection, operation)))
    other = plugin(gtc_classify_fields=lambda fields: record("one", (fields,)))
    none = plugin(gtc_classify_fields=lambda: record("none", ()))

    host(a=one, b=other, c=none).build_session(COLLECTION).classify(OPERATION, FIELDS)

    assert {"two": (COLLECTION, OPERATION), "one": (FIELDS,), "none": ()} == seen


def test_tryfirst_and_trylast_hold() -> None:
    """The marker's own means of order work within the set's order."""
    order: list[str] = []

    def speaker(name: str, **options: bool) -> object:
        class Speaker:
            @hookimpl(**options)
            def gtc_classify_fields(self):
                order.append(name)

        return Speaker()

    plugins = {"a": speaker("a", trylast=True), "b": speaker("b"), "c": speaker("c"), "d": speaker("d", tryfirst=True)}
    host(**plugins).build_session(COLLECTION).classify(OPERATION, FIELDS)

    assert ["d", "b", "c", "a"] == order


# --- who it is, and its settings ----------------------------------------------------


@attrs.frozen
class Settings:
    suffixes: tuple[str, ...] = ("No",)
    strict: bool = False


def configured() -> object:
    def classify(context):
        return [verdict(filters=",".join(context.settings.suffixes))]

    return plugin(
        gtc_plugin_info=lambda: PluginInfo(title="Acme", hook_api=1, settings=Settings), gtc_classify_fields=classify
    )


def tag(built: PluginHost) -> str:
    return built.build_session(COLLECTION).classify(OPERATION, FIELDS).fields[1].value("filters")


def test_settings_reach_the_plugin() -> None:
    """Settings are decoded into the plugin's class; without any, its defaults hold."""
    assert "No" == tag(host(acme=configured()))
    assert "Id,Nr" == tag(host({"acme": {"suffixes": ["Id", "Nr"]}}, acme=configured()))
    assert "Id" == tag(host({"acme": Settings(suffixes=("Id",))}, acme=configured()))


def test_each_plugin_has_its_own_settings() -> None:
    """Nobody sees the settings of another."""
    built = host({"a": {"suffixes": ["A"]}, "b": {"suffixes": ["B"]}}, a=configured(), b=configured())

    decided = built.build_session(COLLECTION).classify(OPERATION, FIELDS).fields[1]

    assert ["A", "B"] == [opinion.value.filters for opinion in decided.opinions]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"sufixes": ["x"]}, r"unknown field 'sufixes' \(did you mean 'suffixes'\?\) @ \$"),
        ({"suffixes": "No"}, r"expected a list, got str 'No' @ \$\.suffixes"),
        ({"strict": "yes"}, r"expected bool, got str 'yes' @ \$\.strict"),
        ([], r"expected an object, got list \[\] @ \$"),
    ],
)
def test_wrong_settings_are_named(given: Any, text: str) -> None:
    """What does not fit the settings class is named with its place."""
    with pytest.raises(PluginSettingsError, match=text) as caught:
        host({"acme": given}, acme=configured())

    assert "acme" == caught.value.plugin


def test_missing_settings_are_named() -> None:
    """A setting without default must be given."""

    @attrs.frozen
    class Needs:
        token: str

    with pytest.raises(PluginSettingsError, match=r"required field missing @ \$\.token"):
        host(acme=plugin(gtc_plugin_info=lambda: PluginInfo(settings=Needs)))


def test_settings_class_that_cannot_be_read_is_named() -> None:
    """A field type that has no form in JSON is the plugin's mistake, and said so."""
    odd = attrs.make_class("Odd", {"lock": attrs.field(type=types.SimpleNamespace)})

    with pytest.raises(PluginSettingsError, match=r"a value of type SimpleNamespace cannot be read"):
        host({"acme": {"lock": 1}}, acme=plugin(gtc_plugin_info=lambda: PluginInfo(settings=odd)))


def test_settings_for_a_plugin_that_takes_none_are_refused() -> None:
    """Settings that nobody reads would be silently without effect."""
    with pytest.raises(PluginSettingsError, match=r"takes no settings"):
        host({"acme": {"x": 1}}, acme=plugin(gtc_plugin_info=lambda: None))


def test_settings_for_a_stranger_are_refused() -> None:
    """Settings under an id that no plugin has name the near miss."""
    with pytest.raises(UnknownPluginError, match=r"plugin 'acmee'.*did you mean 'acme'\?"):
        host({"acmee": {}}, acme=configured())


def test_settings_for_a_blocked_plugin_wait() -> None:
    """Blocking a plugin does not force one to take its settings away."""
    plugins = PluginSet().with_(configured(), id="acme").without("acme")

    assert "blocked" == PluginHost(plugins, {"acme": {"strict": True}}).report[0].status


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"title": "x"}, "expected PluginInfo or None, got dict"),
        (PluginInfo(settings=dict), "settings must be an attrs class, got type"),
    ],
)
def test_wrong_info_is_named(answer: object, text: str) -> None:
    """`gtc_plugin_info` answers with a `PluginInfo`, whose settings are an attrs class."""
    with pytest.raises(HookResultError, match=text):
        host(acme=plugin(gtc_plugin_info=lambda: answer))


def test_plugin_for_a_later_hook_api_is_refused() -> None:
    """A plugin that was written for hooks of tomorrow says so, and is told to wait."""
    with pytest.raises(PluginLoadError, match=r"written for hook API 99"):
        host(acme=plugin(gtc_plugin_info=lambda: PluginInfo(hook_api=99)))


def test_failing_info_is_blamed() -> None:
    """An exception while a plugin introduces itself is chained to an error that names it."""
    with pytest.raises(HookFailedError, match=r"plugin 'acme'.*gtc_plugin_info.*ZeroDivisionError") as caught:
        host(acme=plugin(gtc_plugin_info=lambda: 1 / 0))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


# --- executors ----------------------------------------------------------------------


def offering(*names: str) -> object:
    return plugin(gtc_executors=lambda: [ExecutorSpec(name=name) for name in names])


def test_executors_are_looked_up_by_name() -> None:
    """The registry says whose each executor is; nobody can change it."""
    built = host(web=offering("http", "https"), local=offering("python"))

    assert {"http": "web", "https": "web", "python": "local"} == {
        name: opinion.plugin for name, opinion in built.executors.items()
    }
    with pytest.raises(TypeError):
        built.executors["x"] = None


def test_two_executors_of_one_name_name_both_plugins() -> None:
    """Which of them would be meant is nobody's guess."""
    with pytest.raises(DuplicateExecutorError, match=r"plugin 'b'.*executor 'http' is offered by plugin 'a'"):
        host(a=offering("http"), b=offering("http"))


def test_executors_must_be_specs() -> None:
    """Bare names are refused."""
    with pytest.raises(HookResultError, match=r"expected ExecutorSpec, got str 'http'"):
        host(a=plugin(gtc_executors=lambda: ["http"]))


# --- sets, reports, fingerprints ----------------------------------------------------


def test_blocked_plugin_is_not_imported(distribution) -> None:
    """Blocking happens before import: a plugin that cannot be imported does no harm then."""
    distribution("gtc-bomb", "1.0", "bomb = bomb_mod", bomb_mod="raise SystemExit('imported')")
    plugins = PluginSet.installed()

    with pytest.raises(PluginLoadError):
        PluginHost(plugins.only("bomb"))
    PluginHost(plugins.only("bomb").without("bomb"))

    assert "bomb_mod" not in sys.modules


def test_report_tells_what_became_of_each_plugin(distribution) -> None:
    """With on_error="report", failures are rows with their reason, and the others take part."""
    distribution("gtc-bad", "1.2", "bad = bad_mod", bad_mod="1/0")
    plugins = PluginSet.installed().only("bad").with_(configured(), id="good").with_(offering("http"), id="web")
    plugins = plugins.with_(offering("http"), id="web2") | PluginSet(blocked={"nobody"})

    built = PluginHost(plugins, {"stranger": {}}, on_error="report")

    rows = {row.id: row for row in built.report if row.distribution != "graph-tool-call"}
    assert {
        "bad": "failed",
        "good": "active",
        "web": "active",
        "web2": "failed",
        "nobody": "blocked",
        "stranger": "failed",
    } == {name: row.status for name, row in rows.items() if name in {*plugins.ids, "nobody", "stranger"}}
    assert ("gtc-bad", "1.2", ()) == (rows["bad"].distribution, rows["bad"].version, rows["bad"].hooks)
    assert "ZeroDivisionError" in rows["bad"].why
    assert ("Acme", ("gtc_classify_fields", "gtc_plugin_info")) == (rows["good"].title, rows["good"].hooks)
    assert "blocked by the plugin set; no plugin of this id is there" == rows["nobody"].why
    assert "web" == built.executors["http"].plugin
    assert "No" == tag(built)


def test_report_rows_are_plain_data() -> None:
    """A row renders as JSON-shaped data."""
    (row,) = host(acme=configured()).report

    assert {
        "id": "acme",
        "version": "",
        "distribution": "",
        "title": "Acme",
        "hooks": ["gtc_classify_fields", "gtc_plugin_info"],
        "status": "active",
        "why": "",
    } == row.to_dict()


def test_other_ways_to_meet_errors_are_refused() -> None:
    """`on_error` has two values."""
    with pytest.raises(ValueError, match=r"'raise' or 'report', not 'ignore'"):
        host(on_error="ignore")


def test_hosts_share_nothing() -> None:
    """Two hosts of one plugin object keep their own settings, tables and memos."""
    one = configured()
    first, second = host({"acme": {"suffixes": ["1"]}}, acme=one), host({"acme": {"suffixes": ["2"]}}, acme=one)
    empty = host()

    assert ("1", "2", None) == (tag(first), tag(second), tag(empty))
    assert "1" == tag(first)


def test_implements_tells_which_stages_may_be_skipped() -> None:
    """A stage asks once whether anybody has anything to say."""
    built = host(acme=configured())

    assert built.implements("gtc_classify_fields")
    assert not built.implements("gtc_producer_signals")


def test_fingerprint_covers_set_and_settings() -> None:
    """The same set and settings give the same digest; another plugin or setting gives another."""
    base = host(acme=configured()).fingerprint()

    assert [{"id": "acme", "version": "", "distribution": ""}] == base["plugins"]
    assert 1 == base["hook_api"]
    assert base == host({"acme": {"suffixes": ["No"], "strict": False}}, acme=configured()).fingerprint()
    others = [
        host({"acme": {"strict": True}}, acme=configured()),
        host(acme2=configured()),
        host(acme=configured(), more=offering("x")),
        host(),
    ]
    assert 5 == len({base["digest"], *(other.fingerprint()["digest"] for other in others)})


def test_fingerprint_survives_settings_without_text() -> None:
    """Settings that JSON has no form for count by their type, never by an address; the others count in full."""

    @attrs.frozen
    class Odd:
        name: str = ""
        thing: Any = attrs.Factory(object)

    odd = plugin(gtc_plugin_info=lambda: PluginInfo(settings=Odd))

    assert host(odd=odd).fingerprint() == host(odd=odd).fingerprint()
    assert host(odd=odd).fingerprint() != host({"odd": {"name": "x"}}, odd=odd).fingerprint()


BAD: list[tuple[object, Any]] = [
    (plugin(gtc_nope=lambda: None), None),
    (plugin(gtc_execute=lambda cal: None), None),
    (plugin(gtc_execute=lambda call=None: None), None),
    (plugin(gtc_plugin_info=lambda: 1 / 0), None),
    (plugin(gtc_plugin_info=lambda: 3), None),
    (plugin(gtc_executors=lambda: [ExecutorSpec(name="x")] * 2), None),
    (configured(), {"acme": {"x": object()}}),
    (configured(), {"acne": {}}),
    (int, None),
    (3, None),
]


@pytest.mark.parametrize(("bad", "settings"), BAD)
def test_errors_of_a_host_are_plugin_errors(bad: object, settings: Any) -> None:
    """One except clause catches whatever a plugin does wrong; the error pickles, is data, and is one line."""
    with pytest.raises(PluginError) as caught:
        host(settings, acme=bad)

    error = caught.value
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(error), str(error), error.to_dict()) == (type(copy), str(copy), copy.to_dict())
    assert error.plugin == json.loads(json.dumps(error.to_dict()))["plugin"]
    assert "\n" not in str(error)


def test_a_host_takes_a_set() -> None:
    """Names alone are no plugin set, and the error says where one comes from."""
    names: Any = "names"
    with pytest.raises(TypeError, match=r"not 'names': PluginSet\.installed"):
        PluginHost(names)


@pytest.mark.parametrize("settings", ["x", 5, ["names"], {1: {}}, {None: {}}])
def test_settings_are_an_object_by_plugin_id(settings: Any) -> None:
    """What is no object, or is keyed by anything but texts, is refused as such."""
    with pytest.raises(DecodeError, match="settings: expected"):
        host(settings, acme=plugin(gtc_plugin_info=lambda: None))


@pytest.mark.parametrize("suggestions", ["x", 5, {"a": 1}, [None], [{}, 5], ["x"], [["target"]]])
def test_suggestions_are_a_list_of_objects(suggestions: Any) -> None:
    """No plugin is blamed for what is no learning suggestion; the place is named."""
    with pytest.raises(DecodeError, match="learning suggestions: expected"):
        host(acme=plugin(gtc_plugin_info=lambda: PluginInfo(hook_api=1))).query_session(lambda _term: 1.0, suggestions)

from __future__ import annotations

import sys
import types

import attrs
import pytest
from sample_plugins import plugin

from graph_tool_call.errors import PluginLoadError, UnknownPluginError
from graph_tool_call.pluginset import PluginSet, from_environment


def noop() -> None:
    return None


A, B, C = (plugin(gtc_plugin_info=noop) for _ in range(3))


@pytest.fixture(name="three")
def _three() -> PluginSet:
    return PluginSet().with_(C, id="c").with_(A, id="a").with_(B, id="b")


def test_order_is_by_id_however_the_set_was_made(three: PluginSet) -> None:
    """Two sets of the same plugins are equal, in whatever order they were put together."""
    other = PluginSet().with_(B, id="b") | PluginSet().with_(A, id="a").with_(C, id="c")

    assert ("a", "b", "c") == three.ids
    assert three == other
    assert hash(three) == hash(other)


def test_explicit_plugins_come_before_installed_ones(distribution) -> None:
    """A plugin that the caller gives is asked before every installed one, whatever its id."""
    distribution("gtc-aaa", entry_points="aaa = aaa_module")

    ids = PluginSet.installed().with_(A, id="zzz").ids

    assert "zzz" == ids[0]
    assert "aaa" in ids[1:]


def test_sets_are_frozen(three: PluginSet) -> None:
    """Nobody changes a set; methods return new ones."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        three.blocked = frozenset({"a"})
    three.without("a")
    three.with_(A, id="d")

    assert ("a", "b", "c") == three.ids


def test_without_blocks(three: PluginSet) -> None:
    """Blocked plugins take no part, and stay known."""
    fewer = three.without("a", "c")

    assert ("b",) == fewer.ids
    assert 1 == len(fewer)
    assert "a" not in fewer
    assert ["a", "b", "c"] == [record.id for record in fewer.records]


def test_only_keeps_exactly_the_named(three: PluginSet) -> None:
    """`only` blocks everything else, and frees what it names."""
    assert ("a", "b") == three.without("a").only("b", "a").ids


def test_only_names_the_near_miss(three: PluginSet) -> None:
    """An id that is not there is an error that suggests one that is."""
    with pytest.raises(UnknownPluginError, match=r"plugin 'names': no such plugin.*known are a, b, c"):
        three.only("names")
    with pytest.raises(UnknownPluginError, match=r"did you mean 'korean'\?"):
        three.with_(A, id="korean").only("koraen")


def test_right_side_replaces_by_id(three: PluginSet) -> None:
    """In `a | b` the plugin of b holds where both have one of an id."""
    merged = three | PluginSet().with_(C, id="a")

    assert ("a", "b", "c") == merged.ids
    assert C is next(iter(merged)).load()


def test_right_side_decides_what_is_blocked(three: PluginSet) -> None:
    """A blocked id comes back when the right side has it, and goes when the right side blocks it."""
    assert ("a", "b", "c") == (three.without("a") | PluginSet().with_(A, id="a")).ids
    assert ("a", "b") == (three | PluginSet(blocked={"c"})).ids
    assert ("a", "b", "c") == three.without("b").with_(B, id="b").ids


def test_other_operands_are_refused(three: PluginSet) -> None:
    """Only sets can be united."""
    with pytest.raises(TypeError, match=r"unsupported operand"):
        three | {"a": A}


def test_records_of_different_objects_differ() -> None:
    """Equality looks at the object that was given, not at what it thinks it is equal to."""

    @attrs.frozen
    class Equal:
        pass

    assert PluginSet().with_(Equal(), id="x") != PluginSet().with_(Equal(), id="x")


def test_origin_of_a_given_plugin_says_what_it_is() -> None:
    """Errors about a plugin without distribution name its module, or its class and where that is."""
    module = types.ModuleType("acme_rules")
    records = {record.id: record for record in PluginSet().with_(module, id="m").with_(A, id="a")}

    assert "acme_rules" == records["m"].origin
    assert "sample_plugins:Sample" == records["a"].origin
    assert records["a"].explicit


@pytest.mark.parametrize("name", ["", "-x", ".x", "a,b", "a b", "ä"])
def test_ids_are_words(name: str) -> None:
    """Ids are keys of TOML tables and words of a list; anything else is refused."""
    record = next(iter(PluginSet().with_(A, id=name)))
    with pytest.raises(PluginLoadError, match=r"not a usable id"):
        record.load()


# --- installed distributions --------------------------------------------------------


def test_installed_finds_entry_points_without_importing(distribution) -> None:
    """Discovery names plugin, distribution and version, and imports nothing."""
    distribution("gtc-acme", "2.1", "acme = acme_rules_a", acme_rules_a="raise SystemExit('imported')")

    (record,) = [record for record in PluginSet.installed() if record.id == "acme"]

    assert ("gtc-acme", "2.1", "acme_rules_a") == (record.distribution, record.version, record.value)
    assert "gtc-acme 2.1" == record.origin
    assert not record.explicit
    assert "acme_rules_a" not in sys.modules


def test_installed_sorts_by_id_and_not_by_path(distribution) -> None:
    """Where distributions stand on `sys.path` makes no difference."""
    for name in ("mm", "zz", "aa"):
        distribution(f"gtc-{name}", entry_points=f"{name} = nowhere", group="test.group")

    assert ("aa", "mm", "zz") == PluginSet.installed(group="test.group").ids


def test_other_groups_are_left_alone(distribution) -> None:
    """Entry points of other groups are no plugins."""
    distribution("gtc-other", entry_points="other = nowhere", group="other.plugins")

    assert "other" not in PluginSet.installed()


def test_shadowed_distribution_is_not_seen(distribution) -> None:
    """Of two copies of one distribution, the one that comes first on the path counts, as for imports."""
    distribution("gtc-twice", "1.0", "old = nowhere", group="test.group")
    distribution("gtc-twice", "2.0", "new = nowhere", group="test.group")

    assert ("new",) == PluginSet.installed(group="test.group").ids


def test_two_distributions_with_one_id_are_both_named(distribution) -> None:
    """Nobody chose which of the two wins, so neither does; the error names both."""
    distribution("gtc-one", "1.0", "clash = one_mod", one_mod="")
    distribution("gtc-two", "2.0", "clash = two_mod", two_mod="")
    found = PluginSet.installed().only("clash")

    with pytest.raises(PluginLoadError, match=r"gtc-one 1\.0 and gtc-two 2\.0") as caught:
        next(iter(found)).load()

    assert "clash" == caught.value.plugin
    assert "one_mod" not in sys.modules
    assert "two_mod" not in sys.modules


def test_a_clash_can_be_settled_in_the_set(distribution) -> None:
    """Giving the wanted plugin, or blocking the id, takes the clash away."""
    distribution("gtc-one", "1.0", "clash = one_mod")
    distribution("gtc-two", "2.0", "clash = two_mod")
    found = PluginSet.installed().only("clash")

    assert A is next(iter(found.with_(A, id="clash"))).load()
    assert 0 == len(found.without("clash"))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("import nothing_of_that_name", "ModuleNotFoundError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("1/0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError"),
    ],
)
def test_failed_import_names_everything(distribution, source: str, text: str) -> None:
    """A module that cannot be imported is named with plugin, distribution, version, and cause."""
    distribution("gtc-broken", "0.3", "broken = broken_mod", broken_mod=source)
    (record,) = PluginSet.installed().only("broken")

    with pytest.raises(PluginLoadError) as caught:
        record.load()

    message = str(caught.value)
    for part in ("plugin 'broken' (gtc-broken 0.3)", "broken_mod", text):
        assert part in message
    assert "\n" not in message
    assert caught.value.__cause__ is not None


def test_missing_attribute_of_an_entry_point_is_named(distribution) -> None:
    """`module:attribute` that leads nowhere is a load error too."""
    distribution("gtc-attr", "1.0", "attr = attr_mod:missing", attr_mod="x = 1")
    (record,) = PluginSet.installed().only("attr")

    with pytest.raises(PluginLoadError, match=r"attr_mod:missing.*AttributeError"):
        record.load()


def test_attribute_of_an_entry_point_is_the_plugin(distribution) -> None:
    """An entry point may name an instance inside a module."""
    distribution("gtc-attr", "1.0", "attr = attr_mod2:thing", attr_mod2="thing = 42")
    (record,) = PluginSet.installed().only("attr")

    assert 42 == record.load()


# --- the value of GTC_PLUGINS -------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("", ("a", "b", "c")),
        (" , ", ("a", "b", "c")),
        ("b", ("b",)),
        ("c, a", ("a", "c")),
        ("-b", ("a", "c")),
        ("-a,-b", ("c",)),
        ("a,b,-a", ("b",)),
    ],
)
def test_environment_chooses(three: PluginSet, value: str, ids: tuple[str, ...]) -> None:
    """Words keep, words with a minus drop, nothing changes nothing."""
    assert ids == from_environment(three, value).ids


@pytest.mark.parametrize("value", ["names", "-names", "a,names", "-"])
def test_environment_refuses_unknown_ids(three: PluginSet, value: str) -> None:
    """A name that is not there is said, with where it was read."""
    with pytest.raises(UnknownPluginError, match=r"GTC_PLUGINS names it, and no such plugin"):
        from_environment(three, value)

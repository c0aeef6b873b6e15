"""The hook implementations of one plugin object, found and checked.

pluggy takes a misspelt hook, an unmarked function and an argument with a default in
silence, and its two supported minor versions look up attributes differently. So the host
looks by itself, refuses what cannot work, and hands pluggy a `Face` with nothing but
checked functions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs

from ..errors import HookSignatureError, PluginLoadError, UnknownHookError
from ..hooks import PROJECT, specs
from .set import PluginRecord
from .suggest import did_you_mean

_IMPL: Final = f"{PROJECT}_impl"
_SPEC: Final = f"{PROJECT}_spec"
#: Implementations may be generators, or give any other iterable.
COLLECTED: Final = (
    "gtc_classify_fields",
    "gtc_producer_signals",
    "gtc_planning_rules",
    "gtc_selector_evidence",
    "gtc_find_tools",
    "gtc_read_request",
    "gtc_analyze_text",
    "gtc_executors",
    "gtc_exporters",
    "gtc_importers",
)
#: The one hook whose implementations may be wrapped; its wrappers are around calls of `AWAITED` as well.
WRAPPABLE: Final = "gtc_execute"
#: The one hook whose implementations are coroutine functions, and those where they may be.
AWAITED: Final = "gtc_aexecute"
AWAITABLE: Final = (AWAITED, "gtc_open_run", "gtc_close_run")


@attrs.frozen(kw_only=True, eq=False)
class Implementation:
    """One marked function of a plugin, bound and ready to be called."""

    hook: str
    #: Name of the attribute that it was found at.
    name: str
    function: Callable[..., Any]
    #: Options of the marker: wrapper, tryfirst, trylast, specname, optionalhook …
    options: Mapping[str, Any]


class Face:
    """What pluggy sees of a plugin: the checked functions, compared by identity."""

    def __init__(self, implementations: tuple[Implementation, ...]) -> None:
        self.options = {one.name: dict(one.options) for one in implementations}
        vars(self).update({one.name: one.function for one in implementations})


def hook_parameters() -> dict[str, tuple[str, ...]]:
    """Every hook of the specs with the names of its arguments."""
    found = {name: spec for name, spec in vars(specs).items() if hasattr(spec, _SPEC)}
    return {name: tuple(inspect.signature(spec).parameters) for name, spec in found.items()}


def find_implementations(
    plugin: object, record: PluginRecord, hooks: Mapping[str, tuple[str, ...]]
) -> tuple[Implementation, ...]:
    """Every implementation that *plugin* marks, in order of name.

    Raises `PluginLoadError` (no plugin at all), `UnknownHookError` (hook or argument that
    does not exist) or `HookSignatureError` (cannot be called as hooks are called).
    """
    if inspect.isclass(plugin):
        problem = f"{plugin.__name__} is a class; give an instance, {plugin.__name__}(), or a module"
        raise PluginLoadError(problem, record.id, origin=record.origin)
    found: list[Implementation] = []
    marked = False
    for name, holder, function in _functions(plugin):
        options = getattr(holder, _IMPL, None) or getattr(function, _IMPL, None)
        if isinstance(options, Mapping):
            marked = True
            one = Implementation(hook=options.get("specname") or name, name=name, function=function, options=options)
            if _check(one, record, hooks):
                found.append(one)
        elif name in hooks and not hasattr(function, _SPEC):
            raise HookSignatureError("not marked; put @hookimpl above it", record.id, name, record.origin)
    if not marked:
        problem = f"a {type(plugin).__name__} without any function marked with @hookimpl"
        raise PluginLoadError(problem, record.id, origin=record.origin)
    return tuple(found)


def _functions(plugin: object) -> Iterator[tuple[str, object, Callable[..., Any]]]:
    """(name, what carries the marker, bound function) of each function; properties are not evaluated."""
    attributes = _attributes(plugin)
    for name in sorted(attributes):
        holder = attributes[name]
        if isinstance(holder, (staticmethod, classmethod)) or inspect.isfunction(holder) or inspect.ismethod(holder):
            yield name, holder, getattr(plugin, name)


def _attributes(plugin: object) -> dict[str, object]:
    """What *plugin* has by name, as it was written down: own attributes before those of its classes."""
    if inspect.ismodule(plugin):
        return dict(vars(plugin))
    found: dict[str, object] = {}
    for cls in reversed(type(plugin).__mro__[:-1]):
        found |= vars(cls)
    return found | getattr(plugin, "__dict__", {})


def _check(one: Implementation, record: PluginRecord, hooks: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether *one* is to be called; False for an optional hook of another hook API version."""
    if one.hook not in hooks:
        if one.options.get("optionalhook"):
            return False
        problem = f"no such hook{did_you_mean(one.hook, hooks)}; hooks are {', '.join(sorted(hooks))}"
        raise UnknownHookError(problem, record.id, one.hook, record.origin)
    for parameter in inspect.signature(one.function).parameters.values():
        _check_parameter(parameter, one, record, hooks[one.hook])
    if problem := _form_problem(one):
        raise HookSignatureError(problem, record.id, one.hook, record.origin)
    return True


def _check_parameter(
    parameter: inspect.Parameter, one: Implementation, record: PluginRecord, known: tuple[str, ...]
) -> None:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.KEYWORD_ONLY):
        takes = ", ".join(known) or "none"
        problem = f"argument {str(parameter)!r}: hooks pass arguments by position; name those you want of {takes}"
        raise HookSignatureError(problem, record.id, one.hook, record.origin)
    if parameter.name not in known:
        takes = ", ".join(known) or "none"
        problem = f"no argument {parameter.name!r}{did_you_mean(parameter.name, known)}; arguments are {takes}"
        raise UnknownHookError(problem, record.id, one.hook, record.origin)
    if parameter.default is not parameter.empty:
        problem = f"argument {parameter.name!r} has a default; pluggy 1.6 would pass it instead of the value"
        raise HookSignatureError(problem, record.id, one.hook, record.origin)


def _form_problem(one: Implementation) -> str:
    """What is wrong with the kind of function that *one* is; "" when nothing is."""
    if one.options.get("hookwrapper"):
        return "hookwrapper=True is not supported; use @hookimpl(wrapper=True)"
    if one.options.get("wrapper") and one.hook == AWAITED:
        return f"only {WRAPPABLE} may be wrapped; its wrappers are around both"
    is_coroutine = inspect.iscoroutinefunction(one.function)
    if inspect.isasyncgenfunction(one.function) or (is_coroutine and one.hook not in AWAITABLE):
        instead = f", or implement {AWAITED}" if one.hook == WRAPPABLE else ""
        return f"hooks are called, not awaited; make it a plain function{instead}"
    if one.hook == AWAITED and not is_coroutine:
        return f"make it a coroutine function (async def); {WRAPPABLE} is the plain one"
    generator = inspect.isgeneratorfunction(one.function)
    if one.options.get("wrapper"):
        if one.hook != WRAPPABLE:
            return f"only {WRAPPABLE} may be wrapped"
        return "" if generator else "a wrapper must yield"
    if generator and one.hook not in COLLECTED:
        return "the hook takes one answer; return it instead of yielding"
    return ""

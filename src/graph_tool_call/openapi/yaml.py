"""YAML 1.2 text → plain Python data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..errors import SpecError
from .limits import Limits
from .report import Report

_PLACE = re.compile(r" at byte \d+ line (\d+) column (\d+)$")
#: What may be an anchor or an alias: `&name` or `*name` where a value can begin.
_MARK = re.compile(r"(?:^|[\s\[{,:-])([&*])[^\s\[\]{},&*]", re.MULTILINE)
#: Keys that the fast parser turns into a number or a constant which is written differently (`1.10`, `007`, `True`, `~`).
_ODD_KEY = re.compile(
    r"^[ \t]*(?:- +)*(?:[-+][\d.][^\s:]*|0[\dxo][^\s:]*|\d+\.\d*0|\d+\.|\.\d[^\s:]*|\d[\d.]*[eE][^\s:]*|\d{18,}|~|[tT]rue|TRUE|[fF]alse|FALSE|[nN]ull|NULL)[ \t]*:(?=\s)",
    re.MULTILINE,
)
#: Plain integers of 19 digits and more may not fit into 64 bits; the fast parser makes floats of those.
_BIG_INTEGER = re.compile(r"(?:[:,\[]|^[ \t]*-)[ \t]+[-+]?(\d{19,})(?=[ \t]*(?:$|[#,\]}\r]))", re.MULTILINE)
_PATHS = re.compile(r"^paths:[ \t]*(?:#.*)?\r?\n((?:[ \t]+\S.*|[ \t]*|#.*)(?:\r?\n(?:[ \t]+\S.*|[ \t]*|#.*))*)", re.MULTILINE)
_PATH_KEY = re.compile(r"^([ \t]+)(['\"]?)(/[^\r\n]*?)\2[ \t]*:(?:[ \t\r]|$)", re.MULTILINE)


def parse_yaml(text: str, *, source: str, limits: Limits, report: Report, label: str = "") -> Any:
    """The first YAML document of *text*.

    YAML 1.2 core schema: dates, `on`, `off`, `yes` and `no` are text. Keys become text,
    tags are dropped, `<<` is merged (YAML 1.1 had it and documents use it).

    Raises:
        SpecError: invalid_yaml with line and column, too_many_aliases, too_deep.
    """
    _check_aliases(text, source, limits)
    _report_duplicate_paths(text, report, label)
    if _ODD_KEY.search(text) or any(int(match[1]) >= 1 << 63 for match in _BIG_INTEGER.finditer(text)):
        data = _parse_tolerantly(text, source)
    else:
        data = _parse_fast(text, source)
    return _tidy(data, source, limits)


def _parse_fast(text: str, source: str) -> Any:
    import yaml12

    try:
        return yaml12.parse_yaml(text)
    except ValueError as error:
        if "recursion limit" in str(error):
            raise SpecError("too_deep", "is nested too deeply", source) from None
        # It refuses a few things that other parsers take, such as surrogate pairs in JSON strings.
        return _parse_tolerantly(text, source)


def _parse_tolerantly(text: str, source: str) -> Any:
    import yaml

    from .yaml_core import core_loader

    try:
        loader = core_loader()(text)
        try:
            return loader.get_data() if loader.check_data() else None
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        raise SpecError("invalid_yaml", f"is not valid YAML: {_describe(error)}", source, "", "correct the document there") from None
    except RecursionError:
        raise SpecError("too_deep", "is nested too deeply", source) from None


def _describe(error: Any) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).split("\n", 1)[0]
    return f"{problem} at line {mark.line + 1} column {mark.column + 1}" if mark else str(problem)


def _check_aliases(text: str, source: str, limits: Limits) -> None:
    """Aliases are expanded by copying: nine levels of nine would fill any memory, so count before parsing."""
    marks = {match[1] for match in _MARK.finditer(text)}
    if marks != {"&", "*"}:
        return
    if _expanded_size(text, limits.max_alias_nodes) > limits.max_alias_nodes:
        message = f"its YAML aliases stand for more than {limits.max_alias_nodes} nodes"
        raise SpecError("too_many_aliases", message, source, "", "raise Limits.max_alias_nodes if this is intended")


def _expanded_size(text: str, limit: int) -> int:
    """Nodes of the document after expansion; what is no YAML counts as 0, since the parser will say so."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    sizes: dict[str, int] = {}
    open_nodes: list[tuple[str | None, int]] = []
    total = aliased = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            if isinstance(event, yaml.AliasEvent):
                size = sizes.get(event.anchor, 1)
                total, aliased = total + size, aliased + size
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                open_nodes.append((event.anchor, total))
                total += 1
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                anchor, before = open_nodes.pop()
                if anchor:
                    sizes[anchor] = total - before
            elif isinstance(event, yaml.ScalarEvent):
                total += 1
            if aliased > limit:
                break
    except (yaml.YAMLError, RecursionError):
        return aliased
    return aliased


def _report_duplicate_paths(text: str, report: Report, label: str) -> None:
    """The parsers keep the last of two equal keys; for paths that loses operations, so it is worth a scan."""
    section = _PATHS.search(text)
    if section is None:
        return
    found = [(len(match[1]), match[3]) for match in _PATH_KEY.finditer(section[1])]
    seen: set[str] = set()
    for indent, path in found:
        if indent == found[0][0] and (path in seen or seen.add(path)):  # type: ignore[func-returns-value]
            report.add("duplicate_key", f"the path {path!r} stands twice; the last one counts", label + "#/paths")


def _tidy(data: Any, source: str, limits: Limits) -> Any:
    """Make every key text, drop tags and merge `<<`, in place."""
    holder = {"": data}
    level: list[Any] = [holder]
    depth = 0
    while level:
        depth += 1
        if depth > limits.max_depth + 2:
            raise SpecError("too_deep", "is nested too deeply", source)
        below: list[Any] = []
        for container in level:
            items = _tidy_mapping(container) if isinstance(container, dict) else enumerate(container)
            for key, value in items:
                if isinstance(value, (dict, list)):
                    below.append(value)
                elif value is not None and not isinstance(value, (str, int, float)):
                    container[key] = plain = _untag(value)
                    if isinstance(plain, (dict, list)):
                        below.append(plain)
        level = below
    return holder[""]


def _tidy_mapping(mapping: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    merged = mapping.pop("<<", None) if "<<" in mapping else None
    if merged is not None or not all(type(key) is str for key in mapping):
        items = [(key_text(key), value) for key, value in mapping.items()]
        mapping.clear()
        for part in merged if isinstance(merged, list) else [merged]:
            if isinstance(part, dict):
                mapping.update({key_text(key): value for key, value in part.items() if key_text(key) not in mapping})
        mapping.update(items)
    return iter(list(mapping.items()))


def key_text(key: Any) -> str:
    """A mapping key as JSON would write it."""
    if isinstance(key, bool):
        return "true" if key else "false"
    if key is None:
        return "null"
    return str(_untag(key))


def _untag(value: Any) -> Any:
    """The value below a YAML tag, or the value as text when it is nothing that JSON knows."""
    if type(value).__name__ == "Yaml" and hasattr(value, "value"):
        inner = value.value
        return inner if inner is None or isinstance(inner, (str, int, float, dict, list)) else _untag(inner)
    return str(value)

"""YAML 1.2 text → plain Python data."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..errors import SpecError
from .keys import key_text, untag
from .limits import Limits
from .report import Report

#: What may be an anchor or an alias, `&name` or `*name`, if it stands where a value can begin.
_MARK = re.compile(r"[&*][^\s\[\]{},&*]")
_BEFORE_MARK = frozenset(" \t\r\n[{,:-")
# The scans begin with a line break instead of "^", which the regular expression engine finds much faster.
_NUMBER_KEY = re.compile(
    r"\n[ \t]*(?:[-?] +)*([-+.~\d][^\s:]*|True|TRUE|False|FALSE|Null|NULL)[ \t]*:(?=\s)",
)
#: Keys that the fast parser makes a number or a constant of which, as text, looks different (`1.10`, `007`, `True`).
_ODD_KEY = re.compile(
    r"[-+][\d.][\d.eE+-]*|0\d+|0[xo][\da-fA-F]+|\d+\.(?:\d*0)?|\.\d[\d.eE+-]*|\d[\d.]*[eE][-+]?\d+|\d{16,}"
    r"|~|[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)|[TFN]\w+"
)
_DIGITS = re.compile(r"\d{19}|[ \t\[]0\d+[ \t]*(?:$|[,\]}\r#])", re.MULTILINE)
#: Plain integers that the fast parser changes: of 19 digits and more, and codes that begin with a zero.
_BIG_INTEGER = re.compile(
    r"([:,\[][ \t]+|\[|^[ \t]*-[ \t]+)([-+]?\d{19,}|0\d+)(?=[ \t]*(?:$|[,\]}\r]|[ \t]#))", re.MULTILINE
)
_SURROGATES = re.compile(r"\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})")
_PATHS = re.compile(r"\npaths:")
_NEXT_KEY = re.compile(r"\n[^\s#]")
_PATH_KEY = re.compile(r"\n([ \t]+)['\"]?(/[^\r\n]*)")
_KEY_END = re.compile(r":(?:\s|$)")


def parse_yaml(text: str, *, source: str, limits: Limits, report: Report) -> Any:
    """The first YAML document of *text*.

    YAML 1.2 core schema: dates, `on`, `off`, `yes` and `no` are text. So are digits that begin
    with a zero (0123), which are codes, and no numbers in JSON. Keys become text, tags are
    dropped, `<<` is merged (YAML 1.1 had it and documents use it).

    Raises:
        SpecError: invalid_yaml with line and column, too_many_aliases, too_deep.
    """
    _check_aliases(text, source, limits)
    _report_duplicate_paths(text, report)
    if any(_ODD_KEY.fullmatch(key) for key in set(_NUMBER_KEY.findall(text))):
        return _tidy(_parse_tolerantly(text, source), source, limits)
    if not _DIGITS.search(text) or not any(_is_big(match) for match in _BIG_INTEGER.finditer(text)):
        return _tidy(_parse_fast(text, source), source, limits)
    mark = _unused_word(text)
    marked = _BIG_INTEGER.sub(lambda match: f"{match[1]}{mark}{match[2]}" if _is_big(match) else match[0], text)
    return _tidy(_parse_fast(marked, source), source, limits, mark)


def _is_big(match: re.Match[str]) -> bool:
    """Whether an integer does not fit into 64 bits, where the fast parser makes a float of it, or loses its zeros."""
    return match[2].startswith("0") or not -(1 << 63) <= int(match[2][:40]) < 1 << 63


def _unused_word(text: str) -> str:
    word = "integer-"
    while word in text:
        word = "x" + word
    return word


def _parse_fast(text: str, source: str) -> Any:
    import yaml12

    try:
        return yaml12.parse_yaml(text)
    except ValueError as error:
        if "recursion limit" in str(error):
            raise SpecError("too_deep", "is nested too deeply", source) from None
        # It refuses a few things that other parsers take.
        return _parse_tolerantly(_SURROGATES.sub(_joined, text), source)


def _joined(match: re.Match[str]) -> str:
    """A character that JSON writes as two escapes, and YAML does not."""
    return bytes.fromhex(match[1] + match[2]).decode("utf-16-be")


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
        raise SpecError(
            "invalid_yaml", f"is not valid YAML: {_describe(error)}", source, "", "correct the document there"
        ) from None
    except RecursionError:
        raise SpecError("too_deep", "is nested too deeply", source) from None


def _describe(error: Any) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).split("\n", 1)[0]
    return f"{problem} at line {mark.line + 1} column {mark.column + 1}" if mark else str(problem)


def _check_aliases(text: str, source: str, limits: Limits) -> None:
    """Aliases are expanded by copying: nine levels of nine would fill any memory, so count before parsing."""
    if "&" not in text or "*" not in text:
        return
    marks = {match[0][0] for match in _MARK.finditer(text) if text[match.start() - 1] in _BEFORE_MARK}
    if marks != {"&", "*"}:
        return
    if _expanded_size(text, limits.max_alias_nodes) > limits.max_alias_nodes:
        message = f"its YAML aliases stand for more than {limits.max_alias_nodes} nodes"
        raise SpecError("too_many_aliases", message, source, "", "raise Limits.max_alias_nodes if this is intended")


def _expanded_size(text: str, limit: int) -> int:
    """Nodes that aliases stand for; what is no YAML has none, since the parser will say what is wrong with it."""
    import yaml

    sizes: dict[str, int] = {}
    open_nodes: list[tuple[str, int]] = []
    total = aliased = 0
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(event, yaml.AliasEvent):
                size = sizes.get(event.anchor or "", 1)
                total, aliased = total + size, aliased + size
            elif isinstance(event, yaml.CollectionStartEvent):
                open_nodes.append((event.anchor or "", total))
                total += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, before = open_nodes.pop()
                sizes[anchor] = total - before
            elif isinstance(event, yaml.ScalarEvent):
                total += 1
            if aliased > limit:
                break
    except yaml.YAMLError:
        pass
    return aliased


def _report_duplicate_paths(text: str, report: Report) -> None:
    """The parsers keep the last of two equal keys; for paths that loses operations, so it is worth a scan."""
    start = _PATHS.search(text)
    if start is None:
        return
    end = _NEXT_KEY.search(text, start.end())
    section = text[start.end() : end.start() if end else len(text)]
    found = [(len(match[1]), _KEY_END.split(match[2], maxsplit=1)[0]) for match in _PATH_KEY.finditer(section)]
    paths = Counter(path.rstrip(" \t'\"") for indent, path in found if indent == found[0][0])
    for path, count in paths.items():
        if count > 1:
            report.add("duplicate_key", f"the path {path!r} stands twice; the last one counts", "#/paths")


def _tidy(data: Any, source: str, limits: Limits, mark: str = "") -> Any:
    """Make every key text, drop tags, merge `<<` and turn marked digits into integers, in place."""
    holder = {"": data}
    level: list[Any] = [holder]
    for _ in range(limits.max_depth + 1):
        below: list[Any] = []
        for container in level:
            items = _tidy_mapping(container) if isinstance(container, dict) else enumerate(container)
            for key, value in items:
                plain = value
                if type(value) not in _PLAIN:
                    container[key] = plain = untag(value)
                elif type(value) is float and not math.isfinite(value):
                    container[key] = str(value)
                elif mark and type(value) is str and mark in value:
                    container[key] = _unmark(value, mark)
                if type(plain) is dict or type(plain) is list:
                    below.append(plain)
        if not below:
            return holder[""]
        level = below
    raise SpecError("too_deep", "is nested too deeply", source, "", "raise Limits.max_depth if this is intended")


_PLAIN = frozenset({str, int, float, bool, type(None), dict, list})


def _unmark(value: str, mark: str) -> int | str:
    digits = value.removeprefix(mark)
    is_code = digits.startswith("0")
    if len(digits) < len(value) and not is_code and digits.lstrip("+-").isdecimal() and len(digits) < 4_000:
        return int(digits)
    return value.replace(mark, "")


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

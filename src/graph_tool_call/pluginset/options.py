"""Options of a run: as they were given, and as the class of its executor has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..codec import decode
from ..errors import DecodeError
from ..hooks import ExecutorSpec
from ..model import Opinion
from ..model.frozen import frozen

#: The value behind its type, in a message of `decode`.
_GIVEN: Final = re.compile(r"(?<=, got )(?P<type>\w+) .*(?= @ )", re.DOTALL)


@attrs.frozen
class Options:
    """What was given, for everybody; decoded, for the plugin that offers the executor."""

    given: Mapping[str, Any]
    decoded: Any = None
    #: The plugin that sees the decoded ones; "" where the executor takes any options.
    owner: str = ""


def read_options(offered: Opinion[ExecutorSpec] | None, given: Any) -> Options:
    """*given* options, a mapping or an instance of the executor's class, checked.

    Raises `DecodeError` for what the executor does not take.
    """
    spec = offered.value if offered is not None else ExecutorSpec(name="")
    if spec.options is not None and isinstance(given, spec.options):
        named = {field.name: getattr(given, field.name) for field in attrs.fields(spec.options)}
        return Options(frozen(named), given, offered.plugin if offered else "")
    what = f"options of executor '{spec.name}'" if spec.name else "options"
    if given is not None and not isinstance(given, Mapping):
        raise DecodeError(what, (f"expected an object, got {type(given).__name__} @ $",))
    plain = dict(given or {})
    if offered is None or spec.options is None:
        return Options(frozen(plain))
    return Options(frozen(plain), decoded(plain, spec.options, what), offered.plugin)


def decoded(given: Mapping[str, Any], cls: type | None, what: str) -> Any:
    """*given* options as an instance of *cls*, as they are where that is None. Raises `DecodeError`, without values."""
    if cls is None:
        return frozen(dict(given))
    try:
        return decode(dict(given), cls, what=what)
    except DecodeError as error:
        # What was given may be a secret in the wrong place.
        raise DecodeError(what, tuple(_GIVEN.sub(r"\g<type>", problem) for problem in error.problems)) from None

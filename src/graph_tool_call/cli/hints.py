"""Why a call failed, in the words of the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

#: Options of executors that the command line has a word of its own for.
_WORDS: Final = {"base_url": "--base-url", "headers": "-H", "timeout": "--timeout"}
_OPTION: Final = re.compile(r"(?:the )?\boption ([a-z]+(?:_[a-z]+)*)")
#: How a run says, to a caller from Python, which decisions it takes.
_RETRY: Final = re.compile(r"decisions=\{'([^']*)': 'retry'\}")
_APPROVE: Final = re.compile(r"decisions=\{'([^']*)': 'approve'\}")
_OUTPUT: Final = re.compile(r"decisions=\{'([^']*)': \{'output': …\}\}")


def in_words(message: str, error: Mapping[str, Any]) -> str:
    """*message* as the command line says it; *error* is the failure's own data, which tells what is spoken of."""
    if "option" in error:
        message = _OPTION.sub(lambda match: _WORDS.get(match[1], f"--option {match[1]}=…"), message)
    if "decisions" in error:
        message = _OUTPUT.sub(r"--decide \1=JSON", _RETRY.sub(r"--decide \1=retry", message))
        message = _APPROVE.sub("--yes", message)
    return message


def next_step(code: str, error: Mapping[str, Any]) -> str:
    """How to give the credential that a call lacked, in brackets; "" where that is not what went wrong."""
    if code != "auth" or error.get("with_credential"):
        return ""
    lacking = error.get("lacking")
    if lacking:
        given = " ".join(f"--credential {scheme}=VARIABLE" for scheme in lacking[:1])
        return f" ({given} gives the credential)"
    if lacking is None:
        return " (--credential SCHEME=VARIABLE gives a credential)"
    # The document says of no scheme that this call takes it.
    return " (-H NAME=VARIABLE sends a header, if that is how the server is told who asks)"

"""Content codings of answers, undone piece by piece (RFC 9110, 8.4.1)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from .failures import Problem

#: What requests ask for, and what is undone here.
ACCEPTED: Final = "gzip, deflate"
_GZIP: Final = frozenset({"gzip", "x-gzip"})
#: Bytes that one step may give, however much the data would swell.
_STEP: Final = 65_536
#: First byte of a gzip member.
_MEMBER: Final = 0x1F


def decoded(chunks: Iterable[bytes], codings: str) -> Iterable[bytes]:
    """*chunks* without the codings of a `Content-Encoding` header, never more than 64 KiB at a time.

    From a coding that is not known here on, the bytes stay as they are.
    """
    names = [name.strip().lower() for name in codings.split(",")]
    for name in reversed([name for name in names if name not in {"", "identity"}]):
        if name not in _GZIP and name != "deflate":
            break
        chunks = _inflated(chunks, name)
    return chunks


def _inflated(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    try:
        yield from _members(chunks, name)
    except zlib.error:
        raise Problem(f"the answer is not the {name} that it is labelled as", kind="answer") from None


def _members(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    inflater = None
    for chunk in chunks:
        data = chunk
        while data:
            if inflater is not None and inflater.eof and (name not in _GZIP or data[0] != _MEMBER):
                # Behind the end stands padding.
                return
            if inflater is None or inflater.eof:
                # Gzip may have several members, one after the other (RFC 1952, 2.2).
                inflater = _inflater(name, data)
            yield inflater.decompress(data, _STEP)
            data = inflater.unconsumed_tail or inflater.unused_data
    if inflater is not None:
        # What the limit of the last step held back.
        yield inflater.flush()
        if not inflater.eof:
            raise Problem(f"the answer breaks off in the middle of its {name} data", kind="answer")


def _inflater(name: str, data: bytes) -> zlib._Decompress:
    if name in _GZIP:
        return zlib.decompressobj(16 + zlib.MAX_WBITS)
    # "deflate" is the zlib format; some servers send the bare one (RFC 9110, 8.4.1.2). A zlib header is 0x?8.
    return zlib.decompressobj(zlib.MAX_WBITS if data[0] & 0x0F == 8 else -zlib.MAX_WBITS)

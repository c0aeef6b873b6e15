"""Files that are replaced as a whole, or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write *data* to the file at *path*: a reader sees the old file or the new one, whatever happens meanwhile.

    Any number of writers may do so at once; the last one holds. The file keeps its mode, a
    new one gets that of the process, and where *path* is a link, what it leads to is
    replaced. On a failure the old file stays, and nothing is left beside it. What is no
    file, such as `/dev/stdout`, is written to as it is. Raises `OSError`.
    """
    if (there := Path(path)).exists() and not there.is_file():
        there.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    # Made anew under a name that nobody can know: a planted file or link is never written to.
    partial = target.with_name(f".{target.name[:64]}.{secrets.token_hex(8)}.partial")
    handle = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            if mode is not None:
                partial.chmod(mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise
    _sync_folder(target.parent)


#: Windows changes line ends of files that are not opened as binary ones.
_BINARY = getattr(os, "O_BINARY", 0)


def _sync_folder(folder: Path) -> None:
    """Let the new name survive a crash, where folders can be opened (not on Windows)."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

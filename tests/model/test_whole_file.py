from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.model import whole_file
from graph_tool_call.model.whole_file import write_whole

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links are those of POSIX")


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    """What was readable by its owner alone stays so."""
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(mode)

    write_whole(path, b"new")

    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", mode)


@posix
def test_planted_link_is_not_written_to(tmp_path: Path) -> None:
    """A link where a partial file could be does nothing; a link at the name itself leads to the file."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    (tmp_path / "a.json.partial").symlink_to(victim)
    write_whole(tmp_path / "a.json", b"new")
    assert (victim.read_bytes(), (tmp_path / "a.json").is_symlink()) == (b"mine", False)

    (tmp_path / "link.json").symlink_to("a.json")
    write_whole(tmp_path / "link.json", b"newer")
    assert ((tmp_path / "a.json").read_bytes(), (tmp_path / "link.json").is_symlink()) == (b"newer", True)


def test_failed_write_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is told; the old file stays, and nothing lies beside it."""
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")

    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]
    assert path.read_bytes() == b"old"


def test_missing_folder_is_told(tmp_path: Path) -> None:
    """A folder is not made."""
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "no" / "a.json", b"x")


@posix
def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    """A pipe stays a pipe, and whoever reads it gets the data: so `/dev/stdout` can be named."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_whole(pipe, b"data")
        assert reader.communicate()[0] == b"data"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


WRITER = """
import sys
from graph_tool_call import ToolGraph
path, number, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
graph = ToolGraph({"format_version": 1, "tools": {}, "filler": [number] * 40000})
for _ in range(times):
    graph.save(path)
"""


def race(path: Path, times: int) -> int:
    """Two processes that save *times* each, while this one reads; how often it read."""
    arguments = [sys.executable, "-c", WRITER, str(path)]
    ToolGraph({"format_version": 1, "tools": {}}).save(path)
    writers = [subprocess.Popen([*arguments, str(number), str(times)], stderr=subprocess.PIPE) for number in (1, 2)]
    reads = 0
    while any(writer.poll() is None for writer in writers):
        content = json.loads(path.read_bytes())
        assert len(set(content.get("filler", "x"))) == 1
        reads += 1
    for writer in writers:
        assert (writer.wait(), writer.stderr.read() if writer.stderr else b"") == (0, b"")
        if writer.stderr:
            writer.stderr.close()
    return reads


@pytest.mark.slow
def test_two_writers_and_a_reader(tmp_path: Path) -> None:
    """Two processes save one artifact 400 times: no read is torn, no writer fails, nothing is left behind."""
    assert race(tmp_path / "a.json", 200) > 0

    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

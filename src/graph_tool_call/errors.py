"""Every exception that this package raises on purpose.

One tree. Each error carries its data as attributes, renders as one line, pickles, and
has `to_dict()`, so that a program never parses a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class GraphToolCallError(Exception):
    """Base of the tree.

    Subclasses list the names of their positional arguments in `fields`: the base
    stores them, pickles them and puts them into `to_dict()`.
    """

    #: Stable code for programs; a subclass may set it per instance through a `code` field.
    code: str = "error"
    fields: ClassVar[tuple[str, ...]] = ("message",)
    message: str

    # Positional, so that the error survives pickling between processes.
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        for name, value in zip(self.fields, args, strict=False):
            setattr(self, name, value)

    def __str__(self) -> str:
        return str(self.message)

    def to_dict(self) -> dict[str, Any]:
        """The error as JSON-shaped data: `code`, `message` and the error's own fields."""
        own = {name: _plain(getattr(self, name, None)) for name in self.fields}
        return {"code": self.code, **own, "message": str(self)}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(v) for v in (sorted(value) if isinstance(value, (set, frozenset)) else value)]
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


class DecodeError(GraphToolCallError):
    """What somebody wrote does not have the wanted shape; one line for each problem."""

    code = "decode_error"
    fields = ("what", "problems")
    what: str
    problems: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.what}: " + "; ".join(self.problems)


class SpecError(GraphToolCallError):
    """An API description cannot be read at all.

    `code` is one of: file_not_found, is_directory, unreadable, empty, invalid_json, invalid_yaml,
    not_openapi (no plugin that was asked reads it), no_reader (the plugin set reads nothing),
    unsupported_version, no_paths, too_large, too_deep,
    too_many_aliases, ref_too_deep, ref_outside, ref_remote.
    """

    fields = ("code", "message", "source", "pointer", "hint")
    source: str
    pointer: str
    hint: str

    def __init__(self, code: str, message: str, source: str = "", pointer: str = "", hint: str = "") -> None:
        super().__init__(code, message, source, pointer, hint)

    def __str__(self) -> str:
        place = self.source + (f" at {self.pointer}" if self.pointer else "")
        return " ".join(
            p for p in (f"{place}:" if place else "", self.message, f"({self.hint})" if self.hint else "") if p
        )


class ArazzoError(SpecError):
    """An Arazzo document cannot be read or used, or a plan cannot be said in one.

    `code` while reading: those of `SpecError`, not_arazzo, unsupported_version, invalid_document,
    unknown_workflow, ambiguous_workflow, and for a workflow that a plan cannot keep the code of
    its first such part: control_flow, criteria, message_step, workflow_cycle, unknown_operation,
    unknown_parameter, unreadable_parameter, unreadable_expression, unreadable_body,
    unreadable_replacement. While writing: needs_1_1, not_expressible, not_an_operation,
    unknown_tool, unknown_argument, unknown_version. `pointer` is the place, in the document or in the plan.
    """


class ArtifactError(GraphToolCallError):
    """A saved artifact or plan cannot be used.

    `code`: not_artifact, unsupported_format, file_not_found, is_directory, invalid_json, or damaged.
    """

    fields = ("code", "message", "source")
    source: str

    def __init__(self, code: str, message: str, source: str = "") -> None:
        super().__init__(code, message, source)

    def __str__(self) -> str:
        return f"{self.source}: {self.message}" if self.source else self.message


class AnnotationError(GraphToolCallError):
    """A caller's annotations cannot be read, or speak of what is not there.

    `code`: unreadable, invalid_yaml, not_annotations, unknown_key, missing_key, duplicate_key,
    invalid_value, unknown_operation, unknown_field, ambiguous_field, unknown_tag or not_built. `path` is the
    entry ("$.fields[2].tag"), `line` counts from 1 and is 0 where there is no file.
    """

    fields = ("code", "message", "source", "line", "path")
    source: str
    line: int
    path: str

    def __init__(self, code: str, message: str, source: str = "", line: int = 0, path: str = "") -> None:
        super().__init__(code, message, source, line, path)

    def __str__(self) -> str:
        place = self.source + (f":{self.line}" if self.line else "")
        return ": ".join(part for part in (place, self.path, self.message) if part)


class PluginError(GraphToolCallError):
    """Something a plugin did. The message always names the plugin, and the hook where there is one."""

    code = "plugin_error"
    fields: ClassVar[tuple[str, ...]] = ("message", "plugin", "hook", "origin")
    plugin: str
    hook: str
    origin: str

    def __init__(self, message: str, plugin: str, hook: str = "", origin: str = "") -> None:
        super().__init__(message, plugin, hook, origin)

    def __str__(self) -> str:
        where = f"plugin {self.plugin!r}"
        if self.origin:
            where += f" ({self.origin})"
        if self.hook:
            where += f", hook {self.hook!r}"
        return f"{where}: {self.message}"


class PluginLoadError(PluginError):
    """An entry point could not be imported, or gives something that is not a plugin."""

    code = "plugin_load_error"


class UnknownPluginError(PluginError):
    """A plugin is named, by a set or by settings, that is not there."""

    code = "unknown_plugin"


class PluginSettingsError(PluginError):
    """The settings given for a plugin do not have the shape that it declares."""

    code = "plugin_settings_error"


class UnknownHookError(PluginError):
    """A plugin implements a hook, or wants an argument, that does not exist."""

    code = "unknown_hook"


class HookSignatureError(PluginError):
    """A hook implementation is of a form that the host cannot call: unmarked, defaults, wrappers, coroutines."""

    code = "hook_signature"


class HookFailedError(PluginError):
    """A hook implementation raised; `__cause__` is what it raised.

    `file` and `line` say where, in the plugin's own code; "" and 0 where that is not known.
    """

    code = "hook_failed"
    fields = (*PluginError.fields, "file", "line")
    file: str
    line: int

    def __init__(
        self, message: str, plugin: str, hook: str = "", origin: str = "", file: str = "", line: int = 0
    ) -> None:
        GraphToolCallError.__init__(self, message, plugin, hook, origin, file, line)

    def __str__(self) -> str:
        return super().__str__() + (f" at {self.file}:{self.line}" if self.file else "")


class HookResultError(PluginError):
    """A hook implementation returned something outside its contract."""

    code = "hook_result"


class DuplicateExecutorError(PluginError):
    """Two plugins offer an executor of the same name."""

    code = "duplicate_executor"


class DuplicateFormatError(PluginError):
    """Two plugins offer an exporter, or an importer, of the same name."""

    code = "duplicate_format"


class UnknownFormatError(GraphToolCallError):
    """No plugin writes, or reads, this in the format that is named; `known` are the names on offer."""

    code = "unknown_format"
    fields = ("message", "name", "known")
    name: str
    known: tuple[str, ...]

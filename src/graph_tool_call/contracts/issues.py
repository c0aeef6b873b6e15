"""What a readiness report may find: stable codes, what each means, and the next step."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs


@attrs.frozen
class Issue:
    """One code. *severity*: error (planning cannot work), warning (it works less well), or info."""

    severity: str
    meaning: str
    next_step: str


#: Code → issue, in the order of a report.
ISSUES: Final[Mapping[str, Issue]] = MappingProxyType({
    "no_producers": Issue(
        "error",
        "No operation of the collection has described response fields.",
        "Describe responses; without them only single calls can be planned.",
    ),
    "low_response_coverage": Issue(
        "warning",
        "Most operations that answer with a body do not describe what is in it.",
        "Begin with the responses of listing operations: most identifiers come from them.",
    ),
    "missing_response_schema": Issue(
        "warning",
        "The operation answers with a body whose fields the document does not describe.",
        "Describe the success response's schema; nothing can be planned from an unknown response.",
    ),
    "missing_request_schema": Issue(
        "warning",
        "The operation takes a body of which the document says nothing.",
        "Describe the request body's schema; a call can only pass a whole body on.",
    ),
    "fields_without_form": Issue(
        "warning",
        "The operation takes fields in a media type such as XML, for which no executor has a way to write them.",
        "Offer the body as JSON or as a form too; else pass it on as one text.",
    ),
    "envelope_hides_body": Issue(
        "warning",
        "The response is an envelope whose payload has no described fields.",
        "Describe the payload's schema instead of a free-form object.",
    ),
    "untyped_identifier": Issue(
        "warning",
        "A required field looks like an identifier, and no plugin says of what.",
        "Annotate it (`inspect --unresolved` writes the file), or add a classifier plugin for the naming.",
    ),
    "ambiguous_producer": Issue(
        "warning",
        "A required field is matched by its name alone, and fields of several resources have that name.",
        "Annotate which producer is meant, or give the field a tag.",
    ),
    "only_changing_source": Issue(
        "info",
        "A required identifier is only produced by operations that change something; a plan asks rather than call one.",
        "Describe an operation that lists what there is; else pass the value, or allow it with `mutating_producers`.",
    ),
    "required_without_source": Issue(
        "info",
        "A required field has no default and no operation that produces it; a person will be asked.",
        "Check that the response that should hold it is described; else declare a context default or user input.",
    ),
    "context_without_default": Issue(
        "info",
        "A required field is runtime context and has no default in the document.",
        "Pass it in `context_defaults` when planning.",
    ),
    "auth_as_data": Issue(
        "warning",
        "A field is named like a credential and is classified as business data.",
        "Name it in `auth_field_names`, or declare it as a security scheme.",
    ),
    "duplicate_operation": Issue(
        "warning",
        "Two operations have the same operationId; tool names were made distinct.",
        "Give each operation an operationId of its own.",
    ),
    "missing_operation_id": Issue(
        "info",
        "The operation has no operationId; its tool is named after method and path, and renamed when the path changes.",
        "Give the operation an operationId.",
    ),
    "undescribed_operation": Issue(
        "info",
        "The operation has neither summary nor description; it is found by the words of its name and path alone.",
        "Say in a summary what it does, in the words of those who will ask for it.",
    ),
    "no_server": Issue(
        "info",
        "The document does not say where the API is.",
        "Add `servers`, or pass a base URL when running.",
    ),
})  # fmt: skip

"""API operations, as read from a document of any version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from .absent import ABSENT
from .frozen import frozen_mapping, read_only
from .schema import Schema


@attrs.frozen(kw_only=True)
class Diagnostic:
    """Something that was skipped, cut, guessed or found wrong in a document."""

    code: str
    message: str
    #: "file#/json/pointer"; the file part is empty for the root document.
    pointer: str = ""
    #: error (something is missing because of it), warning, or info.
    severity: str = "warning"


@attrs.frozen(kw_only=True)
class Parameter:
    """One parameter, or one response header (`location` "response_header")."""

    name: str
    #: path, query, header, cookie, or response_header.
    location: str
    required: bool = False
    schema: Schema
    description: str = ""
    deprecated: bool = False
    #: As in the document after defaults of its version: form, simple, label, matrix,
    #: spaceDelimited, pipeDelimited, tabDelimited (Swagger 2.0 only), deepObject;
    #: "" for a parameter described by `content`.
    style: str = ""
    explode: bool = False
    allow_reserved: bool = False
    #: Whether an empty text may stand for a value of any type (`allowEmptyValue`, query only).
    allow_empty: bool = False
    #: Media type of a parameter that is described by `content`; "" otherwise.
    content_type: str = ""
    example: Any = ABSENT
    #: False for a template variable of the path that the document declares nowhere.
    declared: bool = True


@attrs.frozen(kw_only=True)
class MediaType:
    """One representation of a body."""

    content_type: str
    schema: Schema | None = None
    #: Per-property encoding of form and multipart bodies, as written.
    encoding: Mapping[str, Any] = attrs.Factory(dict)


@attrs.frozen(kw_only=True)
class RequestBody:
    """What an operation takes as its body.

    `media` has the preferred representation first: JSON, form, multipart, others.
    """

    media: tuple[MediaType, ...]
    required: bool = False
    description: str = ""
    #: Swagger 2 names its body parameter; "" elsewhere.
    name: str = ""


@attrs.frozen(kw_only=True)
class Link:
    """An OpenAPI link of a response; `target` is a `METHOD /path`, or "" when it has none that exists."""

    name: str
    target: str = ""
    #: Target parameter ("id", "path.id") → runtime expression ("$response.body#/id") or constant.
    parameters: Mapping[str, Any] = attrs.Factory(dict)
    request_body: Any = ABSENT
    description: str = ""
    pointer: str = ""


@attrs.frozen(kw_only=True)
class Response:
    """One declared response. `status` is "200", "2XX" (upper case) or "default"."""

    status: str
    media: tuple[MediaType, ...] = ()
    description: str = ""
    headers: tuple[Parameter, ...] = ()
    links: tuple[Link, ...] = ()


@attrs.frozen(kw_only=True)
class SecurityScheme:
    """A way to authenticate. `type`: apiKey, http, oauth2, openIdConnect, mutualTLS, or what the document says."""

    id: str
    type: str
    #: For apiKey: header, query or cookie; "header" for http and oauth2.
    location: str = ""
    #: Parameter, header or cookie name that carries the credential ("Authorization" for http and oauth2).
    name: str = ""
    #: For http: basic, bearer, …
    scheme: str = ""
    description: str = ""
    scopes: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class ServerTemplate:
    """A server URL as written, with variables in braces, resolved against the document's URL when known."""

    url: str
    #: Name → `default` and `enum`, each where the document has it.
    variables: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict, converter=frozen_mapping)


@attrs.frozen(kw_only=True)
class Operation:
    """One call that an API offers."""

    #: "GET /pets/{petId}" with the path as written in the document, unique in a collection.
    key: str
    #: Lower case.
    method: str
    #: Without base path; variables in braces, without patterns.
    path: str
    #: Unique tool name, at most 64 characters of A-Z a-z 0-9 _ -.
    name: str
    #: As written; "" when missing.
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    responses: tuple[Response, ...] = ()
    #: Alternatives; each is a tuple of (scheme id, scopes) that are needed together. `()` alone: none needed.
    security: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...] = ()
    #: Base URLs with variables replaced by their defaults, resolved against the document's URL when known.
    servers: tuple[str, ...] = ()
    pointer: str = ""
    #: `x-…` keys of the operation, as written.
    extensions: Mapping[str, Any] = attrs.field(factory=dict, converter=frozen_mapping)


@attrs.frozen(kw_only=True, eq=False)
class Collection:
    """A whole document, read: what the contract stage starts from."""

    title: str = ""
    version: str = ""
    description: str = ""
    #: What kind of source it was read from, in one word: "openapi".
    format: str = ""
    #: Version of that format: "2.0", "3.0.3", "3.1.0" …
    spec_version: str = ""
    #: Where it came from, without directories or credentials: file name, or "<mapping>".
    source: str = ""
    #: sha256 over the bytes of the documents that were read, hex.
    digest: str = ""
    operations: tuple[Operation, ...] = ()
    #: Named component schemas, whether an operation refers to them or not.
    schemas: Mapping[str, Schema] = attrs.field(factory=dict, converter=read_only)
    security_schemes: Mapping[str, SecurityScheme] = attrs.field(factory=dict, converter=read_only)
    servers: tuple[str, ...] = ()
    #: Of the servers of document and operations that have variables, by their URL with the defaults.
    server_templates: Mapping[str, ServerTemplate] = attrs.field(factory=dict, converter=read_only)
    #: Tag name → description.
    tags: Mapping[str, str] = attrs.field(factory=dict, converter=read_only)
    diagnostics: tuple[Diagnostic, ...] = ()

"""Settings of the executor, and the options of one run that override them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from graph_tool_call.hooks import RunContext

_optional: Final = attrs.validators.optional


@attrs.frozen(kw_only=True)
class HttpSettings:
    """How requests are made.

    As plugin settings they hold for every run of an engine; options of the same names,
    given to `PlanRunner.from_plugins(..., options={…})`, hold for one runner.
    """

    #: Instead of the document's servers. Who sets it vouches for its host: private addresses are allowed there.
    base_url: str = ""
    #: Values for variables that a server URL still has.
    server_variables: Mapping[str, str] = attrs.Factory(dict)
    #: Sent with every request; arguments of the same name win. They go to the API's own origin only.
    headers: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    #: Seconds for one request, where the call has no limit of its own.
    timeout: float = attrs.field(default=30.0, validator=attrs.validators.gt(0))
    #: Bytes of a response body, after decompression.
    max_bytes: int = attrs.field(default=10_000_000, validator=attrs.validators.gt(0))
    #: Redirects followed for safe requests.
    max_redirects: int = attrs.field(default=5, validator=attrs.validators.ge(0))
    #: Send requests to private, loopback and link-local addresses too.
    allow_private: bool = False
    #: Send this header with the call's idempotency key on POST and PATCH, also where the operation does not declare it.
    idempotency_header: str = ""
    #: Use proxies of the environment.
    trust_env: bool = True
    #: Check certificates; or the path of a bundle to check them with.
    verify: bool | str = True


@attrs.frozen(kw_only=True)
class HttpOptions:
    """Options of one runner. What is None here is as the settings have it."""

    base_url: str | None = None
    server_variables: Mapping[str, str] | None = None
    headers: Mapping[str, str] | None = attrs.field(default=None, repr=False)
    timeout: float | None = attrs.field(default=None, validator=_optional(attrs.validators.gt(0)))
    max_bytes: int | None = attrs.field(default=None, validator=_optional(attrs.validators.gt(0)))
    max_redirects: int | None = attrs.field(default=None, validator=_optional(attrs.validators.ge(0)))
    allow_private: bool | None = None
    idempotency_header: str | None = None
    trust_env: bool | None = None
    verify: bool | str | None = None
    #: An `httpx.BaseTransport` to send through, for tests: `httpx.MockTransport(handler)`.
    transport: Any = None


_NAMES: Final = tuple(field.name for field in attrs.fields(HttpSettings))


def effective(settings: Any, options: HttpOptions) -> HttpSettings:
    """*settings* with what *options* override."""
    base = settings if isinstance(settings, HttpSettings) else HttpSettings()
    given = {name: getattr(options, name) for name in _NAMES if getattr(options, name) is not None}
    return attrs.evolve(base, **given)


def options_of(context: RunContext) -> HttpOptions:
    """The options of a run; none of them where it is the run of another executor."""
    return context.options if isinstance(context.options, HttpOptions) else HttpOptions()

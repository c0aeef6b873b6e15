"""Settings of the executor, and the options of one run that override them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from .failures import Problem


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


_NAMES: Final = tuple(field.name for field in attrs.fields(HttpSettings))


def effective(settings: Any, options: Mapping[str, Any]) -> HttpSettings:
    """*settings* with what *options* override. Raises `Problem` for values of a wrong kind."""
    base = settings if isinstance(settings, HttpSettings) else HttpSettings()
    given = {name: options[name] for name in _NAMES if options.get(name) is not None}
    for name in ("headers", "server_variables"):
        if not isinstance(given.get(name, {}), Mapping):
            raise Problem(f"the option {name} takes an object of names and values", data={"option": name})
    try:
        return attrs.evolve(base, **given)
    except (TypeError, ValueError) as error:
        raise Problem(f"options of the executor: {error}") from None

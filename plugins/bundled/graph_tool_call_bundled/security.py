"""Credentials.

By security scheme, and by parameter name. Only what proves who the caller is, never a path parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, PluginInfo, hookimpl

from .words import Spelled

#: Names that carry a credential wherever they stand (RFC 9110 11.6.2, RFC 6750 2, common practice).
CREDENTIALS: Final = frozenset(
    """
    authorization proxyauthorization xauthorization apikey xapikey apitoken xapitoken apisecret appkey xappkey
    accesstoken xaccesstoken authtoken xauthtoken authkey xauthkey bearertoken bearer jwt xjwttoken sessiontoken
    xsessiontoken xsecuritytoken xamzsecuritytoken subscriptionkey ocpapimsubscriptionkey xrapidapikey
    xapisecret xclientsecret xsignature xcsrftoken xxsrftoken csrftoken xsrftoken privatetoken xgitlabtoken
    serviceroletoken
    """.split()
)
#: Headers that end so carry a credential for somebody else than the server: X-Shop-Authorization.
AUTHORIZATION: Final = "authorization"
#: Cookies that carry a session.
SESSION_COOKIES: Final = frozenset(
    "session sessionid sid jsessionid phpsessid connectsid authcookie sessiontoken".split()
)
#: Names that carry a credential only when the description, or a bare parameter, leaves no other reading.
DOUBTFUL: Final = frozenset("token auth key xtoken usertoken".split())
#: Names of answers that hold a credential: a login's result, never an identifier of something else.
ISSUED: Final = frozenset(
    """
        accesstoken refreshtoken idtoken authtoken sessiontoken bearertoken apikey apisecret clientsecret
        secretkey jwt apitoken
    """.split()
)

_SAYS_SO: Final = re.compile(
    r"\bauth\w*|\bbearer\b|\bcredential|\bapi[ _-]?(key|token)|\baccess token|\brequires? scope", re.IGNORECASE
)


@attrs.frozen
class _Schemes:
    """Names that security schemes of the document give to their parameters, by location."""

    names: frozenset[tuple[str, str]]

    def has(self, field: Field) -> bool:
        return (field.location, field.name.lower()) in self.names


def _schemes(context: BuildContext) -> _Schemes:
    schemes = context.collection.security_schemes.values()
    return _Schemes(frozenset((s.location, s.name.lower()) for s in schemes if s.name))


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Security", description="Finds credentials by security scheme and by name.", hook_api=1)


@hookimpl
def gtc_classify_fields(fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Kind `auth` for credentials."""
    schemes = context.memo.once(("security", "schemes"), lambda: _schemes(context))
    spelled = context.memo.once("spelled", Spelled)
    for field in fields:
        name = spelled[field.name]
        if field.direction == "produces":
            if name in ISSUED:
                yield FieldVerdict(
                    field=field.ref,
                    kind="auth",
                    role="credential",
                    confidence=0.8,
                    reason="a credential that the call issues",
                )
        elif field.location not in ("path", "body") and schemes.has(field):
            yield FieldVerdict(
                field=field.ref, kind="auth", role="credential", confidence=0.99, reason="named by a security scheme"
            )
        elif _is_credential(field, name):
            yield FieldVerdict(
                field=field.ref, kind="auth", role="credential", confidence=0.9, reason="named like a credential"
            )


def _is_credential(field: Field, name: str) -> bool:
    location = field.location
    if location == "path" or field.enum is not None or field.type not in ("string", ""):
        return False
    if location == "header" and name.endswith(AUTHORIZATION):
        return True
    if name in CREDENTIALS:
        # In a body, such a name is what the call is about (register an API key), unless it is described as the
        # caller's own.
        return location != "body" or (not field.parents and bool(_SAYS_SO.search(field.description)))
    if location == "cookie" and name in SESSION_COOKIES:
        return True
    if name not in DOUBTFUL or field.parents:
        return False
    if name in ("token", "xtoken") and location in ("query", "header") and not field.description:
        return True
    return bool(_SAYS_SO.search(field.description)) and (name != "key" or location in ("query", "header"))

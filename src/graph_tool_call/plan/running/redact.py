"""Keeping credentials out of events, traces and stores, and previews small."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import quote, quote_plus

from ...model.tool import row_name, rows_of

#: What stands in place of a credential.
REDACTED: Final = "[redacted]"

#: Names of credentials, without case and separators.
SECRET_NAMES: Final = frozenset(
    (
        *("authorization", "proxyauthorization", "cookie", "setcookie", "token", "auth", "bearer", "jwt"),
        *("password", "passwd", "pwd", "passphrase", "passcode", "pin", "otp", "cvv", "cvc", "signature"),
        *("secret", "credential", "credentials", "apikey", "xapikey", "privatekey"),
        *("sessionid", "jsessionid", "phpsessid", "csrftoken", "xsrftoken", "xcsrftoken", "xxsrftoken"),
        *("ssn", "iban", "creditcard", "cardnumber", "mfacode", "totp", "recoverycode", "codeverifier"),
        *("connectionstring", "accesskeyid", "licensekey", "encryptionkey", "authheader", "xauth"),
    )
)
#: Names of credentials and of ordinary things: their value decides (a session of a conference, a domain's pat).
DOUBTFUL_NAMES: Final = frozenset({"session", "sid", "sas", "pat", "dsn", "csrf", "assertion"})
#: Endings of such names: `clientSecret`, `new_password`, `refresh_token`.
SECRET_ENDINGS: Final = (
    *("password", "passwd", "secret", "apikey", "privatekey", "secretkey", "accesskey", "signingkey"),
    *(
        "accesstoken",
        "refreshtoken",
        "idtoken",
        "authtoken",
        "sessiontoken",
        "bearertoken",
        "securitytoken",
        "apitoken",
    ),
    *("encryptionkey", "licensekey", "connectionstring", "creditcardnumber", "recoverycode", "mfacode"),
)

_SEPARATORS = re.compile(r"[\W_]+")
#: Header values such as "Bearer a1b2c3d4", wherever they stand in a text; "token expired" is not one.
_SCHEMES = re.compile(r"\b(Bearer|Basic|Digest|Token)\s+(?=\S*\d|\S{24})[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE)
#: Shortest text that is masked wherever it stands: of a known credential, and of what is sent under a telling name.
SHORTEST: Final = 4
SHORTEST_SENT: Final = 8
#: The same of what an answer has under a telling name: a text of one kind of characters, of several with digits
#: among them, and of digits alone. Others may be ordinary words: masking "user" would hide them everywhere.
_PLAIN, _MIXED, _DIGITS = 16, 6, 6


class Redactor:
    """Masks credentials, by name and by value.

    Args:
        names: Further names to mask, compared without case and separators.
        text: Characters of a text that a preview shows.
        items: Members of a list or object that a preview shows, and leaves altogether × 10.
    """

    def __init__(
        self, names: Iterable[str] = (), *, text: int = 200, items: int = 10, parent: Redactor | None = None
    ) -> None:
        self._names = SECRET_NAMES | {_normal(name) for name in names}
        self._text = text
        self._items = items
        self._values: set[str] = set()
        self._parent = parent

    def child(self) -> Redactor:
        """A redactor of the same names that knows what this one learns, and learns more by itself."""
        return Redactor(self._names, text=self._text, items=self._items, parent=self)

    @property
    def values(self) -> frozenset[str]:
        """The credentials learnt so far."""
        return frozenset(self._values) | (self._parent.values if self._parent else frozenset())

    def learn(self, value: Any, *, shortest: int = SHORTEST) -> None:
        """Mask *value*, and every text inside it, wherever it occurs from now on.

        Texts of fewer than *shortest* characters, and numbers, are masked where they look
        like a credential.
        """
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            text = value if isinstance(value, str) else str(value)
            if (isinstance(value, str) and len(text) >= shortest) or looks_secret(text):
                self._values |= _forms(text)
        elif isinstance(value, Mapping):
            self.learn(list(value.values()), shortest=shortest)
        elif isinstance(value, (list, tuple)):
            for member in value:
                self.learn(member, shortest=shortest)
            if len(value) == 2 and all(isinstance(member, str) for member in value):
                # A user name and a password, as a Basic header has them (RFC 7617, 2).
                self.learn(":".join(value), shortest=shortest)

    def is_secret(self, name: str) -> bool:
        """Whether a field of that name is a credential, whatever it holds."""
        normal = _normal(name)
        return normal in self._names or normal.endswith(SECRET_ENDINGS)

    def hides(self, name: str, value: Any) -> bool:
        """Whether the *value* of a field of that name is a credential."""
        if value is None or isinstance(value, bool):
            return value is not None and self.is_secret(name)
        if self.is_secret(name):
            return True
        plain = isinstance(value, (str, int)) and _normal(name) in DOUBTFUL_NAMES
        return plain and looks_secret(str(value))

    def text(self, text: str) -> str:
        """*text* without known credentials and without values of authentication headers."""
        for value in sorted(self.values, key=len, reverse=True):
            if value not in text:
                continue
            if value.isdigit():
                # A number is part of longer ones.
                text = re.sub(rf"(?<!\d){value}(?!\d)", REDACTED, text)
            else:
                text = text.replace(value, REDACTED)
        return _SCHEMES.sub(lambda found: f"{found[1]} {REDACTED}", text)

    def mask(self, value: Any, secret: frozenset[str] = frozenset(), *, binary: bool = False) -> Any:
        """A JSON-shaped copy with credentials masked; *secret* are further names, of the tool at hand.

        With *binary*, bytes stay bytes.
        """
        if binary and isinstance(value, bytes):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {str(key): self._member(str(key), member, secret, binary) for key, member in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.mask(member, secret, binary=binary) for member in value]
        return self._plain(value)

    def _plain(self, value: Any) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (int, float)):
            if isinstance(value, float) and not math.isfinite(value):
                # Not JSON (RFC 8259, 6).
                return f"<{value}>"
            return REDACTED if str(value) in self.values else value
        return f"<{type(value).__name__}>"

    def preview(self, value: Any, secret: frozenset[str] = frozenset()) -> Any:
        """`mask`, cut to a bounded size; what was cut is said in its place."""
        return self._cut(value, secret, [self._items * 10])

    def _member(self, name: str, value: Any, secret: frozenset[str], binary: bool) -> Any:  # noqa: FBT001 - passed on
        if value is not None and (name in secret or self.hides(name, value)):
            return REDACTED
        return self.mask(value, secret, binary=binary)

    def _cut(self, value: Any, secret: frozenset[str], budget: list[int]) -> Any:
        budget[0] -= 1
        if isinstance(value, str):
            # Masked before it is cut: half a credential is still too much of it.
            text = self.text(value)
            return text if len(text) <= self._text else f"{text[: self._text]}… ({len(text)} characters)"
        if isinstance(value, Mapping):
            return self._cut_object(value, secret, budget)
        if isinstance(value, (list, tuple)):
            shown = [self._cut(member, secret, budget) for member in value[: self._room(len(value), budget)]]
            return shown if len(shown) == len(value) else [*shown, f"… ({len(value)} elements)"]
        return self._plain(value)

    def _cut_object(self, value: Mapping[Any, Any], secret: frozenset[str], budget: list[int]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key in list(value)[: self._room(len(value), budget)]:
            name, member = str(key), value[key]
            hidden = member is not None and (name in secret or self.hides(name, member))
            out[name[: self._text]] = REDACTED if hidden else self._cut(member, secret, budget)
        if len(out) < len(value):
            out["…"] = f"{len(value)} members"
        return out

    def _room(self, size: int, budget: list[int]) -> int:
        return max(0, min(size, self._items * 2, budget[0]))


def secret_names(tool: Any) -> frozenset[str]:
    """Names of the credentials among a tool's fields, as its contract says."""
    rows = (*rows_of(tool, "consumes"), *rows_of(tool, "produces"))
    return frozenset(row_name(row) for row in rows if row.get("kind") == "auth")


def holds_redacted(value: Any) -> bool:
    """Whether a masked credential stands anywhere in *value*."""
    if isinstance(value, str):
        return REDACTED in value
    if isinstance(value, Mapping):
        return any(holds_redacted(member) for member in value.values())
    return isinstance(value, (list, tuple)) and any(holds_redacted(member) for member in value)


def looks_secret(text: str) -> bool:
    """Whether *text* has the length, or the mixture of characters, of a key."""
    if text.isdigit():
        return len(text) >= _DIGITS
    kinds = (str.islower, str.isupper, str.isdigit)
    mixed = sum(any(map(kind, text)) for kind in kinds) + any(not char.isalnum() for char in text)
    has_digit = any(map(str.isdigit, text))
    return len(text) >= (_MIXED if mixed > 1 and has_digit else _PLAIN)


def _forms(value: str) -> set[str]:
    """*value* as it stands in a text, in a URL, in a form, and in Base64: a server may quote what it was sent."""
    encoded = base64.b64encode(value.encode("utf-8", "surrogatepass")).decode()
    return {value, quote(value, safe="", errors="replace"), quote_plus(value, errors="replace"), encoded}


def _normal(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()

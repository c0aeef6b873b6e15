"""Facts by which a thing is found: the form of its key, and the lists that it stands in."""

from __future__ import annotations

from typing import Any, Final

import attrs

from .checks import one_of

#: What values of a key are.
KEY_TYPES: Final = ("integer", "string", "uuid")
_FORM: Final = ("type", "prefix", "pattern", "name", "slug")
#: What an input that sorts may take.
SORTS: Final = ("attribute", "direction", "both")
DIRECTIONS: Final = ("asc", "desc")


@attrs.frozen(kw_only=True)
class KeyForm:
    """What the values of a key look like; what is not known is left out."""

    #: One of `KEY_TYPES`.
    type: str | None = attrs.field(default=None, validator=one_of(*KEY_TYPES))
    #: What all of them begin with: "cus_".
    prefix: str = ""
    #: A regular expression, as the document has it.
    pattern: str = ""
    #: The key is, or may be, the name that people call the thing by: a name, a slug, a login.
    name: bool = False
    #: It is one word as URLs have it, in lower case and without blanks: "platform-core".
    slug: bool = False

    def to_dict(self) -> dict[str, Any]:
        """`{"type", "prefix", "pattern", "name", "slug"}`, without what is not known."""
        return {part: value for part in _FORM if (value := getattr(self, part))}


@attrs.frozen(kw_only=True)
class SortForm:
    """What an input that sorts a list takes."""

    #: "attribute" to sort by, "direction", or "both" in one value.
    takes: str = attrs.field(validator=one_of(*SORTS))
    #: The attributes that the document names, where the input has no enum of them, or takes both.
    by: tuple[str, ...] = ()
    #: What says the direction: a value, or for both a text with {by} in it: "-{by}", "{by}:desc".
    asc: str = ""
    desc: str = ""

    def to_dict(self) -> dict[str, Any]:
        """`{"takes", "by", "asc", "desc"}`, without what is not known."""
        found = {part: value for part in ("takes", "by", "asc", "desc") if (value := getattr(self, part))}
        return found | ({"by": list(self.by)} if self.by else {})


@attrs.frozen(kw_only=True)
class Listing:
    """One list in an answer. Several plugins may speak of one list: each part goes to the surest."""

    #: JSON path of its elements: "$.items[*]", "$.members.*".
    path: str
    #: What one element is, singular and in snake case: "pull_request".
    noun: str = ""
    #: The operation is there to show this list, not one inside something else.
    own: bool = False
    #: Where things of several kinds stand in one list: the field that tells them apart, and the value for those
    #: of this noun. Such a list is told once for each kind.
    kind_field: str = ""
    kind: str = ""
    #: The attribute that the elements are ordered by, where the document says so, and which way.
    ordered_by: str = ""
    direction: str | None = attrs.field(default=None, validator=one_of(*DIRECTIONS))

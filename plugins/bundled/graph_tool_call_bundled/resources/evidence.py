"""How sure each kind of evidence is. One scale for all typing rules; a caller or a link counts 1.0."""

from __future__ import annotations

from typing import Final

#: The path parameter and a property of what its own collection lists have the same name.
OWN_COLLECTION: Final = 0.92
#: A component with properties names the owner.
NAMED_SCHEMA: Final = 0.9
#: The path names the owner.
PATH: Final = 0.8
#: A property name is the owner, and a resource goes by that name.
PROPERTY: Final = 0.7
#: A property name is a role before or instead of the owner's own name (home_team, created_by).
ROLE: Final = 0.55
#: A component without properties, or a wrapper's name, is the owner.
BARE_SCHEMA: Final = 0.6
#: The field's own name says it, and a resource confirms it.
NAME: Final = 0.6
#: The field's own name says it, and nothing else does.
NAME_ALONE: Final = 0.5
#: The field is called like a resource, and nothing speaks against it.
CALLED_LIKE: Final = 0.45
#: It is the only identifier of the collection, although the parameter names another kind of key.
OTHER_KEY: Final = 0.4
#: The properties beside it are those of a resource.
LIKENESS: Final = 0.35

"""Keys that identify the same thing wherever they stand: a stock keeping unit, an ISBN, an IBAN.

Their registries or standards make them unique by themselves (GS1, ISO 2108, ISO 13616 …), so
the tag is the key's own name and needs no owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, PluginInfo, hookimpl

from .words import Spelled

#: Normalised name → (tag, what it is).
STANDARD_KEYS: Final = {
    "sku": ("sku", "stock keeping unit"),
    "skuid": ("sku", "stock keeping unit"),
    "skucode": ("sku", "stock keeping unit"),
    "isbn": ("isbn", "book number, ISO 2108"),
    "issn": ("issn", "serial number, ISO 3297"),
    "isrc": ("isrc", "recording code, ISO 3901"),
    "isin": ("isin", "securities number, ISO 6166"),
    "iban": ("iban", "account number, ISO 13616"),
    "gtin": ("gtin", "trade item number, GS1"),
    "ean": ("gtin", "trade item number, GS1"),
    "ean13": ("gtin", "trade item number, GS1"),
    "upc": ("gtin", "trade item number, GS1"),
    "asin": ("asin", "catalogue number"),
    "vin": ("vin", "vehicle number, ISO 3779"),
    "imei": ("imei", "equipment identity, 3GPP TS 23.003"),
    "imdbid": ("imdb_id", "title number"),
    "orcid": ("orcid", "contributor id, ISO 27729"),
    "doi": ("doi", "object identifier, ISO 26324"),
}
_TEXT: Final = frozenset({"string", "integer", ""})


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Standard keys", description="Keys that are unique by their standard, whoever owns them.", hook_api=1
    )


@hookimpl
def gtc_classify_fields(fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Role `identifier` and the key's own tag."""
    spelled = context.memo.once("spelled", Spelled)
    for field in fields:
        known = STANDARD_KEYS.get(spelled[field.name])
        if known is not None and field.type in _TEXT and field.enum is None:
            tag, what = known
            yield FieldVerdict(
                field=field.ref,
                role="identifier",
                semantic_tag=tag,
                confidence=0.85,
                reason=f"{what}: one tag wherever it stands",
            )

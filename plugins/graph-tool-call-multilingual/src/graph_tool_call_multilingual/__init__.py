"""Operations by the meaning of a question, in any of sixteen languages, offline.

Question and operations become vectors of Google's Universal Sentence Encoder
(multilingual, third version), which lies in the package that this one requires. It is asked only
when words leave a part of the question open.

The module is the plugin. It imports nothing heavy; the model is loaded with the first
question that wants it, and vectors of operations are kept beside their artifact.
"""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Documents, Hit, PluginInfo, QueryContext, hookimpl

from .settings import Settings

__all__ = ["Settings", "gtc_find_tools", "gtc_plugin_info"]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is, and the class that its settings are read into."""
    return PluginInfo(
        title="Multilingual", description="Operations by the meaning of a question.", hook_api=1, settings=Settings
    )


@hookimpl
def gtc_find_tools(query: str, documents: Documents, context: QueryContext) -> Iterator[Hit]:
    """The operations whose texts mean most nearly what the question does."""
    if not query.strip() or not documents.names:
        return
    from .vectors import Collection, shared_encoder

    settings: Settings = context.settings
    encoder = shared_encoder()
    collection = context.memo.once(documents.digest, lambda: Collection.of(documents, encoder, keep=settings.keep))
    nearest = collection.nearest(encoder.encode([query])[0], settings.hits, settings.least)
    for name, score, likeness in nearest:
        yield Hit(name=name, score=score, reason=f"its description is like the question (cosine {likeness:.2f})")

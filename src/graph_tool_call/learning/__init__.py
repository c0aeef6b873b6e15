"""Trace learning: what checked runs chose, as small suggestions for later questions of the same collection.

    record = trace_record(graph, question, selection, plan=plan, trace=trace)   # after a run
    known = merge(known, derive([record]))                                      # suggested → promotable
    known = [promote(s) if reviewed(s) else s for s in known]                   # promotion is the caller's act
    retrieve_graphify(graph, question, learning_suggestions=known)

Nothing raw is kept. A record holds names of the collection's own tools, fixed codes, and
those words of the question that stand in the operations' own names and summaries; values, names,
identifiers, credentials, bodies and outputs have no place in it. What the reader counts as a
suggestion is checked again when it is read: only promoted ones count, as a small, capped boost.
"""

from __future__ import annotations

from .record import FORMAT, trace_record
from .suggestions import STATES, LearningError, derive, merge, promote, reject

__all__ = ["FORMAT", "STATES", "LearningError", "derive", "merge", "promote", "reject", "trace_record"]

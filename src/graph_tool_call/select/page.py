"""A selection as one self-contained page of HTML: candidates side by side, what matched highlighted.

Documents are strangers' texts: every text is escaped, and the page forbids scripts, styles
from elsewhere, pictures and requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from ..plain_text import one_line
from .table import selection_table

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE: Final = """
body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#1c1c1c;background:#fff}
h1{font-size:1.25rem;margin:0 0 .25rem}p{margin:.25rem 0}small{color:#666}
.scroll{overflow-x:auto;margin-top:1rem}table{border-collapse:collapse}
th,td{border:1px solid #ccc;padding:.4rem .6rem;text-align:left;vertical-align:top}
th{background:#f4f4f4;white-space:nowrap}td{min-width:12rem;max-width:24rem;overflow-wrap:anywhere}
.final{background:#eefaf0}mark{background:#ffe9a8}.for{color:#0a6b2d}.against{color:#a01818}
.badge{border:1px solid #888;border-radius:.6rem;padding:0 .45rem;font-size:.8rem;margin-right:.25rem}
ul{margin:0;padding-left:1.1rem}
@media (prefers-color-scheme:dark){body{color:#eee;background:#181818}th{background:#262626}th,td{border-color:#444}
.final{background:#14301c}mark{background:#7a5d00;color:#fff}.for{color:#7fdc9c}.against{color:#ff9a9a}small{color:#aaa}}
"""


def selection_page(query: str, selection: Mapping[str, Any], tools: Mapping[str, Any] | None = None) -> str:
    """The page for a *query* and its *selection*; *tools* give what each candidate does in a sentence."""
    rows = selection_table(selection, tools)
    shown = "".join(_line(title, rows, cell) for title, cell in _LINES)
    reasons = ", ".join(escape(str(code)) for code in selection.get("reason_codes") or ())
    margin = f"margin {selection.get('margin', 0):.2f}, over the LLM target {selection.get('llm_margin', 0):.2f}"
    final = [row for row in rows if row["final"]]
    words = final[0]["matched_terms"] if final else []
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f'<meta name="viewport" content="width=device-width"><title>Selection</title><style>{_STYLE}</style></head>\n'
        f"<body><h1>{marked(query, words)}</h1>\n"
        f"<p>Final target: <b>{escape(str(selection.get('selected_target') or 'none'))}</b> {_state(selection)}</p>\n"
        f"<p>LLM target: {escape(str(selection.get('llm_target') or 'none given'))}</p>\n"
        f"<p><small>{reasons}; {margin}</small></p>\n"
        f'<div class="scroll"><table>\n{shown}</table></div>\n</body></html>\n'
    )


def marked(text: str, words: Iterable[str]) -> str:
    """*text*, escaped, with each of *words* in `<mark>`; words of Latin letters only where they begin a word."""
    text = one_line(text)
    known = sorted({word for word in words if word.strip()}, key=lambda word: (-len(word), word))
    if not known:
        return escape(text)
    pattern = "|".join(rf"(?<![^\W_]){re.escape(word)}" if word.isascii() else re.escape(word) for word in known)
    # The group makes split keep what it splits at: every second part is a match.
    parts = re.split(f"({pattern})", text, flags=re.IGNORECASE)
    return "".join(f"<mark>{escape(part)}</mark>" if at % 2 else escape(part) for at, part in enumerate(parts))


def _state(selection: Mapping[str, Any]) -> str:
    badges = [("overrode the LLM", selection.get("overrode_llm")), ("ambiguous", selection.get("ambiguous"))]
    badges.append(("learning applied", selection.get("learning_applied")))
    return _badges(text for text, on in badges if on)


def _badges(texts: Iterable[str]) -> str:
    return "".join(f'<span class="badge">{escape(text)}</span>' for text in texts)


def _line(title: str, rows: Sequence[Mapping[str, Any]], cell: Callable[[Mapping[str, Any]], str]) -> str:
    cells = "".join(f'<td class="final">{cell(row)}</td>' if row["final"] else f"<td>{cell(row)}</td>" for row in rows)
    return f'<tr><th scope="row">{title}</th>{cells}</tr>\n'


def _candidate(row: Mapping[str, Any]) -> str:
    return f"<b>{_spaced(row['name'], row)}</b><br>{_badges(row['badges'])}"


def _spaced(name: str, row: Mapping[str, Any]) -> str:
    """A name with places to break at its humps and separators, where matched words begin."""
    pieces = re.split(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[/_.-])", name)
    return "<wbr>".join(marked(piece, row["matched_terms"]) for piece in pieces)


def _operation(row: Mapping[str, Any]) -> str:
    return f"<code>{escape(row['method'])} {marked(row['path'], row['matched_terms'])}</code>"


def _score(row: Mapping[str, Any]) -> str:
    score = row["score"]
    return f"{score:.2f} <small>(rank {row['rank']})</small>" if isinstance(score, (int, float)) else ""


def _matched(part: str) -> Callable[[Mapping[str, Any]], str]:
    def cell(row: Mapping[str, Any]) -> str:
        value, match = escape(str(row[part]["value"])), row[part]["match"]
        return f"{value} {_number(match)}" if match else value

    return cell


def _number(score: float) -> str:
    return f'<span class="{"for" if score > 0 else "against"}">{score:+.2f}</span>'


def _fields(row: Mapping[str, Any]) -> str:
    return ", ".join(f"<mark>{escape(name)}</mark>" for name in row["matched_fields"])


def _evidence(row: Mapping[str, Any]) -> str:
    return f"<ul>{''.join(_pieces(row['evidence']))}</ul>" if row["evidence"] else ""


def _pieces(evidence: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for one in evidence:
        signal, reason, plugin = (escape(str(one.get(part) or "")) for part in ("signal", "reason", "plugin"))
        yield f"<li>{signal} {_number(one.get('score') or 0.0)} {reason} <small>{plugin}</small></li>"


_LINES: Final[tuple[tuple[str, Callable[[Mapping[str, Any]], str]], ...]] = (
    ("Candidate", _candidate),
    ("Operation", _operation),
    ("What it does", lambda row: marked(row["summary"], row["matched_terms"])),
    ("Score", _score),
    ("Action", _matched("action")),
    ("Resource", _matched("resource")),
    ("Result shape", _matched("shape")),
    ("Matched fields", _fields),
    ("Learning boost", lambda row: _number(row["learning"]) if row["learning"] else ""),
    ("Evidence", _evidence),
)

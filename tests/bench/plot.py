"""A plot over two logarithmic axes as SVG: lines, ticks at powers of ten, a legend. No library draws it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]

WIDTH: Final = 640
HEIGHT: Final = 380
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
#: Colours that are told apart with any kind of colour vision (Okabe and Ito 2008).
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def log_log(title: str, x_label: str, y_label: str, lines: Mapping[str, Points]) -> str:
    """The SVG text of *lines*, name → points; both coordinates of every point are positive."""
    x_axis = _Axis([x for points in lines.values() for x, _ in points], LEFT, WIDTH - RIGHT)
    y_axis = _Axis([y for points in lines.values() for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(WIDTH / 2, 20, title, anchor="middle", size=14),
        *_grid(x_axis, y_axis),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x_label, anchor="middle"),
        f'<g transform="rotate(-90 16 {HEIGHT / 2:g})">{_text(16, HEIGHT / 2, y_label, anchor="middle")}</g>',
    ]
    for number, (name, points) in enumerate(lines.items()):
        parts += _line(name, [(x_axis.at(x), y_axis.at(y)) for x, y in points], COLOURS[number % len(COLOURS)], number)
    return "\n".join([*parts, "</svg>", ""])


class _Axis:
    """Whole powers of ten around *values*, spread from *low* to *high* in pixels."""

    def __init__(self, values: Sequence[float], low: float, high: float) -> None:
        self._first = math.floor(math.log10(min(values)))
        last = math.ceil(math.log10(max(values)))
        self._step = (high - low) / max(1, last - self._first)
        self._low = low
        self.ticks = [10.0**power for power in range(self._first, max(last, self._first + 1) + 1)]

    def at(self, value: float) -> float:
        return self._low + (math.log10(value) - self._first) * self._step


def _grid(x_axis: _Axis, y_axis: _Axis) -> Iterator[str]:
    for tick in x_axis.ticks:
        x = x_axis.at(tick)
        yield f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
        yield _text(x, HEIGHT - BOTTOM + 18, f"{tick:,g}" if tick < 1 else f"{tick:,.0f}", anchor="middle")
    for tick in y_axis.ticks:
        y = y_axis.at(tick)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield _text(LEFT - 8, y + 4, f"{tick:,g}" if tick < 1 else f"{tick:,.0f}", anchor="end")


def _line(name: str, points: Points, colour: str, number: int) -> Iterator[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
    y = TOP + 14 + 18 * number
    yield f'<path d="M{LEFT + 12} {y}h20" stroke="{colour}" stroke-width="2"/>'
    yield _text(LEFT + 38, y + 4, name)


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'

"""Curves of a run: figures in a CSV file that grows, drawn as SVG."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

#: A figure: its value, or value and interval.
Figure = float | tuple[float, float, float]

#: Points of a line: (x, y), or (x, y, low, high).
Line = Sequence[tuple[float, ...]]

_COLUMNS = ["step", "seconds", "name", "value", "low", "high"]
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 320, 70, 20, 40, 50
_COLORS = ["#1f6feb", "#d1495b", "#2a9d5c", "#8a5cd1", "#b7791f", "#4a5568"]


class Curves:
    """The figures of a run, in the file `curves.csv` of its folder: a row for each, with step and seconds."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._file = self.folder / "curves.csv"

    def begin(self, step: int) -> float:
        """Begins the file, or goes on after this step: later rows are taken out. Returns the seconds until then."""
        kept = [row for row in self._rows() if int(row["step"]) <= step] if step else []
        part = self._file.with_suffix(".csv.part")
        with open(part, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)
        os.replace(part, self._file)
        return float(kept[-1]["seconds"]) if kept else 0.0

    def add(self, step: int, seconds: float, figures: Mapping[str, Figure]) -> None:
        """Appends figures."""
        with open(self._file, "a", newline="", encoding="utf-8") as file:
            for name, figure in figures.items():
                cells = figure if isinstance(figure, tuple) else (figure, "", "")
                csv.writer(file, lineterminator="\n").writerow([step, f"{seconds:.1f}", name, *cells])

    def draw(self, name: str, title: str, across: str, up: str, lines: Mapping[str, str]) -> None:
        """Draws `name`.svg in the folder; `lines` has the label of each figure. Figures that are not there are left out."""
        found: dict[str, list[tuple[float, ...]]] = {}
        for row in self._rows():
            if row["name"] in lines:
                interval = (float(row["low"]), float(row["high"])) if row["low"] else ()
                found.setdefault(lines[row["name"]], []).append((float(row["step"]), float(row["value"]), *interval))
        if found:
            (self.folder / f"{name}.svg").write_text(svg(title, across, up, found), encoding="utf-8")

    def _rows(self) -> list[dict[str, str]]:
        if not self._file.exists():
            return []
        with open(self._file, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def svg(title: str, across: str, up: str, lines: Mapping[str, Line]) -> str:
    """Lines as SVG; those of points with an interval have a band."""
    frame = _Frame([point for line in lines.values() for point in line])
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="13">']
    out += [f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>', _text(_LEFT, 22, title, "start", "bold"), *frame.grid()]
    out.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, across, "middle"))
    out.append(f'<g transform="translate(16 {(_TOP + _HEIGHT - _BOTTOM) / 2}) rotate(-90)">{_text(0, 0, up, "middle")}</g>')
    for at, (name, line) in enumerate(lines.items()):
        color = _COLORS[at % len(_COLORS)]
        out += [*frame.line(line, color), _text(_WIDTH - _RIGHT, _TOP + 16 * at, name, "end", color=color)]
    return "\n".join([*out, "</svg>", ""])


class _Frame:
    """Where points are."""

    def __init__(self, points: Line) -> None:
        self.x_low, self.x_high = _wide([point[0] for point in points])
        self.y_low, self.y_high = _wide([y for point in points for y in point[1:]])

    def place(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x_low) / (self.x_high - self.x_low)
        up = (y - self.y_low) / (self.y_high - self.y_low)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)

    def grid(self) -> list[str]:
        out = []
        for share in (0, 0.25, 0.5, 0.75, 1):
            x, y = (low + (high - low) * share for low, high in ((self.x_low, self.x_high), (self.y_low, self.y_high)))
            at = self.place(x, y)
            out.append(f'<path d="M{_LEFT},{at[1]:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd" fill="none"/>')
            out.append(_text(_LEFT - 8, at[1] + 4, f"{y:.3g}", "end"))
            out.append(_text(at[0], _HEIGHT - _BOTTOM + 18, f"{x:,.4g}", "middle"))
        return out

    def line(self, line: Line, color: str) -> list[str]:
        points = "L".join("{:.1f},{:.1f}".format(*self.place(*point[:2])) for point in line)
        out = [f'<path d="M{points}" stroke="{color}" stroke-width="2" fill="none"/>']
        if all(len(point) == 4 for point in line):
            edge = [(x, high) for x, _, _, high in line] + [(x, low) for x, _, low, _ in reversed(line)]
            band = "L".join("{:.1f},{:.1f}".format(*self.place(*point)) for point in edge)
            out.insert(0, f'<path d="M{band}Z" fill="{color}" fill-opacity="0.15"/>')
        return out


def _wide(values: Sequence[float]) -> tuple[float, float]:
    """Bounds with some room."""
    room = (max(values) - min(values)) * 0.05 or 1
    return min(values) - room, max(values) + room


def _text(x: float, y: float, words: str, anchor: str, weight: str = "normal", color: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" fill="{color}">{escape(words)}</text>'

"""A forest plot as SVG: for each row an effect with its 95 % interval."""

import math
from xml.sax.saxutils import escape

ROW, LEFT, WIDTH, RIGHT = 22, 300, 380, 190
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 }
.head { font-weight: 600 }
.quiet { fill: #666 }
line { stroke: #bbb; stroke-width: 1 }
.zero { stroke: #555 }
.interval { stroke-width: 2 }
.a { stroke: #0072b2; fill: #0072b2 }
.b { stroke: #d55e00; fill: #d55e00 }
.c { stroke: #009e73; fill: #009e73 }
.d { stroke: #aa4499; fill: #aa4499 }
.e { stroke: #7a7a00; fill: #7a7a00 }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .quiet { fill: #aaa } line { stroke: #555 } .zero { stroke: #bbb }
  .a { stroke: #56b4e9; fill: #56b4e9 } .b { stroke: #f0a35c; fill: #f0a35c } .c { stroke: #3fd0a0; fill: #3fd0a0 } .d { stroke: #dd88cc; fill: #dd88cc } .e { stroke: #cccc55; fill: #cccc55 }
}
""".strip()


def forest(title, rows, factor):
    """`rows`: groups, each a name and a list of (label, estimate or None, text). The estimates are multiplied by `factor`."""
    found = [estimate for _, lines in rows for _, estimate, _ in lines if estimate]
    bounds = [bound * factor for one in found for bound in (one["ci95"] or [one["value"]] * 2)]
    low, high = scale(min([0, *bounds]), max([0, *bounds]))
    at = lambda value: LEFT + (value - low) / (high - low) * WIDTH
    parts, y = [], 50
    for name, lines in rows:
        parts.append(text(10, y, name, "head"))
        y += ROW
        for color, (label, estimate, words) in zip("abcde", lines):
            parts.append(text(24, y, label, "quiet"))
            if estimate:
                start, end = (at(bound * factor) for bound in estimate["ci95"] or [estimate["value"]] * 2)
                parts.append(f'<line class="interval {color}" x1="{start:.1f}" x2="{end:.1f}" y1="{y - 4}" y2="{y - 4}"/>')
                parts.append(f'<circle class="{color}" cx="{at(estimate["value"] * factor):.1f}" cy="{y - 4}" r="4"/>')
            parts.append(text(LEFT + WIDTH + 14, y, words.replace("**", "")))
            y += ROW
        y += 6
    grid = []
    for tick in ticks(low, high):
        kind = "zero" if tick == 0 else "grid"
        grid.append(f'<line class="{kind}" x1="{at(tick):.1f}" x2="{at(tick):.1f}" y1="34" y2="{y - 10}"/>')
        grid.append(f'<text class="quiet" text-anchor="middle" x="{at(tick):.1f}" y="{y + 6}">{tick:g}</text>')
    width, height = LEFT + WIDTH + RIGHT, y + 18
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            text(10, 20, title, "head"),
            *grid,
            *parts,
            "</svg>\n",
        ]
    )


def text(x, y, words, kind="label"):
    """A text element."""
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}</text>'


def scale(low, high):
    """Bounds with some room.

    >>> scale(0.0, 0.0)
    (-1.0, 1.0)
    """
    room = (high - low) * 0.05 or 1.0
    return low - room, high + room


def ticks(low, high):
    """Round numbers between bounds, 0 among them if it is.

    >>> ticks(-0.55, 1.05)
    [-0.5, 0, 0.5, 1.0]
    """
    step = 10 ** math.floor(math.log10(high - low))
    while (high - low) / step < 3:
        step /= 2
    first, last = math.ceil(low / step), math.floor(high / step)
    return [round(number * step, 9) if number else 0 for number in range(first, last + 1)]

"""Draws curves as an SVG file, with nothing but the standard library."""

from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 70, 20, 40, 50
COLORS = ["#1f6feb", "#d1495b", "#2a9d5c", "#8a5cd1"]


def draw(path, title, across, up, lines):
    """`lines`: for each name a list of (x, y), or of (x, y, low, high) with an interval."""
    points = [point for line in lines.values() for point in line]
    xs = [point[0] for point in points]
    ys = [y for point in points for y in point[1:]]
    x_low, x_high, (y_low, y_high) = min(xs), max(xs), wide(min(ys), max(ys))

    def place(x, y):
        part = (x - x_low) / ((x_high - x_low) or 1), (y - y_low) / (y_high - y_low)
        return f"{LEFT + part[0] * (WIDTH - LEFT - RIGHT):.1f},{HEIGHT - BOTTOM - part[1] * (HEIGHT - TOP - BOTTOM):.1f}"

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">']
    out.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
    out.append(text(LEFT, 22, title, "start", "bold"))
    for step in range(5):
        y = y_low + (y_high - y_low) * step / 4
        start, end = place(x_low, y), place(x_high, y)
        out.append(f'<path d="M{start}L{end}" stroke="#ddd" fill="none"/>')
        out.append(text(LEFT - 8, float(start.split(",")[1]) + 4, f"{y:.3g}", "end"))
    for step in range(5):
        x = x_low + (x_high - x_low) * step / 4
        out.append(text(float(place(x, y_low).split(",")[0]), HEIGHT - BOTTOM + 18, f"{x:,.4g}", "middle"))
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, "middle"))
    out.append(f'<g transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)">{text(0, 0, up, "middle")}</g>')
    for at, (name, line) in enumerate(lines.items()):
        color = COLORS[at % len(COLORS)]
        band = [(x, high) for x, *_, high in line] + [(x, low) for x, _, low, *_ in reversed(line)] if len(line[0]) == 4 else []
        if band:
            out.append(f'<path d="M{"L".join(place(*point) for point in band)}Z" fill="{color}" fill-opacity="0.15"/>')
        out.append(f'<path d="M{"L".join(place(*point[:2]) for point in line)}" stroke="{color}" stroke-width="2" fill="none"/>')
        out.append(text(WIDTH - RIGHT, TOP + 16 * at, name, "end", color=color))
    with open(path, "w") as file:
        file.write("\n".join([*out, "</svg>", ""]))


def wide(low, high):
    """Bounds with some room."""
    room = (high - low) * 0.05 or 1
    return low - room, high + room


def text(x, y, words, anchor, weight="normal", color="#222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" fill="{color}">{escape(words)}</text>'

#!/usr/bin/env python3
"""Makes the pictures of docs/viewer.md, docs/review.md, docs/play.md and docs/report.md.

    scripts/pictures.py HYAKUMAN [CHROMIUM]
"""

import collections
import functools
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

from chromium import DESKTOP, PHONE, Browser

IMAGES = pathlib.Path(__file__).parent.parent / "docs" / "images"
MIXED = ["--agents", "defend,ukeire,shanten,value"]

# Name, ruleset with agents, position, window, dark.
PICTURES = [
    ("tenhou", ["tenhou", *MIXED], "kyoku=5&step=57", DESKTOP, False),
    ("sanma", ["tenhou-sanma"], "kyoku=2&step=44", PHONE, False),
    ("shura", ["shura"], "kyoku=1&step=1", PHONE, False),
    ("toutenkou", ["toutenkou"], "kyoku=2&step=40&lang=ja", PHONE, True),
    ("yangzhou", ["yangzhou-7"], "kyoku=2&step=60&hands=one", PHONE, True),
    ("toppan", ["toppan"], "kyoku=1&step=8", PHONE, False),
    ("match", ["tenhou", *MIXED], "kyoku=99&step=999&tab=summary", PHONE, False),
    ("review", ["tenhou", *MIXED], "kyoku=7&step=41&seat=2&tab=decision", DESKTOP, False),
]

# Of docs/play.md: name, ruleset with seed and agents, when the picture is taken, what is done then, window, dark.
PLAYED = [
    ("tenhou", ["tenhou", "--seed", "12", "--agents", "ukeire"], "toDecide() && view.step > 60 && !legalWords().includes('pass')", "askHint()", DESKTOP, False),
    ("riichi", ["tenhou", "--seed", "3", "--agents", "ukeire"], "toDecide() && legalWords().includes('riichi')", "toggleRiichi()", PHONE, False),
    ("end", ["tenhou", "--seed", "3", "--agents", "ukeire"], "cardShown() && positionAt(view).letter === 'E' && DATA.kyoku[view.kyoku].e.w.length", "0", PHONE, False),
    ("toppan", ["toppan", "--seed", "5"], "toDecide() && view.step > 6", "askHint()", PHONE, True),
]
# Of docs/report.md: name, the command that writes the page, the pixel at which the picture begins, window, dark.
FOUR = ["--agents", "ukeire:fold=false,ukeire,shanten,random", "--games", "2000"]
REPORTS = [
    ("compare", ["compare", "--vary", "tobi=[Off,AtOrBelow0]", *FOUR], 0, (1280, 1100), False),
    ("run", ["run", *FOUR], 250, (360, 1150), True),
]
# Plays as the hints say, until something holds.
PLAY = """(async until => {
    setOption("pace", 0);
    for (let tries = 0; tries < 4000; tries++) {
        if (DATA.kyoku.length && until()) return true;
        if (toDecide()) await send((await (await fetch("hint")).json()).choice);
        else if (document.querySelector("#moves .go")) walk(true);
        await pause(5);
    }
})"""


def pixels(png):
    """Width, height and rows of colours of a PNG with 8 bits a channel, as Chromium writes it."""
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body, at = png[at + 8:at + 8 + length], at + 12 + length
        if kind == b"IHDR":
            width, height, _, colours = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
    step, data = {2: 3, 6: 4}[colours], zlib.decompress(packed)
    rows, above = [], bytearray(width * step)
    for start in range(0, len(data), width * step + 1):
        above = unfiltered(data[start], bytearray(data[start + 1:start + 1 + width * step]), above, step)
        rows.append([bytes(above[i:i + 3]) for i in range(0, len(above), step)])
    return width, height, rows


def unfiltered(kind, row, above, step):
    """A row of a PNG without its filter."""
    for i in range(len(row)):
        left, up, corner = row[i - step] if i >= step else 0, above[i], above[i - step] if i >= step else 0
        near = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        row[i] = row[i] + (0, left, up, (left + up) // 2, near)[kind] & 255
    return row


def with_palette(png):
    """The picture with 256 colours, a third of the bytes: of each of the most frequent sorts of colours the most frequent one."""
    width, height, rows = pixels(png)
    sorts, counts = {}, collections.Counter()
    for colour, count in collections.Counter(colour for row in rows for colour in row).most_common():
        sort = tuple(part >> 4 for part in colour)
        sorts.setdefault(sort, colour)
        counts[sort] += count
    colours = [sorts[sort] for sort, _ in counts.most_common(256)]

    @functools.cache
    def nearest(colour):
        return min(range(len(colours)), key=lambda i: sum((a - b) ** 2 for a, b in zip(colour, colours[i])))

    data = b"".join(b"\0" + bytes(map(nearest, row)) for row in rows)
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) + chunk(b"PLTE", b"".join(colours))
            + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def main():
    hyakuman, *rest = sys.argv[1:]
    chromium = rest[0] if rest else shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, Browser(chromium) as browser:
        for name, rules, position, size, dark in PICTURES:
            record, page = pathlib.Path(folder) / name, pathlib.Path(folder) / f"{name}.html"
            write = ["review", record, "--html", page] if name == "review" else ["show", record, "--format", "html", "--out", page]
            for command in [["run", "--games", "1", "--seed", "11", "--record", "replays", "--out", record, "--rules", *rules],
                            [*write, "--match", "0"]]:
                subprocess.run([hyakuman, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            browser.open(f"{page.as_uri()}#{position}", size, dark)
            (IMAGES / f"viewer-{name}.png").write_bytes(with_palette(browser.picture()))
        report_pictures(hyakuman, pathlib.Path(folder), browser)
        play_pictures(hyakuman, browser)


def report_pictures(hyakuman, folder, browser):
    """The pictures of docs/report.md."""
    for name, command, top, size, dark in REPORTS:
        page = folder / f"report-{name}.html"
        subprocess.run([hyakuman, *command, "--html", page], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        browser.open(page.as_uri(), size, dark)
        browser.evaluate(f"scrollTo(0, {top})")
        (IMAGES / f"report-{name}.png").write_bytes(with_palette(browser.picture()))


def play_pictures(hyakuman, browser):
    """The pictures of docs/play.md."""
    for name, rules, until, then, size, dark in PLAYED:
        with subprocess.Popen([hyakuman, "play", "--rules", *rules], stdout=subprocess.PIPE, text=True) as process:
            browser.open(process.stdout.readline().split()[-1], size, dark)
            if not browser.evaluate(f"{PLAY}(() => {until})"):
                sys.exit(f"{name}: nothing to take a picture of")
            browser.evaluate(f"Promise.resolve({then}).then(() => new Promise(done => setTimeout(done, 300)))")
            (IMAGES / f"play-{name}.png").write_bytes(with_palette(browser.picture()))
            process.terminate()


main()

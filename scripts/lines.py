#!/usr/bin/env python3
"""How much Rust there is: lines outside tests by room, lengths of functions, long files.

    scripts/lines.py [REVISION…]      default: the working tree; revisions of git are set side by side

Not counted: folders `tests` and `testing`, files `tests.rs`, the item after each `#[cfg(test)]`, and the files of a `mod` among these.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("agents/onnx",)


def main():
    if "--help" in sys.argv or "-h" in sys.argv:
        sys.exit(print(__doc__.strip()))
    counted = [count(files(revision)) for revision in sys.argv[1:] or [None]]
    print_row("", sys.argv[1:] or ["now"])
    for room in sorted(set().union(*(rooms for rooms, _, _ in counted))):
        print_row(room, [rooms[room] for rooms, _, _ in counted])
    print_row("all", [sum(rooms.values()) for rooms, _, _ in counted])
    for share in (0.5, 0.9, 0.99, 1):
        print_row(f"functions p{100 * share:.0f}", [quantile(lengths, share) for _, lengths, _ in counted])
    print_row("files over 400 lines", [len(long) for _, _, long in counted])


def files(revision):
    """Paths and texts of all Rust files, of the working tree without a revision."""
    listing = ["git", "ls-files", "*.rs"] if revision is None else ["git", "ls-tree", "-r", "--name-only", revision]
    for name in git_text(listing).split():
        if name.endswith(".rs"):
            show = ["git", "show", f"{revision}:{name}"]
            yield name, (ROOT / name).read_text() if revision is None else git_text(show)


def git_text(command):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def count(texts):
    """Lines by room, lengths of functions, names of long files."""
    rooms, lengths, long = Counter(), [], []
    parted = {name: split(text.splitlines()) for name, text in texts}
    modules = {file for name, (_, tests) in parted.items() for file in files_of_modules(name, tests)}
    for name, (lines, tests) in parted.items():
        parts = Path(name).parts
        if {"tests", "testing"} & set(parts[:-1]) or parts[-1] == "tests.rs" or "benches" in parts or name in modules:
            continue
        rooms[room_of(name)] += len(lines)
        lengths += functions(lines)
        if len(lines) + len(tests) > 400:
            long.append(name)
    return rooms, sorted(lengths), long


def split(lines):
    """The lines outside tests, and the items after `#[cfg(test)]`."""
    outside, tests, end = [], [], 0
    for start, line in enumerate(lines):
        if start >= end and line.strip() == "#[cfg(test)]":
            end = end_of_item(lines, start + 1, line.index("#"))
            tests += lines[start:end]
        elif start >= end:
            outside.append(line)
    return outside, tests


def end_of_item(lines, start, indent):
    """The line after an item: it ends with the first line of its indent that ends with `;`, `,` or a brace that closes."""
    for end in range(start, len(lines)):
        line = lines[end]
        if line[:indent + 1].strip() not in ("", "#", "/") and line[-1] in ";,}":
            return end + 1
    return len(lines)


def files_of_modules(name, tests):
    """Where the files of `mod NAME;` among the items of a file may be."""
    path = Path(name)
    folder = path.parent if path.stem in ("lib", "main", "mod") else path.with_suffix("")
    for line in tests:
        if module := re.fullmatch(r"\s*mod (\w+);", line):
            yield from (f"{folder}/{module[1]}.rs", f"{folder}/{module[1]}/mod.rs")


def room_of(name):
    deep = next((room for room in ROOMS if name.startswith(room + "/")), None)
    parts = Path(name).parts
    return deep or "/".join(parts[: 2 if parts[0] == "sim" else 1])


def functions(lines):
    """Lines of each function, from `fn` to the brace that closes it."""
    for start, line in enumerate(lines):
        indent = re.match(r"( *)(pub(\(.*?\))? )?(const )?(unsafe )?fn ", line)
        if indent:
            closing = indent[1] + "}"
            for end in range(start, len(lines)):
                if lines[end].rstrip(",") == closing or (end == start and line.endswith("}")):
                    yield end - start + 1
                    break
                if lines[end].endswith(";") and lines[end].startswith(indent[1]) and not lines[end].startswith(indent[1] + " "):
                    break


def quantile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def print_row(head, cells):
    print(f"{head:24}" + "".join(f"{cell:>12}" for cell in cells))


if __name__ == "__main__":
    main()

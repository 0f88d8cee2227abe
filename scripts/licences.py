#!/usr/bin/env python3
"""Checks that every crate in Cargo.lock, for any system, has a licence that deny.toml accepts, like `cargo deny check licenses`.

Needs only the standard library of Python 3.11 or later. Cargo downloads the crates of other systems, too.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

try:
    import tomllib
except ImportError:
    sys.exit(print("skipped, this Python is older than 3.11"))

ROOT = Path(__file__).resolve().parent.parent


def accepted(expression: str, allowed: set[str]) -> bool:
    """Whether a licence expression is satisfied by these licences.

    >>> accepted("(MIT OR GPL-3.0) AND Unicode-3.0", {"MIT", "Unicode-3.0"}), accepted("GPL-3.0/MIT", {"GPL-2.0"})
    (True, False)
    >>> accepted("Apache-2.0 WITH LLVM-exception", {"Apache-2.0"})
    False
    """
    words = re.findall(r"[()]|[^()\s]+ WITH [^()\s]+|[^()\s]+", expression.replace("/", " OR "))
    known = {"(": "(", ")": ")", "AND": "and", "OR": "or"}
    return eval(" ".join(known.get(word) or str(word in allowed) for word in words))


def main() -> None:
    rules = tomllib.loads((ROOT / "deny.toml").read_text())["licenses"]
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(f"skipped, not all crates are available: {done.stderr.strip().splitlines()[0]}")
        return
    refused = []
    for crate in json.loads(done.stdout)["packages"]:
        own = [rule["allow"] for rule in rules.get("exceptions", []) if rule["crate"] == crate["name"]]
        allowed = set(rules["allow"]).union(*own)
        if crate["source"] and not accepted(crate["license"] or "none", allowed):
            refused.append(f"{crate['name']} {crate['version']} has the licence {crate['license']}, not in deny.toml")
    sys.exit("\n".join(refused) or 0)


if __name__ == "__main__":
    main()

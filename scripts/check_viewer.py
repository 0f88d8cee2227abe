#!/usr/bin/env python3
"""Opens pages of `hyakuman show --format html` in a headless Chromium: a match of every game, and a log with hostile names.

Each page steps through its whole match (`#selftest`) and says what went wrong: script errors, violations of its content
security policy, missing words; anything else on the browser's console counts, too. The final scores on the page are compared with
`hyakuman show --json`.

    scripts/check_viewer.py HYAKUMAN [CHROMIUM]
"""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

GAMES = ["tenhou", "tenhou-sanma", "shura", "toutenkou", "yangzhou", "toppan"]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--enable-logging=stderr"]
LONGEST = 300_000  # bytes of the page of a hanchan

HOSTILE = ["</script><script>document.title='run'</script>", "<img src=x onerror=\"document.title='run'\">",
           "\"};document.title='run';//\u2028<!--<script>", "&lt;b&gt;\u202e'"]


def run(*command):
    """Standard output of a command, which must succeed."""
    return both(*command)[0]


def both(*command):
    """Standard output and standard error of a command, which must succeed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return done.stdout.decode(), done.stderr.decode(errors="replace")


def opened(chromium, page):
    """The page after its self test, as HTML, and what the self test found."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        dom, log = both(chromium, *FLAGS, f"--user-data-dir={profile}", "--window-size=390,844", "--dump-dom", f"{page.as_uri()}#selftest")
    console = [line for line in log.splitlines() if ":CONSOLE" in line]
    if console:
        sys.exit(f"{page.name}: the console of the browser says {console}")
    found = re.search(r'<pre id="selftest">(.*?)</pre>', dom, re.S)
    if not found:
        sys.exit(f"{page.name}: the self test did not end")
    return dom, json.loads(html.unescape(found.group(1)))


def check(chromium, page, scores):
    """Checks that a page steps through its match without errors and ends with these scores."""
    dom, found = opened(chromium, page)
    shown = [float(text.replace(",", "").replace("−", "-")) for text in found.get("final", [])]
    if found["errors"] or found.get("unknown") or shown != [float(score) for score in scores]:
        sys.exit(f"{page.name}: {found}; the record has the scores {scores}")
    print(f"{page.name}: {found['drawn']} positions, {page.stat().st_size} bytes, final scores {shown}")
    return dom


def main():
    hyakuman = sys.argv[1]
    chromium = sys.argv[2] if len(sys.argv) > 2 else shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for game in GAMES:
            run(hyakuman, "run", "--rules", game, "--games", "2", "--seed", "3", "--record", "replays", "--out", folder / game)
            page = folder / f"{game}.html"
            run(hyakuman, "show", folder / game, "--match", "1", "--format", "html", "--out", page)
            record = json.loads(run(hyakuman, "show", folder / game, "--match", "1", "--json"))
            check(chromium, page, record["score"])
            if page.stat().st_size > LONGEST and game != "yangzhou":
                sys.exit(f"{page.name} is longer than {LONGEST} bytes")
        log = json.loads(run(hyakuman, "show", folder / "tenhou", "--match", "1", "--format", "tenhou6"))
        log["name"], log["title"] = HOSTILE, HOSTILE[:2]
        (folder / "<b>hostile.json").write_text(json.dumps(log, ensure_ascii=False))
        page = folder / "hostile.html"
        run(hyakuman, "show", folder / "<b>hostile.json", "--format", "html", "--out", page)
        record = json.loads(run(hyakuman, "show", folder / "tenhou", "--match", "1", "--json"))
        dom = check(chromium, page, record["score"])
        if re.search("<title>run|<img|<b>hostile", dom) or html.escape(HOSTILE[1], quote=False) not in dom:
            sys.exit("hostile.html: a name of the log became a part of the page, or is not shown")


main()

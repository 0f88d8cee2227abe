#!/usr/bin/env python3
"""Plays matches of `hyakuman play` in a headless Chromium: one of every game by clicking to its end, with a reload in the middle, on a
phone and on a desktop; one with the keyboard alone; one of two people. The scores at the end are those of the files that the page offers.

    scripts/check_play.py HYAKUMAN [CHROMIUM [FOLDER]]

With a FOLDER, pictures of the pages are written there.
"""

import contextlib
import json
import pathlib
import random
import shutil
import subprocess
import sys
import time
import urllib.request

from chromium import DESKTOP, PHONE, Browser

# Rules, the agents of the other seats, and changes that make a match short.
GAMES = [("tenhou", "shanten", "length_winds=1"), ("tenhou-sanma", "shanten", "length_winds=1"), ("shura", "shanten", None), ("toutenkou", "shanten", None),
         ("yangzhou", "shanten", "rotations=1"), ("toppan", "random", None)]
LONGEST = 400  # seconds of a match

# What can be clicked: going on, or every tile and move; with a number between 0 and 1, one of them, brought into the window.
TARGET = """(number => {
    if (/undefined|NaN|null/.test(byId("app").textContent)) return { fault: byId("app").textContent };
    if (DATA.result && live.caughtUp) return { over: true };
    const go = document.querySelector("#moves .go"), all = go ? [go] : [...document.querySelectorAll("#hand button:not(:disabled), #moves button[data-code]")];
    if (!all.length) return {};
    const wins = all.filter(one => one.classList.contains("win")), from = wins.length ? wins : all, one = from[Math.floor(number * from.length)];
    one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2, hit = document.elementFromPoint(x, y);
    return { x, y, covered: !one.contains(hit), what: one.outerHTML.slice(0, 200), wide: box.width, version: live.version, step: view.step, kyoku: view.kyoku };
})"""


@contextlib.contextmanager
def served(program, *arguments):
    """The addresses of a match."""
    process = subprocess.Popen([program, "play", *arguments], stdout=subprocess.PIPE, text=True)
    people = int(arguments[arguments.index("--people") + 1]) if "--people" in arguments else 1
    try:
        yield [process.stdout.readline().split()[-1] for _ in range(people)]
    finally:
        process.terminate()
        process.wait(20)


def expect(holds, what):
    """Ends the check where something does not hold."""
    if not holds:
        sys.exit(what)


def fast(browser):
    """Steps take no time."""
    browser.evaluate("options.pace === 0 || setOption('pace', 0)")


def click_once(browser, dice, name):
    """Clicks one thing, if there is one; whether the match is over."""
    found = browser.evaluate(f"{TARGET}({dice.random()})")
    expect("fault" not in found, f"{name}: a word is missing: {found.get('fault')}")
    if found.get("over"):
        return True
    if "x" in found:
        expect(not found["covered"], f"{name}: {found['what']} is covered")
        browser.click(found["x"], found["y"])
    else:
        time.sleep(0.01)
    return False


def leave(browser):
    """Closes a page before its server ends."""
    browser.call("Page.navigate", url="about:blank")


def picture(browser, folder, name):
    """Writes a picture, if pictures are wanted."""
    if folder:
        (folder / f"{name}.png").write_bytes(browser.picture())


def final(browser):
    """The scores of the result on the page."""
    cells = browser.evaluate("[...byId('card').querySelectorAll('[data-final]')].sort((a, b) => a.dataset.final - b.dataset.final).map(cell => cell.textContent)")
    return [float(cell.replace(",", "").replace("−", "-")) for cell in cells]


def check_file(address, scores, name):
    """The page of the whole match has these scores."""
    text = urllib.request.urlopen(f"{address}file/html").read().decode()
    data = json.loads(text.split('id="data">')[1].split("</script>")[0])
    expect([score / data["unit"] for score in data["result"]["s"]] == scores, f"{name}: {scores}, the file has {data['result']['s']}")


def check_match(browser, program, rules, agents, change, folder, size):
    """Plays a match to its end by clicking, with a reload in the middle of a kyoku."""
    dice, clicks, until = random.Random(1), 0, time.monotonic() + LONGEST
    with served(program, "--rules", rules, "--seed", "3", "--agents", agents, *(["--set", change] if change else [])) as [address]:
        browser.open(address, size)
        fast(browser)
        while not click_once(browser, dice, rules):
            clicks += 1
            expect(time.monotonic() < until, f"{rules}: the match does not end: {browser.evaluate(TARGET + '(0)')}")
            if clicks == 12:
                before = browser.evaluate("JSON.stringify(positionAt(present()).seats[ME].hand)")
                picture(browser, folder, f"{rules}-{size[0]}")
                browser.open(address, size)
                after = browser.evaluate("JSON.stringify(positionAt(present()).seats[ME].hand)")
                expect(after == before or browser.evaluate("live.number") > 0, f"{rules}: after a reload {after}, before {before}")
            if browser.evaluate("live.caughtUp === false && !byId('card').hidden") and clicks % 7 == 0:
                picture(browser, folder, f"{rules}-{size[0]}-end")
        scores = final(browser)
        picture(browser, folder, f"{rules}-{size[0]}-result")
        check_file(address, scores, rules)
        width = browser.evaluate("document.documentElement.scrollWidth - innerWidth")
        expect(width <= 0, f"{rules}: the page is {width} pixels too wide")
        leave(browser)
    print(f"{rules}: played in {clicks} clicks, {size[0]} pixels wide, final scores {scores}")


def check_keys(browser, program):
    """Plays a kyoku with the keyboard alone."""
    with served(program, "--rules", "tenhou", "--seed", "5") as [address]:
        browser.open(address, DESKTOP)
        fast(browser)
        until = time.monotonic() + 90
        while browser.evaluate("view.kyoku") == 0:
            if browser.evaluate("!!document.querySelector('#moves .go, #moves [data-key=x]')"):
                browser.key("x")
            elif browser.evaluate("document.activeElement.matches('#hand button')"):
                browser.key("ArrowLeft")
                browser.press("Enter")
            else:
                time.sleep(0.02)
            expect(time.monotonic() < until, "a kyoku cannot be played with the keyboard: " + browser.evaluate("byId('act').textContent"))
        leave(browser)
    print("keys: a kyoku")


def check_lost(browser, program):
    """A page that loses its connection says so, and goes on when it is there again."""
    offline = lambda is_lost: browser.call("Network.emulateNetworkConditions", offline=is_lost, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    waits = lambda what: f"new Promise(done => {{ const look = () => {what} ? done(true) : setTimeout(look, 20); look(); setTimeout(done, 20000, false); }})"
    with served(program, "--seed", "6", "--agents", "shanten") as [address]:
        browser.open(address, PHONE)
        fast(browser)
        browser.call("Network.enable")
        offline(True)
        browser.evaluate("send(tileCode(positionAt(present()).seats[ME].drawn, true))")
        expect(browser.evaluate(waits("live.told")), "an answer without a connection is not refused")
        offline(False)
        browser.evaluate("send(tileCode(positionAt(present()).seats[ME].drawn, true))")
        expect(browser.evaluate(waits("live.number > 0 && toDecide()")), "the match does not go on after a lost connection")
        leave(browser)
    browser.errors.clear()  # what the browser says of the lost connection
    print("a lost connection: the match goes on")


def check_two(chromium, program):
    """Two people: each sees its own hand only, and both come to the same result."""
    dice, until = random.Random(2), time.monotonic() + LONGEST
    with served(program, "--rules", "tenhou-sanma", "--seed", "4", "--people", "2", "--agents", "shanten", "--set", "length_winds=1") as addresses:
        with Browser(chromium) as one, Browser(chromium) as two:
            for browser, address in zip((one, two), addresses):
                browser.open(address, DESKTOP)
                fast(browser)
            hands = [browser.evaluate("[positionAt({ kyoku: 0, step: 0 }).seats[0].hand, positionAt({ kyoku: 0, step: 0 }).seats[1].hand]") for browser in (one, two)]
            expect(hands[0][1] == "-" * 13 == hands[1][0] and "-" not in hands[0][0] + hands[1][1], f"two people: {hands}")
            over = [False, False]
            while not all(over):
                over = [click_once(browser, dice, "two people") for browser in (one, two)]
                expect(time.monotonic() < until, "two people: the match does not end")
            expect(final(one) == final(two), f"two people: {final(one)} and {final(two)}")
            leave(one), leave(two)
            expect(not one.errors and not two.errors, f"two people: {one.errors} {two.errors}")
    print("two people: a match")


def main(program, chromium=None, folder=None):
    chromium = chromium or shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        sys.exit("no Chromium")
    folder = folder and pathlib.Path(folder)
    with Browser(chromium) as browser:
        for number, (rules, agents, change) in enumerate(GAMES):
            check_match(browser, program, rules, agents, change, folder, PHONE if number % 2 else DESKTOP)
        check_keys(browser, program)
        expect(not browser.errors, f"on the console: {browser.errors}")
        check_lost(browser, program)
    check_two(chromium, program)


main(*sys.argv[1:])

#!/usr/bin/env python3
"""Plays matches of `hyakuman play` in a headless Chromium: one of every game by clicking to its end, with a reload in the middle, on a
phone and on a desktop; one with the keyboard alone; one of two people; one with each option that does something by itself; one with a yaku of a
rules file. The scores at the end are those of the files that the page offers, and every match is reviewed.

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
import tempfile
import time
import urllib.request

from chromium import DESKTOP, PHONE, Browser

# Rules, the agents of the other seats, and changes that make a match short.
GAMES = [("tenhou", "shanten", "length_winds=1"), ("tenhou-sanma", "shanten", "length_winds=1"), ("shura", "shanten", None), ("toutenkou", "shanten", None),
         ("yangzhou", "shanten", "rotations=1"), ("toppan", "random", None)]
LONGEST = 1800  # seconds that only what hangs takes
# The page has got a kyoku from the server.
DEALT = "DATA.kyoku.length > 0"

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
        process.wait(LONGEST)


def expect(holds, what):
    """Ends the check where something does not hold."""
    if not holds:
        sys.exit(what)


def fast(browser):
    """Steps take no time."""
    wait(browser, DEALT, "nothing is dealt")
    browser.evaluate("options.pace === 0 || setOption('pace', 0)")


def click_once(browser, dice, name, phone=False):
    """Clicks one thing, if there is one; whether the match is over."""
    found = browser.evaluate(f"{TARGET}({dice.random()})")
    expect("fault" not in found, f"{name}: a word is missing: {found.get('fault')}")
    if found.get("over"):
        return True
    if "x" in found:
        expect(not found["covered"], f"{name}: {found['what']} is covered")
        browser.touch((found["x"], found["y"])) if phone else browser.click(found["x"], found["y"])
    else:
        time.sleep(0.01)
    return False


def press_button(browser, selector):
    """Clicks a button that is there; on a phone with a finger."""
    spot = browser.evaluate(f"""(one => {{ if (!one) return null; one.scrollIntoView({{ block: "nearest" }}); const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; }})(document.querySelector({json.dumps(selector)}))""")
    expect(spot, f"there is no {selector}")
    browser.click(*spot)


def wait(browser, condition, what):
    """Waits until an expression holds."""
    until = time.monotonic() + LONGEST
    while not browser.holds(condition):
        if time.monotonic() > until:
            sys.exit(f"{what}: {browser.evaluate('document.body.textContent.slice(0, 300)')}")
        time.sleep(0.02)


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
        while not click_once(browser, dice, rules, size == PHONE):
            clicks += 1
            expect(time.monotonic() < until, f"{rules}: the match does not end: {browser.evaluate(TARGET + '(0)')}")
            if clicks == 12:
                check_size(browser, rules, size)
                expect(browser.evaluate("fetch('review').then(response => response.status)") == 409, f"{rules}: a review before the end")
                before = browser.evaluate("JSON.stringify(positionAt(present()).seats[ME].hand)")
                picture(browser, folder, f"{rules}-{size[0]}")
                browser.open(address, size)
                wait(browser, DEALT, f"{rules}: nothing is dealt after a reload")
                after = browser.evaluate("JSON.stringify(positionAt(present()).seats[ME].hand)")
                expect(after == before or browser.evaluate("live.number") > 0, f"{rules}: after a reload {after}, before {before}")
            if browser.evaluate("live.caughtUp === false && !byId('card').hidden") and clicks % 7 == 0:
                picture(browser, folder, f"{rules}-{size[0]}-end")
        scores = final(browser)
        picture(browser, folder, f"{rules}-{size[0]}-result")
        check_file(address, scores, rules)
        check_size(browser, rules, size)
        check_review(browser, rules, scores)
        picture(browser, folder, f"{rules}-{size[0]}-review")
        leave(browser)
    browser.errors = [error for error in browser.errors if "409" not in error]  # what the browser says of the review before the end
    print(f"{rules}: played in {clicks} clicks, {size[0]} pixels wide, final scores {scores}")


def check_size(browser, name, size):
    """Nothing is wider than the window; tiles can be touched."""
    width = browser.evaluate("document.documentElement.scrollWidth - innerWidth")
    expect(width <= 0, f"{name}: the page is {width} pixels too wide")
    least = 44 if size == PHONE else 24
    small = browser.evaluate(f"[...document.querySelectorAll('#hand button')].map(one => one.getBoundingClientRect()).filter(box => box.width < {least} || box.height < 44).map(box => box.width)")
    expect(not small, f"{name}, {size[0]} pixels: tiles are too small to touch: {small}")


def check_review(browser, name, scores):
    """The review of the person's decisions takes the place of the page."""
    seat = browser.evaluate("ME")
    press_button(browser, "#moves [data-key=v]")
    wait(browser, "location.pathname.endsWith('/review') && document.body?.dataset.ready === ''", f"{name}: no review")
    seen = browser.evaluate("({ seats: DATA.review.seats.map(([seat]) => seat), scores: DATA.result.s.map(score => score / DATA.unit), words: byId('content').textContent, seat: view.seat })")
    expect(seen["seats"] == [seat] and seen["seat"] == seat and "you" in seen["words"] and seen["scores"] == scores and "undefined" not in seen["words"], f"{name}: the review is of {seen}")


def check_options(browser, program):
    """What is done by itself: a win, no calls, the tile just drawn, a claim that runs out. A riichi is declared with its button and a marked tile."""
    with served(program, "--seed", "3", "--agents", "shanten", "--hints", "ukeire") as [address]:
        browser.open(address, DESKTOP)
        fast(browser)
        browser.evaluate("setOption('autoWin', true)")
        riichi, until = False, time.monotonic() + LONGEST
        won = "DATA.kyoku.some(kyoku => kyoku.e && kyoku.e.w.some(win => win.w === ME))"
        while not (riichi and browser.evaluate(won)):
            expect(time.monotonic() < until, "nothing is won by itself")
            expect(not browser.evaluate("!!document.querySelector('#moves .win')"), "a win is asked for")
            if browser.evaluate("!!document.querySelector('#moves .go')"):
                press_button(browser, "#moves .go")
            elif browser.evaluate("!!toDecide()"):
                code = browser.evaluate("fetch('hint').then(response => response.ok ? response.json() : {}).then(hint => hint.choice ?? null)")
                if code is not None:
                    riichi |= take(browser, code)
        leave(browser)
    with served(program, "--seed", "3", "--agents", "shanten") as [address]:
        browser.open(address, DESKTOP)
        fast(browser)
        check_clock(browser)
        check_by_itself(browser)
        leave(browser)
    browser.errors.clear()  # a hint that came too late
    print("options: a riichi by clicking, a win, no calls, the tile just drawn, claims that run out")


def take(browser, code):
    """Clicks an action; whether it was a riichi."""
    riichi = browser.evaluate(f"DATA.actions[{code}][0] === 'riichi'")
    if riichi:
        press_button(browser, "#moves [data-key=r]")
        marked = browser.evaluate("[...document.querySelectorAll('#hand .keeps')].map(one => one.dataset.code)")
        legal = browser.evaluate("codes(live.question[1]).filter(code => DATA.actions[code][0] === 'riichi').map(code => DATA.actions[code][1])")
        expect(marked and len(set(marked)) == len(legal), f"a riichi: {marked} are marked, {legal} are legal")
    press_button(browser, f"#act [data-code='{code}']") if browser.evaluate(f"!!document.querySelector(`#act [data-code='{code}']`)") else browser.evaluate(f"send({code})")
    return riichi


def check_by_itself(browser):
    """A kyoku in which nothing is clicked but the card at the end: every discard is the tile just drawn, nothing is called."""
    go_on(browser, "toDecide() && view.step < 4 || DATA.result")
    browser.evaluate("window.before = view.kyoku; setOption('noCalls', true); setOption('autoDiscard', true)")
    wait(browser, "DATA.kyoku[before].e || live.caughtUp && DATA.result", "a kyoku does not play itself")
    board = browser.evaluate("(seat => [seat.river.slice(2), seat.melds.length])(positionAt({ kyoku: before, step: DATA.kyoku[before].s.length - 1 }).seats[ME])")
    marks = [int(mark, 16) for mark in board[0][1::2]]
    expect(all(mark & 1 for mark in marks) and board[1] == 0, f"by itself: {board}")
    browser.evaluate("setOption('noCalls', false); setOption('autoDiscard', false)")


def go_on(browser, holds):
    """Closes cards, and discards what is drawn or passes, until something holds."""
    until = time.monotonic() + LONGEST
    while True:
        # At once: a card that comes between two questions would be closed without a look at it.
        done, go = browser.evaluate(f"[!!({holds}), !!document.querySelector('#moves .go')]")
        if done:
            return
        if time.monotonic() > until:
            sys.exit(f"this does not come: {holds}: {browser.evaluate('byId(`act`).textContent')}")
        if go:
            press_button(browser, "#moves .go")
        else:
            browser.evaluate("send(codeOf('discards', '*') ?? codeOf('pass') ?? codes(live.question[1]).at(-1))")


def check_clock(browser):
    """A claim runs out after the time that was chosen, and waits for ever without one."""
    claim = "toDecide() && legalWords().includes('pass')"
    go_on(browser, claim)
    told = browser.evaluate("window.number = live.number; setOption('clock', 1); byId('told').textContent")
    expect(any(sign in told for sign in "01"), "a countdown is not shown")
    wait(browser, "live.number > number", "a claim does not run out")
    browser.evaluate("setOption('clock', 0)")
    go_on(browser, claim)
    browser.evaluate("window.number = live.number")
    time.sleep(1.3)
    expect(browser.evaluate(f"live.number === number && !!({claim})"), "a claim runs out without a clock")


def check_own_yaku(browser, program):
    """The end of a kyoku names the yaku of a rules file, in both languages."""
    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder) / "own.toml"
        rules.write_text('base = "tenhou"\n[[yaku]]\nname = "Any group"\nja = "何でも"\nhan = 2\nopen = 1\ngroups = ["group"]\n')
        with served(program, "--rules", str(rules), "--seed", "3", "--agents", "ukeire") as [address]:
            browser.open(address, PHONE)
            fast(browser)
            go_on(browser, "DATA.kyoku.some(kyoku => kyoku.e && kyoku.e.w.length) && !byId('card').hidden && !!byId('card').querySelector('.items')")
            words = [browser.evaluate("byId('card').textContent"), browser.evaluate("COMMANDS.language(), byId('card').textContent")]
            browser.evaluate("COMMANDS.language()")
            expect(any("Any group" in one for one in words) and any("何でも" in one for one in words), f"own yaku: {words}")
            leave(browser)
    print("own yaku: named in both languages")


def check_keys(browser, program):
    """Plays a kyoku with the keyboard alone."""
    with served(program, "--rules", "tenhou", "--seed", "5") as [address]:
        browser.open(address, DESKTOP)
        fast(browser)
        until = time.monotonic() + LONGEST
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
    waits = lambda what: f"new Promise(done => {{ const look = () => {what} ? done(true) : setTimeout(look, 20); look(); setTimeout(done, {1000 * LONGEST}, false); }})"
    with served(program, "--seed", "6", "--agents", "shanten") as [address]:
        browser.open(address, PHONE)
        fast(browser)
        wait(browser, DEALT, "nothing is dealt")
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
        check_own_yaku(browser, program)
        expect(not browser.errors, f"on the console: {browser.errors}")
        check_options(browser, program)
        check_lost(browser, program)
    check_two(chromium, program)


main(*sys.argv[1:])

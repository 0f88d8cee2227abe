#!/usr/bin/env python3
"""Opens pages of `hyakuman show --format html` in a headless Chromium: a match of every game, and a log with hostile names; pages of
`hyakuman review`; and the pages of `run`, `compare` and `data report`, on a phone.

Each page steps through its whole match (`#selftest`) and says what went wrong: script errors, violations of its content
security policy, missing words; anything else on the browser's console counts, too. The final scores on the page are compared with
`hyakuman show --json`, the opinions of an agent with `hyakuman review --json`. Then what a reader does: keys, a finger, playback, links, cards on a phone, one hand, the dark scheme.

    scripts/check_viewer.py HYAKUMAN [CHROMIUM [FOLDER]]

With a FOLDER, pictures of every page are written there: in the middle of a kyoku and at a win, on a phone and a desktop, light and dark.
"""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from chromium import DESKTOP, PHONE, Browser

GAMES = ["tenhou", "tenhou-sanma", "shura", "toutenkou", "yangzhou", "toppan"]
LONGEST = 300_000  # bytes of a page

HOSTILE = ["</script><script>document.title='run'</script>", "<img src=x onerror=\"document.title='run'\">",
           "\"};document.title='run';//\u2028<!--<script>", "&lt;b&gt;\u202e'"]


def run(*command):
    """Standard output of a command, which must succeed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=1800)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return done.stdout.decode()


def expect(holds, page, what):
    """Ends the check where something does not hold."""
    if not holds:
        sys.exit(f"{page.name}: {what}")


def check_match(browser, page, scores):
    """Checks that a page steps through its match without errors and ends with these scores."""
    browser.open(f"{page.as_uri()}#selftest", PHONE)
    found = json.loads(browser.evaluate("document.getElementById('selftest').textContent"))
    shown = [float(text.replace(",", "").replace("−", "-")) for text in found.get("final", [])]
    expect(not found["errors"] and not found.get("unknown") and shown == [float(score) for score in scores], page,
           f"{found}; the record has the scores {scores}")
    expect(page.stat().st_size <= LONGEST, page, f"longer than {LONGEST} bytes")
    print(f"{page.name}: {found['drawn']} positions, {page.stat().st_size} bytes, final scores {shown}")


def ends(browser):
    """Kyoku and step of every win and end, as links have them."""
    return browser.evaluate("DATA.kyoku.flatMap((one, k) => one.s.flatMap(([letter], step) => 'EW'.includes(letter) ? [[k + 1, step, letter]] : []))")


def check_cards(browser, page):
    """On a phone, upright or not, a card is within the table; if it does not fit, it says that there is more."""
    for size in (PHONE, PHONE[::-1]):
        browser.open(page.as_uri(), size)
        check_every_card(browser, page)


def check_every_card(browser, page):
    """The cards of a match in the window as it is."""
    for kyoku, step, _ in ends(browser):
        browser.evaluate(f"go({{ kyoku: {kyoku - 1}, step: {step} }})")
        seen, more, inside = browser.evaluate("""(() => {
            const card = byId("card"), box = card.getBoundingClientRect(), stage = byId("stage").getBoundingClientRect();
            return [card.scrollHeight <= card.clientHeight + 8, !card.querySelector(".more").hidden, box.bottom <= stage.bottom && box.right <= stage.right && card.scrollWidth <= card.clientWidth];
        })()""")
        expect(inside and seen != more, page, f"kyoku {kyoku}, step {step}: the card is cut off (fits {seen}, sign {more}, inside {inside})")


def check_payments(browser, page):
    """The card of a kyoku shows what its winners got: the hand, honba, sticks."""
    browser.open(page.as_uri(), PHONE)
    for kyoku, step, letter in ends(browser):
        wins, steps = browser.evaluate(f"(({{ e, s }}) => [e.w, s.map(([letter]) => letter)])(DATA.kyoku[{kyoku - 1}])")
        if letter != "E" or "W" in steps:
            continue
        browser.evaluate(f"go({{ kyoku: {kyoku - 1}, step: {step} }})")
        for winner in {win["w"] for win in wins}:
            shown = browser.evaluate(f"byId('card').querySelector('[data-change=\"{winner}\"]').textContent")
            total = browser.evaluate(f"signed({sum(win['d'][winner] for win in wins)})")
            expect(shown == total, page, f"kyoku {kyoku}: seat {winner} gets {shown}, its wins are {total}")
    for kyoku, _, _ in ends(browser):
        for win in browser.evaluate(f"DATA.kyoku[{kyoku - 1}].e.w"):
            expect(all(value for _, _, value in win["y"]) or win["m"], page, f"kyoku {kyoku}: an item without a value: {win['y']}")

def position(browser):
    """Kyoku and step in the link of the page, and the step that the page counts."""
    link = browser.evaluate("location.hash")
    return int(re.search(r"kyoku=(\d+)", link)[1]), int(re.search(r"step=(\d+)", link)[1]), int(browser.evaluate("byId('status').textContent.split('/')[0]"))


def check_hands(browser, page):
    """Keys, a finger, playback and links move through the match; link and counter agree."""
    browser.open(f"{page.as_uri()}#kyoku=2&step=5", PHONE)
    at = lambda step, what: expect(position(browser) == (2, step, step), page, f"{what}: {position(browser)}, expected step {step}")
    at(5, "a link")
    browser.key("ArrowRight")
    at(6, "the right arrow")
    box = browser.evaluate("(({ x, y, width, height }) => [x, y, width, height])(byId('table').getBoundingClientRect())")
    point = lambda x, y=0.4: (box[0] + x * box[2], box[1] + y * box[3])
    for points, step, what in [([point(0.8)], 7, "a tap on the right"), ([point(0.1)], 6, "a tap on the left"),
                               ([point(0.8), point(0.5), point(0.2)], 7, "a swipe to the left"), ([point(0.2), point(0.5), point(0.8)], 6, "a swipe to the right")]:
        browser.touch(*points)
        at(step, what)
    browser.key("ArrowUp")
    at(0, "the start of the kyoku")
    browser.evaluate("""new Promise(done => {
        const pauseAtThree = () => view.step < 3 ? setTimeout(pauseAtThree, 10) : done(COMMANDS.play());
        COMMANDS.speed(); COMMANDS.speed(); COMMANDS.play(); pauseAtThree();
    })""")
    at(3, "playback")
    browser.evaluate("new Promise(done => setTimeout(done, 500))")
    at(3, "a pause")


def check_dark(browser, page):
    """The page follows the scheme of the reader."""
    grounds = []
    for dark in (False, True):
        browser.open(f"{page.as_uri()}#kyoku=1&step=20", DESKTOP, dark)
        grounds.append(browser.evaluate("['body', '#stage', '#buttons button'].map(one => getComputedStyle(document.querySelector(one)).backgroundColor)"))
    expect(all(light != dark for light, dark in zip(*grounds)), page, f"the dark scheme is the light one: {grounds}")


def check_shura(browser, page):
    """The exchange is one step; a winner's hand is hidden from the others until the kyoku ends."""
    browser.open(f"{page.as_uri()}#kyoku=1&step=1&hands=one", PHONE)
    expect(browser.evaluate("DATA.kyoku.every(one => one.s.filter(([letter]) => letter === 'H').length === 1)"), page, "an exchange of several steps")
    for kyoku, step, letter in ends(browser):
        winner = browser.evaluate(f"winsAt({{ kyoku: {kyoku - 1}, step: {step} }})[0]?.w ?? 0")
        tiles = lambda seat: browser.evaluate(f"Object.assign(view, {{ seat: {seat}, open: false }}); go({{ kyoku: {kyoku - 1}, step: {step} }}); isOpen(view, positionAt(view), {winner})")
        expect(letter == "E" or tiles(winner) and not tiles((winner + 1) % 4), page, f"kyoku {kyoku}, step {step}: the hand of a winner")


def check_words(browser, page):
    """No text of the page names an honor by a number."""
    shown = browser.evaluate("DATA.kyoku.flatMap((one, k) => one.s.map((_, step) => describe(positionAt({ kyoku: k, step }), view))).join()")
    expect(not re.search(r"\d[zj]", shown), page, "an honor such as 4z")


def pictures(browser, page, folder):
    """Pictures of the page."""
    browser.open(page.as_uri(), PHONE)
    last = next((one for one in ends(browser) if one[1] > 50), ends(browser)[0])
    for size, dark in [(PHONE, False), (PHONE, True), (DESKTOP, False), (DESKTOP, True)]:
        for name, (kyoku, step) in {"middle": (last[0], last[1] * 2 // 3), "win": last[:2]}.items():
            browser.open(f"{page.as_uri()}#kyoku={kyoku}&step={step}", size, dark)
            file = folder / f"{page.stem}-{name}-{'phone' if size == PHONE else 'desktop'}-{'dark' if dark else 'light'}.png"
            file.write_bytes(browser.picture())


def check_games(browser, hyakuman, folder, out):
    """A match of every game."""
    for game in GAMES:
        run(hyakuman, "run", "--rules", game, "--games", "2", "--seed", "3", "--record", "replays", "--out", folder / game)
        page = folder / f"{game}.html"
        run(hyakuman, "show", folder / game, "--match", "1", "--format", "html", "--out", page)
        record = json.loads(run(hyakuman, "show", folder / game, "--match", "1", "--json"))
        check_match(browser, page, record["score"])
        for look in [check_cards, check_payments, check_words, check_tabs]:
            look(browser, page)
        if out:
            pictures(browser, page, out)
    check_hands(browser, folder / "tenhou.html")
    check_dark(browser, folder / "tenhou.html")
    check_shura(browser, folder / "shura.html")


def check_width(browser, page, link=""):
    """On a phone nothing is cut off: what is wider than the screen scrolls within its own box. No text of several Chinese or
    Japanese characters has a line for each."""
    browser.open(page.as_uri() + link, PHONE)
    wide = browser.evaluate("""(() => {
        const scrolls = element => element && (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
        const out = ({ left, right, width }) => width && (left < -1 || right > innerWidth + 1);
        const cut = [...document.querySelectorAll("body *")].filter(element => out(element.getBoundingClientRect()) && !scrolls(element.parentElement));
        const thin = [...document.querySelectorAll("td, th, li span, dd")].filter(({ innerText, offsetWidth, offsetHeight }) =>
            /[\\u3040-\\u9fff]{3}/.test(innerText) && offsetWidth && offsetHeight > 3 * offsetWidth);
        return [...cut, ...thin].map(element => `${element.tagName}: ${element.textContent.slice(0, 40)}`).slice(0, 5);
    })()""")
    expect(not wide and browser.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), page, f"cut off or broken on a phone: {wide}")


def check_tabs(browser, page):
    """The tabs on a phone, in both languages; the match with all its columns."""
    for lang in ("en", "ja"):
        for tab in ("decision", "moments", "summary"):
            check_width(browser, page, f"#tab={tab}&lang={lang}")
        hidden = browser.evaluate("[...document.querySelectorAll('#content .scroll')].map(box => box.scrollWidth - box.clientWidth).filter(more => more > 0)")
        expect(not hidden, page, f"columns of the match are beyond the screen: {hidden}")


def check_review(browser, hyakuman, folder, out):
    """The review of a match: its numbers, the list of losses, marks, keys; on a phone, with one hand; names of a log stay text."""
    for game, agent in [("tenhou", "placement"), ("tenhou-sanma", "value")]:
        page = folder / f"review-{game}.html"
        found = json.loads(run(hyakuman, "review", folder / game, "--match", "1", "--agent", agent, "--json", "--html", page))
        check_match(browser, page, json.loads(run(hyakuman, "show", folder / game, "--match", "1", "--json"))["score"])
        check_opinions(browser, page, found)
        check_losses(browser, page, found)
        for lang in ("en", "ja"):
            for tab in ("review", "decision"):
                check_width(browser, page, f"#kyoku=2&step=9&tab={tab}&lang={lang}")
        if out:
            for size, dark in [(PHONE, True), (DESKTOP, False)]:
                browser.open(page.as_uri(), size, dark)
                browser.evaluate("goToLoss(losses()[0]), 0")
                (out / f"{page.stem}-{'phone' if size == PHONE else 'desktop'}.png").write_bytes(browser.picture())
    one = folder / "review-one.html"
    found = json.loads(run(hyakuman, "review", folder / "tenhou", "--match", "1", "--seat", "2", "--json", "--html", one))
    browser.open(one.as_uri(), PHONE)
    seats = browser.evaluate("DATA.kyoku.flatMap(({ s }) => s.flatMap(step => (step[3] || []).filter(one => one[4]).map(([seat]) => seat)))")
    expect(seats == [2] * len(found["decisions"]), one, "opinions of other seats")
    hostile = folder / "hostile-review.html"
    run(hyakuman, "review", folder / "<b>hostile.json", "--html", hostile)
    browser.open(f"{hostile.as_uri()}#selftest", PHONE)
    expect(not re.search("<title>run|<img|<b>hostile", browser.evaluate("document.documentElement.outerHTML")), hostile, "a name became a part of the page")


def rounding(found):
    """How far a value on the page may be from that of the JSON."""
    return 0.501 if found["unit"] == "points" else 0.00501


def check_opinions(browser, page, found):
    """The panel has the candidates of every decision, passes too, with their values, and marks what was done and what the agent would do."""
    browser.open(page.as_uri(), DESKTOP)
    shown = browser.evaluate("""DATA.kyoku.flatMap((kyoku, k) => kyoku.s.flatMap((step, at) => (step[3] || []).map(decision => {
        const part = decisionPart(decision, positionAt({ kyoku: k, step: at })), number = text => Number(text.replace("−", "-"));
        return {
            seat: decision[0], loss: part.querySelector("[data-loss]")?.textContent.match(/[\\d.]+/)[0] ?? null,
            rows: [...part.querySelectorAll(".candidates tbody tr")].map(row => ({
                action: Number(row.dataset.code), value: number(row.querySelector(".number").textContent),
                done: !!row.querySelector(".badge.did"), choice: !!row.querySelector(".badge.agent"), words: row.querySelector(".act").textContent,
            })),
        };
    })))""")
    expect(len(shown) == len(found["decisions"]), page, f"{len(shown)} of {len(found['decisions'])} decisions")
    passes, near = 0, rounding(found)
    for here, there in zip(shown, found["decisions"]):
        pairs = list(zip(here["rows"], there["candidates"], strict=True))
        right = all(row["action"] == candidate["action"] and abs(row["value"] - candidate["value"]) < near and (row["done"], row["choice"]) ==
                    (candidate["name"] == there["done"], candidate["name"] == there["choice"]) for row, candidate in pairs)
        lost = None if there["agrees"] or there["loss"] is None else there["loss"]
        right &= here["seat"] == there["seat"] and (here["loss"] is None) == (lost is None) and abs(float(here["loss"] or 0) - (lost or 0)) < near
        expect(right, page, f"{here} is not {there}")
        passes += there["done"] == "pass" and any(row["done"] and row["words"] == "pass" for row in here["rows"])
    expect(passes > 0, page, "no pass")


def check_losses(browser, page, found):
    """The list begins with the greatest loss; a tap on it, and the keys, show the decision; every one has a mark."""
    browser.open(page.as_uri(), PHONE)
    others, near = [one for one in found["decisions"] if not one["agrees"]], rounding(found)
    greatest = max(one["loss"] for one in others)
    listed = browser.evaluate("[...document.querySelectorAll('.loss .cost')].map(cost => Number(cost.textContent))")
    expect(len(listed) == min(20, len(others)) and listed == sorted(listed, reverse=True) and abs(listed[0] - greatest) < near, page, f"losses {listed}")
    means = browser.evaluate("[...document.querySelectorAll('[data-mean]')].map(mean => Number(mean.textContent))")
    expect(all(abs(mean - player["mean_loss"]) < near / 10 for mean, player in zip(means, found["players"], strict=True)), page, f"mean losses {means}")
    browser.evaluate("document.querySelector('.loss').scrollIntoView(), document.querySelector('.loss').click()")
    box = browser.evaluate("[byId('stage').getBoundingClientRect().top, document.querySelector('#content [data-loss]').textContent]")
    expect(box[0] >= 0 and abs(float(box[1].split()[1]) - greatest) < near, page, f"the greatest loss is not shown: {box}")
    marks = browser.evaluate("DATA.kyoku.map((_, k) => (go({ kyoku: k, step: 0 }), document.querySelectorAll('#losses rect').length))")
    expect(sum(marks) == len(others), page, f"{marks} marks of {len(others)} decisions")
    steps = len({(at["kyoku"], at["step"]) for at in browser.evaluate("losses().map(({ at }) => at)")})
    browser.evaluate("Object.assign(view, { tab: 'decision' }), go({ kyoku: 0, step: 0 })")
    for key in ["e"] * (steps - 1) + ["E"]:
        browser.key(key)
        expect(browser.evaluate("!!document.querySelector('#content [data-loss]')"), page, f"the key {key} leads to a step without another choice")


def check_tables(browser, hyakuman, folder, out):
    """The pages with tables and plots."""
    pages = [folder / f"table-{name}.html" for name in ("run", "arms", "compare", "report")]
    run(hyakuman, "run", "--agents", "ukeire,shanten,random,ukeire:fold=false", "--games", "80", "--metrics", "--html", pages[0])
    run(hyakuman, "compare", "--vary", "tobi=[Off,AtOrBelow0]", "--games", "80", "--html", pages[1])
    run(hyakuman, "compare", "--set", "kuitan=false", "--games", "80", "--html", pages[2])
    run(hyakuman, "data", "report", folder / "tenhou", "--out", pages[3])
    for page in pages:
        check_width(browser, page)
        expect("deal sets (walls)" in browser.evaluate("document.body.innerText"), page, "no number of deal sets")
        if out:
            (out / f"{page.stem}-phone.png").write_bytes(browser.picture())


def check_hostile(browser, hyakuman, folder):
    """Names from a log stay text."""
    log = json.loads(run(hyakuman, "show", folder / "tenhou", "--match", "1", "--format", "tenhou6"))
    log["name"], log["title"] = HOSTILE, HOSTILE[:2]
    (folder / "<b>hostile.json").write_text(json.dumps(log, ensure_ascii=False))
    page = folder / "hostile.html"
    run(hyakuman, "show", folder / "<b>hostile.json", "--format", "html", "--out", page)
    record = json.loads(run(hyakuman, "show", folder / "tenhou", "--match", "1", "--json"))
    check_match(browser, page, record["score"])
    dom = browser.evaluate("document.documentElement.outerHTML")
    expect(not re.search("<title>run|<img|<b>hostile", dom) and html.escape(HOSTILE[1], quote=False) in dom, page,
           "a name of the log became a part of the page, or is not shown")


def main():
    hyakuman, *rest = sys.argv[1:]
    chromium = rest[0] if rest else shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, Browser(chromium) as browser:
        check_games(browser, hyakuman, pathlib.Path(folder), pathlib.Path(rest[1]) if len(rest) > 1 else None)
        check_hostile(browser, hyakuman, pathlib.Path(folder))
        check_review(browser, hyakuman, pathlib.Path(folder), pathlib.Path(rest[1]) if len(rest) > 1 else None)
        check_tables(browser, hyakuman, pathlib.Path(folder), pathlib.Path(rest[1]) if len(rest) > 1 else None)
        if browser.errors:
            sys.exit(f"the browser says {browser.errors}")


main()

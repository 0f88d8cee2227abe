#!/usr/bin/env python3
"""Measures what rules do to the game, and writes docs/rule-effects.md, a page and a plot for each question, and the results as a file.

    cargo build --release && scripts/rule_effects/run.py

Each question is played by each of its tables of agents (`hyakuman compare --json`). Everything is kept in target/rule-effects: the same
command continues there, also with more matches. With the numbers of questions.py it took two hours on two cores that compiled besides;
`--share 0.05` plays a twentieth, for a first look.
`--only uma` plays that question, and writes its page. Needs pyarrow for the file with the results, otherwise the standard library only.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from figures import difference, estimate, in_words, value
from plot import forest
from questions import GAMES, LEARN, LEARNING, LEARNS, PLACEMENT, QUESTIONS, STYLE_WORDS

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")
WORK = Path("target/rule-effects")
INDEX, PAGES = Path("docs/rule-effects.md"), Path("docs/rule-effects")
RESULTS = PAGES / "results.parquet"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--share", type=float, default=1.0, help="part of the matches to play")
    parser.add_argument("--threads", default="2", help="threads of each command")
    parser.add_argument("--print-only", action="store_true", help="play nothing: write the pages from what is there")
    parser.add_argument("--only", choices=[*(question.name for question in QUESTIONS), LEARNING.name], help="play one question, and write its page")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    PAGES.mkdir(parents=True, exist_ok=True)
    wanted = lambda name: options.only in (None, name)  # noqa: E731
    results = {(question.name, agents): measured(question, agents, options) for question, agents in in_order(wanted)}
    for question in filter(lambda question: wanted(question.name), QUESTIONS):
        write_page(question.name, section(question, results))
    if wanted(LEARNING.name):
        write_page(LEARNING.name, learning(results))
    if options.only is None:
        INDEX.write_text("\n".join([*head(), *contents()]))
        write_results(results)


def write_page(name, text):
    """The page of a question."""
    (PAGES / f"{name}.md").write_text(page(text))


def page(text):
    """A section as a page in the folder of the pages.

    >>> print(page("## Uma\\n\\n![p](rule-effects/uma.svg) [agents.md](agents.md)\\n"), end="")
    # Uma
    <BLANKLINE>
    ![p](uma.svg) [agents.md](../agents.md)
    <BLANKLINE>
    How this was measured, what the cells mean, and all questions: [what rules do to the game](../rule-effects.md).
    """
    inside = re.sub(r"\]\((?!http)([^)/#]+\.md)", r"](../\1", text.replace("](rule-effects/", "]("))
    more = "How this was measured, what the cells mean, and all questions: [what rules do to the game](../rule-effects.md).\n"
    return f"{inside[1:].rstrip()}\n\n{more}"


def write_results(results):
    """Every rate of every comparison as a table: a row for each question, agents, ruleset, and what the rate is of."""
    import pyarrow
    from pyarrow import parquet

    rows = [row for (question, agents), found in results.items() for row in rows_of_results(question, agents, found)]
    table = pyarrow.Table.from_pylist(rows)
    short = [(field.name, pyarrow.float32() if field.type == pyarrow.float64() else field.type) for field in table.schema]
    parquet.write_table(table.cast(pyarrow.schema(short)), RESULTS, compression="zstd")


def rows_of_results(question, agents, found):
    """The rows of a comparison."""
    for arm in found["arms"]:
        known = {"question": question, "agents": agents, "base": found["base"]["rules"], "ruleset": arm["name"], "rescored": arm["rescored"]}
        sets = [("table", arm["table"]), *((player["agent"], player["rates"]) for player in arm["by_agent"])]
        sets += [(f"seat {seat}", player["rates"]) for seat, player in enumerate(arm["by_seat"])]
        for of, rates in sets:
            for measure, rate in rates.items():
                if isinstance(rate, dict) and "difference" in rate:
                    yield known | {"of": of, "measure": measure} | cells_of_results(rate)


def cells_of_results(rate):
    """Base, variant and difference with their intervals."""
    cells = {}
    for side in ("base", "variant", "difference"):
        found = rate[side] or {}
        low, high = found.get("ci95") or (None, None)
        cells |= {f"{side}_value": found.get("value"), f"{side}_low": low, f"{side}_high": high}
    difference = rate["difference"] or {}
    return cells | {"walls_changed": difference.get("walls_changed")}


def in_order(wanted):
    """Every question that is wanted, with every table of agents; those that play fastest come first."""
    questions = [question for question in [*QUESTIONS, LEARNING] if wanted(question.name)]
    pairs = [(question, agents) for question in questions for agents in question.agents]
    return sorted(pairs, key=lambda pair: -GAMES[pair[1]])


def measured(question, agents, options):
    """The comparison of a question's arms with its base, by these agents."""
    arms = [changes for _, changes in question.arms]
    return compare(f"{question.name} {agents}", question.base, agents, arms, whole(GAMES[agents], options.share), question.seed, options)


def whole(count, share):
    """A share of the matches, of whole walls."""
    return max(1_200, int(count * share) // 12 * 12)


def compare(name, base, agents, arms, count, seed, options):
    """The result of a comparison. It is played where it is not there yet."""
    result = WORK / f"{name.replace(',', ' ')}.json"
    if options.print_only:
        return json.loads(result.read_text())
    words = [word for changes in arms for word in ("--variant", " ".join(changes))]
    players = ["--adapt", str(WORK / "learned"), *LEARN] if agents == LEARNS else ["--agents", agents]
    command = [PROGRAM, "compare", "--base", base, *players, "--games", str(count), "--seed", str(seed), *words]
    done = run([*command, "--threads", options.threads, "--state", str(result.with_suffix(".state")), "--json"])
    result.write_text(done)
    return json.loads(done)


def run(command):
    """The output of a command; its progress is shown."""
    print(" ".join(command), file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


def head():
    """What the page is."""
    yield "# What rules do to the game\n"
    yield "Made by `scripts/rule_effects/run.py`; its questions are in `scripts/rule_effects/questions.py`. Every ruleset is played on the"
    yield "same deal sets (*walls*: each a numbered set of deals of a match) as its base, by the same agents: `hyakuman compare`. Each question has"
    yield "its own seed, so its walls are not those of any other. Under a base are the differences that a change makes, in the same unit (for"
    yield "shares: percentage points). ± is half of the 95 % confidence interval. [metrics.md](metrics.md) defines the measures,"
    yield "[compare.md](compare.md) shows how to ask a question of your own. [results.parquet](rule-effects/results.parquet) has every rate of every"
    yield "comparison: a row for each question, agents, ruleset, and whom or what the rate is of.\n"
    yield "| in a cell | meaning |"
    yield "| --- | --- |"
    yield "| **bold** | the interval excludes zero; about 1 in 20 differences with no real effect is bold by chance |"
    yield "| few (7 walls) | the change added or took away such events on so few walls that it cannot be judged |"
    yield "| the same | no difference on any wall |"
    yield "| the same events | none was added or taken away; only the number of kyoku or hands differs |"
    yield "| none seen, below 0.04 | it never happened; the upper end of the interval |"
    yield "| re-scored | the matches of the base with other final points: these agents do not look at them |\n"
    yield "| agent | plays | matches under each ruleset |"
    yield "| --- | --- | ---: |"
    for agents, words in STYLE_WORDS.items():
        yield f"| `{short(agents)}` | {words} | {whole(GAMES[agents], 1):,} |"
    yield "\nThese choose discards in two ways: that of `ukeire`, and that of `value`, which `placement` and the styles share"
    yield "([agents.md](agents.md)). If all agents show the same effect, two ways of building a hand show it, and people may still differ.\n"
    yield "† in a row: `placement` knows the chances of the final places from matches that start with 25,000 points, need 30,000 to end, and last"
    yield "one or two winds. Under these rules it plays by a coarser model ([placement.md](placement.md#model)).\n"


def contents():
    """Links to the questions."""
    yield "\n".join(f"* [{question.title}](rule-effects/{question.name}.md)" for question in [*QUESTIONS, LEARNING])
    yield ""


def section(question, results):
    """A question with its plot, its table and its caution."""
    arms = {agents: results[question.name, agents]["arms"] for agents in question.agents}
    lines = [["", "agents", *(measure.name for measure in question.measures)]]
    lines.append(["---"] * len(lines[0]))
    lines += rows_of(f"`{question.base}`", arms, 0, question, lambda measure, both: value(measure.factor, measure.digits, both["base"]))
    for at, (words, changes) in enumerate(question.arms):
        label = f"{words}: `{' '.join(changes)}`"
        lines += rows_of(label, arms, at, question, lambda measure, both: difference(measure.factor, measure.digits, both), changes)
    asks = f"{question.asks} (Seed {question.seed}.)"
    caution = f"**What it depends on.** {question.caution}"
    parts = [f"## {question.title}", asks, verdict(question, arms), *pictures(question, arms), table_of(lines), caution]
    return "\n\n".join(parts) + "\n"


def verdict(question, arms):
    """What each change does to the first measure, in words. What agents learned has a spread of its own: they are left out."""
    measure = question.measures[0]
    found = []
    for at, (words, _) in enumerate(question.arms):
        by_agents = {short(agents): estimate(of[at], measure)["difference"] for agents, of in arms.items() if agents != LEARNS}
        found.append(f"{words}, {in_words(measure.factor, measure.digits, by_agents)}")
    return f"**In short**, {measure.name}: {'; '.join(found)}."


def rows_of(label, arms, at, question, cell, changes=None):
    """A row for each table of agents; one row for those whose cells are the same words."""
    merged = {}
    for agents, of_agents in arms.items():
        cells = tuple(cell(measure, estimate(of_agents[at], measure)) for measure in question.measures)
        merged.setdefault(cells, []).append(name_of(agents, changes, of_agents[at]))
    return [[label, ", ".join(names), *cells] for cells, names in merged.items()]


def name_of(agents, changes, arm):
    """Agents in a row, with what a reader must know of them there."""
    rescored = " (re-scored)" if changes and arm["rescored"] else ""
    return f"`{short(agents)}`{' †' if PLACEMENT in agents and unfitted(changes) else ''}{rescored}"


def unfitted(changes):
    """Whether changes of Tenhou's rules take away the fit of `placement`.

    >>> unfitted(["start_points=20000"]), unfitted(["uma=[90,0,0,-90]"]), unfitted(None)
    (True, False, False)
    """
    return any(change.startswith(("start_points=", "target_points=", "length_winds=0")) for change in changes or [])


def pictures(question, arms):
    """A plot of the first measure of the question; none if there is nothing to judge."""
    measure = question.measures[0]
    title = f"{question.title}: change in {measure.name}"
    rows = []
    for at, (words, _) in enumerate(question.arms):
        found = [(short(agents), estimate(of_agents[at], measure)) for agents, of_agents in arms.items()]
        rows.append((words, [(name, judged(both), difference(measure.factor, measure.digits, both)) for name, both in found]))
    if any(found for _, lines in rows for _, found, _ in lines):
        (PAGES / f"{question.name}.svg").write_text(forest(title, rows, measure.factor))
        yield f"![{title}](rule-effects/{question.name}.svg)"


def judged(both):
    """A difference that can be judged, to be drawn."""
    found = both["difference"]
    return None if not found or found.get("same") or found.get("few") else found


def short(agents):
    """Agents as in a table.

    >>> short("value,ukeire,ukeire,ukeire"), short("value:style=tight,value:style=caller")
    ('value, 3 ukeire', 'tight, caller')
    """
    if "style=" in agents:
        return agents.replace("value:style=", "").replace(",", ", ")
    first, *others = agents.split(",")
    return f"{first}, {len(others)} {others[0]}" if others else first


def learning(results):
    """The question whose agents learn, and what their learning gained."""
    cards = [json.loads(path.read_text())["card"] for path in (WORK / "learned").glob("*.agent")]
    gains = {card["rules_hash"]: card["result"]["match"] for card in cards}
    learned = results[LEARNING.name, LEARNS]
    hashes = [learned["base"]["rules_hash"], *(arm["variant"]["rules_hash"] for arm in learned["arms"])]
    rows = [["rules", "gain, rank points a match"], ["---"] * 2]
    for words, rules_hash in zip(["`tenhou`", *(words for words, _ in LEARNING.arms)], hashes, strict=True):
        found = gains[rules_hash]
        rows.append([words, difference(1, 2, {"difference": {"value": found["gain"], "ci95": found["ci95"]}})])
    lines = section(LEARNING, results).rstrip().split("\n")
    page = "\n".join(line.replace("**", "") if f"`{LEARNS}`" in line else line for line in lines)
    lead = "One adapted agent against three as they were, on 3,000 walls that no label has seen:"
    return "\n\n".join([page, lead, table_of(rows)]) + "\n"


def table_of(lines):
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    main()

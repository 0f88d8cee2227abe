#!/usr/bin/env python3
"""Measures what rules do to the game, and writes docs/rule-effects.md with its plots.

    cargo build --release && scripts/rule_effects/run.py

Each table of agents plays one comparison with all its rules (`hyakuman compare --json`), and an agent is fitted to some of
the rules (`hyakuman tune`). Everything is kept in target/rule-effects: the same command continues there, also with more
matches. With the numbers of questions.py it takes some hours; `--share 0.05` plays a twentieth, for a first look.
Needs only the standard library.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from figures import difference, estimate, value
from plot import forest
from questions import ADAPTED, FITTED, GAMES, GAMES_OF_FITTED, QUESTIONS, TUNE

PROGRAM = os.environ.get("HYAKUMAN", "target/release/hyakuman")
WORK = Path("target/rule-effects")
PAGE, PLOTS = Path("docs/rule-effects.md"), Path("docs/rule-effects")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--share", type=float, default=1.0, help="part of the matches to play")
    parser.add_argument("--threads", default="2", help="threads of each command")
    parser.add_argument("--print-only", action="store_true", help="play nothing: write the page from what is there")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    PLOTS.mkdir(parents=True, exist_ok=True)
    results = {(question.name, agents): measured(question, agents, options) for question, agents in in_order()}
    parts = [section(question, results) for question in QUESTIONS]
    adapted = adaptation(options)
    PAGE.write_text("\n".join([*head(), *contents(), *parts, adapted]))


def in_order():
    """Every question with every table of agents; those that play fastest come first."""
    pairs = [(question, agents) for question in QUESTIONS for agents in question.agents]
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
    command = [PROGRAM, "compare", "--base", base, "--agents", agents, "--games", str(count), "--seed", str(seed), *words]
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


def arm_of(results, base, agents, changes):
    """The result of an arm."""
    arms = tables()[base, agents]
    return results[base, agents]["arms"][arms.index(changes)]


def estimate(arm, measure):
    """Base, variant and difference of a measure."""
    if measure.kind == "resolution":
        found = arm["resolution"]
        sides = {side: found[side][measure.rate] for side in ("base", "variant")}
        return sides | {"difference": found[f"{measure.rate}_difference"]}
    rates = {"table": arm["table"], "agent": arm["by_agent"][0]["rates"]}
    return rates[measure.kind][measure.rate]


def head(results):
    """What the page is."""
    yield "# What rules do to the game\n"
    yield "Made by `scripts/rule_effects/run.py`; its questions are in `scripts/rule_effects/questions.py`. Every ruleset is played on the"
    yield "same walls as its base, by the same agents (seed 1, `hyakuman compare`). Under a base are the differences that a change makes, in the"
    yield "same unit (for shares: percentage points). ± is half of the 95 % confidence interval. A difference is bold if its interval excludes"
    yield "zero: of twenty changes without any effect, one on average would be bold, too. [metrics.md](metrics.md) defines the measures.\n"
    yield "Riichi rules are played by three agents: `ukeire` considers speed only, `value` points and danger, and `placement` also what each"
    yield "final place is worth under the rules ([agents.md](agents.md)). If all three show the same effect, it hardly depends on the style of"
    yield "play. If they do not, players of another style may see another effect.\n"
    yield "Matches under each ruleset:\n"
    counts = [["base", "agents", "matches"], ["---", "---", "---:"]]
    counts += [[f"`{base}`", f"`{short(agents)}`", f"{one['games']:,}"] for (base, agents), one in results.items()]
    yield table_of(counts) + "\n"


def contents():
    """Links to the questions."""
    yield "\n".join(f"* [{question.title}](#{anchor(question.title)})" for question in QUESTIONS)
    yield "* [When agents adapt](#when-agents-adapt)\n"


def anchor(title):
    """The link to a heading.

    >>> anchor("Agari-yame and tenpai-yame")
    'agari-yame-and-tenpai-yame'
    """
    return title.lower().replace(" ", "-")


def section(question, results):
    """A question with its plot, its table and its caution."""
    main_measure = question.measures[0]
    rows, lines = [], [["", "agents", *(measure.name for measure in question.measures)]]
    lines.append(["---"] * len(lines[0]))
    for agents in question.agents:
        arm = arm_of(results, question.base, agents, question.arms[0][1])
        cells = [value(measure.factor, measure.digits, estimate(arm, measure)["base"]) for measure in question.measures]
        lines.append([f"`{question.base}`", f"`{short(agents)}`", *cells])
    for words, changes in question.arms:
        plotted = []
        for agents in question.agents:
            arm = arm_of(results, question.base, agents, changes)
            cells = [difference(m.factor, m.digits, estimate(arm, m)["difference"]) for m in question.measures]
            rescored = " (re-scored)" if arm["rescored"] else ""
            lines.append([f"{words}: `{' '.join(changes)}`", f"`{short(agents)}`{rescored}", *cells])
            plotted.append((short(agents), estimate(arm, main_measure)["difference"], cells[0]))
        rows.append((words, plotted))
    file = PLOTS / f"{question.name}.svg"
    file.write_text(forest(f"{question.title}: change in {main_measure.name}", rows, main_measure.factor))
    picture = f"![{question.title}: change in {main_measure.name}](rule-effects/{question.name}.svg)"
    return f"## {question.title}\n\n{question.asks}\n\n{picture}\n\n{table_of(lines)}\n\n{question.caution}\n"


def short(agents):
    """Agents as in a table.

    >>> short("value,ukeire,ukeire,ukeire")
    'value, 3 ukeire'
    """
    first, *others = agents.split(",")
    return f"{first}, {len(others)} {others[0]}" if others else first


def adaptation(results, options):
    """Effects on an agent as it is, and on the agent fitted to each ruleset."""
    by_name = {question.name: question for question in QUESTIONS}
    rules = [(by_name[name], words, dict(by_name[name].arms)[words], measure) for name, words, measure in ADAPTED]
    base = rules[0][0].base
    arms = [changes for _, _, changes, _ in rules]
    fitted = WORK / "fitted.json"
    searches = [tune(base, changes, fitted, options) for changes in [[], *arms]]
    spec = f"tuned:file={fitted}"
    adapted = compare(base, spec, arms, options, f"{base} tuned {FITTED}")
    plain = compare(base, FITTED, arms, options, f"{base} {FITTED} as it is")
    options_of = [option["option"] for option in searches[0]["options"]]
    found = [["rules", *options_of, "gain, rank points a match", "played by"], ["---"] * (len(options_of) + 3)]
    names = [f"`{base}`", *(f"{question.title}: {words}" for question, words, _, _ in rules)]
    for words, search in zip(names, searches):
        gain = "–" if search["gain"] is None else difference(1, 2, search["gain"])
        chosen = search["after"] if search["gained"] else search["before"]
        found.append([words, *(f"{option['after']:g}" for option in search["options"]), gain, f"`{chosen}`"])
    rows, effects = [], [["rules", "measure", f"`{FITTED}` as it is", f"`{FITTED}` fitted to each ruleset"], ["---"] * 4]
    for (question, words, changes, measure), one, other in zip(rules, plain["arms"], adapted["arms"]):
        pair = [estimate(arm, measure)["difference"] for arm in (one, other)]
        cells = [difference(measure.factor, measure.digits, found_here) for found_here in pair]
        effects.append([f"{question.title}: {words} (`{' '.join(changes)}`)", measure.name, *cells])
    lines = [
        "## When agents adapt\n",
        f"The options of `{FITTED}` were fitted to each of these rulesets by `hyakuman tune` ([tune.md](tune.md)), then the fitted agent met the",
        "agent as it was on walls that the search had not played. Where that shows a gain, the fitted agent plays, otherwise the agent as it",
        "was. Of six such intervals one that barely excludes zero may be chance.\n",
        table_of(found) + "\n",
        f"The same effects with `{FITTED}` in every seat as it is, and with the agents fitted to the base and to each ruleset"
        f" ({adapted['games']:,} matches each):\n",
        table_of(effects) + "\n",
        f"Where a search finds no gain, `{FITTED}` plays the rules well as it is: it computes its choices from the points that the rules pay.",
        "Where it does, the two columns may differ even in sign: the effect on an agent that does not adapt is no forecast for players who do.",
        "`placement` above adapts to places and points by itself. No agent here learns yaku that only other rules make worth playing for.\n",
    ]
    return "\n".join(lines)


def tune(base, changes, fitted, options):
    """The result of fitting the agent to rules."""
    name = " ".join([base, *changes]).replace("/", " ")
    result = WORK / f"tune {FITTED} {name}.json"
    if not result.exists():
        words = [word for change in changes for word in ("--set", change)]
        state = ["--state", str(WORK / f"tune {FITTED} {name}.state")]
        result.write_text(run([PROGRAM, "tune", FITTED, "--rules", base, *words, *TUNE, *state, "--out", str(fitted), "--json"]))
    return json.loads(result.read_text())


def table_of(lines):
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    main()

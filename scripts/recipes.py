#!/usr/bin/env python3
"""Follows recipes of CONTRIBUTING.md in a copy of the last commit: a trial measure, column, ruleset and agent are added, by the files that the
recipe names, ./scripts/write.sh writes the rest, and the tests must pass. With --without, each step is also left out, one at a time: what fails must
name what is missing. That compiles once for each step and takes an hour.

    scripts/recipes.py [--without] [RECIPE ...]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
TESTS = ["cargo", "test", "--locked", "--quiet", "--no-fail-fast", "-p", "hyakuman-riichi", "-p", "hyakuman-games", "-p", "hyakuman-arena", "-p", "hyakuman-agents", "-p", "hyakuman", "--lib", "--test", "tests", "--"]


@dataclass
class Step:
    """A new file, or an edit of one: `text` in front of what `before` finds, behind what `after` finds, or at the end of each line below `rows`."""

    file: str
    text: str
    before: str = ""
    after: str = ""
    rows: str = ""
    # NEXT in the text is one more than the highest of these numbers of a file.
    highest: tuple[str, str] | None = None
    # What the failure says if the step is left out; empty if there is nothing to fail then.
    named: str = ""

    def apply(self, tree: Path) -> None:
        path = tree / self.file
        if not (self.before or self.after or self.rows):
            assert not path.exists(), f"{self.file} is there"
            path.write_text(self.text)
            return
        old = path.read_text()
        if self.rows:
            head, rows, rest = old.partition(self.rows)
            new = head + rows + re.sub(r"(?<=\S)(?=\n)", self.text, rest)
        else:
            text = self.text.replace("NEXT", self.next(tree))
            new = re.sub(self.before or self.after, lambda found: text + found[0] if self.before else found[0] + text, old, count=1)
        assert new != old, f"{self.file} has no {self.before or self.after or self.rows}"
        path.write_text(new)

    def next(self, tree: Path) -> str:
        if self.highest is None:
            return ""
        file, pattern = self.highest
        return str(1 + max(map(int, re.findall(pattern, (tree / file).read_text(), re.MULTILINE))))


@dataclass
class Recipe:
    steps: list[Step]
    filters: list[str] = field(default_factory=list)


RECIPES = {
    "yaku": Recipe(
        [
            Step(
                "sim/riichi/src/scoring/yaku/table.rs",
                "    /// Won on 1s (試), 1 han.\n"
                '    NEXT Trial = "trial", "Trial", "試", han(1, 1), in_no_log();\n'
                "        \"winning_tile = '1s'\";\n",
                before=r"\}\n\n/// All yaku, in order of number",
                highest=("sim/riichi/src/scoring/yaku/table.rs", r"^    (\d+) \w+ = "),
            ),
            Step(
                "sim/riichi/tests/score/local.txt",
                "trial-yes | local | 23s456m789m345p22z | 1s | - | tsumo | menzen_tsumo trial | 2 30 500/1000\n"
                "trial-yes | local | 23s456m789m345p22z | 1s | - | ron | trial | 1 40 1300\n"
                "trial-no | local | 23s456m789m345p22z | 4s | - | ron | - | none\n"
                "trial-with | local | 23s456m789m345p22z | 1s | - | ron riichi | riichi trial | 2 40 2600\n",
                before=r"\Z",
                named="each_local_yaku_has_all_sorts_of_cases",
            ),
            Step(
                "sim/riichi/RULES.md",
                "| NEXT | Trial | trial | 試 | 1/1 | won on 1s | |\n",
                after=r"\| 58 \| Daichisei .*\n",
                highest=("sim/riichi/src/scoring/yaku/table.rs", r"^    (\d+) (?!Trial)\w+ = "),
                named="every_local_yaku_has_its_row",
            ),
        ],
        ["score::", "yaku", "pinned", "rules_drawn"],
    ),
    "rule": Recipe(
        [
            Step(
                "sim/riichi/src/rules/fields.rs",
                "        /// The deal passes after nine terminals and honors. R-10.11\n"
                '        trial: bool = false; inert "false";\n'
                "            idle [\n"
                '                { !r.abort_kyuushu => "has no effect: no player aborts a kyoku (`abort_kyuushu` = false)" },\n'
                '                { r.abort_passes_deal => "has no effect: every abortive draw passes the deal" },\n'
                "            ],\n",
                before=r"    \}\n\}\n\Z",
            ),
            Step(
                "sim/riichi/src/engine/progress.rs",
                " && !(rules.trial && ending.result == KyokuResult::Kyuushu)",
                after=r"is_abort\(ending.result\) && !rules.abort_passes_deal",
                named="trial-1",
            ),
            Step(
                "sim/riichi/tests/flow/oracle_end.rs",
                " && !(rules.trial && end.result == KyokuResult::Kyuushu)",
                after=r"if aborted && !rules.abort_passes_deal",
                named="the_oracle_agrees",
            ),
            Step(
                "sim/riichi/tests/flow/knobs.txt",
                "\nidle tenhou-east abort_kyuushu=false | trial true false\nidle tenhou-east abort_passes_deal=true | trial true false\n\n"
                "case trial-1 the deal after nine terminals and honors\nvary trial false true\nat E1 honba 2\n"
                "hand 0 19m19p19s12z34567m\ndrawn 0 3z\n0 kyuushu\n@false next E1 honba 3\n@true next E2 honba 3\n",
                before=r"\Z",
                named="no_field_is_missing",
            ),
            Step(
                "sim/riichi/RULES.md",
                "\n**R-10.11** `trial`: after nine terminals and honors the deal passes.\n",
                before=r"\n\*\*Not played",
                named="every_field_is_documented_with_its_clause",
            ),
        ],
        ["flow::", "rules", "pinned", "written", "every_agent_has"],
    ),
    "measure": Recipe(
        [
            Step(
                "sim/arena/src/measures.rs",
                "    /// Hands won by ron.\n    TrialRon = NEXT,\n",
                before=r"\}\n\n/// The counts of a whole table",
                highest=("sim/arena/src/measures.rs", r"= (\d+),\n\}\n\n/// The counts of a whole table"),
            ),
            Step(
                "sim/arena/src/measures.rs",
                '            /// share of wins by discard\n            trial_ron "trial wins" = TrialRon / Wins, Share;\n',
                before=r"            /// average value of a win, without",
                named="names_are_unique_and_every_count_is_used",
            ),
            Step(
                "sim/arena/src/counter.rs",
                "                    self.add(winner, PlayerCount::TrialRon, 1);\n",
                after=r"dealt_in.insert\(from\);\n",
                named="TrialRon of seat",
            ),
            Step(
                "sim/arena/tests/recount.rs",
                '            PlayerCount::TrialRon => wins().filter(|win| win.get("from") != 255).count() as i64,\n',
                before=r"            PlayerCount::WinPoints",
                named="`PlayerCount::TrialRon` not covered",
            ),
        ],
        ["metrics", "measures", "pages_are_written"],
    ),
    "column": Recipe(
        [
            Step(
                "sim/core/src/game/rows/kyoku.rs",
                '    [Column::new("trial_rons", U8, Rarely, "count", "wins by ron")]\n'
                "        => rows.u8(end.wins.iter().filter(|win| win.from.is_some()).count() as u8);\n",
                before=r"    house::of_kyoku\(house, seats\) =>",
            ),
            Step(
                "sim/games/tests/rows/labels.rs",
                "            let rons = ended.wins.iter().filter(|win| win.from.is_some()).count();\n"
                '            assert_eq!(sheet.int("trial_rons", row), rons as i64);\n',
                after=r'assert_eq!\(sheet.text\("result", row\), ended.result\);\n',
                named="no test reads `trial_rons` of kyoku",
            ),
        ],
        ["rows::labels", "rows::tables", "pages_are_written"],
    ),
    "ruleset": Recipe(
        [
            Step(
                "sim/riichi/src/rules/presets.rs",
                "    /// A trial.\n"
                '    trial "trial" of "wrc-2025", "A trial" = RiichiRules { kuitan: false, kiriage: false, ..wrc_2025() };\n',
                before=r"\} \}\n",
            ),
            Step(
                "sim/riichi/RULES.md",
                "\n| field | wrc-2025 | trial | from |\n| --- | --- | --- | --- |\n",
                before=r"\n## 10\. House rules",
                named="does not say how `trial` differs from `wrc-2025`",
            ),
        ],
        ["rulesets::", "pages_are_written"],
    ),
    "agent": Recipe(
        [
            Step(
                "agents/src/trial.rs",
                "//! `trial`: does what has the highest code.\n\n"
                "use hyakuman_core::game::{ActionMask, Agent};\nuse hyakuman_toppan::{Toppan, View};\n\n"
                "/// Does what has the highest code.\n#[derive(Clone, Copy, Debug)]\npub struct Trial;\n\n"
                "impl Agent<Toppan> for Trial {\n    fn act(&mut self, _: &View<'_>, legal: &ActionMask) -> u8 {\n"
                "        legal.nth(legal.len() - 1)\n    }\n}\n",
            ),
            Step("agents/src/lib.rs", "pub mod trial;\npub use trial::Trial;\n", before=r"pub mod tsumogiri;\n"),
            Step(
                "agents/src/built_in.rs",
                '        entry("trial", "does what has the highest code").scalar::<Toppan, _>(|_| crate::Trial),\n',
                after=r"\.scalar::<Toppan, _>\(\|_\| Expectimax\),\n",
            ),
            Step("agents/src/knowledge.txt", " trial", after=r"toppan  .*expectimax"),
            Step("agents/src/knowledge.txt", "         -", rows=" expectimax trial\n", named="every_agent_has_an_answer_for_every_rule"),
        ],
        ["play::", "specs::", "every_agent", "pages_are_written"],
    ),
}


def run(tree: Path, command: list[str], **more: str) -> tuple[bool, str]:
    env = {**os.environ, "CARGO_TARGET_DIR": str(TARGET), **more}
    done = subprocess.run(command, cwd=tree, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode == 0, done.stdout


def follow(tree: Path, names: list[str], without: Step | None) -> tuple[bool, str]:
    """All recipes at once, but for a step."""
    subprocess.run(["git", "checkout", "--quiet", "."], cwd=tree, check=True)
    subprocess.run(["git", "clean", "--quiet", "-fd"], cwd=tree, check=True)
    for name in names:
        for step in RECIPES[name].steps:
            if step is not without:
                step.apply(tree)
    filters = sorted({text for name in names for text in RECIPES[name].filters})
    if without is None:
        passed, text = run(tree, ["./scripts/write.sh", "--docs"])
        if not passed:
            return passed, text
    return run(tree, TESTS + filters)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--without", action="store_true", help="also leave out each step")
    arguments.add_argument("recipes", nargs="*", metavar="RECIPE", help=", ".join(RECIPES))
    asked = arguments.parse_args()
    names = asked.recipes or list(RECIPES)
    failed = 0
    tree = Path(tempfile.gettempdir()) / "hyakuman-recipes"  # always the same place: what is built for it is kept
    subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, stderr=subprocess.DEVNULL)
    subprocess.run(["git", "worktree", "add", "--quiet", "--force", "--detach", tree, "HEAD"], cwd=ROOT, check=True)
    try:
        passed, text = follow(tree, names, None)
        print(text if not passed else "\n".join(f"{name}: {len({step.file for step in RECIPES[name].steps})} files, and what ./scripts/write.sh writes" for name in names))
        failed += not passed
        for name in names if asked.without and passed else []:
            for step in filter(lambda step: step.named, RECIPES[name].steps):
                passed, text = follow(tree, [name], step)
                right = not passed and step.named in text
                failed += not right
                print(f"{name} without {step.file}: {'says' if right else 'does NOT say'} {step.named!r}", flush=True)
                print(text if not right else "", end="")
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

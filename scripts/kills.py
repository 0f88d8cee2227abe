#!/usr/bin/env python3
"""Kills grids, and continues them: comparisons of two tables, matches under two rulesets and studies, as a whole and as shards; and one at whose table a
bot plays. What they leave when they have ended is byte for byte what a run leaves that nothing stopped: JSON, pages, states, data sets, and no other
file or process.

    scripts/kills.py HYAKUMAN [--times 60] [--seed 1]

Each command is killed at a time drawn from the seed, started again, and killed again, at most three times; when all commands of a run have ended, the
next run begins. Prints a line for each kind of run. The exit code is 1 if anything differs.
"""

import argparse
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

BOT = shlex.quote(str(pathlib.Path(__file__).resolve().parent.parent / "examples/bots/shanten.py"))
COMPARE = ["compare", "--set", "kuitan=false", "--table", "random", "--table", "tsumogiri,random,random,random"]
STUDY = ["study", str(pathlib.Path(__file__).resolve().parent / "studies/rule-effects.toml"), "--only", "multi-ron,nagashi", "--share", "0.001", "--out", "pages"]
MATCH = ["match", "random", "tsumogiri", "--rules", "tenhou-sanma-east", "--rules", "tenhou-sanma-east tobi=Off", "--seed", "3"]
BOTS = ["compare", "--base", "tenhou-sanma-east", "--set", "tobi=Off", "--table", f'mjai:cmd="python3 {BOT}",random,random', "--table", "random", "--games", "4"]
LEAVES = ["--html", "page.html", "--json"]
RECORDS = ["--state", "state", "--record", "kyoku,replays", "--out", "sets", *LEAVES]
# Commands, each of which is killed.
KINDS = {
    "compare": [[*COMPARE, "--games", "1200", *RECORDS]],
    "compare, shards": [*([*COMPARE, "--games", "6000", "--state", f"state-{i}", "--shard", f"{i}/2"] for i in (1, 2)),
                        [*COMPARE, "--games", "6000", "--merge", "state-1", "--merge", "state-2", *LEAVES]],
    "match": [[*MATCH, "--walls", "800", "--part-size", "300", *RECORDS]],
    "match, shards": [*([*MATCH, "--walls", "4000", "--state", f"state-{i}", "--shard", f"{i}/2"] for i in (1, 2)),
                      [*MATCH, "--walls", "4000", "--merge", "state-1", "--merge", "state-2", *LEAVES]],
    "study": [[*STUDY, "--json"]],
    "study, shards": [[*STUDY, "--shard", f"{i}/2", "--json"] for i in (1, 2)],
    "compare, a bot": [[*BOTS, *RECORDS]],
}
MARK = "HYAKUMAN_KILLS"  # a variable that all processes of a run inherit
EARLY = 0.3  # seconds in which a run has begun
MOST = 3  # kills of a command, so that many runs end
LONGEST = 600  # seconds that only what hangs takes


class Kills:
    def __init__(self, program, times, seed):
        self.program, self.draw, self.faults = pathlib.Path(program).resolve(), random.Random(seed), []
        self.times = {kind: times // len(KINDS) + (at < times % len(KINDS)) for at, kind in enumerate(KINDS)}

    def check(self, kind):
        """Plays a kind of run without a kill, then with them until so many are done."""
        began, kills, ended, faults = time.monotonic(), 0, 0, len(self.faults)
        wanted, seconds = self.whole(kind)
        while kills < self.times[kind]:
            with tempfile.TemporaryDirectory() as folder:
                for command, longest in zip(KINDS[kind], seconds):
                    kills += self.killed(kind, command, folder, longest, min(MOST, self.times[kind] - kills))
                ended += 1
                if len(self.faults) == faults:
                    self.compare(kind, wanted, files(folder))
            if len(self.faults) > faults:
                break
        result = "as without kills" if len(self.faults) == faults else "DIFFERENT"
        print(f"{kind}: {kills} kills, {ended} runs, {len(wanted)} files each: {result}; {time.monotonic() - began:.0f} s", flush=True)

    def whole(self, kind):
        """What is left without a kill, and how long each command takes."""
        with tempfile.TemporaryDirectory() as folder:
            seconds = []
            for command in KINDS[kind]:
                began = time.monotonic()
                self.start(kind, command, folder, LONGEST)
                seconds.append(time.monotonic() - began)
            return files(folder), seconds

    def killed(self, kind, command, folder, seconds, most):
        """Runs a command until it has ended, with at most so many kills; how many there were."""
        for kills in range(most):
            if self.start(kind, command, folder, self.draw.uniform(0, self.draw.choice([EARLY, seconds]))):
                return kills
        self.start(kind, command, folder, LONGEST)
        return most

    def start(self, kind, command, folder, seconds):
        """Starts a command and kills it after some seconds; whether it ended before."""
        mark = f"{os.getpid()}-{self.draw.random()}"
        with open(pathlib.Path(folder, "stdout"), "wb") as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([self.program, *command], cwd=folder, stdout=out, stderr=err, env={**os.environ, MARK: mark})
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
            code = process.wait()
            err.seek(0)
            if code not in (0, -9) or seconds == LONGEST and code != 0:
                self.faults.append(f"{kind}: exit code {code} of {shlex.join(command)}\n{err.read().decode()}")
        self.wait_for_all(kind, mark)
        return code != -9

    def wait_for_all(self, kind, mark):
        """Waits until no process of a run is left."""
        began = time.monotonic()
        while left := processes(mark):
            if time.monotonic() - began > LONGEST:
                self.faults.append(f"{kind}: processes are left: {left}")
                return
            time.sleep(0.01)

    def compare(self, kind, wanted, found):
        for name in sorted(wanted.keys() | found.keys()):
            if wanted.get(name) != found.get(name):
                what = "is not there" if name not in found else "should not be there" if name not in wanted else "differs"
                self.faults.append(f"{kind}: {name} {what}")


def files(folder):
    """The content of each file by its path; JSON without what is measured in seconds."""
    found = {str(path.relative_to(folder)): path.read_bytes() for path in pathlib.Path(folder).rglob("*") if path.is_file()}
    if text := found.get("stdout"):
        found["stdout"] = {key: value for key, value in json.loads(text).items() if key != "timing"}
    return found


def processes(mark):
    """The command lines of the processes with a mark, where the system has them in /proc."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (path / "environ").read_bytes().split(b"\0"):
                found.append((path / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            pass  # it has ended, or is of another user
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", metavar="HYAKUMAN")
    arguments.add_argument("--times", type=int, default=60, help="kills in all (default 60)")
    arguments.add_argument("--seed", type=int, default=1, help="fixes when (default 1)")
    given = arguments.parse_args()
    kills = Kills(given.program, given.times, given.seed)
    for kind in KINDS:
        kills.check(kind)
    sys.exit("\n".join(kills.faults) or 0)


if __name__ == "__main__":
    main()

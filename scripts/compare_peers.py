#!/usr/bin/env python3
"""Compares the speed of this program and of similar ones on one core, and prints a table.

The work: four-player hanchan under Tenhou rules, every seat choosing uniformly among its legal actions, no log kept.
A decision is a choice between at least two actions. The programs:

  hyakuman                    `hyakuman run --agents random --threads 1`
  riichienv (Python)          the package, in a virtual environment made here
  riichienv-core (Rust)       the crate, in a temporary project
  libriichi                   is not published as a package and does not run here; its rate can be given

Rates are per second of CPU time, which depends little on other work on the machine. The programs run in turn; the best run
of each counts. Start-up time is included (under 0.1 s), except for Python. Needs cargo, and Python 3.9 or later with venv and pip.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = Path(__file__).resolve().parent / "peers"
# The version that the programs in scripts/peers are written for, of both the package and the crate.
RIICHIENV = "0.4.11"
# Hanchan/s on one core of a similar machine (2-core virtual machine, Zen 5 class, about 4.2 GHz).
LIBRIICHI_ELSEWHERE = 700

MANIFEST = f"""[package]
name = "peer"
version = "0.0.0"
edition = "2024"
[dependencies]
riichienv-core = "={RIICHIENV}"
[profile.release]
lto = "fat"
codegen-units = 1
[workspace]
"""


def main() -> None:
    args = arguments()
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        players = {"hyakuman": hyakuman(args)}
        if not args.no_python:
            players["riichienv (Python)"] = riichienv_python(args)
        if not args.no_rust:
            players["riichienv-core (Rust)"] = riichienv_rust(args, Path(folder))
        pin(args.core)
        best = {}
        for turn in range(args.turns):
            for name, play in players.items():
                say(f"turn {turn + 1} of {args.turns}: {name}")
                rates = per_second(play())
                if name not in best or rates["hanchan"] > best[name]["hanchan"]:
                    best[name] = rates
    if args.json:
        print(json.dumps({"core": args.core, "turns": args.turns, "per_second": best}))
    else:
        table(best, args.libriichi)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hyakuman", type=whole_path, metavar="PATH", help="the program; built if not given")
    parser.add_argument("--venv", type=whole_path, default=ROOT / ".venv", metavar="DIR", help="(default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="of each turn (default: %(default)s)")
    parser.add_argument("--turns", type=int, default=3, metavar="N", help="of each program (default: %(default)s)")
    parser.add_argument("--core", type=int, metavar="N", help="processor to run on (default: the last one allowed)")
    parser.add_argument("--libriichi", type=float, metavar="RATE", help="hanchan/s of libriichi, if you know it")
    parser.add_argument("--no-python", action="store_true", help="without the Python package")
    parser.add_argument("--no-rust", action="store_true", help="without the Rust crate")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    if args.hyakuman is not None and not args.hyakuman.is_file():
        parser.error(f"--hyakuman: there is no file {args.hyakuman}")
    if args.core is None and hasattr(os, "sched_getaffinity"):
        args.core = max(os.sched_getaffinity(0))
    return args


def whole_path(text: str) -> Path:
    """An absolute path: `program` without a folder would be searched in PATH."""
    return Path(text).resolve()


def hyakuman(args: argparse.Namespace):
    program = args.hyakuman
    if program is None:
        say("building hyakuman")
        program = built(ROOT, "hyakuman")
    games = 1000

    def play() -> dict:
        nonlocal games
        command = [program, "run", "--rules", "tenhou", "--agents", "random", "--threads", "1", "--json"]
        while True:
            result, seconds = played([*command, "--games", str(games)])
            if seconds >= args.seconds / 2:
                break
            games = int(games * min(10.0, max(1.5, args.seconds / max(seconds, 0.01))))
        kyoku = round(result["table"]["kyoku"]["value"] * games)
        return {"hanchan": games, "kyoku": kyoku, "decisions": result["decisions"], "seconds": seconds}

    return play


def riichienv_python(args: argparse.Namespace):
    python = args.venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        say(f"making a virtual environment in {args.venv}")
        venv.create(args.venv, with_pip=True)
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"riichienv=={RIICHIENV}"])
    command = [python, PEERS / "riichienv_python.py", str(args.seconds)]
    return lambda: played(command)[0]


def riichienv_rust(args: argparse.Namespace, folder: Path):
    say("building riichienv-core")
    (folder / "src").mkdir()
    (folder / "src/main.rs").write_text((PEERS / "riichienv_core.rs").read_text())
    (folder / "Cargo.toml").write_text(MANIFEST)
    # The same processor and compiler as for this program.
    (folder / ".cargo").mkdir()
    for name, source in [(".cargo/config.toml", ".cargo/config.toml"), ("rust-toolchain.toml", "rust-toolchain.toml")]:
        (folder / name).write_text((ROOT / source).read_text())
    program = built(folder, "peer", {"CARGO_TARGET_DIR": str(folder / "target")})

    def play() -> dict:
        result, seconds = played([program, str(args.seconds)])
        return result | {"seconds": seconds}

    return play


def built(folder: Path, name: str, environment: dict | None = None) -> Path:
    """Builds a release binary and returns its path."""
    messages = subprocess.run(
        ["cargo", "build", "--release", "--quiet", "--bin", name, "--message-format", "json"],
        cwd=folder, env=os.environ | (environment or {}), check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    programs = [json.loads(line).get("executable") for line in messages.splitlines()]
    return Path(next(program for program in reversed(programs) if program))


def pin(core: int | None) -> None:
    """Pins this process and its children to one core, if the system supports it."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def per_second(tally: dict) -> dict:
    return {what: tally[what] / tally["seconds"] for what in ("hanchan", "kyoku", "decisions")}


def table(best: dict, libriichi: float | None) -> None:
    base = best["hyakuman"]["hanchan"]
    print(f"{'one core, random legal actions':<32}{'hanchan/s':>12}{'kyoku/s':>12}{'decisions/s':>14}{'hyakuman is':>14}")
    for name, rates in best.items():
        ratio = "" if name == "hyakuman" else f"{base / rates['hanchan']:.0f} x"
        print(f"{name:<32}{rates['hanchan']:>12,.0f}{rates['kyoku']:>12,.0f}{rates['decisions']:>14,.0f}{ratio:>14}")
    if libriichi is None:
        print(
            f"libriichi (Mortal) did not run here; measured elsewhere, on a similar machine: about"
            f" {LIBRIICHI_ELSEWHERE} hanchan/s a core."
        )
    else:
        print(f"{'libriichi (figure given)':<32}{libriichi:>12,.0f}{'':>26}{base / libriichi:>12.0f} x")


def played(command: list) -> tuple[dict, float]:
    """The JSON that a program printed, and its CPU time in seconds (wall time if unknown)."""
    times, start = os.times(), time.perf_counter()
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    after = os.times()
    processor = after.children_user - times.children_user + after.children_system - times.children_system
    return json.loads(printed), processor or time.perf_counter() - start


def run(command: list) -> None:
    subprocess.run(command, check=True)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error.cmd[0]} failed with exit code {error.returncode}; its own message is above")

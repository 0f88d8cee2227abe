"""The commands of `hyakuman.train`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from . import evaluate, imitate, ppo
from .config import COMMANDS, load

_RUN: dict[str, Callable[..., Any]] = {"imitate": imitate.run, "ppo": ppo.run}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code: 2 for a configuration that cannot be used, 130 after Ctrl-C."""
    asked = _parser().parse_args(arguments)
    try:
        config = load(COMMANDS[asked.command], asked.config, asked.set)
        if asked.command == "evaluate":
            evaluate.run(config)
        else:
            _RUN[asked.command](config, resume=asked.resume)
    except (ValueError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped: --resume goes on after the last checkpoint", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hyakuman.train", description="Trains networks; docs/learning.md describes it.")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("config", metavar="CONFIG.toml", help="the keys are in docs/learning.md")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="a key in place of that of the file")
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder, or begin it")
    return parser


if __name__ == "__main__":
    sys.exit(main())

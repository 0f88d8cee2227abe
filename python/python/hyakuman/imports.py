"""Real games as data sets."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import _check, _native
from .rules import RulesLike, as_rules
from .runs import Progress, _Bar


@dataclass(frozen=True)
class LeftOut:
    """A match that was not imported.

    log: its file, with the path in the archive and the number of the match where there are several.
    kyoku: the kyoku in which log and rules differ, such as `"E2-1"`; None if the reason is in none.
    reason: why, as a sentence.
    """

    log: str
    kyoku: str | None
    reason: str


@dataclass(frozen=True)
class ImportedSet:
    """A data set that `import_logs` wrote.

    path: its folder.
    rules: its rules, with the changes that the logs say.
    matches: number of matches.
    partial: those of them whose logs start late or stop early.
    """

    path: str
    rules: str
    matches: int
    partial: int


@dataclass(frozen=True)
class ImportResult:
    """What `import_logs` returns.

    data_sets: one, or one for each ruleset that the logs were played by.
    documents: files and members of archives that were read.
    matches: matches imported.
    left_out: number of matches left out.
    reasons: the first 10,000 of them.
    twice: number of matches that are there twice; each was imported once.
    repeated: the first 10,000 of them: the log that was not imported, and the one that was.
    warnings: what is uncertain about matches: the log, and a sentence.
    """

    data_sets: list[ImportedSet]
    documents: int
    matches: int
    left_out: int
    reasons: list[LeftOut] = field(repr=False)
    twice: int
    repeated: list[tuple[str, str]] = field(repr=False)
    warnings: list[tuple[str, str]] = field(repr=False)


def import_logs(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    tables: str | Sequence[str] = ("matches", "kyoku", "decisions", "replays"),
    rules: RulesLike | None = None,
    changes: str | Sequence[str] = (),
    names: str = "hash",
    strict: bool = False,
    resume: bool = False,
    part_size: int | None = None,
    evaluate: str | None = None,
    threads: int = 0,
    progress: bool | Progress | None = None,
) -> ImportResult:
    """Makes data sets of logs of real games, as `hyakuman data import` does: the same bytes.

    paths: files, folders and archives (zip, tar, tar.gz) of Tenhou mjlog, tenhou.net/6, mjai and Mahjong Soul records.
    out: folder of the data set; with logs by several rulesets of several, which `Dataset` reads as one.
    tables: `matches`, `kyoku` (with `wins`), `decisions`, `replays`, `oracle`; `sources`, the log of each match, is always there.
    rules: the rules of all logs; None: those in the logs.
    changes: changes to the rules in the logs, such as `"kuitan=false"`.
    names: `"keep"` the names of players, `"hash"` them, or `"drop"` them, and with them paths and references of the logs.
    strict: raise ValueError for the first match that would be left out.
    resume: continue the data set in the folder.
    part_size: matches of a part; None for 1000.
    evaluate: also record what this agent thinks of every decision, as the table `evaluations`.
    """
    if names not in ("keep", "hash", "drop"):
        raise ValueError(f"names={names!r}: choose from 'keep', 'hash', 'drop'")
    size = None if part_size is None else _check.whole("part_size", part_size, 1, _check.MOST_GAMES)
    asked = _check.text_or_none("evaluate", evaluate, "value")
    kept = (_check.texts("tables", tables), _check.path("out", out), _check.flag("resume", resume), (1, 1), size, asked)
    how = (_check.flag("strict", strict), _check.whole("threads", threads, 0, _check.MOST_THREADS), _check.texts("changes", changes))
    given = None if rules is None else as_rules(rules).native
    with _Bar(progress) as bar:
        found = json.loads(_native.import_logs(_check.paths("paths", paths), given, kept, names, how, bar))
    return ImportResult(
        data_sets=[ImportedSet(each["dir"], each["rules"], each["matches"], each["partial"]) for each in found["data_sets"]],
        documents=found["documents"],
        matches=found["matches"],
        left_out=found["left_out"],
        reasons=[LeftOut(each["log"], each["kyoku"], each["reason"]) for each in found["reasons"]],
        twice=found["twice"],
        repeated=[(each["log"], each["same_as"]) for each in found["repeated"]],
        warnings=[(each["log"], each["warning"]) for each in found["warnings"]],
    )

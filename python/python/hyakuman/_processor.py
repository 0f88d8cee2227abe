"""Refuses a processor that the extension module was not built for, before it would crash on an unknown instruction."""

from __future__ import annotations

import importlib.machinery
import pathlib
import platform

# The names that Linux gives to what x86-64-v3 adds; LZCNT is `abm` there.
NEEDED = frozenset("avx2 bmi1 bmi2 fma f16c abm movbe".split())
MARK = b"hyakuman is built for x86-64-v3"


def missing(cpuinfo: str) -> frozenset[str]:
    """The needed features that are not among the flags of the first processor; empty where there are no flags."""
    flags = [line for line in cpuinfo.splitlines() if line.startswith("flags")]
    return NEEDED - frozenset(flags[0].split()) if flags else frozenset()


def check() -> None:
    """Raises ImportError where the module cannot run. Knows Linux only; elsewhere it does nothing."""
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        return
    try:
        lacking = missing(pathlib.Path("/proc/cpuinfo").read_text())
    except OSError:
        return
    if lacking and MARK in _module().read_bytes():
        raise ImportError(
            f"this build of hyakuman needs an x86-64-v3 processor, and this one lacks {', '.join(sorted(lacking))}; "
            "build it from source with RUSTFLAGS=-Ctarget-cpu=native"
        )


def _module() -> pathlib.Path:
    folder = pathlib.Path(__file__).parent
    names = [folder / f"_native{suffix}" for suffix in importlib.machinery.EXTENSION_SUFFIXES]
    return next((name for name in names if name.exists()), pathlib.Path("/dev/null"))

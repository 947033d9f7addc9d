# ===- environments.py - A Python with JAX -----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Pythons with a given JAX: a virtual environment each, made where it is missing."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import chroot
import versions
from report import MakeError, note

MARKER = "make-dumps.json"  # in a finished environment, with what it has


class Environment(NamedTuple):
    """A Python that can import JAX."""

    python: str  # as it is called where it runs
    root: str | None = None  # of the chroot that it lives in
    own: bool = True  # made by us, hence free of the user's PYTHONPATH

    @property
    def name(self) -> str:
        """The environment in a message."""
        if not self.own:
            return "jax of this Python"
        return os.path.basename(os.path.dirname(os.path.dirname(self.python)))

    def command(self, folders: list[str]) -> list[str]:
        """The Python, as a command that sees the folders."""
        if self.root:
            return [*chroot.command(self.root, folders), self.python]
        return [self.python]

    def variables(self) -> dict[str, str]:
        """The process environment to run it in."""
        result = dict(os.environ)
        if self.own:
            for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
                result.pop(name, None)
        if self.root:
            # Paths of the machine outside mean nothing there.
            for name in ("PIP_FIND_LINKS", "PIP_CERT", "PIP_CONFIG_FILE", "TMPDIR"):
                result.pop(name, None)
            result["PIP_CERT"] = chroot.CERTIFICATES
        return result


THIS_PYTHON = Environment(sys.executable, own=False)


class Environments:
    """The environments in a cache folder."""

    def __init__(self, cache: str, pythons: list[str]) -> None:
        self.cache = os.path.abspath(cache)
        self.pythons = pythons
        self.failures: dict[tuple[str, ...], MakeError] = {}

    def get(
        self, version: str, extra: str, requires: tuple[str, ...] = ()
    ) -> Environment:
        """An environment with this JAX, an extra of it and packages; tried once."""
        for tried in ((version, ""), (version, extra), (version, extra, *requires)):
            if tried in self.failures:
                raise self.failures[tried]
        try:
            if requires:
                return self.extend(self.get(version, extra), version, requires)
            return self.make(version, extra)
        except MakeError as error:
            self.failures[(version, extra, *requires)] = error
            raise

    def make(self, version: str, extra: str) -> Environment:
        python = self.find_python(version)
        root = None if python else self.chroot(version)
        name = "jax-" + version
        if extra == "cuda12" and versions.cuda(version) != extra:
            # Two CUDAs in one environment are in each other's way.
            name += "-" + extra
        inside = os.path.join("/" if root else self.cache, "venvs", name)
        outside = root + inside if root else inside
        os.makedirs(os.path.dirname(outside), exist_ok=True)
        result = Environment(os.path.join(inside, "bin", "python"), root)
        with locked(outside + ".lock"):
            has = read_marker(outside)
            if has is None:
                shutil.rmtree(outside, ignore_errors=True)
                base = Environment(python or "/usr/bin/python3", root)
                run(base, ["-m", "venv", inside], outside + ".log", "the environment")
            if has is None or extra not in has:
                note("note", "installing jax %s for %s" % (version, extra or "cpu"))
                wanted = versions.requirements(version, extra)
                self.install(result, wanted, version, extra, outside)
        return result

    def extend(
        self, base: Environment, version: str, requires: tuple[str, ...]
    ) -> Environment:
        """An environment of packages that finds JAX in the one that has it."""
        below = os.path.dirname(os.path.dirname(base.python))
        digest = hashlib.sha256(" ".join(requires).encode()).hexdigest()[:8]
        inside = "%s-%s" % (below, digest)
        outside = (base.root or "") + inside
        result = Environment(os.path.join(inside, "bin", "python"), base.root)
        with locked(outside + ".lock"):
            if read_marker(outside) is None:
                shutil.rmtree(outside, ignore_errors=True)
                run(base, ["-m", "venv", inside], outside + ".log", "the environment")
                pattern = glob.escape(outside) + "/lib/*/site-packages"
                for folder in glob.glob(pattern):
                    with open(folder + "/jax.pth", "w", encoding="utf-8") as file:
                        file.write(folder.replace(outside, below, 1) + "\n")
                note("note", "installing %s for jax %s" % (" ".join(requires), version))
                # The version of JAX is to stay.
                wanted = ["jax==" + version, *requires]
                self.install(result, wanted, version, "", outside)
        return result

    def install(
        self,
        environment: Environment,
        wanted: list[str],
        version: str,
        extra: str,
        folder: str,
    ) -> None:
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            run(environment, [*pip, *wanted], folder + ".log", " ".join(wanted))
        except MakeError:
            if read_marker(folder) is None:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        has = set(read_marker(folder) or []) | {"", extra}
        with open(os.path.join(folder, MARKER), "w", encoding="utf-8") as file:
            json.dump({"jax": version, "extras": sorted(has)}, file)

    def find_python(self, version: str) -> str | None:
        """The first Python on which this version runs."""
        wanted = versions.pythons(version)
        for python in self.pythons:
            if python_minor(python) in wanted:
                return shutil.which(python)
        return None

    def chroot(self, version: str) -> str:
        wanted = versions.pythons(version)
        reason = chroot.missing()
        if reason:
            raise MakeError(
                "it needs Python 3.%d to 3.%d, which is not on PATH, and there can "
                "be no Debian with one (%s)" % (wanted[0], wanted[-1], reason)
            )
        os.makedirs(self.cache, exist_ok=True)
        with locked(chroot.folder_in(self.cache) + ".lock"):
            return chroot.make(self.cache)


def default_cache() -> str:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(home, "hlo-mem-opt", "make-dumps")


def default_pythons() -> list[str]:
    """This Python, then those that may be on PATH, oldest first."""
    return [sys.executable] + ["python3.%d" % minor for minor in range(10, 16)]


def python_minor(python: str) -> int | None:
    """The minor version of a Python 3 that works, which a shim on PATH may not."""
    code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    try:
        process = subprocess.run(
            [python, "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return None
    match = re.fullmatch(r"3\.(\d+)", process.stdout.decode("utf-8", "replace").strip())
    return int(match.group(1)) if match and process.returncode == 0 else None


def read_marker(folder: str) -> list[str] | None:
    """The extras of a finished environment; none for one that is half made."""
    try:
        with open(os.path.join(folder, MARKER), encoding="utf-8") as file:
            extras = json.load(file)["extras"]
            return [str(extra) for extra in extras]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def run(environment: Environment, arguments: list[str], log: str, what: str) -> None:
    """Runs the Python of an environment, and says in one line why it failed."""
    with open(log, "wb") as file:
        process = subprocess.run(
            [*environment.command([]), *arguments],
            env=environment.variables(),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if process.returncode:
        with open(log, encoding="utf-8", errors="replace") as file_read:
            reason = failure(file_read.read())
        raise MakeError("cannot install %s: %s; see %s" % (what, reason, log))


def failure(text: str) -> str:
    """The reason in pip's messages."""
    found = re.search(
        r"Could not find a version that satisfies the requirement ([^\s;]+).*"
        r"\(from versions: (.*)\)",
        text,
    )
    if found:
        wanted, versions_there = found.groups()
        if versions_there == "none":
            return "pip finds no %s at all; is the package index within reach?" % wanted
        newest = versions_there.split(", ")[-1]
        return "pip finds no %s; the newest for this Python is %s" % (wanted, newest)
    lines = [line for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")] or lines[-1:]
    return errors[0].replace("ERROR: ", "", 1) if errors else "no reason given"


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Keeps other runs from making the same at the same time."""
    with open(path, "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note("note", "waiting for another run that holds %s" % path)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield

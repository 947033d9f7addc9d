#!/usr/bin/env python3
# ===- make-dumps.py - Buffer assignment dumps of small JAX programs -----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles the programs of programs/ with JAX and keeps what XLA dumps of them.

Each program shows one behaviour of memory. They are compiled, never run, so a
size that the machine could not hold is no obstacle. Of what XLA writes, this
keeps the dump of the program's own module and its sibling files, named

  PROGRAM-SIZE-BACKEND-jaxVERSION + XLA's own ending,

takes the folders out of the paths of source files, and notes in manifest.json
what produced each.

Exit status: 0, or 1 if JAX is missing or a program failed, or 2 if the command
line is wrong.
"""

import argparse
import ast
import datetime
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WORKER = os.path.join(HERE, "compile-program.py")
PROGRAMS = os.path.join(HERE, "programs")

DUMP = "-buffer-assignment.txt"
# What belongs to one module; the last is its HLO text.
SUFFIXES = (
    DUMP,
    "-buffer-assignment-values.txt",
    "-live-range.txt",
    "-memory-usage-report.txt",
    ".txt",
)
NO_JAX = 3  # exit status of compile-program.py


class MakeError(Exception):
    pass


# --- The programs ----------------------------------------------------------


class Program:
    """What can be told of a program without importing JAX."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        self.summary = ast.get_docstring(tree).split("\n", 1)[0]
        self.sizes = []
        for node in tree.body:
            if isinstance(node, ast.Assign) and node.targets[0].id == "SIZES":
                self.sizes = [key.value for key in node.value.keys]


def all_programs():
    paths = sorted(glob.glob(os.path.join(PROGRAMS, "*.py")))
    return {program.name: program for program in map(Program, paths)}


# --- Compiling -------------------------------------------------------------


def join_flags(*flags):
    return " ".join(flag for flag in flags if flag)


def environment(backend, flags, dump_to):
    """The environment of a compilation that dumps into a folder, if one is given."""
    # A program found in JAX's cache would not be compiled, hence not dumped.
    # Constants are to stay in the program, not to become arguments.
    result = dict(
        os.environ,
        JAX_ENABLE_COMPILATION_CACHE="false",
        JAX_USE_SIMPLIFIED_JAXPR_CONSTANTS="false",
        PYTHONDONTWRITEBYTECODE="1",
    )
    if backend == "cpu":
        # Another backend is taken as JAX finds it: naming "gpu" here would
        # insist on every kind of GPU.
        result["JAX_PLATFORMS"] = "cpu"
    # XLA ends the process at a flag that it does not know, and only the TPU's
    # compiler knows its own. Where a flag stands twice, the last one counts.
    tpu = [flag for flag in flags.split() if flag.startswith("--xla_tpu_")]
    others = [flag for flag in flags.split() if flag not in tpu]
    dump = ""
    if dump_to:
        dump = "--xla_dump_to=%s --xla_dump_hlo_as_text" % dump_to
    result["XLA_FLAGS"] = join_flags(result.get("XLA_FLAGS"), *others, dump)
    if backend == "tpu":
        result["LIBTPU_INIT_ARGS"] = join_flags(
            result.get("LIBTPU_INIT_ARGS"), *tpu, dump
        )
    return result


def last_lines(text, count=6):
    lines = [line for line in text.splitlines() if line.strip()]
    return "".join("\n  " + line for line in lines[-count:])


def run_worker(scratch, env, *arguments):
    """The facts that compile-program.py writes."""
    facts = os.path.join(scratch, "facts.json")
    process = subprocess.run(
        [sys.executable, WORKER, facts, *arguments],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    errors = process.stderr.decode("utf-8", "replace")
    if process.returncode == NO_JAX:
        raise MakeError(
            "JAX cannot be imported by %s (%s); install it with\n"
            "  %s -m pip install jax\n"
            "or, for a GPU or a TPU, with jax[cuda12] or jax[tpu] in place of jax"
            % (sys.executable, errors.strip(), sys.executable)
        )
    if process.returncode < 0:
        signal = -process.returncode
        raise MakeError("ended by signal %d%s" % (signal, last_lines(errors)))
    if process.returncode:
        raise MakeError("JAX failed:%s" % last_lines(errors))
    with open(facts, encoding="utf-8") as file:
        return json.load(file)


# --- What XLA wrote --------------------------------------------------------


def siblings(base):
    """(ending, path) of the files of the module that a path without ending names."""
    paths = [(suffix, base + suffix) for suffix in SUFFIXES]
    return [(suffix, path) for suffix, path in paths if os.path.isfile(path)]


def pick_module(folder, function):
    """The path, without ending, of the dump of a function's module.

    JAX compiles small modules beside the program's (for conversions, or while
    a GPU's kernels are tuned), so the name decides; where XLA left it out, or
    where several bear it, the largest dump does.
    """
    pattern = os.path.join(glob.escape(folder), "**", "*" + DUMP)
    bases = [path[: -len(DUMP)] for path in glob.glob(pattern, recursive=True)]
    if not bases:
        raise MakeError("XLA wrote no buffer assignment")
    named = re.compile(r"(.*\.)?module_\d+\.jit_%s(\.|$)" % re.escape(function))
    candidates = [b for b in bases if named.match(os.path.basename(b))] or bases
    return max(
        sorted(candidates),
        key=lambda base: sum(os.path.getsize(path) for _, path in siblings(base)),
    )


# A quoted string with escapes, after what tells that it is a path.
SOURCE_FILE = re.compile(rb'(\bsource_file=")((?:[^"\\]|\\.)*)(?=")')
# The table at the top of newer HLO text, which source positions refer to.
FILE_NAMES = re.compile(rb'^FileNames\n(?:\d+ "(?:[^"\\]|\\.)*"\n)+', re.MULTILINE)
FILE_NAME = re.compile(rb'^(\d+ ")((?:[^"\\]|\\.)*)(?=")', re.MULTILINE)
ABSOLUTE = re.compile(rb"/|[A-Za-z]:(?:/|\\\\)")


def without_folder(match):
    path = match.group(2)
    if ABSOLUTE.match(path):
        # A backslash of the path is written as two.
        path = re.split(rb"/|\\\\", path)[-1]
    return match.group(1) + path


def trim(text):
    """The text with the last part alone of each absolute path of a source file.

    Nothing but what stands between these quotes changes, and one path becomes
    the same name in every file, so that siblings still agree.
    """
    text = SOURCE_FILE.sub(without_folder, text)
    return FILE_NAMES.sub(
        lambda table: FILE_NAME.sub(without_folder, table.group(0)), text
    )


def local_folders():
    folders = {HERE, tempfile.gettempdir(), os.path.expanduser("~")}
    return [os.fsencode(folder) + b"/" for folder in sorted(folders) if len(folder) > 5]


# --- The results -----------------------------------------------------------


class Results:
    """The folder of the results and its manifest."""

    def __init__(self, folder):
        self.folder = folder
        self.path = os.path.join(folder, "manifest.json")
        self.dumps = {}
        try:
            with open(self.path, encoding="utf-8") as file:
                self.dumps = {dump["name"]: dump for dump in json.load(file)["dumps"]}
        except FileNotFoundError:
            pass
        except (ValueError, KeyError, TypeError):
            raise MakeError("%s: not a manifest of make-dumps.py" % self.path)
        os.makedirs(folder, exist_ok=True)

    def keep_all(self, name, source):
        """A copy of everything that XLA wrote, as it is."""
        target = os.path.join(self.folder, name + ".xla")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)

    def add(self, name, base, entry):
        """The trimmed files of a module; returns the paths left in them."""
        # What an earlier run left could be of another form.
        for suffix in SUFFIXES:
            try:
                os.remove(os.path.join(self.folder, name + suffix))
            except FileNotFoundError:
                pass
        files = []
        leaks = []
        for suffix, path in siblings(base):
            with open(path, "rb") as file:
                text = trim(file.read())
            with open(os.path.join(self.folder, name + suffix), "wb") as file:
                file.write(text)
            files.append(name + suffix)
            leaks += [(name + suffix, f) for f in local_folders() if f in text]
        self.dumps[name] = dict(entry, name=name, files=files)
        self.write()
        return leaks

    def write(self):
        dumps = [self.dumps[name] for name in sorted(self.dumps)]
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"dumps": dumps}, file, indent=1, sort_keys=True)
            file.write("\n")


def note(kind, text):
    print("make-dumps.py: %s: %s" % (kind, text), file=sys.stderr)


def result_name(program, size, facts):
    version = re.sub(r"[^A-Za-z0-9.]", "_", facts["jax"])
    return "%s-%s-%s-jax%s" % (program.name, size, facts["backend"], version)


def make(program, size, facts, arguments, results):
    """Makes one dump; returns the line that tells of it."""
    name = result_name(program, size, facts)
    with tempfile.TemporaryDirectory(prefix="make-dumps-") as scratch:
        folder = os.path.join(scratch, "xla")
        os.mkdir(folder)
        env = environment(facts["backend"], arguments.xla_flags, folder)
        try:
            compiled = run_worker(scratch, env, program.path, size)
        finally:
            if arguments.keep_all and os.listdir(folder):
                results.keep_all(name, folder)
        if "skipped" in compiled:
            return "%s: skipped: %s" % (name, compiled["skipped"])
        base = pick_module(folder, compiled.pop("function"))
        now = datetime.datetime.now(datetime.timezone.utc)
        entry = dict(
            compiled,
            program=program.name,
            shows=program.summary,
            size=size,
            module=os.path.basename(base),
            date=now.isoformat(timespec="seconds"),
            xla_flags=join_flags(os.environ.get("XLA_FLAGS"), arguments.xla_flags),
            libtpu_init_args=os.environ.get("LIBTPU_INIT_ARGS", ""),
        )
        for file, path in results.add(name, base, entry):
            note("warning", "%s still names %s" % (file, os.fsdecode(path)))
    return "%s: %d files" % (name, len(results.dumps[name]["files"]))


# --- The command line ------------------------------------------------------


def chosen(parser, text, known, what):
    """The names of a comma-separated list, or all if there is none."""
    if text is None:
        return list(known)
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in known:
            parser.error(
                "no %s '%s'; there are: %s" % (what, name, ", ".join(known))
            )
    return names


def parse(parser, programs):
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", default="dumps",
        help="where the dumps go (default: dumps)",
    )
    parser.add_argument(
        "--backend", choices=("cpu", "gpu", "tpu"),
        help="what to compile for (default: what JAX takes by itself)",
    )
    parser.add_argument(
        "--programs", metavar="A,B", help="only these programs (default: all)"
    )
    parser.add_argument(
        "--sizes", metavar="A,B", help="only these sizes (default: all)"
    )
    parser.add_argument(
        "--list", action="store_true", help="list the programs and their sizes"
    )
    parser.add_argument(
        "--xla-flags", metavar="FLAGS", default="",
        help="more flags for XLA, after those of the variable XLA_FLAGS; those "
        "that begin with --xla_tpu_ go to the compiler of the TPU",
    )
    parser.add_argument(
        "--keep-all", action="store_true",
        help="keep all that XLA wrote too, untrimmed, in NAME.xla",
    )
    arguments = parser.parse_args()
    names = chosen(parser, arguments.programs, programs, "program")
    # In the order of the program that has most.
    by_number = sorted(programs.values(), key=lambda p: -len(p.sizes))
    known = list(dict.fromkeys(size for p in by_number for size in p.sizes))
    sizes = chosen(parser, arguments.sizes, known, "size")
    jobs = [
        (programs[name], size)
        for name in names
        for size in programs[name].sizes
        if size in sizes
    ]
    if not jobs:
        parser.error("none of these programs has one of these sizes")
    return arguments, jobs


def find_jax(arguments):
    """What JAX is here, or an error that tells what is missing."""
    with tempfile.TemporaryDirectory(prefix="make-dumps-") as scratch:
        env = environment(arguments.backend, arguments.xla_flags, None)
        facts = run_worker(scratch, env)
    if arguments.backend not in (None, facts["backend"]):
        raise MakeError(
            "JAX compiles for the %s here, not for a %s; the variable "
            "JAX_PLATFORMS and the packages installed decide"
            % (facts["backend"], arguments.backend)
        )
    return facts


def main():
    programs = all_programs()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments, jobs = parse(parser, programs)
    if arguments.list:
        for program in dict.fromkeys(program for program, _ in jobs):
            sizes = ",".join(s for p, s in jobs if p is program)
            print("%-20s  %-21s  %s" % (program.name, sizes, program.summary))
        return 0
    try:
        facts = find_jax(arguments)
        results = Results(arguments.folder)
    except (MakeError, OSError) as error:
        note("error", error)
        return 1
    failed = 0
    for program, size in jobs:
        try:
            print(make(program, size, facts, arguments, results), flush=True)
        except (MakeError, OSError) as error:
            failed += 1
            note("error", "%s, %s: %s" % (program.name, size, error))
    if failed:
        note("error", "%d of %d programs failed" % (failed, len(jobs)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

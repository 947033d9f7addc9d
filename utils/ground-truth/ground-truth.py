#!/usr/bin/env python3
# ===- ground-truth.py - Holds hlo-mem-opt against XLA's own numbers ------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Holds what hlo-mem-opt says of dumps against what XLA and XProf say.

Reads the folders that utils/make-dumps/make-dumps.py leaves. docs/GroundTruth.md
tells of the oracles and the formulas.

Exit status: 0; 1 if a number differs from its formula, or a dump could not be
read, verified or written back; 2 if the command line or a folder is wrong.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import donation
import oracles.dump
import oracles.memory_analysis
import oracles.reconcile
import oracles.report
import oracles.trace
import oracles.xprof
import predictions
import what_if
from dumps import hlo_proto as proto
from dumps.corpus import PROTO, CorpusError, Dump, read_folder, sort_key
from dumps.tool import Reading, Tool, ToolError
from dumps.wire import WireError
from oracles import tables
from oracles.facts import Facts, ProtoFacts
from oracles.verdict import Verdict, same, skip

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(HERE, os.pardir, os.pardir, "build", "bin", "hlo-mem-opt")


def error(text: str) -> int:
    print(f"ground-truth.py: error: {text}", file=sys.stderr)
    return 2


def find_tool(named: str | None) -> str | None:
    if named is not None:
        return named
    return BUILT if os.path.exists(BUILT) else shutil.which("hlo-mem-opt")


def read_proto(dump: Dump) -> ProtoFacts | None:
    """Raises WireError and OSError."""
    path = dump.path(PROTO)
    if path is None:
        return None
    with open(path, "rb") as file:
        assignment = proto.parse(file.read())
    if assignment is None:
        raise WireError("no buffer assignment in " + os.path.basename(path))
    return ProtoFacts(assignment)


def compare(
    dump: Dump, reading: Reading, xprof: oracles.xprof.XProf | None
) -> list[Verdict]:
    """All verdicts about one dump."""
    verdicts = oracles.dump.compare(dump, reading)
    if dump.memory_analysis == {}:
        verdicts.append(
            same(dump, oracles.memory_analysis.NAME, "is read", "numbers", "none")
        )
    if reading.numbers is None:
        return verdicts + [
            skip(dump, oracle, "all", "hlo-mem-opt reported nothing")
            for oracle in (
                oracles.memory_analysis.NAME,
                oracles.report.NAME,
                oracles.trace.NAME,
                oracles.xprof.NAME,
                oracles.reconcile.NAME,
            )
        ]
    known = None
    try:
        known = read_proto(dump)
    except (WireError, OSError) as problem:
        text = str(problem)
        verdicts.append(same(dump, oracles.trace.NAME, "is read", "a proto", text))
    facts = Facts(dump, reading.numbers, known)
    viewed = oracles.xprof.ask(facts, xprof)
    return (
        verdicts
        + oracles.memory_analysis.compare(facts)
        + oracles.report.compare(facts)
        + oracles.trace.compare(facts)
        + oracles.xprof.compare(facts, xprof, viewed)
        + oracles.reconcile.compare(facts, viewed)
    )


def compare_all(
    dumps: list[Dump], tool: Tool, xprof: oracles.xprof.XProf | None, jobs: int
) -> list[Verdict]:
    verdicts: list[Verdict] = []
    with ThreadPoolExecutor(jobs) as pool:

        def read(dump: Dump) -> tuple[Dump, Reading]:
            return dump, tool.read(dump)

        for dump in dumps:
            if dump.missing():
                found = "no " + ", ".join(dump.missing())
                verdicts.append(
                    same(dump, oracles.dump.NAME, "is read", "all files", found)
                )
        whole = [dump for dump in dumps if not dump.missing()]
        for dump, reading in pool.map(read, whole):
            verdicts += compare(dump, reading, xprof)
    return verdicts


def predict(tool: str, page: str, folders: list[str]) -> int:
    """Compares all predictions with recompiles, and writes the tables of them."""
    found = [of.report(tool, folders) for of in (donation, what_if)]
    written = [report for report in found if report is not None]
    if len(written) != len(found):
        return 1
    predictions.write(
        page,
        [*(r.section for r in written), predictions.make_groups(written)],
        [r.precisions for r in written],
    )
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="ground-truth.py",
        description="Compare hlo-mem-opt's numbers with XLA's own.",
    )
    parser.add_argument(
        "folders", nargs="*", metavar="DIR", help="folder written by make-dumps.py"
    )
    parser.add_argument(
        "--tool", metavar="PATH", help="hlo-mem-opt (default: build/bin, then PATH)"
    )
    parser.add_argument(
        "--xprof",
        metavar="PYTHON",
        help="a Python that has XProf; without it, XProf is left out",
    )
    parser.add_argument(
        "--max",
        type=int,
        default=20,
        metavar="N",
        help="differences to print; 0 prints all (default: %(default)s)",
    )
    parser.add_argument(
        "-j", type=int, default=2, metavar="N", help="runs at a time (default: 2)"
    )
    parser.add_argument(
        "--programs",
        metavar="DIR",
        help="with --predict: a folder like make-dumps/programs, of further programs "
        "with which no rule was made",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--markdown", action="store_true", help="print Markdown")
    form.add_argument(
        "--formulas", action="store_true", help="print the formulas and stop"
    )
    form.add_argument(
        "--predict",
        metavar="PAGE",
        help="compare predictions with recompiles; write all tables into the file "
        "PAGE, and what the program prints of them into Predictions.def",
    )
    arguments = parser.parse_args()
    if not arguments.formulas and not arguments.folders:
        parser.error("name a folder written by make-dumps.py")
    if arguments.programs and not arguments.predict:
        parser.error("argument --programs: needs --predict")
    if arguments.max < 0:
        parser.error(f"argument --max: expected 0 or more, found {arguments.max}")
    if arguments.j < 1:
        parser.error(f"argument -j: expected 1 or more, found {arguments.j}")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    if arguments.formulas:
        print(tables.formula_table())
        return 0
    try:
        dumps = [dump for name in arguments.folders for dump in read_folder(name)]
    except CorpusError as problem:
        return error(str(problem))
    if not dumps:
        return error("no dumps in {}".format(", ".join(arguments.folders)))
    path = find_tool(arguments.tool)
    if path is None:
        return error("no hlo-mem-opt in build/bin or PATH; name one with --tool")
    if arguments.predict:
        try:
            if arguments.programs:
                predictions.add_programs(arguments.programs)
        except predictions.MakeError as problem:
            return error(str(problem))
        return predict(path, arguments.predict, arguments.folders)
    dumps.sort(key=sort_key)
    xprof = None
    try:
        if arguments.xprof is not None:
            xprof = oracles.xprof.XProf(arguments.xprof)
        verdicts = compare_all(dumps, Tool(path), xprof, arguments.j)
    except (ToolError, oracles.xprof.XProfError) as problem:
        return error(str(problem))
    finally:
        if xprof is not None:
            xprof.close()
    summary = tables.Summary(verdicts)
    if arguments.json:
        print(tables.as_json(summary))
    elif arguments.markdown:
        print(tables.as_markdown(summary))
    else:
        print(tables.as_text(summary))
    shown = summary.unexplained[: arguments.max or None]
    for verdict in shown:
        print(f"ground-truth.py: {tables.details(verdict)}", file=sys.stderr)
    rest = len(summary.unexplained) - len(shown)
    if rest:
        print(
            f"ground-truth.py: and {rest} more; '--max=0' prints all",
            file=sys.stderr,
        )
    count = len(summary.unexplained)
    print(
        f"ground-truth.py: {len(dumps)} dumps, {len(verdicts)} comparisons, "
        f"{count} unexplained",
        file=sys.stderr,
    )
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())

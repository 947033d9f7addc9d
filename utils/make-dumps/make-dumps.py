#!/usr/bin/env python3
# ===- make-dumps.py - Buffer assignment dumps of small JAX programs -----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles the programs in programs/ with JAX and keeps XLA's dumps of them.

Each program demonstrates one memory behaviour. Programs are compiled, never run:
their size may exceed the memory of the machine, and a TPU or a GPU need not be
present (--device). Of XLA's files, the dump of the program's own module and its
sibling files are kept, named

  PROGRAM-SIZE[-VARIANT]-DEVICE-jaxVERSION + XLA's own ending,

with the folders removed from the paths of source files. manifest.json records
what produced each, XLA's memory analysis, or why it did not compile.

Exit status: 0, or 1 if JAX is missing or something could not be compiled, or 2
if the command line is wrong.
"""

import signal
import sys

import environments
import matrix
import options
import workers
from jobs import Job, Target
from report import MakeError, note
from results import Results
from session import Session


def list_jobs(jobs: list[Job]) -> None:
    for program in dict.fromkeys(job.program for job in jobs):
        own = [job for job in jobs if job.program is program]
        sizes = ",".join(dict.fromkeys(job.size for job in own))
        print("%-20s  %-21s  %s" % (program.name, sizes, program.summary))
        more = ["group: " + program.group] if program.group else []
        if program.variants:
            more.append("variants: " + ",".join(program.variants))
        if program.requires:
            more.append("requires: " + ",".join(program.requires))
        if more:
            print("%-20s  %s" % ("", "; ".join(more)))


def main() -> int:
    # Workers are ended and temporary files removed also where it is terminated.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    parser = options.make_parser(__doc__)
    arguments = parser.parse_args()
    options.check(parser, arguments)
    try:
        jobs = options.choose_jobs(parser, arguments)
        if arguments.list:
            list_jobs(jobs)
            return 0
        memory = arguments.max_memory
        limits = workers.Limits(
            arguments.timeout,
            memory and int(memory * 2**30),
            arguments.without_code,
        )
        session = Session(
            Results(arguments.folder, arguments.proto),
            limits,
            arguments.xla_flags,
            arguments.keep_all,
        )
        if arguments.device or arguments.jax:
            pythons = options.split(arguments.python) or environments.default_pythons()
            matrix.compile_absent(
                session,
                jobs,
                options.split(arguments.device) or ["cpu"],
                options.split(arguments.jax),
                environments.Environments(arguments.cache, pythons),
            )
        else:
            target = Target(environments.THIS_PYTHON, None, arguments.backend)
            matrix.compile_all(session, jobs, target)
    except (MakeError, OSError) as error:
        note("error", error)
        return 1
    except KeyboardInterrupt:
        return 130
    return session.status()


if __name__ == "__main__":
    sys.exit(main())

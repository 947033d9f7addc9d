# ===- options.py - The command line -----------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What the command line may say, and what it selects."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable

import catalog
import devices
import environments
import versions
import workers
from jobs import Job

PROGRAMS = os.path.join(os.path.dirname(workers.SCRIPT), "programs")


def chosen(
    parser: argparse.ArgumentParser, text: str, known: Iterable[str], what: str
) -> list[str]:
    """The names of a comma-separated list, each of which must be known."""
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in known:
            parser.error(
                "no %s '%s'; there are: %s" % (what, name, ", ".join(known) or "none")
            )
    return names


def make_parser(description: str) -> argparse.ArgumentParser:
    """The parser, without anything parsed."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-o",
        dest="folder",
        metavar="DIR",
        default="dumps",
        help="where the dumps go (default: dumps)",
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="list the programs, their sizes and their variants",
    )
    what = parser.add_argument_group("what to compile")
    what.add_argument(
        "--programs",
        metavar="A,B",
        help="only these programs and groups of programs (default: all that need "
        "nothing but JAX)",
    )
    what.add_argument("--sizes", metavar="A,B", help="only these sizes (default: all)")
    what.add_argument(
        "--variants",
        metavar="A,B|all|none",
        default="none",
        help="also compile these variants of each program (default: none)",
    )
    what.add_argument(
        "--pairs",
        action="store_true",
        help="each program with all its variants, like --variants=all",
    )
    what.add_argument(
        "--programs-dir",
        metavar="DIR",
        default=PROGRAMS,
        help="take the programs from this folder",
    )
    target = parser.add_argument_group("what to compile for, and with")
    target.add_argument(
        "--backend",
        choices=("cpu", "gpu", "tpu"),
        help="a device of this machine (default: JAX's own choice)",
    )
    target.add_argument(
        "--device",
        metavar="A,B",
        help="devices, which need not be present: cpu, NAME or NAME:TOPOLOGY; "
        "names are %s" % ", ".join([*devices.TPUS, *devices.targets()]),
    )
    target.add_argument(
        "--jax",
        metavar="V,W",
        help="these versions of JAX, each in a virtual environment, made if it is "
        "missing (default: the JAX of this Python)",
    )
    target.add_argument(
        "--cache",
        metavar="DIR",
        default=environments.default_cache(),
        help="where the virtual environments are (default: %(default)s)",
    )
    target.add_argument(
        "--python",
        metavar="A,B",
        help="the Pythons to make them with (default: this one and those in PATH)",
    )
    target.add_argument(
        "--xla-flags",
        metavar="FLAGS",
        default="",
        help="more flags for XLA, after those in XLA_FLAGS; flags that begin with "
        "--xla_tpu_ go to the TPU compiler",
    )
    limits = parser.add_argument_group("limits and output")
    limits.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=float,
        default=600,
        help="end a compile after this time (default: %(default)s)",
    )
    limits.add_argument(
        "--max-memory",
        metavar="GIB",
        type=float,
        help="end a compile that takes more memory than this",
    )
    limits.add_argument(
        "--without-code",
        action="store_true",
        help="end each compile when XLA has assigned the buffers: for a TPU the code "
        "takes most of the time. There is no memory_analysis then",
    )
    limits.add_argument(
        "--no-proto",
        dest="proto",
        action="store_false",
        help="omit NAME.hlo.pb, the HLO as a protocol buffer",
    )
    limits.add_argument(
        "--keep-all",
        action="store_true",
        help="also keep everything that XLA wrote, unchanged, in NAME.xla",
    )
    return parser


def choose_jobs(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace
) -> list[Job]:
    """What the command line selects, in the order in which it names it."""
    programs = catalog.read(arguments.programs_dir)
    # What others need is installed only if they are asked for.
    names = [n for n, p in programs.items() if arguments.list or not p.requires]
    if arguments.programs is not None:
        groups = catalog.groups(programs)
        known = [*programs, *sorted(groups)]
        named = chosen(parser, arguments.programs, known, "program")
        names = list(dict.fromkeys(p for name in named for p in groups.get(name, [name])))
    sizes = catalog.sizes(programs)
    if arguments.sizes is not None:
        sizes = chosen(parser, arguments.sizes, sizes, "size")
    variants = catalog.variants(programs)
    if not arguments.pairs and arguments.variants != "all":
        text = "" if arguments.variants == "none" else arguments.variants
        variants = chosen(parser, text, variants, "variant")
    jobs = [
        Job(programs[name], size, variant)
        for name in names
        for size in programs[name].sizes
        if size in sizes
        for variant in [catalog.BASE, *programs[name].variants]
        if variant == catalog.BASE or variant in variants
    ]
    if not jobs:
        parser.error("none of these programs has one of these sizes")
    return jobs


def check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """What can be wrong with each option by itself."""
    if arguments.backend and (arguments.device or arguments.jax):
        parser.error(
            "--backend is for the JAX and the devices of this machine; leave it out "
            "with --jax or --device"
        )
    for version in split(arguments.jax):
        if not versions.SPELLING.fullmatch(version):
            parser.error("'%s' is not a version of JAX such as 0.10.2" % version)
    for option in ("jax", "device"):
        if getattr(arguments, option) is not None and not split(
            getattr(arguments, option)
        ):
            parser.error("--%s names nothing" % option)
    if arguments.timeout <= 0:
        parser.error("--timeout must be more than 0 seconds")
    if arguments.max_memory is not None and arguments.max_memory <= 0:
        parser.error("--max-memory must be more than 0 GiB")


def split(text: str | None) -> list[str]:
    """The names of a comma-separated list, each once."""
    return list(dict.fromkeys(part for part in (text or "").split(",") if part))

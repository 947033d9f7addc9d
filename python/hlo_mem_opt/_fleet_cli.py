# ===- _fleet_cli.py - The program hlo-mem-fleet -----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The program hlo-mem-fleet: records of many dumps, and questions to them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, NoReturn

from hlo_mem_opt import fleet
from hlo_mem_opt._asserts import describe_size
from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._fleet_records import QUESTIONS

# Other whole numbers in answers are bytes.
_COUNTS = ("dumps", "again", "programs", "class")
_MOST_WIDE = 48
_INTERRUPTED = 130


def make_executor(engine: str) -> fleet.Engine:
    """local, local:4, dask:ADDRESS or ray:ADDRESS; without an address, a new cluster."""
    name, _, rest = engine.partition(":")
    if name == "local":
        return lambda: fleet.local_processes(int(rest) if rest else None)
    if name == "dask":
        from distributed import Client

        # The scheduler gives the work of a worker that has died to another one.
        client = Client(rest or None)
        return client.get_executor(retries=2)  # type: ignore[no-any-return]
    if name == "ray":
        import ray

        from hlo_mem_opt._fleet_ray import RayExecutor

        ray.init(address=rest or "local", log_to_driver=False)
        return RayExecutor()
    raise HloMemError(f"there is no engine '{name}' (known: local, dask, ray)")


def show_progress(done: int, total: int, seconds: float) -> None:
    """How much is done and about how long the rest takes, on a terminal."""
    if sys.stderr.isatty():
        text = f"{done:,} of {total:,} dumps, about {seconds:.0f} s left"
        end = "\n" if done == total else ""
        print(f"\r{text:<60}", end=end, file=sys.stderr, flush=True)


def _show(name: str, value: object, exact: bool) -> str:
    if isinstance(value, int) and name not in _COUNTS and not exact:
        return describe_size(value)
    text = "" if value is None else str(value).encode("unicode_escape").decode()
    return text if len(text) <= _MOST_WIDE else f"{text[: _MOST_WIDE - 3]}..."


def print_table(relation: Any, exact: bool) -> None:
    names = relation.columns
    rows = relation.fetchall()
    cells = [[_show(n, v, exact) for n, v in zip(names, row)] for row in rows]
    widths = [max(map(len, column)) for column in zip(names, *cells)]
    for line in (names, *cells) if rows else (["nothing"],):
        print("  ".join(map(str.ljust, line, widths)).rstrip())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Exits as all programs of the project do."""
        self.exit(1, f"{self.prog}: error: {message}, see --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="hlo-mem-fleet",
        description="Records what many dumps need, and answers questions about them.",
        epilog="Exit status: 0 fine; 1 something cannot be read or is wrong; 130 "
        "interrupted: the same command goes on.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    reads = commands.add_parser("read", help="Read dumps and record what they need")
    reads.add_argument("paths", nargs="+", metavar="PATH", help="file, folder or URL")
    reads.add_argument("--engine", default="local", help=make_executor.__doc__)
    reads.add_argument(
        "--max-bytes",
        type=int,
        default=1 << 32,
        help="read no dump with more bytes than this (default: 4 GiB)",
    )
    adopts = commands.add_parser("adopt", help="Record what hlo-mem-opt has written")
    adopts.add_argument(
        "paths", nargs="+", metavar="FILE", help="what the pass jsonl has written"
    )
    for command in (reads, adopts):
        command.add_argument("-o", "--records", required=True, help="folder of records")
        command.add_argument("--labels", help="regular expression for paths; its named "
                             "groups are labels")  # fmt: skip
        command.add_argument("--device", help="as for hlo-mem-opt")
        command.add_argument("--memory-limit", help="as for hlo-mem-opt")
    for name, about in (
        ("merge", "Write all records once, sorted"),
        ("parquet", "Write the tables as Parquet"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("records", help="folder of records")
        command.add_argument("-o", "--output", required=True)
    for name, (about, _) in QUESTIONS.items():
        command = commands.add_parser(name, help=about)
        command.add_argument("records", help="folder of records")
        command.add_argument("--exact-bytes", action="store_true", help="do not round")
    return parser


def run(arguments: argparse.Namespace) -> int:
    records = fleet.Records(Path(arguments.records))
    if arguments.command == "merge":
        records.merge(arguments.output)
    elif arguments.command == "parquet":
        records.write_parquet(arguments.output)
    elif arguments.command in ("read", "adopt"):
        common = {
            "records": arguments.records,
            "resolver": fleet.labels_of(arguments.labels) if arguments.labels else None,
            "device": arguments.device,
            "memory_limit": arguments.memory_limit,
        }
        if arguments.command == "adopt":
            for path in arguments.paths:
                with open(path, encoding="utf-8") as file:
                    fleet.adopt(file, **common)
            return 0
        done = fleet.analyze(
            arguments.paths,
            executor=make_executor(arguments.engine),
            max_bytes=arguments.max_bytes,
            progress=show_progress,
            **common,
        )
        print(
            f"{done.total:,} dumps: {done.read:,} read now, {done.failed:,} of them "
            f"could not be read; {done.total - done.read:,} were recorded before"
        )
        return 1 if done.failed else 0
    else:
        print_table(records.ask(arguments.command), arguments.exact_bytes)
    return 0


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        return run(given)
    except KeyboardInterrupt:
        print("hlo-mem-fleet: interrupted; the same command goes on", file=sys.stderr)
        return _INTERRUPTED
    except (HloMemError, OSError, ImportError, ValueError) as error:
        print(f"hlo-mem-fleet: error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

# ===- control-characters-proto.py - Protos that command a terminal -----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Puts escape sequences into each string of a HloProto, and into all of them.

Usage: control-characters-proto.py TOOL PROTO.gz FOLDER

Nothing that TOOL prints of it may hold a control character but the line feeds that end
lines, in whatever format. It either fails, with one line that names the place, or prints
no error; and then what the passes print and print-program write is read again, by which
print-program writes the same.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
from pathlib import Path

from wire import BYTES, Field, build, parse

# Title and bell, a C1 control, a line, DEL, RIGHT-TO-LEFT OVERRIDE, and what ends a
# string, a name and a list.
HOSTILE = "\x1b]0;x\x07\x9b\n\x7f\u202e\"'}),\\".encode()
WRONG = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\udc80-\udcff]")
REPORTS = (
    "summary,peak,attribute,liveness<all>,alias,padding,frag<all>,spaces,"
    "thread-local,reconcile,replay,heap-trace,advise,verify"
)
# The strings of the messages, as paths of field numbers: HloModuleProto,
# BufferAssignmentProto, HloComputationProto, and HloInstructionProto of an opcode, which
# an instruction gets for it where none has it.
MODULE = {
    "name": [1],
    "entry name": [2],
    "file": [17, 1],
    "function": [17, 2],
    "key": [19, 1, 1],
    "value": [19, 1, 2],
}
ASSIGNMENT = {
    "defining computation": [1, 3, 1],
    "defining instruction": [1, 3, 2],
    "computation of an event": [4, 1, 3],
    "instruction of an event": [4, 1, 4],
}
COMPUTATION = {"name": [1], "thread": [8]}
INSTRUCTION = {
    "name": ("", [1]),
    "opcode": ("negate", [2]),
    "op_type": ("", [7, 1]),
    "op_name": ("", [7, 2]),
    "source_file": ("", [7, 3]),
    "deduplicated_name": ("", [7, 12]),
    "scheduling_name": ("", [7, 16]),
    "fusion_kind": ("fusion", [11]),
    "outfeed_config": ("outfeed", [22]),
    "infeed_config": ("infeed", [27]),
    "custom_call_target": ("custom-call", [28]),
    "axis": ("", [40, 14, 2, 1, 1]),
    "backend_config": ("", [43]),
    "comparison_direction": ("compare", [63]),
    "key": ("", [68, 1, 1]),
    "value": ("", [68, 1, 2]),
    "comparison_type": ("compare", [72]),
    "async_execution_thread": ("async-start", [79]),
    "axis of groups": ("all-reduce", [93, 1, 1, 1]),
}
# An instruction may have it, whatever it is.
FREE = ("op_type", "op_name", "source_file", "scheduling_name", "backend_config", "axis", "value")


def put(message: bytes, path: list[int]) -> bytes:
    """Makes the first field of this path hostile, which is added where it is not."""
    fields = parse(message)
    for at, (number, kind, value) in enumerate(fields):
        if number == path[0] and isinstance(value, bytes):
            break
    else:
        at, value = len(fields), b""
        fields.append((path[0], BYTES, value))
    new = put(value, path[1:]) if path[1:] else HOSTILE
    # A dictionary stays one: XLA prints its text as it stands.
    if not path[1:] and value.startswith(b"{"):
        new = b'{"a":"' + HOSTILE.replace(b'"', b"'").replace(b"\\", b"") + b'"}'
    fields[at] = (path[0], BYTES, new)
    return build(fields)


def put_within(message: bytes, way: list[int], path: list[int], opcode: str) -> bytes | None:
    """Makes `path` hostile in the first message below `way` with this opcode."""
    if not way:
        named = (2, BYTES, opcode.encode()) in parse(message)
        return put(message, path) if named or not opcode else None
    fields = parse(message)
    for at, (number, kind, value) in enumerate(fields):
        if number == way[0] and isinstance(value, bytes):
            changed = put_within(value, way[1:], path, opcode)
            if changed is not None:
                fields[at] = (number, kind, changed)
                return build(fields)
    return None


def rename_opcode(fields: list[Field], opcode: str) -> list[Field]:
    """Makes an instruction of one operand one of this opcode."""
    old, new = b"\x12\x06negate", b"\x12" + bytes([len(opcode)]) + opcode.encode()
    for at, (number, kind, value) in enumerate(fields):
        if number == 3 and isinstance(value, bytes):
            parts = parse(value)
            for place, (n, k, instruction) in enumerate(parts):
                if n == 2 and isinstance(instruction, bytes) and old in instruction:
                    parts[place] = (n, k, instruction.replace(old, new))
                    fields[at] = (number, kind, build(parts))
                    return fields
    sys.exit("the program negates nothing")


def variants(proto: bytes) -> dict[str, bytes]:
    made: dict[str, bytes] = {}

    def add(what: str, way: list[int], path: list[int], opcode: str = "") -> None:
        changed = put_within(proto, way, path, opcode)
        if changed is None:
            fields = parse(proto)
            at = next(i for i, field in enumerate(fields) if field[0] == 1)
            module = build(rename_opcode(parse(fields[at][2]), opcode))
            fields[at] = (1, BYTES, module)
            changed = put_within(build(fields), way, path, opcode)
        assert changed is not None and changed != proto
        made[what] = changed

    for what, path in MODULE.items():
        add("module " + what, [1], path)
    for what, path in ASSIGNMENT.items():
        add("assignment " + what, [3], path)
    for what, path in COMPUTATION.items():
        add("computation " + what, [1, 3], path)
    for what, (opcode, path) in INSTRUCTION.items():
        add("instruction " + what, [1, 3, 2], path, opcode)
    # What may hold anything, all of it.
    fields = parse(proto)
    for at, (number, kind, module) in enumerate(fields):
        if number != 1 or not isinstance(module, bytes):
            continue
        module = put(put(module, [17, 1]), [19, 1, 2])
        parts = parse(module)
        for place, (n, k, computation) in enumerate(parts):
            if n != 3 or not isinstance(computation, bytes):
                continue
            inner = parse(computation)
            for i, (m, kk, instruction) in enumerate(inner):
                if m == 2 and isinstance(instruction, bytes):
                    for what in FREE:
                        instruction = put(instruction, INSTRUCTION[what][1])
                    inner[i] = (m, kk, instruction)
            parts[place] = (n, k, build(inner))
        fields[at] = (number, kind, build(parts))
    made["all that is free"] = build(fields)
    everything = proto
    for way, paths in (([1], MODULE), ([3], ASSIGNMENT), ([1, 3], COMPUTATION)):
        for path in paths.values():
            everything = put_within(everything, way, path, "") or everything
    for _, path in INSTRUCTION.values():
        everything = put_within(everything, [1, 3, 2], path, "") or everything
    made["all"] = everything
    return made


class Checker:
    def __init__(self, tool: str, folder: Path) -> None:
        self.tool = tool
        self.folder = folder
        self.failures = 0

    def run(self, what: str, *arguments: str) -> tuple[int, bytes]:
        """What is printed to the standard output, which like the rest is harmless."""
        process = subprocess.run(
            [self.tool, *arguments],
            cwd=self.folder,
            capture_output=True,
            timeout=60,
            check=False,
        )
        errors = process.stderr.decode("utf-8", "surrogateescape")
        wrong = []
        if WRONG.search(errors + process.stdout.decode("utf-8", "surrogateescape")):
            wrong.append("a control character is printed")
        lines = re.findall("error: .*", errors)
        if process.returncode == 0 and lines:
            wrong.append("an error is printed, but the status is 0")
        if process.returncode != 0 and (process.returncode != 1 or len(lines) != 1):
            wrong.append(f"status {process.returncode}, {len(lines)} errors")
        if process.returncode == 1 and not re.search(r"hlo_module|:1:1: ", errors):
            wrong.append("the error has no place")
        for message in wrong:
            self.fail(f"{what}: {arguments}: {message}:\n{errors}{process.stdout!r}")
        return process.returncode, process.stdout

    def fail(self, message: str) -> None:
        self.failures += 1
        print(message)

    def check(self, what: str, proto: bytes, is_refused: bool) -> None:
        (self.folder / "m.hlo.pb").write_bytes(proto)
        codes = {
            self.run(what, *arguments, "m.hlo.pb")[0]
            for arguments in (
                [],
                ["-format=json", "-passes=" + REPORTS],
                ["-format=yaml", "-passes=" + REPORTS],
                ["-format=text", "-width=0", "-passes=" + REPORTS],
            )
        }
        dumped, dump = self.run(what, "-passes=print", "m.hlo.pb")
        printed, program = self.run(what, "-passes=print-program", "m.hlo.pb")
        # Only this one reads the bodies of fusions too.
        if bool(printed) != is_refused or (not is_refused and codes | {dumped} != {0}):
            self.fail(f"{what}: {codes}, {dumped}, {printed}, refused: {is_refused}")
        if is_refused:
            return
        (self.folder / "again-buffer-assignment.txt").write_bytes(dump)
        (self.folder / "again.txt").write_bytes(program)
        self.run(what, "-passes=peak", "again-buffer-assignment.txt")
        _, again = self.run(what, "-passes=print-program", "again-buffer-assignment.txt")
        if again != program:
            self.fail(f"{what}: what print-program writes is not read again")


# A text cannot hold them.
REFUSED = {
    "module name",
    "computation name",
    "instruction name",
    "instruction opcode",
    "instruction fusion_kind",
    "instruction comparison_direction",
    "instruction comparison_type",
    "all",
}


def main() -> int:
    tool, proto, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    with gzip.open(proto) as file:
        data = file.read()
    checker = Checker(tool, Path(folder))
    for what, changed in variants(data).items():
        checker.check(what, changed, what in REFUSED)
    print(f"{checker.failures} failures")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())

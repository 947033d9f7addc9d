# ===- worker.py - Asks XProf's memory viewer, in XProf's own Python -------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs under a Python that has XProf, and answers one line of JSON for each.

A line on standard input is {"proto": PATH, "spaces": [NUMBER...]}; the answer is
a list, for each space the viewer's table of numbers or the text of its error.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any

from xprof.convert import _pywrap_profiler_plugin as plugin  # type: ignore


def view(folder: str, proto: str, space: int) -> str | dict[str, Any]:
    link = os.path.join(folder, "M.hlo_proto.pb")
    if os.path.lexists(link):
        os.remove(link)
    os.symlink(os.path.abspath(proto), link)
    options = {
        "module_name": "M",
        "memory_space": str(space),
        "view_memory_allocation_timeline": False,
    }
    try:
        answer, ok = plugin.xspace_to_tools_data(
            [os.path.join(folder, "x.xplane.pb")], "memory_viewer", options
        )
        table = json.loads(answer) if ok else answer.decode("utf-8", "replace")
    except (RuntimeError, ValueError) as error:  # what XProf raises is its answer
        return str(error)
    if not isinstance(table, dict):
        return str(table)
    return {k: v for k, v in table.items() if isinstance(v, (int, float))}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            asked = json.loads(line)
            answers: list[str | dict[str, Any]] = []
            answers += [view(folder, asked["proto"], s) for s in asked["spaces"]]
            print(json.dumps(answers), flush=True)


if __name__ == "__main__":
    main()

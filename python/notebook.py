#!/usr/bin/env python3
# ===- notebook.py - Runs the notebook of the docs ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs docs/Notebook.ipynb, and writes it with what its cells display.

Usage: notebook.py [--check] BUILD

BUILD is a build folder with the package. With --check nothing is written, and the texts
that cells display have to be those in the file; pictures depend on fonts.

Exit status: 0, or 1 if a cell raises or --check finds another text.
"""

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "Notebook.ipynb"


def texts(cell: Any) -> list[str]:
    return [
        output.get("text")
        or output["data"].get("text/html", output["data"]["text/plain"])
        for output in cell.get("outputs", [])
        if "image/png" not in output.get("data", {})
    ]


def main() -> int:
    build = Path(sys.argv[-1]).resolve()
    os.environ["PYTHONPATH"] = str(build / "python")
    before = nbformat.read(NOTEBOOK, as_version=4)
    now = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(now, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    try:
        client.execute()
    except CellExecutionError as error:
        print(error)
        return 1
    for cell in now.cells:
        # When a cell ran is of no interest.
        cell["metadata"] = {}
    if "--check" not in sys.argv:
        now["metadata"] = before["metadata"]
        nbformat.write(now, NOTEBOOK)
        return 0
    for old, new in zip(before.cells, now.cells, strict=True):
        if texts(old) != texts(new):
            print(
                f"docs/Notebook.ipynb: python/notebook.py BUILD writes after\n{new.source}"
            )
            print("\n".join(texts(new)))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

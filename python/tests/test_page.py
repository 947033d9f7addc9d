# ===- test_page.py - The map ------------------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The page is the program's, and a notebook shows it in a frame of its own."""

import html
import subprocess
from pathlib import Path

import pytest

import hlo_mem_opt as hmo
from conftest import DUMPS, PROGRAM


def test_page(tmp_path: Path) -> None:
    dump = DUMPS[0]
    page = hmo.analyze(dump).page()
    page.save(tmp_path / "map.html")
    program = [PROGRAM, "-passes=html", str(dump)]
    wanted = subprocess.run(program, check=True, capture_output=True).stdout
    assert (tmp_path / "map.html").read_bytes() == wanted
    shown = page._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts allow-downloads" ')
    assert (
        html.unescape(shown.split('srcdoc="')[1].split('"></iframe>')[0]) == page.html
    )
    assert len(repr(page)) < 100


def test_page_of_several(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}-buffer-assignment.txt").write_bytes(
            Path(DUMPS[0]).read_bytes()
        )
    with pytest.raises(hmo.HloMemError, match=r"on 2 programs; show one: report\[0\]"):
        hmo.analyze(tmp_path).page()

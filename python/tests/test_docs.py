# ===- test_docs.py - The snippets of docs/Python.md -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The snippets of docs/Python.md run one after the other."""

import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

PAGE = (ROOT / "docs" / "Python.md").read_text(encoding="utf-8")


def snippets(kind: str) -> str:
    blocks = re.findall(
        r"^```python([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
    )
    head = "import hlo_mem_opt as hmo\n"
    return head + "\n".join(code for name, code in blocks if name == kind)


def run(kind: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(snippets(kind), "docs/Python.md", "exec"), names)  # noqa: S102 - what the page shows
    return names


def test_snippets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    (tmp_path / "test").symlink_to(ROOT / "test")
    monkeypatch.chdir(tmp_path)
    names = run("")
    sizes = names["report"].allocations["size"]
    printed = capsys.readouterr().out
    assert f"int64 {sizes.sum()}" in printed
    values = names["report"].values
    assert printed.count("[big-values]") == sum(v.size >= 32768 for v in values)
    assert (tmp_path / "heap.png").read_bytes().startswith(b"\x89PNG")
    assert names["verdict"].kind == "fits"


def test_readme(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - what the page shows
    printed = capsys.readouterr().out
    first = names["report"].changes[0]
    assert "DOES NOT FIT v5e" in printed
    assert printed.endswith(f"does not fit {first.change} {first.saves}\n")


def test_snippets_with_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    pytest.importorskip("libtpu")
    monkeypatch.chdir(ROOT)
    names = run(" jax")
    assert names["report"].modules[0].backend == "TPU"
    needed = [
        names["hmo"]
        .analyze(
            names["step"], names["shape"](1024, 4096), names["shape"](size, 1024),
            topology="v5e:2x2",
        )
        .fits("v5e")
        .needed
        for size in (names["batch"], 2 * names["batch"])
    ]  # fmt: skip
    assert needed[0] <= 40 * 2**20 < needed[1]


def test_snippet_of_pytest(pytester: pytest.Pytester) -> None:
    code = re.findall(
        r"^```python test_step\.py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
    )
    pytester.makepyfile(code[0].replace('"test/', f'"{ROOT}/test/'))
    result = pytester.runpytest_subprocess("-p", "hlo_mem_opt.pytest_plugin")
    result.assert_outcomes(passed=1)

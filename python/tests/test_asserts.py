# ===- test_asserts.py - Limits ----------------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Limits, as functions and as a marker of pytest."""

from pathlib import Path

import pytest

import hlo_mem_opt as hmo


def test_functions_that_pass(tpu_dump: Path) -> None:
    hmo.assert_fits(tpu_dump, device="v5e")
    hmo.assert_allocated_below(tpu_dump, "12 GiB")
    hmo.assert_allocated_below(tpu_dump, f"{hmo.analyze(tpu_dump).fits('v5e').needed}")


def test_marker(pytester: pytest.Pytester, dump: Path, tpu_dump: Path) -> None:
    pytester.makepyfile(
        f"""
        import hlo_mem_opt as hmo
        import pytest

        @pytest.mark.hbm_limit("12 GiB")
        def test_limit():
            hmo.analyze({str(dump)!r})

        @pytest.mark.hbm_limit(device="v5e")
        def test_device():
            hmo.analyze({str(tpu_dump)!r})

        def test_none():
            pass
        """
    )
    pytester.runpytest_subprocess("-p", "hlo_mem_opt.pytest_plugin").assert_outcomes(
        passed=3
    )

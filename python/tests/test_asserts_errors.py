# ===- test_asserts_errors.py - Limits that are exceeded ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Limits that are exceeded, or that cannot be judged."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import hlo_mem_opt as hmo


def test_message(tpu_dump: Path) -> None:
    needed = hmo.analyze(tpu_dump).fits("v5e").needed
    with pytest.raises(AssertionError) as raised:
        hmo.assert_allocated_below(tpu_dump, "100 KB")
    lines = str(raised.value).splitlines()
    assert len(lines) <= 25
    assert lines[0] == (
        f"donation-refused-v5e-jax0.10.2 needs {needed / 1024:.2f} KiB ({needed} bytes), "
        f"{(needed - 100000) / 1024:.2f} KiB over the limit 100KB = 97.66 KiB (100000 bytes)"
    )
    shown = sum(float(li.split()[0]) for li in lines if li.split()[1:2] == ["KiB"])
    assert shown == pytest.approx(needed / 1024, rel=0.02)


def test_one_byte_too_much(tpu_dump: Path) -> None:
    needed = hmo.analyze(tpu_dump).fits("v5e").needed
    with pytest.raises(AssertionError, match="1 bytes over"):
        hmo.assert_allocated_below(tpu_dump, str(needed - 1))


def test_other_device(dump: Path, tpu_dump: Path) -> None:
    with pytest.raises(AssertionError, match="is unknown: compiled for TPU"):
        hmo.assert_fits(tpu_dump, device="h100-80gb")


def test_wrong_arguments(tpu_dump: Path) -> None:
    with pytest.raises(hmo.HloMemError, match="name the device"):
        hmo.assert_fits(tpu_dump)
    with pytest.raises(TypeError, match="12 GiB"):
        hmo.assert_allocated_below(tpu_dump, 3)
    with pytest.raises(hmo.HloMemError, match="expected a size"):
        hmo.assert_allocated_below(tpu_dump, "much")


def test_marker(pytester: pytest.Pytester, dump: Path) -> None:
    pytester.makepyfile(
        f"""
        import hlo_mem_opt as hmo
        import pytest

        @pytest.mark.hbm_limit("1 KiB")
        def test_limit():
            hmo.analyze({str(dump)!r})

        @pytest.mark.hbm_limit("1 KiB")
        def test_nothing():
            pass

        @pytest.mark.hbm_limit()
        def test_no_limit():
            pass
        """
    )
    result = pytester.runpytest_subprocess("-p", "hlo_mem_opt.pytest_plugin")
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        [
            "*cpu-while-2025 needs 8.94 KiB (9152 bytes), 7.94 KiB over the limit 1KiB*",
            "*the test analysed no program*",
            "*takes a limit or a device*",
        ]
    )


def test_rest_of_a_folder_that_is_not_read(tmp_path: Path, dump: Path) -> None:
    (tmp_path / "a-buffer-assignment.txt").write_text("BufferAssignment: of nothing")
    (tmp_path / "b-buffer-assignment.txt").write_bytes(dump.read_bytes())
    with pytest.warns(hmo.HloMemWarning):
        report = hmo.analyze(tmp_path)
    verdict = report.fits(memory_limit="12 GiB")
    assert verdict.kind == "unknown"
    assert "not all is read" in verdict.why
    assert report.fits(memory_limit="1").kind == "does not fit"
    with (
        pytest.warns(hmo.HloMemWarning),
        pytest.raises(AssertionError, match="not all is read"),
    ):
        hmo.assert_allocated_below(tmp_path, "12 GiB")


def test_limit_of_a_device(tpu_dump: Path) -> None:
    with pytest.raises(TypeError, match="assert_allocated_below"):
        hmo.assert_fits(tpu_dump, device="v5e", memory_limit="1 GiB")


def test_parts_have_one_type(tpu_dump: Path) -> None:
    with pytest.raises(AssertionError) as raised:
        hmo.assert_allocated_below(tpu_dump, "1")
    shapes = [p.shape for p in hmo.analyze(tpu_dump).parts if p.dtype and p.shape]
    assert any(shape in str(raised.value) for shape in shapes)
    assert not any(f"{t}{t}[" in str(raised.value) for t in ("f32", "bf16", "s32"))


def test_the_same_by_several_processes(pytester: pytest.Pytester, dump: Path) -> None:
    pytest.importorskip("xdist")
    pytester.makepyfile(
        f"""
        import hlo_mem_opt as hmo
        import pytest

        @pytest.mark.hbm_limit("1 KiB")
        @pytest.mark.parametrize("number", range(8))
        def test_marker(number):
            hmo.analyze({str(dump)!r})

        def test_function():
            hmo.assert_allocated_below({str(dump)!r}, "1 KiB")
        """
    )

    def failures(*options: str) -> dict[str, str]:
        pytester.runpytest_subprocess(
            "-p", "hlo_mem_opt.pytest_plugin", "--junitxml=report.xml", *options
        ).assert_outcomes(failed=9)
        cases = ElementTree.parse(pytester.path / "report.xml").iter("testcase")
        return {
            str(case.get("name")): str(failure.get("message"))
            for case in cases
            for failure in case.findall("failure")
        }

    alone = failures()
    assert failures("-n", "4") == alone
    line = "cpu-while-2025 needs 8.94 KiB (9152 bytes), 7.94 KiB over the limit 1KiB = 1.00 KiB"
    assert len(alone) == 9
    for message in alone.values():
        # JUnit keeps the first line, which is complete in itself.
        assert (
            message.split("\n")[0]
            .removeprefix("Failed: ")
            .removeprefix("AssertionError: ")
            .startswith(line)
        )
        assert len(message.splitlines()) <= 25


def test_name_and_change_of_a_program(tpu_dump: Path) -> None:
    data = tpu_dump.read_bytes()
    name = "module_0012.jit_train_step.cl_9.after_optimizations.hlo.pb.gz"
    with pytest.raises(AssertionError) as raised:
        hmo.assert_allocated_below(data, "100 KB", name=name)
    lines = str(raised.value).splitlines()
    assert lines[0].startswith("jit_train_step needs 197.00 KiB (201728 bytes), ")

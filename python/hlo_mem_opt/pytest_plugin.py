# ===- pytest_plugin.py - Limits as a marker of pytest -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A marker of pytest: all programs that a test analyses are held to a limit.

@pytest.mark.hbm_limit("15.75 GiB")
@pytest.mark.hbm_limit(device="v5e")
"""

from __future__ import annotations

from collections.abc import Generator

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "hbm_limit(limit=None, device=None): what hlo_mem_opt.analyze() analyses in the test "
        "must fit into this many bytes, such as '12 GiB', or into the device",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    marker = item.get_closest_marker("hbm_limit")
    if marker is None:
        return (yield)
    from hlo_mem_opt import _asserts, _report

    limit, device = _arguments(*marker.args, **marker.kwargs)
    with _report.collect() as reports:
        result = yield
    if not reports:
        pytest.fail("hbm_limit: the test analysed no program", pytrace=False)
    for report in reports:
        try:
            _asserts.check(report, device=device, memory_limit=limit)
        except AssertionError as error:
            pytest.fail(str(error), pytrace=False)
    return result


def _arguments(
    limit: str | None = None, device: str | None = None
) -> tuple[str | None, str | None]:
    if (limit is None) == (device is None):
        raise ValueError("hbm_limit takes a limit or a device")
    return limit, device

# ===- test_passes_errors.py - Passes that are wrong -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Functions that cannot be passes, and passes that raise."""

import gc
import threading
import traceback
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

import hlo_mem_opt as hmo
from hlo_mem_opt import _passes


def register(function: Callable[..., None]) -> None:
    hmo.register_pass(name="wrong")(function)


def test_names() -> None:
    def nothing(module: hmo.Module) -> None:
        pass

    with pytest.raises(hmo.HloMemError, match="'peak' is taken"):
        hmo.register_pass(name="peak")(nothing)
    with pytest.raises(hmo.HloMemError, match="Two Words"):
        hmo.register_pass(name="Two Words")(nothing)
    assert not _passes._known


def test_options() -> None:
    def positional(module: hmo.Module, top: int = 1) -> None:
        pass

    def required(module: hmo.Module, *, top: int) -> None:
        pass

    def a_float(module: hmo.Module, *, top: float = 1.5) -> None:
        pass

    def negative(module: hmo.Module, *, top: int = -1) -> None:
        pass

    for function in (positional, required, a_float, negative):
        with pytest.raises(hmo.HloMemError, match="'top'"):
            register(function)


def test_values_of_options(dump: Path) -> None:
    def good(
        module: hmo.Module, *, top: int = 1, least: hmo.Bytes = hmo.Bytes(1)
    ) -> None:
        pass

    register(good)
    report = hmo.analyze(dump)
    with pytest.raises(hmo.HloMemError, match="'top'.*number"):
        report.run("wrong<top=many>")
    with pytest.raises(hmo.HloMemError, match="'least'"):
        report.run("wrong<least=1 parsec>")
    with pytest.raises(hmo.HloMemError, match="no option 'tip'.*top"):
        report.run("wrong<tip=1>")


def test_messages(dump: Path) -> None:
    calls: list[tuple[Callable[[hmo.Module], None], type[Exception], str]] = [
        (lambda m: m.remark("{a}"), ValueError, "'{a}' is not"),
        (lambda m: m.remark("{a:>3}", a=1), ValueError, "'{a}' is not"),
        (lambda m: m.remark("{}", a=1), ValueError, "'{}' is not"),
        (lambda m: m.remark("x", a=1), ValueError, "no field '{a}'"),
        (lambda m: m.remark("{a}", a=-1), TypeError, "'a' is -1"),
        (lambda m: m.remark("{a}", a=1.5), TypeError, "'a' is 1.5"),
        (lambda m: m.remark("{a}", a=True), TypeError, "'a' is True"),
        (lambda m: m.remark("{a}", a=1 << 64), TypeError, "'a' is 1844"),
        (lambda m: m.remark("x", at=10**9), ValueError, "no value has the id"),
    ]
    report = hmo.analyze(dump)
    for call, kind, message in calls:
        register(call)
        with pytest.raises(kind, match=message.replace("{", r"\{")):
            report.run("wrong")


def test_an_exception_arrives_with_its_traceback(dump: Path) -> None:
    class OwnError(Exception):
        pass

    def raises_own(module: hmo.Module) -> None:
        raise OwnError("of mine")

    register(raises_own)
    with pytest.raises(OwnError, match="of mine") as caught:
        hmo.analyze(dump).run("peak,wrong,frag")
    frames = [f.name for f in traceback.extract_tb(caught.value.__traceback__)]
    assert frames[-1] == "raises_own"


def test_nothing_leaks(dump: Path) -> None:
    class Marker:
        pass

    seen: list[weakref.ref[Marker]] = []

    def raises(module: hmo.Module) -> None:
        marker = Marker()
        seen.append(weakref.ref(marker))
        raise ValueError(marker)

    register(raises)
    with pytest.raises(ValueError, match="Marker"):
        hmo.analyze(dump).run("wrong")
    gc.collect()
    assert seen[0]() is None


def test_a_module_is_gone_with_its_pass(dump: Path) -> None:
    kept: list[hmo.Module] = []
    register(kept.append)
    hmo.analyze(dump).run("wrong")
    for use in (
        lambda: kept[0].name,
        lambda: kept[0].values,
        lambda: kept[0].remark("x"),
    ):
        with pytest.raises(RuntimeError, match="has ended"):
            use()


def test_another_thread_is_refused(dump: Path) -> None:
    found: list[str] = []

    def work(module: hmo.Module) -> None:
        try:
            module.remark("x")
        except RuntimeError as error:
            found.append(str(error))

    def starts_a_thread(module: hmo.Module) -> None:
        thread = threading.Thread(target=work, args=(module,))
        thread.start()
        thread.join()

    register(starts_a_thread)
    assert not hmo.analyze(dump).run("wrong")
    assert found == ["only the thread of the pass may use its module"]


def test_a_pass_that_analyses(dump: Path) -> None:
    def analyses(module: hmo.Module) -> None:
        module.remark("{n}", n=len(hmo.analyze(dump).values))

    register(analyses)
    report = hmo.analyze(dump)
    assert report.run("wrong")[0]["n"] == len(report.values)


def test_wrong_arguments_of_the_function(dump: Path) -> None:
    def takes_nothing() -> None:
        pass

    register(takes_nothing)
    with pytest.raises(TypeError, match="takes_nothing"):
        hmo.analyze(dump).run("wrong")

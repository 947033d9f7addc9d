# ===- test_jax_errors.py - Programs of jax that cannot be analysed ----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Programs of jax that cannot be analysed."""

import _thread
import dataclasses
import glob
import os
import signal
import tempfile
import threading
from typing import Any

import pytest

import hlo_mem_opt as hmo
from hlo_mem_opt import _jax_private, _workers
from hlo_mem_opt import jax as hmo_jax
from test_jax import ARGUMENTS, needs_libtpu, step, workers_of

jax = pytest.importorskip("jax")
jnp = jax.numpy


def test_function_that_does_not_trace() -> None:
    def wrong(x: Any) -> Any:
        return x @ jnp.zeros((3, 3))

    with pytest.raises(TypeError, match="dot_general"):
        hmo.analyze(wrong, *ARGUMENTS[:1])


def test_compiled_for_another_device() -> None:
    compiled = jax.jit(step).lower(*ARGUMENTS).compile()
    with pytest.raises(hmo.HloMemError, match="for its own device"):
        hmo.analyze(compiled, topology="v5e:2x2")


@needs_libtpu
def test_unknown_topology() -> None:
    with pytest.raises(hmo.CompileError, match="v99:2x2"):
        hmo.analyze(step, *ARGUMENTS, topology="v99:2x2")


@needs_libtpu
def test_lowered_for_another_device() -> None:
    with pytest.raises(hmo.CompileError, match="lowered for cpu, not for v5e"):
        hmo.analyze(jax.jit(step).lower(*ARGUMENTS), topology="v5e:2x2")


def test_no_topology() -> None:
    with pytest.raises(hmo.CompileError, match="no topology 'h99:4'.*h100-80gb"):
        hmo.analyze(step, *ARGUMENTS, topology="h99:4")


def test_no_plugin_for_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(hmo.CompileError, match=r"pip install 'jax\[cuda13\]=="):
        hmo.analyze(step, *ARGUMENTS, topology="h100-80gb")


def test_no_libtpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(hmo.CompileError, match=r"pip install 'jax\[tpu\]=="):
        hmo.analyze(step, *ARGUMENTS, topology="v5e:2x2")


def test_timeout() -> None:
    with pytest.raises(hmo.CompileError, match=r"after 0\.05 s"):
        hmo.analyze(step, *ARGUMENTS, timeout=0.05)


def test_compiler_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    job = _jax_private.capture(jax.jit(step).lower(*ARGUMENTS), {})
    broken = dataclasses.replace(job, module=b"no bytecode")
    monkeypatch.setattr(_jax_private, "capture", lambda lowered, names: broken)
    with pytest.raises(hmo.CompileError, match="MLIR|parse|bytecode"):
        hmo.analyze(step, *ARGUMENTS)
    real = _workers.subprocess.Popen

    def killed(*args: Any, **kwargs: Any) -> Any:
        process = real(*args, **kwargs)
        os.kill(process.pid, signal.SIGKILL)
        return process

    monkeypatch.setattr(_workers.subprocess, "Popen", killed)
    with pytest.raises(hmo.CompileError, match="signal 9"):
        hmo.analyze(step, *ARGUMENTS)


def test_private_name_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    from jax._src import compiler

    monkeypatch.delattr(compiler, "compile_or_get_cached")
    with pytest.raises(
        hmo.CompileError, match="has no .*compile_or_get_cached any more"
    ):
        hmo.analyze(jax.jit(step).lower(*ARGUMENTS))


def test_two_versions_of_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jax, "__version__", "0.1")
    with pytest.raises(
        hmo.CompileError, match=r"lowered by jax 0\.1 with .* finds jax 0\..*PYTHONPATH"
    ):
        hmo.analyze(step, *ARGUMENTS)


def test_interrupt_while_compiling() -> None:
    def slow(x: Any) -> Any:
        for _ in range(300):
            x = jnp.sin(x) @ x
        return x

    lowered = jax.jit(slow).lower(ARGUMENTS[0].update(shape=(64, 64)))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        hmo.analyze(lowered)
    signal.signal(signal.SIGINT, before)
    assert not workers_of(os.getpid())
    assert not glob.glob(os.path.join(tempfile.gettempdir(), "hlo-mem-opt.tmp*"))


def test_proto_that_is_not_whole() -> None:
    compiled = jax.jit(step).lower(*ARGUMENTS).compile()
    (proto,) = hmo_jax.files_of_compiled(compiled).values()
    assert hmo_jax._has_assignment(proto)
    for size in (0, 1, 2, 5, len(proto) // 2, len(proto) - 1):
        assert not hmo_jax._has_assignment(proto[:size])


def test_watch_that_sees_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with hmo_jax.watch() as watched:
        pass
    assert watched.report is None
    assert "nothing was compiled" in capsys.readouterr().out
    with pytest.raises(ZeroDivisionError), hmo_jax.watch():
        raise ZeroDivisionError
    from jax._src import compiler

    assert compiler.compile_or_get_cached.__module__ == "jax._src.compiler"

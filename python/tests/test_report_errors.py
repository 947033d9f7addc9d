# ===- test_report_errors.py - What cannot be analysed -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What cannot be analysed is a clear exception, and never a crash."""

import _thread
import os
import pickle
import signal
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import hlo_mem_opt as hmo
from conftest import ROOT


def test_dump_with_an_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("BufferAssignment:\nallocation 0: siz 3\n")
    with pytest.raises(hmo.HloMemError, match="expected 'size '") as raised:
        hmo.analyze(path)
    error = raised.value
    assert (error.file, error.line, error.column) == (str(path), 2, 15)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line) == (str(error), 2)


def test_bytes_with_an_error() -> None:
    with pytest.raises(hmo.HloMemError) as raised:
        hmo.analyze(b"BufferAssignment:\nallocation 0: siz 3\n", name="x.txt")
    assert (raised.value.file, raised.value.line) == ("x.txt", 2)


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"\x1f\x8b\x08", os.urandom(4096), b"\n" * 9]
)
def test_bytes_that_are_no_dump(data: bytes) -> None:
    with pytest.raises(hmo.HloMemError, match="dump"):
        hmo.analyze(data)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(hmo.HloMemError, match="name of a file"):
        hmo.analyze(b"", name=name)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.txt"):
        hmo.analyze(tmp_path / "none.txt")


def test_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(hmo.HloMemError, match="folder"):
        hmo.analyze(tmp_path)


def test_broken_dump_in_a_folder(tmp_path: Path, dump: Path) -> None:
    (tmp_path / "a.txt").write_bytes(dump.read_bytes())
    (tmp_path / "b-buffer-assignment.txt").write_text(
        "BufferAssignment:\nallocation 0: si"
    )
    (tmp_path / "c-buffer-assignment.txt").write_bytes(dump.read_bytes())
    with pytest.warns(hmo.HloMemWarning, match="expected 'size '"):
        report = hmo.analyze(tmp_path)
    assert [m.module for m in report.modules] == ["c"]


@pytest.mark.parametrize("source", [None, 3, object(), {"a": 1}, [1], b""[:0].hex])
def test_objects_of_others(source: object) -> None:
    with pytest.raises((TypeError, hmo.HloMemError, ModuleNotFoundError)):
        hmo.analyze(source)


def test_arguments_without_a_function(dump: Path) -> None:
    with pytest.raises(TypeError, match="only a function"):
        hmo.analyze(dump, 3)


def test_wrong_pipeline(tpu_dump: Path) -> None:
    report = hmo.analyze(tpu_dump)
    with pytest.raises(hmo.HloMemError, match="did you mean 'peak'"):
        report.run("peek")
    with pytest.raises(hmo.HloMemError, match="expects a number"):
        report.run("peak<top=x>")
    with pytest.raises(hmo.HloMemError):
        report.apply("drop<values=nothing-like-it>")


def test_file_that_changed(tmp_path: Path, dump: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(dump.read_bytes())
    report = hmo.analyze(path)
    path.write_bytes(dump.read_bytes() + b"\n")
    with pytest.raises(hmo.HloMemError, match="has changed"):
        len(report.values)
    path.unlink()
    with pytest.raises(hmo.HloMemError, match="has changed"):
        report.run("peak")


def test_large_file_that_is_truncated_meanwhile(tmp_path: Path, dump: Path) -> None:
    # A mapped file would end the process.
    path = tmp_path / "a.txt"
    path.write_bytes(dump.read_bytes() * 200)
    stop = threading.Event()

    def truncate() -> None:
        while not stop.is_set():
            os.truncate(path, 10)
            os.truncate(path, 4_000_000)

    thread = threading.Thread(target=truncate)
    thread.start()
    for _ in range(5):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                hmo.analyze(path)
            except hmo.HloMemError:
                pass
    stop.set()
    thread.join()


def test_other_device(dump: Path, tpu_dump: Path) -> None:
    verdict = hmo.analyze(tpu_dump).fits("h100-80gb")
    assert verdict.kind == "unknown"
    assert "TPU" in verdict.why
    with pytest.raises(hmo.UnknownVerdictError):
        bool(verdict)
    # Of the same backend: a v4 lacks memory that the program uses.
    path = ROOT / "test/Inputs/proto/named-layers-v5e-jax0.10.2.hlo.pb.gz"
    verdict = hmo.analyze(path).fits("v4")
    assert (verdict.kind, verdict.limit) == ("unknown", None)
    with pytest.raises(hmo.UnknownVerdictError, match="compiled for another TPU"):
        bool(verdict)
    with pytest.raises(hmo.HloMemError, match="unknown device"):
        hmo.analyze(tpu_dump).fits("v5x")
    with pytest.raises(hmo.HloMemError, match="expected a size"):
        hmo.analyze(tpu_dump).fits(memory_limit="much")


def test_verdict_of_no_limit(dump: Path) -> None:
    with pytest.raises(hmo.UnknownVerdictError, match="no limit is given"):
        bool(hmo.analyze(dump).fits())


def interrupt(tmp_path: Path, dump: Path, send: Callable[[], None]) -> None:
    """Has `send`, in another thread, interrupt what reads a folder again and again."""
    for i in range(60):
        (tmp_path / f"{i}-buffer-assignment.txt").write_bytes(dump.read_bytes())
    # What starts the tests may have them ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, send).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while time.monotonic() < start + 60:
            hmo.analyze(tmp_path)
    signal.signal(signal.SIGINT, before)
    # The next one is not interrupted.
    assert len(hmo.analyze(dump).modules) == 1


def test_interrupt(tmp_path: Path, dump: Path) -> None:
    main = threading.main_thread().ident
    assert main is not None
    interrupt(tmp_path, dump, lambda: signal.pthread_kill(main, signal.SIGINT))


def test_a_thread_that_interrupts(tmp_path: Path, dump: Path) -> None:
    interrupt(tmp_path, dump, _thread.interrupt_main)


def test_passes_that_write_documents(dump: Path) -> None:
    for passes in ("print", "peak,csv<tables=spaces>"):
        with pytest.raises(hmo.HloMemError, match="writes a document"):
            hmo.analyze(dump).run(passes)


def test_progress_that_raises(dump: Path) -> None:
    def raises(done: int, total: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        hmo.analyze(dump, progress=raises)


def test_an_interrupt_ends_no_other_run(tmp_path: Path, tpu_dump: Path) -> None:
    for i in range(40):
        (tmp_path / f"{i}.after_optimizations.hlo.pb.gz").write_bytes(
            tpu_dump.read_bytes()
        )

    def raises(done: int, total: int) -> None:
        raise KeyError(done)

    def interrupt() -> None:
        # What is ended begins again, and so never ends while others are ended.
        for _ in range(5):
            with pytest.raises(KeyError):
                hmo.analyze(tmp_path, progress=raises)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while thread.is_alive():
            assert len(hmo.analyze(tmp_path).modules) == 40
    thread.join()

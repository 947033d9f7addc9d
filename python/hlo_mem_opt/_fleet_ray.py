# ===- _fleet_ray.py - An Executor over Ray ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""An Executor over Ray, which has none of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import ray


class RayExecutor(Executor):
    """Runs functions as tasks of the cluster that ray.init() has joined.

    A task whose worker ends runs again, at most `max_retries` times; then its future has
    the exception of Ray. Options are those of `ray.remote`: num_cpus=1, memory=2**30.
    """

    def __init__(self, max_retries: int = 3, **options: Any) -> None:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        self._call = ray.remote(max_retries=max_retries, **options)(_call)
        self._lock = threading.Lock()
        self._pending: dict[Any, Future[Any]] = {}
        self._is_closed = False

    def submit(
        self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        with self._lock:
            if self._is_closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            reference = self._call.remote(fn, args, kwargs)
            future: Future[Any] = Future()
            future.set_running_or_notify_cancel()
            self._pending[reference] = future
        # Ray calls back on a thread of its own.
        reference.future().add_done_callback(lambda done: self._end(reference, done))
        return future

    def _end(self, reference: Any, done: Future[Any]) -> None:
        with self._lock:
            future = self._pending.pop(reference)
        if done.cancelled():
            future.set_exception(RuntimeError("the task was cancelled"))
        elif error := done.exception():
            future.set_exception(error)
        else:
            future.set_result(done.result())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._is_closed = True
            pending = list(self._pending.items())
        for reference, future in pending:
            if cancel_futures:
                ray.cancel(reference, force=True)
            if wait:
                future.exception()


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)

# ===- _fleet_ray.py - An Executor over Ray ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""An Executor over Ray, which has none of its own."""

from __future__ import annotations

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
        self._pending: dict[Future[Any], Any] = {}
        self._is_closed = False

    def submit(
        self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        if self._is_closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        reference = self._call.remote(fn, args, kwargs)
        future: Future[Any] = reference.future()
        self._pending[future] = reference
        future.add_done_callback(self._end)
        return future

    def _end(self, future: Future[Any]) -> None:
        """On a thread of Ray, or on that which cancels."""
        reference = self._pending.pop(future)
        if future.cancelled():
            ray.cancel(reference, force=True)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._is_closed = True
        for future, reference in list(self._pending.items()):
            if cancel_futures:
                ray.cancel(reference, force=True)
            if wait:
                future.exception()


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)

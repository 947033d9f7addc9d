# ===- _worker.py - A process that compiles one program ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles one program in a process of its own, which is ended as soon as the buffer
assignment is on disk.

Usage: python -m hlo_mem_opt._worker TOPOLOGY PARENT, with a folder on the standard input
that has a pickled job, and gets its dump; without one it ends. TOPOLOGY is empty for the
CPU, and PARENT the id of the process that starts this one.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> int:
    topology, parent = sys.argv[1], int(sys.argv[2])
    # It ends with the thread that has started it, which waits for it or needs it no more.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:
        return 1
    import jax  # noqa: F401 - so that it is there when the job comes

    from hlo_mem_opt import _jax_private
    from hlo_mem_opt._topology import cpu_devices, topology_devices

    try:
        devices = topology_devices(topology) if topology else None
        folder = sys.stdin.buffer.read()
        if not folder:
            return 0
        with open(os.path.join(folder, b"job"), "rb") as file:
            job = pickle.load(file)
        if devices is None:
            devices = tuple(cpu_devices(max(job.devices) + 1))
        dump = os.fsdecode(os.path.join(folder, b"dump"))
        _jax_private.compile_job(job, devices, dump)
    except Exception as error:  # noqa: BLE001 - whatever XLA raises is told
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    status = main()
    sys.stderr.flush()
    # Threads of XLA have nothing to finish.
    os._exit(status)

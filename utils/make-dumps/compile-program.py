#!/usr/bin/env python3
# ===- compile-program.py - Compiles one program with JAX ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles one program, which is not run; what XLA dumps on the way is the aim.

Usage: compile-program.py FACTS [PROGRAM SIZE]

make-dumps.py starts this once per program and size, in a process of its own:
XLA reads its flags once, and a crash of the compiler ends one program only.
Writes to FACTS, as JSON, what compiled: versions, backend, device; with a
PROGRAM (a file, see README.md) also the name of its function or, under
"skipped", why it does not apply to this device.

Exit status: 0, or 3 if JAX cannot be imported, or 1 if anything else fails.
"""

import importlib.util
import json
import os
import sys


def describe(jax):
    import jaxlib.version

    device = jax.devices()[0]
    client = getattr(device, "client", None)
    return {
        "backend": jax.default_backend(),
        "device": device.device_kind,
        "platform": getattr(client, "platform_version", None),
        "jax": jax.__version__,
        "jaxlib": jaxlib.version.__version__,
    }


def memories(jax):
    """The memory kinds of a device with a memory of its own."""
    device = jax.devices()[0]
    # Recent releases tell of several for a CPU too, but they are one memory.
    if jax.default_backend() == "cpu":
        return set()
    if not hasattr(device, "addressable_memories"):
        return set()
    return {memory.kind for memory in device.addressable_memories()}


def load(path):
    name = os.path.splitext(os.path.basename(path))[0].replace("-", "_")
    spec = importlib.util.spec_from_file_location("program_" + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_program(jax, path, size):
    program = load(path)
    if hasattr(program, "unsupported"):
        reason = program.unsupported(memories(jax))
        if reason:
            return {"skipped": reason}
    function, arguments = program.build(size)
    function.lower(*arguments).compile()
    return {"function": function.__name__}


def main():
    try:
        import jax
    except ImportError as error:
        print(error, file=sys.stderr)
        return 3
    facts = describe(jax)
    if len(sys.argv) > 2:
        facts.update(compile_program(jax, sys.argv[2], sys.argv[3]))
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(facts, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())

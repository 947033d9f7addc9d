#!/usr/bin/env python3
# ===- compile-program.py - Compiles programs with JAX -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles programs, which are not run; what XLA dumps on the way is the aim.

Usage: compile-program.py

make-dumps.py starts this with the Python of one JAX, and both talk in lines of
JSON on standard input and output. The first line says what to compile for:

  {"backend": "tpu", "topology": "v5e:2x2", "target": null}

where the backend null is what JAX finds on this machine; the answer tells of the
device and the versions. Each further line is a program, of which the answer
tells the seconds, XLA's memory_analysis(), the error, or why it was skipped:

  {"program": "PATH", "size": "small", "arguments": {}, "options": {}}

Exit status: 0, or 3 if JAX cannot be imported.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import inspect
import json
import os
import re
import sys
import time
from types import ModuleType
from typing import Any

Message = dict[str, Any]

# What a compiler knows that tells of no memories itself.
MEMORIES = {"device", "pinned_host"}


class Target:
    """What is compiled for, as programs see it."""

    def __init__(self, jax: Any, setup: Message) -> None:
        # Whether the devices are of this machine, which could run a program.
        self.present = not setup["topology"]
        if not self.present:
            self.platform: str = setup["backend"]
            self.devices: list[Any] = list(topology(setup).devices)
        else:
            self.platform = jax.default_backend()
            self.devices = list(jax.devices())
        self.device: str = setup.get("device") or self.platform
        self.memories = self.find_memories()

    def find_memories(self) -> set[str]:
        # Recent releases tell of several for a CPU too, but they are one memory.
        if self.platform == "cpu":
            return set()
        kinds: set[str] = set()
        if hasattr(self.devices[0], "addressable_memories"):
            kinds = {memory.kind for memory in self.devices[0].addressable_memories()}
        return kinds if kinds or self.present else set(MEMORIES)

    def mesh(self, shape: tuple[int, ...], names: tuple[str, ...]) -> Any:
        """A mesh of the first devices."""
        import numpy
        from jax.sharding import Mesh

        count = 1
        for dimension in shape:
            count *= dimension
        return Mesh(numpy.array(self.devices[:count]).reshape(shape), names)


def topology(setup: Message) -> Any:
    from jax.experimental import topologies

    if setup["backend"] == "tpu":
        name = setup["topology"]
        options = {}
        # Both cores of a chip as one device, as JAX on a v4 has them.
        if "-megacore:" in name:
            name = name.replace("-megacore:", ":")
            options["chip_config_name"] = "megacore"
        return topologies.get_topology_desc(name, platform="tpu", **options)
    return topologies.get_topology_desc(
        platform="cuda", topology=setup["topology"], target_config=setup["target"]
    )


def libtpu_version() -> str | None:
    try:
        return importlib.metadata.version("libtpu")
    except importlib.metadata.PackageNotFoundError:
        return None


def describe(jax: Any, target: Target) -> Message:
    import jaxlib.version

    device = target.devices[0]
    try:
        platform = device.client.platform_version
    except Exception:  # noqa: BLE001 - a client without a device may have none
        platform = None
    return {
        "backend": target.platform,
        "device_kind": device.device_kind,
        "devices": len(target.devices),
        "platform": platform,
        "python": "%d.%d.%d" % sys.version_info[:3],
        "jax": jax.__version__,
        "jaxlib": jaxlib.version.__version__,
        "libtpu": libtpu_version() if target.platform == "tpu" else None,
    }


def load(folder: str, path: str) -> ModuleType:
    # Last, so that nothing in it stands before a module of its name.
    if folder not in sys.path:
        sys.path.append(folder)
    name = os.path.splitext(os.path.basename(path))[0].replace("-", "_")
    spec = importlib.util.spec_from_file_location("program_" + name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def takes(function: Any, name: str) -> bool:
    return name in inspect.signature(function).parameters


def placed(jax: Any, target: Target, arguments: Any) -> Any:
    """The arguments on the first device, if the program puts none of them itself."""
    tree = jax.tree_util
    leaves = tree.tree_leaves(arguments)
    if target.present or any(getattr(leaf, "sharding", None) for leaf in leaves):
        return arguments
    sharding = jax.sharding.SingleDeviceSharding(target.devices[0])
    return tree.tree_map(
        lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=sharding),
        arguments,
    )


def memory_analysis(compiled: Any) -> dict[str, int] | None:
    """All numbers of XLA's own analysis, whichever this version has."""
    try:
        analysis = compiled.memory_analysis()
    except Exception:  # noqa: BLE001 - not every backend has one
        return None
    values = {name: getattr(analysis, name) for name in dir(analysis) if name[0] != "_"}
    return {name: value for name, value in values.items() if type(value) is int} or None


def message(error: Exception) -> str:
    """The error's text; XLA's own begins with a status already."""
    text = str(error)
    if re.match(r"[A-Z_]+: ", text):
        return text
    return "%s: %s" % (type(error).__name__, text)


def compile_program(jax: Any, target: Target, job: Message) -> Message:
    program = load(job["folder"], job["program"])
    if hasattr(program, "unsupported"):
        wants_target = takes(program.unsupported, "target")
        reason = program.unsupported(target if wants_target else target.memories)
        if reason:
            return {"skipped": reason}
    arguments = dict(job["arguments"])
    if takes(program.build, "target"):
        arguments["target"] = target
    function, inputs = program.build(job["size"], **arguments)
    inputs = placed(jax, target, inputs)
    start = time.monotonic()
    try:
        compiled = function.lower(*inputs).compile(job["options"])
    finally:
        job["seconds"] = round(time.monotonic() - start, 3)
    return {"memory_analysis": memory_analysis(compiled)}


def answer(jax: Any, target: Target, job: Message) -> Message:
    try:
        result = compile_program(jax, target, job)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is said
        result = {"error": message(error)}
    # Thousands of compiled programs would not be missed, but fill the memory.
    jax.clear_caches()
    return dict(result, wall_seconds=job.get("seconds"))


def main() -> int:
    # Libraries write to standard output; the answers are to stay apart.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    setup = json.loads(sys.stdin.readline())
    try:
        import jax
    except ImportError as error:
        print(error, file=sys.stderr)
        return 3
    try:
        target = Target(jax, setup)
        facts = describe(jax, target)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is said
        print(json.dumps({"error": message(error)}), file=answers, flush=True)
        return 0
    print(json.dumps(facts), file=answers, flush=True)
    for line in sys.stdin:
        result = answer(jax, target, json.loads(line))
        print(json.dumps(result), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

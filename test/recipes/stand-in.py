"""Gives utils/recipes/proto-of-compiled.py what JAX hands out of a compiled function,
taken from an HloProto that XLA dumped, and writes what the recipe makes of it.

Usage: stand-in.py RECIPE HLO_PROTO RESULT [no-assignment | old-jax | two-modules]
"""

import gzip
import importlib.util
import os
import sys
from types import SimpleNamespace

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Utils"))
from wire import message


class Module:
    def __init__(self, proto: bytes) -> None:
        self.proto = proto

    def as_serialized_hlo_module_proto(self) -> bytes:
        return self.proto


class Compiled:
    def __init__(self, program: bytes, assignment: bytes, kind: str) -> None:
        self.modules = [Module(program)] * (2 if kind == "two-modules" else 1)
        self.memory = SimpleNamespace(serialized_buffer_assignment_proto=assignment)
        if kind == "no-assignment":
            self.memory.serialized_buffer_assignment_proto = b""
        elif kind == "old-jax":
            del self.memory.serialized_buffer_assignment_proto

    def memory_analysis(self) -> SimpleNamespace:
        return self.memory

    def runtime_executable(self) -> SimpleNamespace:
        return SimpleNamespace(hlo_modules=lambda: self.modules)


def main() -> int:
    recipe_file, source, result = sys.argv[1:4]
    kind = sys.argv[4] if len(sys.argv) > 4 else ""
    spec = importlib.util.spec_from_file_location("recipe", recipe_file)
    assert spec and spec.loader
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    with gzip.open(source) as file:
        whole = file.read()
    try:
        proto = recipe.hlo_proto(Compiled(message(whole, 1), message(whole, 3), kind))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    with open(result, "wb") as out:
        out.write(proto)
    return 0


if __name__ == "__main__":
    sys.exit(main())

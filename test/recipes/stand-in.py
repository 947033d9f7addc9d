"""Gives utils/recipes/proto-of-compiled.py what JAX hands out of a compiled function,
taken from an HloProto that XLA dumped, and writes what the recipe makes of it.

Usage: stand-in.py RECIPE HLO_PROTO RESULT [no-assignment | old-jax | two-modules]
"""

import gzip
import importlib.util
import sys
from types import SimpleNamespace


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def read_fields(data: bytes) -> dict[int, bytes]:
    """The messages and strings at the top of a message, by number."""
    fields = {}
    at = 0
    while at != len(data):
        key, at = read_varint(data, at)
        assert key & 7 == 2, "an HloProto has messages alone"
        size, at = read_varint(data, at)
        fields[key >> 3] = data[at : at + size]
        at += size
    return fields


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
        fields = read_fields(file.read())
    try:
        proto = recipe.hlo_proto(Compiled(fields[1], fields[3], kind))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    with open(result, "wb") as file:
        file.write(proto)
    return 0


if __name__ == "__main__":
    sys.exit(main())

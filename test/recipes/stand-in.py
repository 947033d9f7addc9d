"""Gives utils/recipes/proto-of-compiled.py what JAX hands out of a compiled function,
taken from an HloProto that XLA dumped, and writes what the recipe makes of it.

Usage: stand-in.py RECIPE HLO_PROTO RESULT
"""

import gzip
import importlib.util
import sys
from types import SimpleNamespace

from wire import message


def main() -> None:
    recipe_file, source, result = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("recipe", recipe_file)
    assert spec and spec.loader
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    with gzip.open(source) as file:
        whole = file.read()
    program, assignment = message(whole, 1), message(whole, 3)
    module = SimpleNamespace(as_serialized_hlo_module_proto=lambda: program)
    executable = SimpleNamespace(hlo_modules=lambda: [module])
    memory = SimpleNamespace(serialized_buffer_assignment_proto=assignment)
    compiled = SimpleNamespace(
        memory_analysis=lambda: memory, runtime_executable=lambda: executable
    )
    with open(result, "wb") as out:
        out.write(recipe.hlo_proto(compiled))


if __name__ == "__main__":
    main()

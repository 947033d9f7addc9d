"""As much of JAX as make-dumps.py meets: compiling writes a made-up dump."""

import os
import sys
from types import SimpleNamespace

__version__ = "0.10.1"
version = SimpleNamespace(__version__="0.10.0")
sys.modules["jaxlib"] = SimpleNamespace(version=version)
sys.modules["jaxlib.version"] = version
tree_util = SimpleNamespace(tree_leaves=list)
TEXT = """HloModule jit_%s

%%add = f32[4]{0} add(%%x, %%x), metadata={source_file="/home/someone/it.py"}
"""


def default_backend():
    return "cpu"


def devices():
    return [SimpleNamespace(device_kind="Fake CPU")]


def clear_caches():
    pass


class Function:
    def __init__(self, name):
        self.name = name

    def write(self, options, module, lines):
        files = {"-buffer-assignment.txt": "BufferAssignment:\n" * lines}
        files[".txt"] = TEXT % self.name
        for ending, text in files.items():
            name = module + ".cpu_after_optimizations" + ending
            path = os.path.join(options["xla_dump_to"], name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def lower(self):
        return self

    def compile(self, options):
        if self.name == "fails":
            raise RuntimeError("no such operation\nin a stack of frames")
        self.write(options, "module_0001.jit_convert", 500)
        self.write(options, "module_0003.jit_" + self.name, 1)
        return self

    def memory_analysis(self):
        return SimpleNamespace(temp_size_in_bytes=17, serialized=b"no number")

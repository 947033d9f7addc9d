"""As much of JAX as make-dumps.py meets: compiling writes made-up dumps.

Programs are built but not traced. The environment chooses:
  FAKE_JAX_BACKEND  cpu (the default), gpu or tpu
  FAKE_JAX_VERSION  the version it gives out to be
  FAKE_JAX_FAIL     the function that does not compile
  FAKE_JAX_EMPTY    the function for which XLA writes nothing
  FAKE_JAX_KILLED   the function at which the compiler crashes
  FAKE_JAX_COMBINED set: the dump is one file, as before 2026
  FAKE_JAX_NAMELESS set: XLA leaves the modules' names out
  FAKE_JAX_DUMP     a file to take for every program's dump
"""

import os
import re
import shutil
import signal
import sys
from unittest.mock import MagicMock

__version__ = os.environ.get("FAKE_JAX_VERSION", "0.10.1")
BACKEND = os.environ.get("FAKE_JAX_BACKEND", "cpu")

for name in ("ad_checkpoint", "experimental", "numpy", "sharding"):
    globals()[name] = sys.modules["jax." + name] = MagicMock(name="jax." + name)
checkpoint = MagicMock()
checkpoint_policies = MagicMock()
lax = MagicMock()


class Memory:
    def __init__(self, kind):
        self.kind = kind


class Device:
    device_kind = "Fake " + BACKEND.upper()

    def addressable_memories(self):
        return [Memory("device"), Memory("pinned_host")]


def devices():
    return [Device()]


def default_backend():
    return os.environ.get("JAX_PLATFORMS") or BACKEND


class ShapeDtypeStruct:
    def __init__(self, shape, dtype, sharding=None):
        assert all(isinstance(dimension, int) for dimension in shape)


def dump_folder():
    """Where the flags say; a TPU's compiler has a variable of its own."""
    variable = "LIBTPU_INIT_ARGS" if BACKEND == "tpu" else "XLA_FLAGS"
    flags = os.environ.get(variable, "")
    if "XLA_FLAGS" in os.environ and "--xla_tpu_" in os.environ["XLA_FLAGS"]:
        sys.exit("Unknown flag in XLA_FLAGS")
    return re.findall(r"--xla_dump_to=(\S+)", flags)[-1]


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


INSTRUCTION = (
    '%%add = f32[4]{0} add(%%x, %%x), metadata={op_name="jit(%s)/add"'
    ' source_file="/home/someone/a \\"b\\"/it.py" source_line=3}'
)


def write_dumps(name):
    folder = dump_folder()
    if os.environ.get("FAKE_JAX_EMPTY") == name:
        return
    told = ("XLA_FLAGS", "LIBTPU_INIT_ARGS", "JAX_PLATFORMS")
    lines = ["%s=%s\n" % (name, os.environ.get(name)) for name in told]
    write(folder, "environment", "".join(lines))
    # Larger than the program's own.
    other = "module_0001.jit_convert.%s_after_optimizations" % BACKEND
    write(folder, other + "-buffer-assignment.txt", "other\n" * 500)
    # A name that only begins like the program's.
    other = "module_0002.jit_%s_2.%s_after_optimizations" % (name, BACKEND)
    write(folder, other + "-buffer-assignment.txt", "other\n" * 600)
    own = "module_0003.jit_%s" % name
    if "FAKE_JAX_NAMELESS" in os.environ:
        own = "module_0003"
    write(folder, own + ".before_optimizations.txt", "before\n")
    own += ".%s_after_optimizations" % BACKEND
    instruction = INSTRUCTION % name
    write(
        folder,
        own + ".txt",
        'HloModule jit_%s\n\nFileNames\n1 "/home/someone/it.py"\n2 "src/it.py"\n'
        '3 "C:\\\\work\\\\it.py"\n\nFunctionNames\n1 "/not/a/file"\n\n  %s\n'
        % (name, instruction),
    )
    dump = own + "-buffer-assignment.txt"
    if "FAKE_JAX_DUMP" in os.environ:
        shutil.copyfile(os.environ["FAKE_JAX_DUMP"], os.path.join(folder, dump))
    else:
        write(folder, dump, "BufferAssignment:\n%s\n" % sys.argv[3])
    write(folder, own + ".ir-with-opt.ll", "no text dump\n")
    if "FAKE_JAX_COMBINED" in os.environ:
        return
    size = 1000 if "FAKE_JAX_NAMELESS" in os.environ else 1
    write(folder, own + "-live-range.txt", "HloLiveRange (max 0):\n" * size)
    write(folder, own + "-memory-usage-report.txt", "Total bytes\n")
    write(
        folder,
        own + "-buffer-assignment-values.txt",
        " from instruction: " + instruction + "\n",
    )


class Function:
    def __init__(self, function):
        self.__name__ = function.__name__

    def lower(self, *arguments):
        return self

    def compile(self):
        name = self.__name__
        if os.environ.get("FAKE_JAX_FAIL") == name:
            print("a warning\n" * 10, file=sys.stderr)
            raise RuntimeError("out of memory in space hbm")
        if os.environ.get("FAKE_JAX_KILLED") == name:
            os.kill(os.getpid(), signal.SIGKILL)
        write_dumps(name)


def jit(function, donate_argnums=(), out_shardings=None):
    return Function(function)

"""As much of JAX as make-dumps.py meets: compiling writes made-up dumps.

Programs are built but not traced. The environment chooses:
  FAKE_JAX_BACKEND  cpu (the default), gpu or tpu: what this machine has
  FAKE_JAX_VERSION  the version it gives out to be
  FAKE_JAX_FAIL     the function that does not compile
  FAKE_JAX_OOM      the function that does not fit, which is dumped all the same
  FAKE_JAX_EMPTY    the function for which XLA writes nothing
  FAKE_JAX_KILLED   the function at which the compiler crashes
  FAKE_JAX_CHECK    the function at which a check of the compiler fails
  FAKE_JAX_ENDLESS  the function whose compilation never ends
  FAKE_JAX_LARGE    the function whose compilation takes 300 MiB, and never ends
  FAKE_JAX_COMBINED set: the dump is one file, as before 2026
  FAKE_JAX_NAMELESS set: XLA leaves the modules' names out
  FAKE_JAX_DUMP     a file to take for every program's dump
"""

import os
import re
import shutil
import signal
import sys
import time
from types import ModuleType
from unittest.mock import MagicMock

__version__ = os.environ.get("FAKE_JAX_VERSION", "0.10.1")
BACKEND = os.environ.get("FAKE_JAX_BACKEND", "cpu")

for name in ("ad_checkpoint", "experimental", "numpy", "sharding", "tree_util"):
    globals()[name] = sys.modules["jax." + name] = MagicMock(name="jax." + name)
checkpoint = MagicMock()
checkpoint_policies = MagicMock()
lax = MagicMock()


class Memory:
    def __init__(self, kind):
        self.kind = kind


class Device:
    def __init__(self, kind):
        self.device_kind = kind

    def addressable_memories(self):
        return [Memory("device"), Memory("pinned_host")]


def default_backend():
    return os.environ.get("JAX_PLATFORMS") or BACKEND


def devices():
    flags = os.environ.get("XLA_FLAGS", "")
    count = re.findall(r"--xla_force_host_platform_device_count=(\d+)", flags)
    return [Device("Fake " + BACKEND.upper())] * int(count[-1] if count else 1)


def get_topology_desc(topology, platform, target_config=None):
    """Four devices of a kind; those of 3x3 are what no real compiler has."""
    # As the real ones: nothing is to look for a device.
    assert os.environ["JAX_PLATFORMS"] == "cpu"
    if platform == "tpu":
        assert os.environ["TPU_SKIP_MDS_QUERY"] == "1"
    if topology.endswith("3x3"):
        raise RuntimeError('INVALID_ARGUMENT: no layout "%s"\nand more' % topology)
    kind = "Fake " + topology
    if target_config:
        kind = re.findall(r'device_description_str: "(.*)"', target_config)[0]
    description = ModuleType("description")
    description.devices = [Device(kind)] * 4
    return description


topologies = ModuleType("jax.experimental.topologies")
topologies.get_topology_desc = get_topology_desc
sys.modules[topologies.__name__] = experimental.topologies = topologies  # noqa: F821


def clear_caches():
    pass


class ShapeDtypeStruct:
    def __init__(self, shape, dtype, sharding=None):
        assert all(isinstance(dimension, int) for dimension in shape)
        self.shape = shape
        self.dtype = dtype
        self.sharding = sharding


def tree_map(function, tree):
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(function, part) for part in tree)
    if isinstance(tree, dict):
        return {name: tree_map(function, part) for name, part in tree.items()}
    return function(tree)


def tree_leaves(tree):
    leaves = []
    tree_map(leaves.append, tree)
    return leaves


tree_util.tree_map = tree_map  # noqa: F821
tree_util.tree_leaves = tree_leaves  # noqa: F821
sharding.SingleDeviceSharding = lambda device: device.device_kind  # noqa: F821


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


INSTRUCTION = (
    '%%add = f32[4]{0} add(%%x, %%x), metadata={op_name="jit(%s)/add"'
    ' source_file="/home/someone/a \\"b\\"/it.py" source_line=3}'
)


def write_dumps(name, options, arguments):
    folder = options["xla_dump_to"]
    assert options["xla_dump_hlo_as_text"] is True
    if os.environ.get("FAKE_JAX_EMPTY") == name:
        return
    told = ("XLA_FLAGS", "LIBTPU_INIT_ARGS", "JAX_PLATFORMS")
    lines = ["%s=%s\n" % (variable, os.environ.get(variable)) for variable in told]
    places = {str(leaf.sharding) for leaf in tree_leaves(arguments)}
    lines.append("arguments on: %s\n" % ", ".join(sorted(places)))
    lines.append("autotuning: %s\n" % options.get("xla_gpu_autotune_level"))
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
    # An argument that nothing places is on the CPU, whatever was meant.
    backend = BACKEND
    if places and places != {"None"}:
        backend = "tpu"
    own += ".%s_after_optimizations" % backend
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
        write(folder, dump, "BufferAssignment:\n")
    write(folder, own + ".ir-with-opt.ll", "no text dump\n")
    if options.get("xla_dump_hlo_as_proto"):
        write(folder, own + ".hlo.pb", "a protocol buffer")
    if "FAKE_JAX_COMBINED" in os.environ:
        return
    size = 1000 if "FAKE_JAX_NAMELESS" in os.environ else 1
    write(folder, own + "-live-range.txt", "HloLiveRange (max 0):\n" * size)
    write(folder, own + "-memory-usage-report.txt", "Total bytes\n")
    write(folder, own + "-memory-usage-report.pb", "a protocol buffer")
    write(
        folder,
        own + "-buffer-assignment-values.txt",
        " from instruction: " + instruction + "\n",
    )


class Analysis:
    """Some of its fields are numbers."""

    argument_size_in_bytes = 4096
    temp_size_in_bytes = 17
    serialized_buffer_assignment_proto = b"no number"


class Compiled:
    def memory_analysis(self):
        return Analysis()


class Function:
    def __init__(self, function):
        self.__name__ = function.__name__

    def lower(self, *arguments):
        self.arguments = arguments
        return self

    def compile(self, options):
        def chosen(what):
            return os.environ.get("FAKE_JAX_" + what) == self.__name__

        print("noise on standard output")
        if chosen("FAIL"):
            print("a warning\n" * 10, file=sys.stderr)
            raise RuntimeError("no such operation\nin a stack of frames")
        if chosen("KILLED"):
            os.kill(os.getpid(), signal.SIGKILL)
        if chosen("CHECK"):
            print("F1122 08:00 file.cc:1] Check failed: a < b\n*** stack", file=sys.stderr)
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGABRT)
        if chosen("LARGE"):
            self.large = b"x" * (300 << 20)
        if chosen("LARGE") or chosen("ENDLESS"):
            time.sleep(1000)
        write_dumps(self.__name__, options, self.arguments)
        if chosen("OOM"):
            raise RuntimeError("RESOURCE_EXHAUSTED: 16.00G exceeds 15.75G\nby much")
        return Compiled()


def jit(function, donate_argnums=(), out_shardings=None):
    return Function(function)

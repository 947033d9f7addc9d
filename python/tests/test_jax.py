# ===- test_jax.py - Live programs of jax ------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Live programs of jax, against what XLA says itself."""

import functools
import glob
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlo_mem_opt as hmo
from hlo_mem_opt import _workers

jax = pytest.importorskip("jax")
jnp = jax.numpy
needs_libtpu = pytest.mark.skipif(
    __import__("importlib.util").util.find_spec("libtpu") is None,
    reason="libtpu is not there",
)

needs_cuda = pytest.mark.skipif(
    __import__("importlib.util").util.find_spec("jax_cuda13_plugin") is None,
    reason="the plugin for CUDA is not there",
)


def step(weights: Any, batch: Any) -> Any:
    def loss(weights: Any) -> Any:
        return jnp.mean(jnp.tanh(batch @ weights) ** 2)

    return weights - 0.1 * jax.grad(loss)(weights)


ARGUMENTS = (
    jax.ShapeDtypeStruct((256, 512), jnp.float32),
    jax.ShapeDtypeStruct((64, 256), jnp.float32),
)


def xla_bytes(compiled: Any) -> int:
    """What XLA says the program takes."""
    memory = compiled.memory_analysis()
    return int(
        memory.argument_size_in_bytes
        + memory.output_size_in_bytes
        + memory.temp_size_in_bytes
        - memory.alias_size_in_bytes
    )


@pytest.mark.parametrize("donated", [(), (0,)])
def test_compiled_for_cpu(donated: tuple[int, ...]) -> None:
    compiled = jax.jit(step, donate_argnums=donated).lower(*ARGUMENTS).compile()
    report = hmo.analyze(compiled)
    assert report.modules[0].backend == "CPU"
    kinds = report.allocations
    named = sum(a.size or 0 for a in kinds if a.kind != "constant")
    assert named == xla_bytes(compiled)
    assert "jit_step, CPU" in str(report)


def test_function_and_lowered_for_cpu() -> None:
    lowered = jax.jit(step, donate_argnums=0).lower(*ARGUMENTS)
    expected = hmo.analyze(lowered.compile()).spaces[0].allocated
    again = jax.jit(step, donate_argnums=0).lower(*ARGUMENTS)
    assert hmo.analyze(again).spaces[0].allocated == expected
    # What was given is still good.
    assert again.compile() is not None
    function = jax.jit(step, donate_argnums=0)
    assert hmo.analyze(function, *ARGUMENTS).spaces[0].allocated == expected
    undonated = hmo.analyze(step, *ARGUMENTS).spaces[0].allocated
    assert (
        undonated
        == hmo.analyze(jax.jit(step).lower(*ARGUMENTS).compile()).spaces[0].allocated
    )


@needs_libtpu
def test_topology() -> None:
    start = time.monotonic()
    report = hmo.analyze(
        jax.jit(step, donate_argnums=0),
        jnp.zeros((256, 512)),
        ARGUMENTS[1],
        topology="v5e:2x2",
    )
    print(f"{time.monotonic() - start:.1f} s")
    assert report.modules[0].backend == "TPU"
    assert "  fits v5e" in str(report)
    assert report.fits() and report.fits("v5e")
    assert report.fits("v4").why == "compiled for v5e"
    assert len(report.changes) > 0
    device = hmo.jax.devices("v5e:2x2")[0]
    sharding = jax.sharding.SingleDeviceSharding(device)
    placed = [
        jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=sharding) for a in ARGUMENTS
    ]
    with tempfile.TemporaryDirectory() as folder:
        jax.jit(step, donate_argnums=0).lower(*placed).compile(
            {
                "xla_dump_to": folder,
                "xla_dump_hlo_as_text": True,
                "xla_dump_hlo_as_proto": True,
            }
        )
        whole = hmo.analyze(glob.glob(folder + "/*after_optimizations.hlo.pb")[0])
        expected = [(s.space, s.allocated, s.peak) for s in whole.spaces]
    assert [(s.space, s.allocated, s.peak) for s in report.spaces] == expected


@needs_cuda
def test_topology_of_gpus() -> None:
    report = hmo.analyze(step, *ARGUMENTS, topology="h100-80gb")
    assert report.modules[0].backend == "GPU"
    assert report.fits() and report.fits("h100-80gb")
    # Weights, the new ones, and the batch.
    least = (2 * 256 * 512 + 64 * 256) * 4
    assert least <= (report.spaces[0].allocated or 0) < 2 * least
    mesh = jax.sharding.Mesh(hmo.jax.devices("h100-80gb:1x1x2"), ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(None, "x"))
    weights = jax.ShapeDtypeStruct((256, 512), jnp.float32, sharding=sharding)
    # The batch has no sharding of its own.
    halves = hmo.analyze(step, weights, ARGUMENTS[1], topology="h100-80gb:1x1x2")
    sizes = [a.size for a in halves.allocations if a.kind == "parameter"]
    assert sorted(s for s in sizes if s) == [64 * 256 * 4, 256 * 256 * 4]
    with pytest.raises(hmo.CompileError, match="'h100-80gb:2'"):
        hmo.analyze(step, *ARGUMENTS, topology="h100-80gb:2")


@needs_libtpu
def test_devices_of_the_users_own_topology() -> None:
    from jax.experimental import topologies

    devices = topologies.get_topology_desc("v5e:2x2", platform="tpu").devices
    mesh = jax.sharding.Mesh(devices, ("x",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(None, "x"))
    weights = jax.ShapeDtypeStruct((256, 512), jnp.float32, sharding=sharding)
    report = hmo.analyze(step, weights, ARGUMENTS[1], topology="v5e:2x2")
    sizes = [a.size for a in report.allocations if a.kind == "parameter"]
    assert sorted(s for s in sizes if s) == [64 * 256 * 4, 256 * 128 * 4]


def test_static_and_keyword_arguments() -> None:
    @functools.partial(jax.jit, static_argnames="times")
    def repeated(x: Any, *, times: int) -> Any:
        return sum(jnp.sin(x * i) for i in range(times))

    report = hmo.analyze(repeated, jax.ShapeDtypeStruct((128,), jnp.float32), times=3)
    assert report.allocations["size"].max() >= 512


def test_several_devices(tmp_path: Path) -> None:
    script = tmp_path / "two.py"
    script.write_text(
        "import hlo_mem_opt as hmo, jax, jax.numpy as jnp\n"
        "jax.config.update('jax_num_cpu_devices', 2)\n"
        "from jax.sharding import NamedSharding, PartitionSpec\n"
        "mesh = jax.make_mesh((2,), ('x',))\n"
        "s = NamedSharding(mesh, PartitionSpec('x'))\n"
        "x = jax.ShapeDtypeStruct((256, 64), jnp.float32, sharding=s)\n"
        "r = hmo.analyze(lambda x: jnp.sin(x), x)\n"
        "print([a.size for a in r.allocations if a.kind == 'parameter'])\n"
    )
    done = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True
    )
    assert done.stdout == f"[{256 * 64 * 4 // 2}]\n", done.stderr


def test_nothing_is_left() -> None:
    hmo.analyze(step, *ARGUMENTS)
    assert not glob.glob(os.path.join(tempfile.gettempdir(), "hlo-mem-opt.tmp*"))


def workers_of(parent: int) -> list[str]:
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            command = Path(path).read_bytes().split(b"\0")
        except OSError:
            continue
        if b"hlo_mem_opt._worker" in command and str(parent).encode() in command:
            found.append(path)
    return found


def test_a_worker_waits_for_the_third_program(monkeypatch: pytest.MonkeyPatch) -> None:
    _workers.end_spare()
    monkeypatch.setattr(_workers, "_last", None)
    started = []

    class Counted(_workers.Worker):
        def __init__(self, topology: str) -> None:
            super().__init__(topology)
            started.append(topology)

    monkeypatch.setattr(_workers, "Worker", Counted)
    sizes = [hmo.analyze(step, *ARGUMENTS).spaces[0].allocated for _ in range(2)]
    assert len(started) == 3
    assert len(workers_of(os.getpid())) == 1
    sizes.append(hmo.analyze(step, *ARGUMENTS).spaces[0].allocated)
    # The one that waited was taken, and the next one waits.
    assert len(started) == 4
    assert len(set(sizes)) == 1
    # It was started in another environment.
    monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_enable_fast_math=false")
    hmo.analyze(step, *ARGUMENTS)
    assert len(started) == 6
    # One that has ended is of no use.
    assert _workers._spare is not None
    _workers._spare._process.kill()
    _workers._spare._process.wait()
    hmo.analyze(step, *ARGUMENTS)
    _workers.end_spare()
    assert not workers_of(os.getpid())


def test_no_worker_waits_when_the_interpreter_ends(tmp_path: Path) -> None:
    script = tmp_path / "ends.py"
    script.write_text(
        "import os, hlo_mem_opt as hmo, jax, jax.numpy as jnp\n"
        "for _ in range(2):\n"
        "    hmo.analyze(jnp.sin, jax.ShapeDtypeStruct((64,), jnp.float32))\n"
        "print(os.getpid())\n"
    )
    done = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True
    )
    assert not workers_of(int(done.stdout)), done.stderr


def test_worker_dies_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import hlo_mem_opt as hmo, jax, jax.numpy as jnp\n"
        "import hlo_mem_opt.jax as j\n"
        "j._is_whole = lambda dump: False\n"
        "def f(x):\n"
        "    for _ in range(400): x = jnp.sin(x) @ x\n"
        "    return x\n"
        "print('go', flush=True)\n"
        "hmo.analyze(f, jax.ShapeDtypeStruct((64, 64), jnp.float32))\n"
    )
    parent = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"go\n"

    def workers() -> list[str]:
        return workers_of(parent.pid)

    end = time.monotonic() + 60
    while not workers() and time.monotonic() < end:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    while workers() and time.monotonic() < end:
        time.sleep(0.05)
    assert not workers()
    # Its folder goes with the next compile.
    hmo.analyze(step, *ARGUMENTS)
    assert not glob.glob(os.path.join(tempfile.gettempdir(), "hlo-mem-opt.tmp*"))


def test_watch(capsys: pytest.CaptureFixture[str]) -> None:
    def one(x: Any) -> Any:
        return jnp.sin(x) * 3

    def two(x: Any) -> Any:
        return jnp.cos(x) @ x

    x = jnp.zeros((64, 64))
    with hmo.jax.watch() as watched:
        jax.jit(one)(x)
        jax.jit(two)(x)
        # Compiles in between are not in the way.
        expected = hmo.analyze(jax.jit(two).lower(x)).spaces[0].allocated
    assert watched.compiled == ["jit_one", "jit_two"]
    assert watched.report is not None
    assert len(watched.report) == 2
    assert [
        one.modules[0].module.split(".")[1] for one in watched.report
    ] == watched.compiled
    found = {s.module.split(".")[1]: s.allocated for s in watched.report.spaces}
    assert found["jit_two"] == expected
    assert "2 programs" in capsys.readouterr().out


@needs_libtpu
def test_asserts() -> None:
    hmo.assert_fits(step, *ARGUMENTS, topology="v5e:2x2")
    with pytest.raises(AssertionError, match="jit_step.* over the limit 1MiB"):
        hmo.assert_allocated_below(step, *ARGUMENTS, "1 MiB", topology="v5e:2x2")


def test_no_folder_is_shown_that_is_gone() -> None:
    text = str(hmo.analyze(jax.jit(step).lower(*ARGUMENTS).compile()))
    assert text.startswith("jit_step, CPU, module_0000.jit_step.cpu_after_optim")


def donated_as_told(
    function: Any, report: hmo.Report, *args: Any, **kwargs: Any
) -> int:
    """The bytes that XLA shares if the function is jitted as the report tells."""
    told = re.search(
        r"jax\.jit\(\.\.\., (.*?)\): \d+ array", " ".join(str(report).split())
    )
    assert told is not None
    options = eval(f"dict({told[1]})")
    compiled = jax.jit(function, **options).lower(*args, **kwargs).compile()
    return int(compiled.memory_analysis().alias_size_in_bytes)


BIG = jax.ShapeDtypeStruct((512, 512), jnp.float32)
SMALL = jax.ShapeDtypeStruct((8,), jnp.float32)


def test_numbers_of_variadic_arguments() -> None:
    def update(scale: float, weights: Any, *state: Any) -> Any:
        return weights.sum(), tuple(scale * array for array in state)

    function = jax.jit(update, static_argnums=0)
    arguments = (2.0, SMALL, BIG, BIG)
    report = hmo.analyze(function, *arguments)
    assert "jax.jit(..., donate_argnums=(2, 3)): 2 arrays" in str(report)
    static = functools.partial(update, 2.0)
    shared = donated_as_told(
        static, hmo.analyze(static, *arguments[1:]), *arguments[1:]
    )
    assert shared == 2 * 512 * 512 * 4
    # What is lowered does not tell which arguments are static.
    lowered = str(hmo.analyze(function.lower(*arguments)))
    assert "jax.jit(..., donate_argnums=...) of state: 2 arrays" in lowered


@pytest.mark.parametrize("is_lowered", [False, True])
def test_names_of_keyword_arguments(is_lowered: bool) -> None:
    def update(weights: Any, /, batch: Any, *, state: Any, **more: Any) -> Any:
        new = jax.tree.map(lambda array: array + 1, state)
        return weights * batch.sum(), new, more["extra"] * 2

    arguments = (BIG, SMALL)
    keywords = {"state": {"m": BIG, "step": jnp.float32(1)}, "extra": BIG, "no": SMALL}
    function = jax.jit(update)
    if is_lowered:
        report = hmo.analyze(function.lower(*arguments, **keywords))
        # Nor that an argument is given by its number alone.
        assert "donate_argnames=('weights', 'extra', 'state')): 4 arrays" in str(report)
    else:
        report = hmo.analyze(function, *arguments, **keywords)
        shared = donated_as_told(update, report, *arguments, **keywords)
        assert shared == 3 * 512 * 512 * 4 + 4


def test_function_without_a_signature() -> None:
    class Add:
        __signature__ = None

        def __call__(self, first: Any, second: Any) -> Any:
            return first + second.sum()

    report = hmo.analyze(Add(), BIG, SMALL)
    assert donated_as_told(Add(), report, BIG, SMALL) == 512 * 512 * 4


def test_single_numbers_are_not_donated() -> None:
    def update(weights: Any, rate: Any) -> Any:
        return weights * rate, rate + 1

    report = hmo.analyze(update, BIG, jnp.float32(1))
    assert "donate_argnames=('weights',)): 1 array;" in str(report)


class Trainer:
    @functools.partial(jax.jit, static_argnums=0, donate_argnums=1)
    def step(self, weights: Any) -> Any:
        return weights * 2


def test_methods_and_partial_functions() -> None:
    trainer = Trainer()
    expected = hmo.analyze(Trainer.step.lower(trainer, BIG).compile())
    size = expected.spaces[0].allocated
    assert size == 512 * 512 * 4
    assert hmo.analyze(trainer.step, BIG).spaces[0].allocated == size
    part = functools.partial(Trainer.step, trainer)
    assert hmo.analyze(part, BIG).spaces[0].allocated == size
    assert hmo.analyze(functools.partial(part, BIG)).spaces[0].allocated == size


def test_no_call_of_the_package_is_in_the_program() -> None:
    files, _ = hmo.jax.files_of_function(jax.jit(step), ARGUMENTS, {}, None, 60)
    assert b"test_jax.py" in b"".join(files.values())
    assert b"files_of_function" not in b"".join(files.values())


def test_paths_of_results() -> None:
    def f(weights: Any, batch: Any) -> Any:
        hidden = jnp.tanh(batch @ weights)
        return weights + 1, {"loss": hidden.sum(), "hidden": [hidden]}

    lowered = jax.jit(f).lower(*ARGUMENTS)
    for report in hmo.analyze(f, *ARGUMENTS), hmo.analyze(lowered):
        sizes = {v.value: v.size for v in report.values}
        found = {
            row.name: sizes[row.value]
            for row in report.contents
            if row.kind == "results"
        }
        assert found["new weights"] == 256 * 512 * 4
        assert found["result[1]['hidden'][0]"] == 64 * 512 * 4
        assert found["result[1]['loss']"] == 4


class Kernel:
    def run(self, code: str) -> dict[str, Any]:
        """As kernels of notebooks do it."""
        names: dict[str, Any] = {}
        exec(compile(code, "cell.py", "exec"), names)  # noqa: S102
        return names


def test_callers_are_no_scopes() -> None:
    code = """
import hlo_mem_opt as hmo
import jax, jax.numpy as jnp
def step(weights, batch):
    def loss(weights):
        return jnp.mean(jnp.tanh(batch @ weights) ** 2)
    return weights - 0.1 * jax.grad(loss)(weights)
class Trainer:
    def fit(self):
        shape = jax.ShapeDtypeStruct((512, 512), jnp.float32)
        return hmo.analyze(step, shape, shape)
report = Trainer().fit()
"""
    report = Kernel().run(code)["report"]
    names = {row.name for row in report.contents if row.name}
    assert any("step/loss" in name for name in names)
    assert not any("Kernel" in name or "Trainer" in name for name in names)


@needs_libtpu
def test_types_as_static_arguments() -> None:
    def cast(x: Any, dtype: Any) -> Any:
        return x.astype(dtype)

    function = jax.jit(cast, static_argnums=1)
    for dtype in (np.float16, jnp.float16, np.dtype("float16")):
        report = hmo.analyze(function, BIG, dtype, topology="v5e:2x2")
        assert report.fits("v5e")

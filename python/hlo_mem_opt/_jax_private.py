# ===- _jax_private.py - What jax does not promise ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""All that the package uses of jax without a promise of jax. Tested with jax
0.8.3, 0.9.2 and 0.10.2 (utils/real-xla.sh), and 0.12.0.1."""

from __future__ import annotations

import importlib
import importlib.util
import io
import math
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from hlo_mem_opt._errors import CompileError


@dataclass(frozen=True)
class Job:
    """What jax would give to the compiler: a module in MLIR's bytecode, its options, and
    the ids of the devices."""

    module: bytes
    options: bytes
    devices: tuple[int, ...]
    platform: str
    versions: str
    # The paths of the results, "result[0]['w']"; without those that are not known.
    results: tuple[str, ...]


def versions() -> str:
    import jax
    import jaxlib

    return f"jax {jax.__version__} with jaxlib {jaxlib.__version__}"


def _gone(what: str) -> CompileError:
    import jax

    return CompileError(
        f"jax {jax.__version__} has no {what} any more: compile with dump options "
        "(docs/GettingStarted.md) and analyse the folder, or take another release of "
        "hlo-mem-opt"
    )


class _CapturedError(Exception):
    pass


_lock = threading.Lock()
# What compiles in place of jax's function, which is its first argument: the last one that
# is for the thread, or for all.
_replacements: list[tuple[int | None, Callable[..., Any]]] = []


@contextmanager
def _replaced_compiler(
    replacement: Callable[..., Any], thread: int | None
) -> Iterator[None]:
    try:
        from jax._src import compiler

        found = compiler.compile_or_get_cached
    except (ImportError, AttributeError):
        raise _gone("jax._src.compiler.compile_or_get_cached") from None

    def choose(*args: Any, **kwargs: Any) -> Any:
        for owner, chosen in reversed(_replacements):
            if owner in {None, threading.get_ident()}:
                return chosen(found, *args, **kwargs)
        return found(*args, **kwargs)

    entry = (thread, replacement)
    with _lock:
        if not _replacements:
            compiler.compile_or_get_cached = choose
            _originals.append(found)
        _replacements.append(entry)
    try:
        yield
    finally:
        with _lock:
            _replacements.remove(entry)
            if not _replacements:
                compiler.compile_or_get_cached = _originals.pop()


_originals: list[Any] = []


@contextmanager
def dumping(folder: str) -> Iterator[list[str]]:
    """Has all that jax compiles dumped into a folder; lists the names of the modules."""
    names: list[str] = []

    def compile_with_dump(original: Any, *args: Any, **kwargs: Any) -> Any:
        module, options = args[1], args[3]
        names.append(str(module.operation.attributes["sym_name"]).strip('"'))
        _add_dump(options, folder)
        return original(*args, **kwargs)

    with _replaced_compiler(compile_with_dump, thread=None):
        yield names


def _add_dump(options: Any, folder: str) -> None:
    options.env_option_overrides = [
        *(o for o in options.env_option_overrides if o[0] != "xla_dump_to"),
        ("xla_dump_to", folder),
        ("xla_dump_hlo_as_text", True),
        ("xla_dump_hlo_as_proto", True),
    ]


def argument_names(lowered: Any) -> Sequence[str]:
    """The names of all arguments of what is lowered; none where jax does not tell."""
    try:
        about = lowered._lowering.compile_args["all_args_info"]
        names: Sequence[str] = about.debug_info.arg_names
    except (AttributeError, KeyError):
        return ()
    return names


@cache
def array_class() -> Callable[[Any], Any]:
    """Makes of a shape what passes for an array where programs tell arrays from other
    arguments. jax takes all that has a shape and a type."""
    import jax
    from jax.core import ShapedArray

    base: Any = jax.Array

    class Shape(base):  # type: ignore[misc]
        def __init__(self, struct: Any) -> None:
            self._of = struct

        shape = property(lambda self: self._of.shape)
        ndim = property(lambda self: len(self._of.shape))
        size = property(lambda self: math.prod(self._of.shape))
        dtype = property(lambda self: self._of.dtype)
        weak_type = property(lambda self: self._of.weak_type)
        sharding = property(lambda self: self._of.sharding)
        aval = property(
            lambda self: ShapedArray(self.shape, self.dtype, self.weak_type)
        )

    return Shape


def _find_main(module: Any) -> Any:
    """The function of a module that is the program."""
    return next(
        operation
        for operation in module.body.operations
        if str(operation.attributes["sym_name"]) == '"main"'
    )


def _rename(main: Any, names: Mapping[str, str]) -> None:
    """Renames arguments."""
    from jaxlib.mlir import ir

    for argument in main.arguments if names else ():
        name = names.get(str(argument.location)[len('loc("') : -len('")')])
        if name is not None:
            argument.set_location(ir.Location.name(name, context=main.context))


def _list_results(main: Any) -> tuple[str, ...]:
    try:
        attributes = main.attributes["res_attrs"]
    except KeyError:
        return ()
    key = "jax.result_info"
    return tuple(of[key].value if key in of else "" for of in attributes)


def capture(lowered: Any, names: Mapping[str, str]) -> Job:
    """What the compiler would get of a lowered program; nothing is compiled. Arguments are
    called by other `names`."""
    found: list[Job] = []

    def take(
        original: Any, backend: Any, module: Any, devices: Any, options: Any, *_: Any
    ) -> None:
        main = _find_main(module)
        _rename(main, names)
        bytecode = io.BytesIO()
        module.operation.write_bytecode(bytecode)
        used = list(devices.flatten())
        found.append(
            Job(
                bytecode.getvalue(),
                options.SerializeAsString(),
                tuple(device.id for device in used),
                used[0].platform,
                versions(),
                # Names of others are those of another function.
                () if names else _list_results(main),
            )
        )
        raise _CapturedError

    with _replaced_compiler(take, threading.get_ident()):
        try:
            # jax does not compile twice with the same options.
            lowered.compile({"xla_dump_to": uuid.uuid4().hex})
        except _CapturedError:
            return found[0]
    raise _gone("compilation that can be watched")


def compile_job(job: Job, devices: Sequence[Any], dump: str) -> None:
    """Compiles, in a worker, with XLA's dumps in the folder `dump`."""
    if job.versions != versions():
        raise CompileError(
            f"the program was lowered by {job.versions}, but a new process finds "
            f"{versions()}: have one of them in sys.path and PYTHONPATH"
        )
    try:
        from jax._src.interpreters import mlir
        from jax._src.lib import _jax, xla_client
        from jaxlib.mlir import ir

        make_context = mlir.make_ir_context
        make_options, make_list = xla_client.CompileOptions, _jax.DeviceList
    except (ImportError, AttributeError) as error:
        raise _gone(str(error)) from None
    options = make_options.ParseFromString(job.options)
    _add_dump(options, dump)
    if job.platform not in {"cpu", "tpu"}:
        # It would run on a GPU, which may not be there.
        options.env_option_overrides.append(("xla_gpu_autotune_level", 0))
    by_id = {device.id: device for device in devices}
    chosen = make_list(tuple(by_id[i] for i in job.devices))
    client = devices[0].client
    with make_context():
        module = ir.Module.parse(job.module)
        if job.platform == "cpu":
            client.compile_and_load(module, chosen, options)
        else:
            client.compile(module, chosen, options)


def register_cuda() -> None:
    """Registers jax's plugin for CUDA, which jax leaves out without a driver."""
    for version in (13, 12):
        if importlib.util.find_spec(f"jax_plugins.xla_cuda{version}") is not None:
            importlib.import_module(f"jax_plugins.xla_cuda{version}").initialize()
            return


def cpu_assignment(compiled: Any) -> tuple[bytes, bytes] | None:
    """The program and the buffer assignment of what was compiled, if jax has them."""
    memory = compiled.memory_analysis()
    assignment = getattr(memory, "serialized_buffer_assignment_proto", b"")
    if not assignment:
        return None
    modules = compiled.runtime_executable().hlo_modules()
    if len(modules) != 1:
        raise CompileError(f"expected one HLO module, found {len(modules)}")
    return modules[0].as_serialized_hlo_module_proto(), assignment


def platform_of(compiled: Any) -> str:
    """The platform that a compiled program is for."""
    try:
        return str(compiled.runtime_executable().client.platform)
    except AttributeError:
        return "unknown"

# ===- jax.py - Programs of jax ----------------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Programs of jax: what is compiled, lowered, or a function with its arguments.

jax is imported when it is needed.
"""

from __future__ import annotations

import glob
import inspect
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from tempfile import gettempdir
from typing import Any

from hlo_mem_opt import _jax_private
from hlo_mem_opt._analyze import unwrap
from hlo_mem_opt._errors import CompileError
from hlo_mem_opt._report import CallNames, Options, Report, report_of_contents
from hlo_mem_opt._source import open_folder
from hlo_mem_opt._topology import is_gpu, topology_devices
from hlo_mem_opt._workers import Worker, take_worker

# Files of the optimized program, and what they are read with.
_WANTED = re.compile(
    r"after_optimizations(-buffer-assignment(-values)?|-live-range)?\.txt$"
    r"|after_optimizations\.hlo\.pb$|oom_intermediate_module"
    r"|target_arguments\.txt$|gpu_target_config\.pbtxt$"
)
# Of arguments.
Names = Mapping[str, str]
# Of an HloProto, all of whose fields have a length.
PROGRAM_FIELD, ASSIGNMENT_FIELD = 1, 3


def devices(topology: str) -> list[Any]:
    """The devices of a TPU or GPU that is not there, "v5e:2x2", to make shardings of."""
    return list(topology_devices(topology))


def files_of_compiled(compiled: Any) -> Mapping[str, bytes]:
    """The dump of what jax has compiled, which it knows for the CPU only."""
    found = _jax_private.cpu_assignment(compiled)
    if found is None:
        platform = _jax_private.platform_of(compiled)
        raise CompileError(
            f"jax does not tell the buffer assignment of what it has compiled for {platform}: "
            "pass what jax.jit(f).lower(...) returns, or the function and its arguments, "
            'with topology="v5e:2x2" for a TPU'
        )
    program, assignment = found
    name = re.search(r"HloModule (\w[\w.-]*)", compiled.as_text() or "")
    # By this name the program knows what it was compiled for.
    file = f"module_0000.{name[1] if name else 'jit'}.cpu_after_optimizations.hlo.pb"
    return {file: _field(PROGRAM_FIELD, program) + _field(ASSIGNMENT_FIELD, assignment)}


def files_of_function(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    topology: str | None,
    timeout: float,
) -> tuple[Mapping[str, bytes], CallNames]:
    """The dump of a function for arguments, or for what has their shapes and types."""
    import jax

    _hide_calls()
    jitted, args, kwargs = _find_jitted(function, args, kwargs)
    is_equinox = _is_of(jitted, "equinox")
    if topology is not None:
        args, kwargs = _place(args, kwargs, topology_devices(topology))
    if is_equinox:
        args, kwargs = _as_arrays(args, kwargs)
    if not hasattr(jitted, "lower"):
        jitted = jax.jit(jitted)
    lowered = unwrap(jitted.lower(*args, **kwargs))
    names: Names = {}
    if is_equinox:
        roots = _list_roots(jitted, args, kwargs)
        names = _name_for_equinox(roots)
        # All but the first is what it calls them.
        options: Names = {root: "all-except-first" for root, _ in roots[1:]}
    else:
        options = _name_in_options(jitted, args, kwargs)
        if _is_of(jitted, "flax"):
            known = _jax_private.argument_names(lowered)
            names = _name_for_nnx(_list_roots(jitted, args, kwargs), known)
    return _compile_lowered(lowered, topology, timeout, names, options)


# Its calls are no part of the user's program.
@cache
def _hide_calls() -> None:
    from jax.extend.source_info_util import register_exclusion

    register_exclusion(os.path.dirname(__file__) + os.sep)


def _find_jitted(function: Any, args: Any, kwargs: Any) -> tuple[Any, Any, Any]:
    """What was jitted, in a method or functools.partial of it, and its arguments."""
    while True:
        if inspect.ismethod(function) and hasattr(function.__func__, "lower"):
            args, function = (function.__self__, *args), function.__func__
        elif isinstance(function, partial) and hasattr(function.func, "lower"):
            args, kwargs = (*function.args, *args), {**function.keywords, **kwargs}
            function = function.func
        else:
            return function, args, kwargs


def _name_in_options(function: Any, args: Any, kwargs: Any) -> Names:
    """What jax.jit's options call the arguments that they do not call by name: of "rest[0]"
    of `*rest` a number, of "more['x']" of `**more` the name in quotes."""
    try:
        parameters = inspect.signature(function).parameters
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        # jax does without a signature, too.
        return {
            **{f"args[{number}]": str(number) for number in range(len(args))},
            **{f"kwargs['{key}']": f"'{key}'" for key in kwargs},
        }
    names = {}
    for number, (name, parameter) in enumerate(parameters.items()):
        if parameter.kind is parameter.POSITIONAL_ONLY:
            names[name] = str(number)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            for i in range(len(given.get(name, ()))):
                names[f"{name}[{i}]"] = str(number + i)
        elif parameter.kind is parameter.VAR_KEYWORD:
            for key in given.get(name, {}):
                names[f"{name}['{key}']"] = f"'{key}'"
    return names


def _name_of_lowered(lowered: Any) -> Names:
    """The same of what is lowered, which does not tell numbers: static arguments count."""
    from jax.tree_util import keystr, tree_flatten_with_path

    leaves, _ = tree_flatten_with_path(lowered.args_info)
    names = {}
    for (path, _), leaf in zip(leaves, _jax_private.argument_names(lowered)):
        argument = leaf.removesuffix(keystr(path[2:]))
        if argument.endswith("]"):
            names[argument] = f"'{path[1].key}'" if path[0].idx == 1 else ""
    return names


def _is_of(jitted: object, package: str) -> bool:
    return type(jitted).__module__.split(".")[0] == package


def _list_roots(jitted: Any, args: Any, kwargs: Any) -> list[tuple[str, Any]]:
    """The arguments of a call by name, "rest[0]" of `*rest`."""
    given = inspect.signature(jitted).bind(*args, **kwargs)
    roots: list[tuple[str, Any]] = []
    for name, value in given.arguments.items():
        kind = given.signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            roots += [(f"{name}[{i}]", each) for i, each in enumerate(value)]
        elif kind is inspect.Parameter.VAR_KEYWORD:
            roots += sorted(value.items())
        else:
            roots.append((name, value))
    return roots


def _list_paths(root: str, value: Any) -> list[str]:
    from jax.tree_util import keystr, tree_flatten_with_path

    return [root + keystr(path) for path, _ in tree_flatten_with_path(value)[0]]


def _name_for_equinox(roots: Sequence[tuple[str, Any]]) -> Names:
    """The paths of arguments by their names in programs of eqx.filter_jit: one tuple has
    the leaves of the first argument, another those of all others."""
    names = {}
    for group, of in (("first", roots[:1]), ("rest", roots[1:])):
        paths = [path for root, value in of for path in _list_paths(root, value)]
        for number, path in enumerate(paths):
            for donated in ("donate", "nodonate"):
                names[f"dynamic_{donated}['{group}'][{number}]"] = path
    return names


def _name_for_nnx(roots: Sequence[tuple[str, Any]], known: Sequence[str]) -> Names:
    """The same of nnx.jit: each module has its arrays in one tuple, but for those that are
    in one before."""
    names = {}
    for root, value in roots:
        paths = _list_paths(root, value)
        if sum(name.startswith(f"{root}.states[0][") for name in known) == len(paths):
            for number, path in enumerate(paths):
                names[f"{root}.states[0][{number}]"] = path.removesuffix(".value")
    return names


def files_of_lowered(
    lowered: Any, topology: str | None, timeout: float
) -> tuple[Mapping[str, bytes], CallNames]:
    """The dump of a lowered program, compiled in a process of its own."""
    return _compile_lowered(lowered, topology, timeout, {}, _name_of_lowered(lowered))


def _compile_lowered(
    lowered: Any, topology: str | None, timeout: float, names: Names, options: Names
) -> tuple[Mapping[str, bytes], CallNames]:
    job = _jax_private.capture(lowered, names)
    if topology is None and job.platform != "cpu":
        raise CompileError(
            f"the program is lowered for {job.platform}: name what to compile for, as in "
            'topology="v5e:2x2"'
        )
    if topology is not None and (
        job.platform == "cpu" or (job.platform == "tpu") == is_gpu(topology)
    ):
        raise CompileError(
            f"the program is lowered for {job.platform}, not for {topology}: pass the function "
            "and its arguments, or lower it for hlo_mem_opt.jax.devices(topology)"
        )
    files = _compile(job, topology or "", timeout)
    return files, CallNames(options, job.results)


class Watch:
    """What watch() has seen."""

    def __init__(self) -> None:
        # The names of all programs that were compiled.
        self.compiled: list[str] = []
        # None while the block runs, and if nothing was compiled.
        self.report: Report | None = None


@contextmanager
def watch(options: Options | None = None) -> Iterator[Watch]:
    """Watches all that jax compiles in the block, and prints the report on it at the end.

    What jax has compiled before is not compiled again, and not seen.
    """
    watched = Watch()
    with open_folder(gettempdir()) as folder:
        dump = os.path.join(folder, "dump")
        with _jax_private.dumping(dump) as watched.compiled:
            yield watched
        files = _read(dump)
    seen = sum(name.endswith("after_optimizations.hlo.pb") for name in files)
    if files:
        watched.report = report_of_contents(files, options or Options())
        print(watched.report)
    if rest := len(watched.compiled) - seen:
        print(
            f"{rest} of {len(watched.compiled)} programs are not seen: jax has them in a "
            "cache, or XLA has not assigned their buffers"
        )
    elif not files:
        print("nothing was compiled: what jax has compiled before is not seen")


def _as_arrays(args: Any, kwargs: Any) -> Any:
    """The arguments with shapes as what Equinox takes for arrays."""
    import jax

    def convert(leaf: Any) -> Any:
        is_shape = isinstance(leaf, jax.ShapeDtypeStruct)
        return _jax_private.array_class()(leaf) if is_shape else leaf

    return jax.tree.map(convert, (args, kwargs))


def _place(args: Any, kwargs: Any, targets: Sequence[Any]) -> Any:
    """The arguments as shapes on the devices that they name of `targets`; the others are
    with them, or on the first device if none names any."""
    import jax
    from jax.sharding import SingleDeviceSharding

    # Each description of a topology has devices of its own.
    def identify(devices: Iterable[Any]) -> set[tuple[str, str, int]]:
        return {(d.platform, d.device_kind, d.id) for d in devices}

    def find(leaf: Any) -> Any:
        sharding = getattr(leaf, "sharding", None)
        if sharding is None or identify(sharding.device_set) <= identify(targets):
            return sharding
        if len(sharding.device_set) > 1:
            raise CompileError(
                "an argument is divided over devices of another kind: pass "
                "jax.ShapeDtypeStructs with shardings over hlo_mem_opt.jax.devices(topology)"
            )
        return None

    leaves = jax.tree.leaves((args, kwargs))
    is_placed = any(find(leaf) is not None for leaf in leaves)
    rest = None if is_placed else SingleDeviceSharding(targets[0])

    def place(leaf: Any) -> Any:
        # Types of numbers, too, have attributes of these names.
        if (
            isinstance(leaf, type)
            or not hasattr(leaf, "shape")
            or not hasattr(leaf, "dtype")
        ):
            return leaf
        return jax.ShapeDtypeStruct(
            leaf.shape,
            leaf.dtype,
            sharding=find(leaf) or rest,
            weak_type=getattr(leaf, "weak_type", False),
        )

    return jax.tree.map(place, (args, kwargs))


def _field(number: int, message: bytes) -> bytes:
    """A message as a field of another one, in the wire format of protobuf."""
    head, size = bytearray([number << 3 | 2]), len(message)
    while size >= 0x80:
        head.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([*head, size]) + message


def _compile(
    job: _jax_private.Job, topology: str, timeout: float
) -> Mapping[str, bytes]:
    with open_folder(gettempdir()) as folder, take_worker(topology) as worker:
        return _wait(worker, job, folder, timeout)


def _wait(
    worker: Worker, job: _jax_private.Job, folder: str, timeout: float
) -> Mapping[str, bytes]:
    end = time.monotonic() + timeout
    worker.send(job, folder)
    dump = os.path.join(folder, "dump")
    while True:
        status = worker.status()
        if (status is not None or _is_whole(dump)) and (files := _read(dump)):
            return files
        if status is not None:
            raise _explain(status, worker.messages())
        if time.monotonic() > end:
            raise CompileError(
                f"XLA had no buffer assignment after {timeout:g} s (timeout=...)"
            )
        time.sleep(0.02)


def _is_whole(dump: str) -> bool:
    """Whether the assignment is there: of its files this one is begun last."""
    last = glob.glob(os.path.join(dump, "*after_optimizations*.hlo.pb"))
    if not any(name.endswith("after_optimizations.hlo.pb") for name in last):
        return False
    sizes = [os.path.getsize(name) for name in glob.glob(os.path.join(dump, "*"))]
    time.sleep(0.05)
    return sizes == [
        os.path.getsize(name) for name in glob.glob(os.path.join(dump, "*"))
    ]


def _read(dump: str) -> dict[str, bytes]:
    files = {}
    for path in sorted(glob.glob(os.path.join(dump, "*"))):
        if _WANTED.search(path) and os.path.isfile(path):
            with open(path, "rb") as file:
                files[os.path.basename(path)] = file.read()
    protos = [
        data
        for name, data in files.items()
        if name.endswith("after_optimizations.hlo.pb")
    ]
    return files if protos and all(_has_assignment(data) for data in protos) else {}


def _has_assignment(proto: bytes) -> bool:
    """Whether an HloProto ends where its last field does, and one is the assignment."""
    position, fields = 0, set()
    while position < len(proto):
        field, size, shift = proto[position] >> 3, 0, 0
        while True:
            position += 1
            if position == len(proto):
                return False
            size |= (proto[position] & 0x7F) << shift
            shift += 7
            if proto[position] < 0x80:
                break
        fields.add(field)
        position += 1 + size
    return position == len(proto) and ASSIGNMENT_FIELD in fields


def _explain(status: int, messages: bytes) -> CompileError:
    lines = messages.decode(errors="replace").strip().splitlines()
    if status < 0:
        return CompileError(f"the compiler was ended by signal {-status}")
    text = "\n".join(line for line in lines[-20:])
    return CompileError(text or f"the compiler ended with status {status}")

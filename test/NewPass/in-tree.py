#!/usr/bin/env python3
# ===- in-tree.py - Built-in passes that new-pass makes -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Makes a pass of each kind in a copy of the sources, builds and tests them.

Usage: in-tree.py BUILD ROOT FOLDER LLVM-TOOLS LIT

BUILD is a build by Ninja of the sources in ROOT. In the copy only the new passes
and the registration of all passes are compiled; hlo-mem-tblgen and all other
objects are those of BUILD, whose command that links hlo-mem-opt is run with other
objects. FOLDER is made anew. The tests of the new passes run in the lit of the
Python package in the folder LIT.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PASSES = [
    ("count-values", "report"),
    ("drop-small", "transform"),
    ("list-values", "export"),
]
REGISTRY = "lib/libHloMemPasses.a"

# Everything that is built or installed beside the libraries.
NOT_COPIED = re.compile(
    r"^\s*(add_subdirectory\((tools|utils/(?!TableGen)|test).*"
    r"|include\(HloMem(Install|Package)\))\n",
    re.M,
)
TABLEGEN = """\
add_executable(hlo-mem-tblgen IMPORTED GLOBAL)
set_target_properties(hlo-mem-tblgen PROPERTIES IMPORTED_LOCATION "%s")
add_executable(HloMem::hlo-mem-tblgen ALIAS hlo-mem-tblgen)
"""
LIT = """\
import lit.formats
config.name = "new passes"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_exec_root = %r
config.environment["PATH"] = %r
"""
RUN_LIT = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); import lit.main; lit.main.main()"
)


def run(*command: object, cwd: Path) -> None:
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ
    )
    sys.stdout.write(done.stdout)
    if done.returncode:
        sys.exit("%s failed:\n%s%s" % (words, done.stdout, done.stderr))


def copy_sources(root: Path, build: Path, tree: Path) -> None:
    for folder in "include", "lib", "utils/cmake", "utils/TableGen":
        shutil.copytree(root / folder, tree / folder)
    lists = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    (tree / "CMakeLists.txt").write_text(NOT_COPIED.sub("", lists), encoding="utf-8")
    (tree / "utils/TableGen/CMakeLists.txt").write_text(
        TABLEGEN % (build / "bin/hlo-mem-tblgen"), encoding="utf-8"
    )


def cache_options(build: Path) -> list[str]:
    """How BUILD was configured."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    entries = re.findall(
        r"^((?:LLVM_DIR|CMAKE_BUILD_TYPE|CMAKE_CXX_COMPILER|CMAKE_CXX_FLAGS\w*"
        r"|HLOMEM_\w+):\w+=.*)$",
        cache,
        re.M,
    )
    return ["-D" + entry for entry in entries] + ["-DHLOMEM_BUILD_TESTS=OFF"]


def link(build: Path, objects: list[str], program: Path) -> None:
    commands = subprocess.run(
        ["ninja", "-t", "commands", "bin/hlo-mem-opt"],
        cwd=build,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    command = commands.splitlines()[-1]
    # The build's own record of what was linked stays as it is.
    command = re.sub(r"(-Xlinker |-Wl,)--dependency-file\S*", "", command)
    assert " -o bin/hlo-mem-opt " in command, command
    assert REGISTRY in command, command
    command = command.replace(" -o bin/hlo-mem-opt ", " -o '%s' " % program)
    command = command.replace(REGISTRY, " ".join(objects), 1).replace(REGISTRY, "")
    run("bash", "-c", command, cwd=build)


def main() -> None:
    build, root, folder, tools, lit = (Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    tree, objects = folder / "tree", folder / "build"
    copy_sources(root, build, tree)
    for name, kind in PASSES:
        run(root / "utils/new-pass", name, kind, "--root", tree, cwd=folder)

    run(
        "cmake",
        "-G",
        "Ninja",
        "-S",
        tree,
        "-B",
        objects,
        *cache_options(build),
        cwd=folder,
    )
    library = "lib/%s/CMakeFiles/HloMem%s.dir/%s/%sPass.cpp.o"
    files = ["lib/Passes/CMakeFiles/HloMemPasses.dir/BuiltinPasses.cpp.o"]
    for part, name in (
        ("Reports", "CountValues"),
        ("Transforms", "DropSmall"),
        (
            "Export",
            "ListValues",
        ),
    ):
        files.append(library % (part, part, name, name))
    run("ninja", "-C", objects, *files, cwd=folder)
    (folder / "bin").mkdir()
    link(build, [str(objects / file) for file in files], folder / "bin/hlo-mem-opt")

    path = os.pathsep.join([str(folder / "bin"), str(tools), os.environ["PATH"]])
    config = LIT % (str(folder / "tests"), path)
    (tree / "test/lit.cfg.py").write_text(config, encoding="utf-8")
    run(sys.executable, "-c", RUN_LIT, lit, "-v", tree / "test", cwd=folder)
    run(folder / "bin/hlo-mem-opt", "-print-passes", cwd=folder)


if __name__ == "__main__":
    main()

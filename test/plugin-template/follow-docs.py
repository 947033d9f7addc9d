#!/usr/bin/env python3
# ===- follow-docs.py - What the pages say of plugins -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Does what the documentation tells the author of a plugin to do.

Usage: follow-docs.py PREFIX ROOT CXX

In a temporary folder that stands for a user's home, with PREFIX installed in it,
writes the files of docs/WritingAPass.md, those of the blocks that name one, and runs
its commands but for those that install (test/Install/plugin-sdk.test), with a pass of
each kind and an analysis where the page makes a pass; then all of its table of what to
write, as one function, and the lit folder of docs/TestYourProgram.md; then those of the
template's README.md in the copy that the page has made; and last those of the section
"A plugin" of docs/GettingStarted.md, with a copy that is renamed as README.md says.

Prints the commands behind "+ " and their output. Ends with the exit status of the
first one that fails.
"""

import os
import re
import subprocess
import sys
import tempfile

BUILD_SDK = """\
utils/install-deps.sh                  # needs root or sudo
cmake --preset default -DCMAKE_INSTALL_PREFIX="$HOME/hlo-mem-opt"
cmake --build build --target install-plugin-sdk
"""
INSTALL = "cmake --install build --prefix ~/hlo-mem-opt"
NEW_PASS = "new-pass --plugin count-values report\n"


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def section(text, title):
    """The text from a heading to the next one."""
    return re.search(r"^## %s\n(.*?)(?=^## |\Z)" % title, text, re.M | re.S).group(1)


def script(page):
    """The files and the commands of a page as one shell script."""
    parts = []
    for info, body in re.findall(r"^```([^\n]+)\n(.*?)^```$", page, re.M | re.S):
        language, _, file = info.partition(" ")
        if file:
            parts.append("cat > %s <<'END OF FILE'\n%sEND OF FILE\n" % (file, body))
        elif language == "sh":
            parts.append(body)
    return "".join(parts)


def what_to_write(page):
    """A function with each expression of the table of what to write."""
    table = re.search(r"^\| to get \|.*?\n\n", page, re.M | re.S).group(0)
    cells = [row.split("|")[2] for row in table.strip().splitlines()[2:]]
    return """
void writeAll(const Module &M, AnalysisManager &AM, const Value &V,
              const Allocation &A, const Liveness &Live) {
%s}
""" % "".join("  (void)(%s);\n" % e for cell in cells for e in re.findall("`([^`]+)`", cell))


def replace(text, old, new):
    """Replaces what must be there."""
    assert old in text, old
    return text.replace(old, new)


class Shell:
    def __init__(self, home, compiler):
        self.home = home
        prefix = os.path.join(home, "hlo-mem-opt")
        self.environment = dict(os.environ, CXX=compiler, HOME=home)
        self.environment["PATH"] = prefix + "/bin:" + os.environ["PATH"]
        # README.md leaves to the reader what follows from the prefix.
        self.environment["CMAKE_PREFIX_PATH"] = prefix

    def run(self, commands, folder="."):
        status = subprocess.run(
            ["bash", "-euxo", "pipefail", "-c", commands],
            cwd=os.path.join(self.home, folder),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
        if status:
            sys.exit(status)


def main():
    prefix, root, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="hlo-mem-opt-") as home:
        os.symlink(prefix, os.path.join(home, "hlo-mem-opt"))
        shell = Shell(home, compiler)

        page = read(root, "docs", "WritingAPass.md")
        page = page.replace(section(page, "A built-in pass"), "")
        commands = replace(script(page), BUILD_SDK, "")
        new = re.search(".*" + NEW_PASS, commands).group(0)
        others = "drop-small transform", "list-values export", "value-sizes analysis"
        each = [new, *(new.replace("count-values report", other) for other in others)]
        shell.run(replace(commands, new, "".join(each)))

        with open(os.path.join(home, "big-values", "BigValues.cpp"), "a") as file:
            file.write(what_to_write(page))
        shell.run("cmake --build build", "big-values")
        page = read(root, "docs", "TestYourProgram.md")
        shell.run(script(section(page, "With lit and ctest")))

        readme = read(home, "my-passes", "README.md")
        build = script(section(readme, "Build and test"))
        shell.run(build, "my-passes")
        shell.run(script(section(readme, "Use")), "my-passes")

        page = read(root, "docs", "GettingStarted.md")
        assert script(section(page, "Installing")).startswith(INSTALL)
        commands = script(section(page, "A plugin"))
        rename = "cd my-passes\n" + script(section(readme, "Make it yours"))
        os.mkdir(os.path.join(home, "renamed"))
        shell.run(replace(commands, "cd my-passes\n", rename), "renamed")
        left = "! grep -rliE 'my-?passes' --exclude-dir=build ."
        passes = "hlo-mem-opt -load-pass-plugin=build/lib/Acme.so -print-passes"
        shell.run(left + "\n" + passes, "renamed/my-passes")


if __name__ == "__main__":
    main()

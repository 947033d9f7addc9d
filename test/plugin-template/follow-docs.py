#!/usr/bin/env python3
# ===- follow-docs.py - What the pages say of the template -------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Does with the plugin template what the documentation tells a user to do.

Usage: follow-docs.py BUILD ROOT CXX

In a temporary folder that stands for a user's home, with nothing but PATH and the
compiler CXX set, runs the commands of the sh blocks as they stand:

* of ROOT/docs/GettingStarted.md, `cmake --install build ...` and the section "A
  plugin", which copies the template out of the installed tree, builds and tests
  it;
* of the template's README.md, all up to "Make it yours", in that copy;
* those of "Make it yours" in a fresh copy, which is then built and tested too.

Prints the commands behind "+ " and their output. Ends with the exit status of the
first one that fails.
"""

import os
import re
import sys
import tempfile

from docs_shell import Shell, commands, read, section

TEMPLATE = "hlo-mem-opt/share/hlo-mem-opt/plugin-template"


def main():
    build, root, compiler = sys.argv[1:]
    page = read(root, "docs", "GettingStarted.md")
    with tempfile.TemporaryDirectory(prefix="hlo-mem-opt-") as home:
        shell = Shell(home, compiler)
        os.symlink(build, os.path.join(home, "build"))
        install = commands(section(page, "Installing")).splitlines()[0]
        assert install.startswith("cmake --install build "), install
        shell.run(install)
        shell.run(commands(section(page, "A plugin")))

        # README.md leaves to the reader what follows from the prefix.
        shell.environment["CMAKE_PREFIX_PATH"] = os.path.join(home, "hlo-mem-opt")
        readme = read(home, "my-passes", "README.md")
        shell.run(commands(section(readme, "Build and test")), "my-passes")
        shell.run(commands(section(readme, "Use")), "my-passes")

        shell.run("cp -r %s acme" % TEMPLATE)
        shell.run(commands(section(readme, "Make it yours")), "acme")
        shell.run(commands(section(readme, "Build and test")), "acme")
        listed = shell.run(
            "hlo-mem-opt -load-pass-plugin=build/lib/Acme.so -print-passes", "acme"
        )
        owners = set(re.findall(r"\(plugin '(.*)'\)", listed))
        print("renamed passes are of plugin", *map(repr, sorted(owners)))
        left = shell.run("grep -rliE 'my-?passes' --exclude-dir=build . || :", "acme")
        print("names left over:", re.sub(r"^\+.*\n", "", left, flags=re.M) or "none")


if __name__ == "__main__":
    main()
